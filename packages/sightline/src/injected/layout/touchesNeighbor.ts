import { ELEMENT_NODE, nextSibling, nodeType, previousSibling, TEXT_NODE, textData } from '../dom/dom.ts';
import { isBlank } from '../dom/text.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** Less than any space between two words, CSS pixels. */
const MAX_GAP = 1;

/**
 * Whether nothing is painted between the words of a flex or grid item and those beside it: `09:30` and `:00` in two
 * items are one word to a person. Asks for the place of up to three texts. `style`: its own.
 */
export function touchesNeighbor(element: Element, style: CSSStyleDeclaration): boolean {
  const own = contentRect(element);
  if (own.width === 0) return false;
  return [previousSibling, nextSibling].some((advance) => {
    const node = shownFrom(advance(element), advance);
    const neighbor = node === null ? undefined : contentRect(node);
    if (neighbor === undefined) return false;
    if (follows(own, neighbor) || follows(neighbor, own)) return true;
    const isStacked = isBelow(own, neighbor) || isBelow(neighbor, own);
    return isStacked && styleValue(style, 'writing-mode') !== 'horizontal-tb';
  });
}

/** White space between the items of a flex container is not rendered. */
function shownFrom(first: Node | null, advance: (node: Node) => Node | null): Node | null {
  let node = first;
  while (
    node &&
    nodeType(node) !== ELEMENT_NODE &&
    !(nodeType(node) === TEXT_NODE && !isBlank(textData(node)))
  )
    node = advance(node);
  return node;
}

/** Of the words, without the padding around them. */
function contentRect(node: Node): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

/** `right` begins where `left` ends, on the same line. */
const follows = (left: DOMRect, right: DOMRect): boolean =>
  right.width > 0 &&
  left.width > 0 &&
  Math.abs(right.left - left.right) < MAX_GAP &&
  right.top < left.bottom &&
  left.top < right.bottom;

/** `lower` begins where `upper` ends, as in a line that runs down. */
const isBelow = (upper: DOMRect, lower: DOMRect): boolean =>
  lower.height > 0 &&
  upper.height > 0 &&
  Math.abs(lower.top - upper.bottom) < MAX_GAP &&
  lower.left < upper.right &&
  upper.left < lower.right;
