import type { FieldState } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import { isRemoved, type Visibility } from '../visibility/Visibility.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { isOption, optionKeys } from './offeredOptions.ts';
import { readBackField } from './readBackField.ts';
import { selectOption } from './selectOption.ts';
import { PICKER_POPUPS, type PickedText } from './takePicked.ts';

/** For a list to open under a combobox. */
const OPENING_MS = 300;
/** For a combobox to drop, once it is left, what was not chosen. */
const LEAVING_MS = 300;
/** For its list to fade away. */
const CLOSING_MS = 1_000;
/** Boxes around a combobox in which it may show what it took. */
const MAX_DEPTH = 4;

/**
 * What came of a text in a combobox under which a list opened: many only search in their list, and drop what was not chosen
 * once they are left. What is kept is written again, so that the list is open as before; what was dropped is chosen from the
 * list. Undefined where it is kept, or no list opened; throws `not_accepted` where it is neither kept nor offered.
 */
export async function takeOffered(
  context: ActionContext,
  node: PageNode,
  { value, before, refill }: PickedText,
): Promise<ActionEffect | undefined> {
  if (node.role !== 'combobox' || PICKER_POPUPS.has(node.attributes['aria-haspopup'] ?? '')) return undefined;
  const isClosed = async (): Promise<boolean> => !isOpen(await context.recapture(), node);
  if (await context.staysTrue(isClosed, OPENING_MS)) return undefined;
  await context.blur(node);
  let state: FieldState | undefined;
  const isKept = async (): Promise<boolean> => {
    state = await readBackField(context, node, value);
    return state !== undefined && state.match !== 'different';
  };
  const kept = await context.staysTrue(isKept, LEAVING_MS);
  if (!state) return undefined;
  if (!kept && showsBeside(await context.recapture(), node, value, before))
    return { verbPhrase: 'filled', node, notes: ['it took the text, and is empty again'], typed: true };
  if (!kept) await waitUntilClosed(context, before);
  await context.focus(node);
  if (!kept) return chooseInstead(context, node, value);
  await refill();
  return undefined;
}

function isOpen({ page }: Visibility, node: PageNode): boolean {
  return page.counterpart(node)?.attributes['aria-expanded'] === 'true';
}

/** Whether a text that was not shown before stands beside the field, and not in its list: a tag, a choice. */
function showsBeside(now: Visibility, node: PageNode, value: string, before: Visibility): boolean {
  const { page } = now;
  const wanted = collapseSpaces(value);
  let around = page.counterpart(node)?.parent;
  for (let depth = 0; around && depth < MAX_DEPTH; depth++, around = around.parent) {
    const texts = page
      .subtree(around)
      .filter(
        (one) =>
          one.isText &&
          collapseSpaces(one.text) === wanted &&
          !isRemoved(now, one) &&
          !one.closest(isOption) &&
          !before.page.counterpart(one),
      );
    if (texts.length > 0) return true;
  }
  return false;
}

/** What still fades away would pass for what was there before the list opens again. */
async function waitUntilClosed(context: ActionContext, before: Visibility): Promise<void> {
  const known = optionKeys(before);
  await context.staysTrue(
    async () => Array.from(optionKeys(await context.recapture())).some((key) => !known.has(key)),
    CLOSING_MS,
  );
}

async function chooseInstead(context: ActionContext, node: PageNode, value: string): Promise<ActionEffect> {
  try {
    const effect = await selectOption(context, node, [value], { keepOthers: true });
    // A list of several would stay open, over what is below it.
    await context.blur(node);
    return effect;
  } catch (error) {
    if (!(error instanceof SightlineError) || error.code !== 'not_found') throw error;
    throw new SightlineError(
      'not_accepted',
      'The field keeps nothing but what is chosen in its list, and drops other text once it is left.',
      { hint: error.hint ?? 'Choose what it offers.' },
    );
  }
}
