import { groupBy } from '../../snapshot/groupBy.ts';
import type { SecretRedactor, TextSpan } from '../../snapshot/secrets/SecretRedactor.ts';
import { overrideDirection, resolveOverrides, turnedText } from '../dom/bidiOverrides.ts';
import {
  attribute,
  boundingRect,
  documentProperty,
  firstChild,
  flatParent,
  isRendered,
  isSeen,
  isWithin,
  localName,
  nextSibling,
  nodeType,
  parentNode,
  TEXT_NODE,
  textData,
  wholeText,
} from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';
import type { SecretPlace } from './paintedAreas.ts';

/** A text that is painted, and the element or shadow root that it is in; `node`: where it is no generated one. */
export interface ShownText {
  text: string;
  holder: ParentNode;
  node?: Node;
}

const UNRENDERED = new Set(['script', 'style', 'template', 'noscript', 'title', 'head']);

/** What holds no words for a person; a style may show it all the same. */
const isUnrendered = (element: Element): boolean =>
  UNRENDERED.has(localName(element)) && !isRendered(element);

/**
 * All texts below a root in their order; those of `::before` and `::after` too, unless `ownOnly`, or where none `isGenerating`; in the
 * direction in which they are read, where some `isTurned`.
 */
export function shownTexts(
  root: Document | ShadowRoot,
  {
    ownOnly = false,
    isGenerating = !ownOnly,
    isTurned = !ownOnly,
  }: { ownOnly?: boolean; isGenerating?: boolean; isTurned?: boolean } = {},
): ShownText[] {
  const texts: ShownText[] = [];
  // A picture shows also what lies behind the cut.
  const textOf = ownOnly ? textData : wholeText;
  const addGenerated = (holder: Element, pseudo: '::before' | '::after'): void => {
    const text = isGenerating ? generatedText(holder, pseudo) : '';
    if (text !== '') texts.push({ text, holder });
  };
  const enter = (node: Node): Node | null => {
    const holder = nodeType(node) === TEXT_NODE ? parentNode(node) : null;
    const text = holder ? textOf(node) : '';
    if (holder && text !== '') texts.push({ text: isTurned ? asRead(text, holder) : text, holder, node });
    if (!(node instanceof Element)) return null;
    if (isUnrendered(node)) return null;
    addGenerated(node, '::before');
    return firstChild(node);
  };
  const leave = (node: Node): void => {
    if (node instanceof Element && !isUnrendered(node)) addGenerated(node, '::after');
  };
  // Without recursion: trees may be deeper than the stack.
  for (let node = firstChild(root); node; ) {
    let next = enter(node);
    for (let at: Node | null = node; !next && at && at !== root; at = parentNode(at)) {
      leave(at);
      next = nextSibling(at);
    }
    node = next;
  }
  return texts;
}

/** With overrides of its direction resolved, in the line that it stands in. */
function asRead(text: string, holder: ParentNode): string {
  const read = resolveOverrides(text);
  for (let up = holder instanceof Element ? holder : null; up; up = flatParent(up)) {
    const style = getComputedStyle(up);
    if (styleValue(style, 'unicode-bidi').includes('override'))
      return overrideDirection(read, styleValue(style, 'direction') === 'rtl' ? 'rtl' : 'ltr');
    if (styleValue(style, 'display') !== 'inline') break;
  }
  return read;
}

/** Where a secret is shown by one text or by several one after another, by whole texts or by one character each. */
export function* placesOfSecrets(
  texts: readonly ShownText[],
  redactor: SecretRedactor,
): Generator<SecretPlace> {
  const placed = new Set<ShownText>();
  for (const spelling of spellings(texts, redactor)) {
    const parts = spelling.map(({ of }) => of);
    if (parts.every((part) => placed.has(part))) continue;
    for (const part of parts) placed.add(part);
    // At the seams of parts that are hidden one by one, a pixel of a letter may show.
    const common = commonElement(parts.map(({ holder }) => holder));
    if (common) yield { element: common, nodes: parts.flatMap(({ node }) => node ?? []) };
    for (const part of parts) yield placeOf(part);
  }
  for (const one of texts)
    if (redactor.occursIn(one.text) || redactor.occursIn(turnedText(one.text))) yield placeOf(one);
}

export function placeOf({ holder, node }: ShownText): SecretPlace {
  const element = holder instanceof ShadowRoot ? holder.host : (holder as Element);
  return node ? { element, nodes: [node] } : { element, isGenerated: true };
}

/** A part of a text that spells a secret, with others. */
export interface SpellingPart {
  of: ShownText;
  span: TextSpan;
}

/**
 * The parts of each secret that texts spell one after another, by whole texts or by one character each; also over what is hidden or out
 * of their flow, and by the texts of one element whatever becomes of the elements in it.
 */
export function* spellings(texts: readonly ShownText[], redactor: SecretRedactor): Generator<SpellingPart[]> {
  yield* spellingsIn(texts, redactor, false);
  const inFlow = texts.filter(({ holder }) => isInFlow(holder));
  if (inFlow.length < texts.length) yield* spellingsIn(inFlow, redactor, false);
  for (const own of groupBy(texts, ({ holder }) => holder).values())
    if (own.length > 1) yield* spellingsIn(own, redactor, false);
  let boxes: ShownText[] = [];
  for (const one of [...texts.filter(({ text }) => text.trim() !== ''), undefined]) {
    if (one && [...one.text.trim()].length === 1) boxes.push(one);
    else {
      if (boxes.length > 1) yield* spellingsIn(boxes, redactor, true);
      boxes = [];
    }
  }
}

/** Whether a person reads its texts in the line that they stand in. */
function isInFlow(holder: ParentNode): boolean {
  if (!(holder instanceof Element)) return true;
  if (!isSeen(holder)) return false;
  for (let up: Element | null = holder; up; up = flatParent(up)) {
    const style = getComputedStyle(up);
    const display = styleValue(style, 'display');
    // What is out of the flow is no inline box.
    if (!display.startsWith('inline') && display !== 'contents')
      return (
        !display.startsWith('ruby-text') &&
        !OUT_OF_FLOW.has(styleValue(style, 'position')) &&
        styleValue(style, 'float') === 'none'
      );
    const isEmpty = display !== 'inline' && display !== 'contents' && boundingRect(up).width === 0;
    if (isEmpty || styleValue(style, 'font-size') === '0px' || styleValue(style, 'clip-path') !== 'none')
      return false;
  }
  return true;
}

const OUT_OF_FLOW = new Set(['absolute', 'fixed']);

function* spellingsIn(
  run: readonly ShownText[],
  redactor: SecretRedactor,
  inBoxes: boolean,
): Generator<SpellingPart[]> {
  const spans = redactor.find(run.map(({ text }) => text).join(''), { inBoxes });
  for (const span of spans) yield [...overlapped(run, span)];
}

function* overlapped(run: readonly ShownText[], [from, to]: TextSpan): Generator<SpellingPart> {
  let start = 0;
  for (const of of run) {
    const end = start + of.text.length;
    if (from < end && to > start)
      yield { of, span: [Math.max(0, from - start), Math.min(of.text.length, to - start)] };
    start = end;
  }
}

/** The smallest element that holds all of them; undefined for the page, or its body. */
function commonElement([first, ...rest]: readonly ParentNode[]): Element | undefined {
  for (let up = first as Node | null | undefined; up instanceof Element; up = parentNode(up)) {
    if (up === documentProperty('body') || up === documentProperty('documentElement')) return undefined;
    const element = up;
    if (rest.every((one) => one instanceof Element && isWithin(one, element))) return element;
  }
  return undefined;
}

/** Its words, without regard to whether they can be seen. */
function generatedText(element: Element, pseudo: '::before' | '::after'): string {
  const content = styleValue(getComputedStyle(element, pseudo), 'content');
  if (content === 'none' || content === 'normal' || content === '') return '';
  const parts = content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)/g);
  return Array.from(parts, ([, quoted, name]) =>
    name === undefined ? (quoted ?? '').replace(/\\(.)/g, '$1') : (attribute(element, name) ?? ''),
  ).join('');
}
