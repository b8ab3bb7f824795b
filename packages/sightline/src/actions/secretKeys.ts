import type { FieldState } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { ActionabilityError } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';

/**
 * Whether a frame of another site could take the focus of the page from a field, and with it the keys of a secret: no page without
 * frames has such a one.
 */
export const mayLoseSecret = (
  { page, typedSecrets }: ActionContext,
  { isSecret, isSecretElsewhere }: Pick<FieldState, 'isSecret' | 'isSecretElsewhere'>,
  text: string,
): boolean => page.frames().length > 1 && (isSecret || isSecretElsewhere || typedSecrets.has(text));

/**
 * Into a field that was given the focus: key by key, each only while it has that and has got the one before. Throws
 * `ActionabilityError` where that is not so.
 */
export async function typeSecret(context: ActionContext, node: PageNode, text: string): Promise<void> {
  let last = -1;
  for (const character of text) {
    const taken = await context.callPageScript(node, 'keysTaken', node.id);
    if (taken === undefined || taken <= last) throw await focusTakenError(context, node);
    last = taken;
    await context.runPlaywright(node, () => context.withinTime(context.page.keyboard.type(character)));
  }
}

/** Within the document of a text field, where no other document gets it. False where it takes none so. */
export function setSecret(context: ActionContext, node: PageNode, text: string): Promise<boolean> {
  context.markInput();
  return context.callPageScript(node, 'replaceText', node.id, text);
}

async function focusTakenError(context: ActionContext, node: PageNode): Promise<ActionabilityError> {
  const { page } = await context.recapture();
  const holder = page.nodes.find((one) => one.tag !== 'body' && one.has(Flag.Focused));
  return new ActionabilityError('focus taken', node, holder);
}
