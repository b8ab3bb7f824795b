import {
  boundingRect,
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

interface Neighbor {
  rect: DOMRect;
  /** Undefined for a text. */
  style: CSSStyleDeclaration | undefined;
}

/**
 * Whether nothing but the edge of its box is between the words of a flex or grid item and those beside it: `09:30` and
 * `:00` in two items are one word to a person. Asks for two boxes and a style more.
 */
export function touchesNeighbor(element: Element, style: CSSStyleDeclaration): boolean {
  const own: Neighbor = { rect: boundingRect(element), style };
  if (own.rect.width === 0) return false;
  return [previousSibling, nextSibling].some((advance) => {
    const node = shownFrom(advance(element), advance);
    const neighbor = node === null ? undefined : neighborOf(node);
    return neighbor !== undefined && (follows(own, neighbor) || follows(neighbor, own));
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

function neighborOf(node: Node): Neighbor | undefined {
  if (nodeType(node) === ELEMENT_NODE) {
    const element = node as Element;
    const rect = boundingRect(element);
    return rect.width === 0 ? undefined : { rect, style: getComputedStyle(element) };
  }
  const range = document.createRange();
  range.selectNodeContents(node);
  return { rect: range.getBoundingClientRect(), style: undefined };
}

/** `right` begins where `left` ends, on the same line, without padding or border in between. */
function follows(left: Neighbor, right: Neighbor): boolean {
  const a = left.rect;
  const b = right.rect;
  if (Math.abs(b.left - a.right) >= MAX_GAP || b.top >= a.bottom || a.top >= b.bottom) return false;
  return edgeWidth(left, 'right') + edgeWidth(right, 'left') < MAX_GAP;
}

const edgeWidth = ({ style }: Neighbor, side: 'left' | 'right'): number =>
  style === undefined
    ? 0
    : Number.parseFloat(styleValue(style, `padding-${side}`)) +
      Number.parseFloat(styleValue(style, `border-${side}-width`));
