import { isTypedThrough } from '../snapshot/isTypedThrough.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import { readTextContent } from '../visibility/readText.ts';
import { quotePageText } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { assertNoSecret } from './assertNoSecret.ts';
import { pressKey } from './fillEditor.ts';
import { releaseAt } from './pointer.ts';
import { press } from './press.ts';

/** Characters of the words that the result repeats. */
const MAX_QUOTED = 60;
/** Milliseconds in which a page may still take a selection away. */
const SELECT_TIMEOUT_MS = 500;

/**
 * Selects words in the text of an element, the first place where they stand: with the mouse as a person does, so that what
 * the page shows for a selection shows; else as a script does. Throws `not_found`, `not_accepted`.
 */
export async function selectText(
  context: ActionContext,
  node: PageNode,
  words: string,
): Promise<ActionEffect> {
  context.typedSecrets.addKey(undefined);
  const editor = await editorAround(context, node, words);
  if (editor) return selectIn(context, editor, words, node);
  await context.waitUntilReady(node);
  return selectIn(context, node, words);
}

/** `field`: what the keys of an editor go to, where the words are in the box that it belongs to. */
async function selectIn(
  context: ActionContext,
  node: PageNode,
  words: string,
  field = node,
): Promise<ActionEffect> {
  await assertShown(context, node, words);
  const place = await context.callPageScript(node, 'findText', node.id, words);
  if (!place) throw missingTextError(words);
  const { count, start, end } = place;
  if (start && end) {
    await collapseSelection(context, field);
    await context.holdMouse(node, await context.toPagePoint(node, start));
    await releaseAt(context, () => context.toPagePoint(node, end));
  }
  if (await isUnselected(context, [node, field], words)) {
    context.markInput();
    await context.callPageScript(node, 'selectText', node.id, words);
    if (await isUnselected(context, [node, field], words)) throw notSelectedError();
  }
  const notes = count > 1 ? [`the first of ${count} places`] : [];
  return { verbPhrase: `selected ${quotePageText(shorten(words, MAX_QUOTED))} in`, node: field, notes };
}

/** Boxes around a field that takes the keys for an editor, in which the text of it may stand. */
const MAX_EDITOR_LEVELS = 6;

/** The innermost box around a field that shows the words which the field does not hold: editors of code write them beside it. */
async function editorAround(
  context: ActionContext,
  node: PageNode,
  words: string,
): Promise<PageNode | undefined> {
  if (!isTypedThrough(node) || (await context.readField(node)).value.includes(words)) return undefined;
  let box = node.parent;
  for (let level = 0; box && level < MAX_EDITOR_LEVELS && !PAGE_TAGS.has(box.tag); level++) {
    if (holdsWords(context, box, words)) return box;
    box = box.parent;
  }
  return undefined;
}

const PAGE_TAGS: ReadonlySet<string> = new Set(['form', 'main', 'body', 'html']);

const holdsWords = ({ visibility }: ActionContext, node: PageNode, words: string): boolean =>
  withoutBlanks(readTextContent(node, visibility)).includes(withoutBlanks(words));

/** All text of a field, by the key for it; of what else is shown, as a script of the page selects it. Throws `not_found`. */
export async function selectAll(context: ActionContext, node: PageNode): Promise<ActionEffect> {
  const isField = node.tag === 'input' || node.tag === 'textarea' || node.has(Flag.Editable);
  if (!isField) return selectText(context, node, readTextContent(node, context.visibility).trim());
  await press(context, 'ControlOrMeta+A', node);
  return { verbPhrase: 'selected all text in', node, notes: [] };
}

/** Takes away what is selected: a press on it would drag it to where it is let go. Some editors have a selection of their own. */
async function collapseSelection(context: ActionContext, node: PageNode): Promise<void> {
  await context.callPageScript(node, 'clearSelection');
  const isEdited = node.has(Flag.Editable) || node.tag === 'textarea';
  if (isEdited && (await context.callPageScript(node, 'copyText', node.id, ''))?.text)
    await pressKey(context, 'ArrowRight');
}

/** Only words that views show: whether others are there is not said, nor can they be copied out of a field for secrets. */
async function assertShown(context: ActionContext, node: PageNode, words: string): Promise<void> {
  if (node.tag !== 'input' && node.tag !== 'textarea') {
    if (!holdsWords(context, node, words)) throw missingTextError(words);
    return;
  }
  const field = await context.readField(node);
  assertNoSecret(field, 'It is a field for secrets: no words in it are selected.');
  if (!field.value.includes(words)) throw missingTextError(words);
}

const withoutBlanks = (text: string): string => text.replace(/[\s\u00a0]+/g, '').toLowerCase();

/** By the page, or by what an editor with a selection of its own would copy. */
const isUnselected = (
  context: ActionContext,
  [node, field]: readonly [PageNode, PageNode],
  words: string,
): Promise<boolean> =>
  context.staysTrue(async () => {
    if (await context.callPageScript(node, 'isTextSelected', node.id, words)) return false;
    return (await context.callPageScript(field, 'copyText', field.id, words))?.isExact !== true;
  }, SELECT_TIMEOUT_MS);

const missingTextError = (words: string): SightlineError =>
  new SightlineError('not_found', `${quotePageText(shorten(words, MAX_QUOTED))} is not in its text.`, {
    hint: 'Give words as they are shown; of a picture or canvas no words can be selected.',
  });

const notSelectedError = (): SightlineError =>
  new SightlineError('not_accepted', 'The page does not let these words be selected.', {
    hint: 'Drag over them: drag with from and to, in CSS pixels of the element.',
  });
