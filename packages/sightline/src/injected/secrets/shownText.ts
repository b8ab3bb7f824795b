import type { SecretRedactor, TextSpan } from '../../snapshot/secrets/SecretRedactor.ts';
import {
  attribute,
  documentProperty,
  firstChild,
  isWithin,
  localName,
  nextSibling,
  nodeType,
  parentNode,
  TEXT_NODE,
  textData,
} from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** A text that is painted, and the element or shadow root that it is in. */
export interface ShownText {
  text: string;
  holder: ParentNode;
}

const UNRENDERED = new Set(['script', 'style', 'template', 'noscript', 'title', 'head']);

/** All texts below a root in their order, those of `::before` and `::after` too. */
export function shownTexts(root: Document | ShadowRoot): ShownText[] {
  const texts: ShownText[] = [];
  const add = (text: string, holder: ParentNode | null): void => {
    if (text !== '' && holder) texts.push({ text, holder });
  };
  const enter = (node: Node): Node | null => {
    if (nodeType(node) === TEXT_NODE) add(textData(node), parentNode(node));
    if (!(node instanceof Element)) return null;
    if (UNRENDERED.has(localName(node))) return null;
    add(generatedText(node, '::before'), node);
    return firstChild(node);
  };
  const leave = (node: Node): void => {
    if (node instanceof Element && !UNRENDERED.has(localName(node)))
      add(generatedText(node, '::after'), node);
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

/** Where a secret is shown by one text or by several one after another, by whole texts or by one character each. */
export function holdersOfSecrets(texts: readonly ShownText[], redactor: SecretRedactor): Set<ParentNode> {
  const holders = new Set<ParentNode>();
  const collect = (run: readonly ShownText[], inBoxes: boolean): void => {
    for (const span of redactor.find(run.map(({ text }) => text).join(''), { inBoxes })) {
      const parts = [...overlapped(run, span)].map(({ holder }) => holder);
      // At the seams of parts that are masked one by one, a pixel of a letter may show.
      const common = commonElement(parts);
      for (const holder of common ? [common] : parts) holders.add(holder);
    }
  };
  collect(texts, false);
  for (const one of texts) if (redactor.occursIn(one.text)) holders.add(one.holder);
  let boxes: ShownText[] = [];
  for (const one of [...texts.filter(({ text }) => text.trim() !== ''), undefined]) {
    if (one && [...one.text.trim()].length === 1) boxes.push(one);
    else {
      if (boxes.length > 1) collect(boxes, true);
      boxes = [];
    }
  }
  return holders;
}

function* overlapped(run: readonly ShownText[], [from, to]: TextSpan): Generator<ShownText> {
  let start = 0;
  for (const one of run) {
    const end = start + one.text.length;
    if (from < end && to > start) yield one;
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
