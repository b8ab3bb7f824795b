import {
  contentRect,
  ELEMENT_NODE,
  nextSibling,
  nodeType,
  previousSibling,
  TEXT_NODE,
  textData,
} from '../dom/dom.ts';
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
    if (adjoin(own, neighbor, ACROSS)) return true;
    return adjoin(own, neighbor, DOWN) && styleValue(style, 'writing-mode') !== 'horizontal-tb';
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

/** The sides of a box along which a line runs, and those across it. */
interface Direction {
  start: Side;
  end: Side;
  near: Side;
  far: Side;
}
type Side = 'left' | 'top' | 'right' | 'bottom';

const ACROSS: Direction = { start: 'left', end: 'right', near: 'top', far: 'bottom' };
const DOWN: Direction = { start: 'top', end: 'bottom', near: 'left', far: 'right' };

/** One of them begins where the other ends, on the same line. */
const adjoin = (one: DOMRect, other: DOMRect, direction: Direction): boolean =>
  follows(one, other, direction) || follows(other, one, direction);

const follows = (first: DOMRect, second: DOMRect, { start, end, near, far }: Direction): boolean =>
  second[end] > second[start] &&
  first[end] > first[start] &&
  Math.abs(second[start] - first[end]) < MAX_GAP &&
  second[near] < first[far] &&
  first[near] < second[far];
