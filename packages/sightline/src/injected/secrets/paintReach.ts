import { boundingRect, flatParent, namespaceUri, SVG_NAMESPACE } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** How far beside their place letters of an element may be painted, by shadows, strokes and marks, CSS pixels. */
export function textReach(element: Element): number {
  const style = getComputedStyle(element);
  const marked = [...MARKED, ...Array.from(CSS.highlights?.keys() ?? [], (name) => `::highlight(${name})`)];
  const styles = [style, ...marked.map((pseudo) => getComputedStyle(element, pseudo))];
  for (let up: Element | null = element; up; up = flatParent(up))
    styles.push(...FIRST.map((pseudo) => getComputedStyle(up as Element, pseudo)));
  const shadow = Math.max(...styles.map((one) => sumOfLengths(styleValue(one, 'text-shadow'))));
  const isMarked = !['none', ''].includes(styleValue(style, 'text-emphasis-style'));
  const marks = isMarked ? Number.parseFloat(styleValue(style, 'font-size')) : 0;
  // Half of a stroke lies outside, but for corners.
  return shadow + marks + 2 * strokeWidth(element, style);
}

/** Letters that have styles of their own. */
const MARKED = ['::selection', '::target-text', '::spelling-error', '::grammar-error'];
const FIRST = ['::first-line', '::first-letter'];

/** Whether it may be the initial of several lines: that is painted beside the box of its letter. */
export function hasLargeInitial(element: Element): boolean {
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const initial = styleValue(getComputedStyle(up, '::first-letter'), 'initial-letter');
    if (!['normal', ''].includes(initial)) return true;
    if (!['inline', 'contents'].includes(styleValue(getComputedStyle(up), 'display'))) return false;
  }
  return false;
}

function strokeWidth(element: Element, style: CSSStyleDeclaration): number {
  const width = Number.parseFloat(styleValue(style, '-webkit-text-stroke-width')) || 0;
  if (namespaceUri(element) !== SVG_NAMESPACE || styleValue(style, 'stroke') === 'none') return width;
  const { a = 1, b = 0, c = 0, d = 1 } = (element as SVGGraphicsElement).getScreenCTM?.() ?? {};
  const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  return width + scale * (Number.parseFloat(styleValue(style, 'stroke-width')) || 0);
}

/** How far filters of an element paint beside it. A blur is a deviation, half of which lies further out. */
export const filterReach = (style: CSSStyleDeclaration): number =>
  2 * sumOfLengths(styleValue(style, 'filter'));

function sumOfLengths(value: string): number {
  let sum = 0;
  for (const [, length] of value.matchAll(/(-?[\d.]+)px/g)) sum += Math.abs(Number(length));
  return sum;
}

/** Viewport pixels to a CSS pixel of the element, where it is enlarged. */
export function scaleOf(element: Element): number {
  const { width, height } = boundingRect(element);
  const { offsetWidth = 0, offsetHeight = 0 } = element as Partial<HTMLElement>;
  return Math.max(1, offsetWidth && width / offsetWidth, offsetHeight && height / offsetHeight);
}
