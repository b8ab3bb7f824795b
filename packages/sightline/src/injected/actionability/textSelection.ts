import { replaceSpans, type SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import {
  contentRect,
  createWalker,
  flatParent,
  isVisible,
  isWithin,
  localName,
  textData,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { Point, TextPlace } from '../PageApi.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { selectionIn } from '../secrets/selectsSecret.ts';
import { scrollElementIntoView } from './findClickPoint.ts';
import { shownViewport, toInputPoint } from './shownViewport.ts';

/**
 * Where words stand in an element as it is shown, after scrolling there; undefined without such words. A field has them
 * selected then.
 */
export function findText(
  id: number,
  words: string,
  registry: ElementRegistry,
  secrets: SecretFields,
): TextPlace | undefined {
  const element = registry.element(id);
  if (!element) return undefined;
  secrets.refresh();
  if (isTextField(element)) return selectInField(element, words, secrets);
  const found = findRange(element, words, registry, secrets);
  if (!found) return undefined;
  const { count, range } = found;
  const isShown = (): boolean => isInView(startOf(range)) && isInView(endOf(range));
  if (!isShown()) scrollElementIntoView(range.startContainer.parentElement ?? element, 'center');
  if (!isShown()) return { count };
  return { count, start: toInputPoint(startOf(range)), end: toInputPoint(endOf(range)) };
}

/** Selects words as a script of the page would. */
export function selectText(
  id: number,
  words: string,
  registry: ElementRegistry,
  secrets: SecretFields,
): void {
  const element = registry.element(id);
  const range = element && findRange(element, words, registry, secrets)?.range;
  if (!range) return;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  selectionIn(startContainer.getRootNode())?.setBaseAndExtent(
    startContainer,
    startOffset,
    endContainer,
    endOffset,
  );
}

/** Takes away what is selected in the page; fields keep what is selected in them. */
export function clearSelection(registry: ElementRegistry): void {
  for (const root of registry.allRoots()) selectionIn(root)?.removeAllRanges();
}

/** Whether these words are what is selected in an element. */
export function isTextSelected(id: number, words: string, registry: ElementRegistry): boolean {
  const element = registry.element(id);
  if (!element) return false;
  if (isTextField(element)) {
    const { value, selectionStart, selectionEnd } = element;
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0) === words;
  }
  return registry
    .allRoots()
    .some((root) => squash(String(selectionIn(root))).toLowerCase() === squash(words).toLowerCase());
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (element: Element): element is TextField =>
  localName(element) === 'textarea' || localName(element) === 'input';

function selectInField(field: TextField, words: string, { redactor }: SecretFields): TextPlace | undefined {
  const value = withoutSecrets(field.value, redactor);
  const at = value.indexOf(words);
  if (at < 0 || field.selectionStart === null) return undefined;
  HTMLElement.prototype.focus.call(field);
  field.setSelectionRange(at, at + words.length);
  return { count: value.split(words).length - 1 };
}

/** Of the same length, without the letters of what repeats a secret: no words begin or end in it. */
function withoutSecrets(text: string, redactor: SecretRedactor): string {
  const spans = redactor.isEmpty ? [] : redactor.find(text);
  return replaceSpans(text, spans, ([start, end]) => '\uffff'.repeat(end - start));
}

/** The first place of the words in the shown text, in any case where there is none as written; white space counts once. */
function findRange(
  element: Element,
  words: string,
  registry: ElementRegistry,
  { redactor }: SecretFields,
): { count: number; range: Range } | undefined {
  const inner = registry
    .allRoots()
    .filter((root) => root instanceof ShadowRoot && isWithin(root.host, element));
  for (const tree of [element, ...inner]) {
    const { text: raw, places } = readShownText(tree);
    const text = withoutSecrets(raw, redactor);
    const wanted = squash(words);
    const isExact = text.includes(wanted);
    const [held, sought] = isExact ? [text, wanted] : [text.toLowerCase(), wanted.toLowerCase()];
    const at = sought === '' || held.length !== text.length ? -1 : held.indexOf(sought);
    const [first, last] = [places[at], places[at + sought.length - 1]];
    if (!first || !last) continue;
    const range = new Range();
    range.setStart(first.node, first.offset);
    range.setEnd(last.node, last.offset + 1);
    return { count: held.split(sought).length - 1, range };
  }
  return undefined;
}

/** The shown text of a tree, white space collapsed, and where each of its characters stands. */
function readShownText(tree: Node): { text: string; places: { node: Text; offset: number }[] } {
  const walker = createWalker(tree, NodeFilter.SHOW_TEXT);
  const places: { node: Text; offset: number }[] = [];
  let text = '';
  const add = (character: string, node: Text, offset: number): void => {
    if (character === ' ' && (text === '' || text.endsWith(' '))) return;
    text += character;
    places.push({ node, offset });
  };
  let last: Text | undefined;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = flatParent(node);
    if (node.length === 0 || (parent && !isVisible(parent))) continue;
    if (last && isParted(last, node)) add(' ', last, last.length - 1);
    for (const [offset, character] of textData(node).split('').entries())
      add(/[\s\u00a0]/.test(character) ? ' ' : character, node, offset);
    last = node;
  }
  return { text, places };
}

/** On two lines, or with a gap between them. */
function isParted(before: Text, after: Text): boolean {
  const [one, other] = [contentRect(before), contentRect(after)];
  return other.top >= one.bottom - 1 || other.left > one.right + 1;
}

const squash = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim();

/** Lines of a range, or its place where nothing of it has a width. */
function linesOf(range: Range): DOMRect[] {
  const lines = Array.from(range.getClientRects()).filter(({ width }) => width > 0);
  return lines.length > 0 ? lines : [range.getBoundingClientRect()];
}

/** Right in front of the first character. */
function startOf(range: Range): Point {
  const { left = 0, top = 0, height = 0 } = linesOf(range)[0] ?? {};
  return { x: left + 0.5, y: top + height / 2 };
}

/** Right behind the last one. */
function endOf(range: Range): Point {
  const { right = 0, top = 0, height = 0 } = linesOf(range).at(-1) ?? {};
  return { x: right - 0.5, y: top + height / 2 };
}

function isInView({ x, y }: Point): boolean {
  const { left, top, right, bottom } = shownViewport();
  return x > left && y > top && x < right && y < bottom;
}
