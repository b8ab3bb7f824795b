import type { FieldState } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { TEXT_FIELD_ROLES } from '../snapshot/roles.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { findFocused, keyReceiver } from './focusedField.ts';
import { mayLoseSecret, typeSecret } from './secretKeys.ts';

/** Milliseconds in which a page that opens an editor at the first key gives it the focus. */
const OPEN_EDITOR_MS = 50;

export interface TypeAtFocusOptions {
  /** Milliseconds between two keys; default 0. */
  delay?: number | undefined;
  /** At once, without keys. Default false. */
  inserted?: boolean;
}

/** Types into what has the focus, at its caret; into the page where nothing has it. */
export async function typeAtFocus(
  context: ActionContext,
  text: string,
  options: TypeAtFocusOptions = {},
): Promise<ActionEffect> {
  const node = findFocused(context);
  const state = await rememberSecret(context, node, text);
  context.markInput();
  if (node && state && mayLoseSecret(context, state, text)) await typeSecret(context, node, text);
  else await typeText(context, node, text, options);
  await rememberSecret(context, node, text);
  const notes = [node ? 'it has the focus' : 'nothing has the focus'];
  const effect = { notes, typed: true as const, entered: [text] };
  return node ? { ...effect, verbPhrase: 'typed into', node } : { ...effect, verbPhrase: 'typed' };
}

/** Where no text field has the focus, the first key may open one, which takes the others once it has the focus. */
async function typeText(
  context: ActionContext,
  node: PageNode | undefined,
  text: string,
  { delay = 0, inserted = false }: TypeAtFocusOptions,
): Promise<void> {
  const { keyboard } = context.page;
  if (inserted) return keyboard.insertText(text);
  const [first = '', ...others] = takesText(node) ? [] : Array.from(text);
  if (others.length === 0) return keyboard.type(text, { delay });
  await keyboard.type(first, { delay });
  const receiver = node ?? context.visibility.page.nodes[0];
  if (receiver) {
    const opened = context.callPageScript(receiver, 'waitForTimers', OPEN_EDITOR_MS);
    await context.withinTime(opened.catch(() => undefined));
  }
  await keyboard.type(others.join(''), { delay });
}

const takesText = (node: PageNode | undefined): boolean =>
  node !== undefined &&
  (TEXT_FIELD_ROLES.has(node.role) || (node.attributes.contenteditable ?? 'false') !== 'false');

/** The state of a field: it may become one for secrets by what is typed. What has the focus in a frame that cannot be read is not known. */
async function rememberSecret(
  context: ActionContext,
  node: PageNode | undefined,
  text: string,
): Promise<FieldState | undefined> {
  const receiver = keyReceiver(context, node);
  if (receiver === 'unknown') context.typedSecrets.add(text);
  return receiver === 'field' && node ? context.readField(node, text).catch(() => undefined) : undefined;
}
