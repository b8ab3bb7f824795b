import type { CopiedText } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import { quotePageText } from './ActionabilityError.ts';
import type { ActionContext, FieldState } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

/** Milliseconds in which an editor may write a paste. */
const PASTE_TIMEOUT_MS = 1_000;
/** Characters of what an editor holds, in an error. */
const MAX_QUOTED = 200;

/** Whether it is an editor: what is edited in place, or the hidden input of what is shown around it. */
export const isEditor = (node: PageNode, { isProxy }: FieldState): boolean =>
  isProxy || (node.has(Flag.Editable) && node.role !== 'spinbutton');

/**
 * Replaces all that an editor holds: selects it by keys and pastes, which no editor indents or completes by itself, and reads
 * it back with its lines and indentation. Undefined where the editor does not take pastes, and nothing was changed. Throws
 * `not_accepted` where it holds something else then, or is not sure to hold the text.
 */
export async function fillEditor(
  context: ActionContext,
  node: PageNode,
  text: string,
  { isProxy }: FieldState,
): Promise<ActionEffect | undefined> {
  await context.focus(node);
  if (isProxy && !(await copyFrom(context, node, text))) throw notAnEditorError();
  await selectAll(context, node);
  if (text === '') await pressKey(context, 'Delete');
  else if (!(await context.callPageScript(node, 'pasteText', node.id, text))) return undefined;
  const effect: ActionEffect = { verbPhrase: 'filled', node, notes: [], typed: true };
  let state: FieldState | undefined;
  const isDifferent = async (): Promise<boolean> => {
    state = await context.readField(node, text).catch(() => undefined);
    return state !== undefined && !state.isExact;
  };
  if (!isProxy && !(await context.staysTrue(isDifferent, PASTE_TIMEOUT_MS)))
    return state ? effect : { ...effect, notes: ['the field went away with it'] };
  const copied = await readBackByCopy(context, node, text);
  // An empty editor may give nothing away.
  if (copied?.isExact || (isProxy && text === '' && !copied)) return effect;
  throw differentTextError(copied?.text ?? (isProxy ? undefined : state?.value), state?.isSecret === true);
}

/** Selects all, and takes the selection away again: the next key would replace it. */
async function readBackByCopy(
  context: ActionContext,
  node: PageNode,
  text: string,
): Promise<CopiedText | undefined> {
  let copied: CopiedText | undefined;
  await selectAll(context, node);
  const isDifferent = async (): Promise<boolean> => {
    copied = await copyFrom(context, node, text);
    return text === '' ? copied !== undefined && !copied.isExact : copied?.isExact !== true;
  };
  await context.staysTrue(isDifferent, PASTE_TIMEOUT_MS);
  await pressKey(context, 'ArrowRight');
  return copied;
}

/** Undefined for what copies nothing: a terminal without a selection. */
const copyFrom = (context: ActionContext, node: PageNode, text: string): Promise<CopiedText | undefined> =>
  context.callPageScript(node, 'copyText', node.id, text);

/**
 * Makes an editor ready to be typed into, whose own field does not hold its text: empties it with `clear`, else moves the
 * caret behind all of it. Nothing for a terminal.
 */
export async function prepareTyping(context: ActionContext, node: PageNode, clear: boolean): Promise<void> {
  if (!(await copyFrom(context, node, ''))) return;
  if (!clear) return pressKey(context, 'ControlOrMeta+End');
  await selectAll(context, node);
  await pressKey(context, 'Delete');
}

async function selectAll(context: ActionContext, node: PageNode): Promise<void> {
  await context.focus(node);
  await pressKey(context, 'ControlOrMeta+A');
}

/** Presses keys where the focus is. */
export async function pressKey(context: ActionContext, key: string): Promise<void> {
  context.markInput();
  await context.withinTime(context.page.keyboard.press(key));
}

function notAnEditorError(): SightlineError {
  return new SightlineError(
    'not_accepted',
    'This field takes keys only: it holds no text that could be replaced.',
    {
      hint: 'Type into it, and press Enter where it runs commands.',
    },
  );
}

/** Never the text that was asked for: it may be a secret. */
function differentTextError(held: string | undefined, isSecret: boolean): SightlineError {
  const content = isSecret ? 'something else' : quotePageText(shorten(held ?? '', MAX_QUOTED));
  return held === undefined
    ? new SightlineError(
        'not_accepted',
        'The editor cannot be read back: it is not sure what it holds now.',
        {
          hint: 'Take a screenshot, and look at all of it.',
        },
      )
    : new SightlineError('not_accepted', `The editor did not take the text as it is: it holds ${content}.`, {
        hint: 'Lines, indentation and brackets count. Look at what it made of the text.',
      });
}
