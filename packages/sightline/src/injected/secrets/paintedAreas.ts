import {
  boundingRect,
  childrenOf,
  documentProperty,
  flatParent,
  hasAttr,
  hasOpacity,
  isRendered,
  isVisible,
  matchesSelector,
} from '../dom/dom.ts';
import type { AreaEdges } from '../PageApi.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** What may show a secret. */
export interface SecretPlace {
  element: Element;
  /** Texts in it that do; default: its box does. */
  nodes?: readonly Node[];
  /** Its `::before` or `::after` does. */
  isGenerated?: boolean;
}

/** All of a document, and what lies around it. */
export const EVERYWHERE: AreaEdges = [-1e7, -1e7, 1e7, 1e7];

/**
 * Where an element and what it writes are painted, in the viewport, shadows included and without what is clipped;
 * `EVERYWHERE` where a copy may be painted elsewhere. Reads styles and layout, and changes nothing.
 */
export function paintedAreas({ element, nodes = [], isGenerated = false }: SecretPlace): AreaEdges[] {
  const box = nearestBox(element);
  if (!box || !hasOpacity(box)) return [];
  if (!(isGenerated || box !== element ? isRendered : isVisible)(box)) return [];
  if (isGenerated && isPlacedApart(element)) return [EVERYWHERE];
  const around = surroundingsOf(box);
  if (around === undefined) return [EVERYWHERE];
  const ownBox = edgesOf(boundingRect(box));
  const inside = clips(box, getComputedStyle(box)) ? intersect(around.clip, ownBox) : around.clip;
  const written = [...nodes.flatMap(linesOf), ...(hasAttr(box, 'contenteditable') ? linesOf(box) : [])];
  if (isGenerated) written.push(withOverflow(box, ownBox));
  return [
    ...(coversText(box, nodes, isGenerated) ? [intersect(ownBox, around.clip)] : []),
    ...written.map((edges) => intersect(edges, inside)),
  ]
    .filter(([left, top, right, bottom]) => right > left && bottom > top)
    .map((edges) => outset(edges, around.spread));
}

/** The element; the one around it, where it has no box of its own. */
function nearestBox(start: Element): Element | undefined {
  for (let element: Element | null = start; element; element = flatParent(element))
    if (styleValue(getComputedStyle(element), 'display') !== 'contents') return element;
  return undefined;
}

/** Whether its own box is hidden too: not that of the page, nor of what holds more than the text. */
function coversText(box: Element, nodes: readonly Node[], isGenerated: boolean): boolean {
  if (box === documentProperty('body') || box === documentProperty('documentElement')) return false;
  const isInMore =
    nodes.length > 0 && [...childrenOf(box)].some((child) => !nodes.some((node) => child.contains(node)));
  return isGenerated || !isInMore;
}

interface Surroundings {
  /** What scrolls or cuts it leaves this to be seen. */
  clip: AreaEdges;
  /** How far shadows may lie beside what throws them, CSS pixels of the viewport. */
  spread: number;
}

const TOP_LAYER = ':modal,:popover-open,:fullscreen';

/** Undefined where a filter or a reflection may paint it anywhere. */
function surroundingsOf(element: Element): Surroundings | undefined {
  let clip = EVERYWHERE;
  let spread = reachOf(getComputedStyle(element), 'text-shadow');
  // Boxes that are placed by one further out are not clipped by what lies between.
  let escapes: '' | 'static' | 'all' = '';
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const style = getComputedStyle(up);
    if (copies(style)) return undefined;
    spread += reachOf(style, 'filter');
    const position = styleValue(style, 'position');
    if (escapes === 'static' && position !== 'static') escapes = '';
    if (up !== element && escapes === '' && clips(up, style))
      clip = intersect(clip, edgesOf(boundingRect(up)));
    if (position === 'fixed' || matchesSelector(up, TOP_LAYER)) escapes = 'all';
    else if (position === 'absolute' && escapes === '') escapes = 'static';
  }
  return { clip, spread: spread * scaleOf(element) };
}

const copies = (style: CSSStyleDeclaration): boolean =>
  styleValue(style, 'filter').includes('url(') ||
  !['none', ''].includes(styleValue(style, '-webkit-box-reflect'));

/** How far it paints beside itself. */
function reachOf(style: CSSStyleDeclaration, property: 'text-shadow' | 'filter'): number {
  const lengths = styleValue(style, property).matchAll(/(-?[\d.]+)px/g);
  const sum = Array.from(lengths, ([, length]) => Math.abs(Number(length))).reduce(
    (all, one) => all + one,
    0,
  );
  // A blur of a filter is a deviation, half of which lies further out.
  return property === 'filter' ? 2 * sum : sum;
}

const CLIPPING_DISPLAY = /^(?:block|flow-root|list-item|table-cell|(?:inline-)?(?:block|flex|grid))$/;

/** The page's own overflow is that of the viewport. */
function clips(element: Element, style: CSSStyleDeclaration): boolean {
  if (element === documentProperty('body') || element === documentProperty('documentElement')) return false;
  const overflows = [styleValue(style, 'overflow-x'), styleValue(style, 'overflow-y')];
  return (
    overflows.every((overflow) => overflow !== 'visible' && overflow !== 'clip') &&
    CLIPPING_DISPLAY.test(styleValue(style, 'display'))
  );
}

/** Generated text that is shown, and not in the flow of its element. */
const isPlacedApart = (element: Element): boolean =>
  ['::before', '::after'].some((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    if (['none', 'normal', ''].includes(styleValue(style, 'content'))) return false;
    return (
      styleValue(style, 'display') !== 'none' &&
      (['absolute', 'fixed'].includes(styleValue(style, 'position')) ||
        styleValue(style, 'float') !== 'none' ||
        styleValue(style, 'transform') !== 'none' ||
        copies(style))
    );
  });

/** With what does not fit into it, to the right and below. */
function withOverflow(element: Element, [left, top, right, bottom]: AreaEdges): AreaEdges {
  const { scrollWidth, scrollHeight } = element;
  return [left, top, Math.max(right, left + scrollWidth), Math.max(bottom, top + scrollHeight)];
}

/** Viewport pixels to a CSS pixel of the element, where it is enlarged. */
function scaleOf(element: Element): number {
  const { width, height } = boundingRect(element);
  const { offsetWidth = 0, offsetHeight = 0 } = element as Partial<HTMLElement>;
  return Math.max(1, offsetWidth && width / offsetWidth, offsetHeight && height / offsetHeight);
}

function linesOf(node: Node): AreaEdges[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  return Array.from(range.getClientRects(), edgesOf);
}

const edgesOf = ({ left, top, right, bottom }: DOMRect): AreaEdges => [left, top, right, bottom];

const intersect = (a: AreaEdges, b: AreaEdges): AreaEdges => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

const outset = ([left, top, right, bottom]: AreaEdges, by: number): AreaEdges => [
  left - by,
  top - by,
  right + by,
  bottom + by,
];
