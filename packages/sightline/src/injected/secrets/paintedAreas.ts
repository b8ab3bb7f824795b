import {
  boundingRect,
  childrenOf,
  contentRects,
  documentProperty,
  flatParent,
  hasAttr,
  hasOpacity,
  isRendered,
  isVisible,
  localName,
  matchesSelector,
} from '../dom/dom.ts';
import type { AreaEdges } from '../PageApi.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { generatedPlacement } from './generatedPlacement.ts';
import { filterReach, hasLargeInitial, scaleOf, textReach } from './paintReach.ts';

/** What may show a secret. */
export interface SecretPlace {
  element: Element;
  /** Texts in it that do; default: its box does. */
  nodes?: readonly Node[];
  /** Its `::before` or `::after` does. */
  isGenerated?: boolean;
  /** Where it does cannot be known: within all that cuts the element off, or anywhere. */
  reach?: 'clip' | 'everywhere';
}

/** All of a document, and what lies around it. */
export const EVERYWHERE: AreaEdges = [-1e7, -1e7, 1e7, 1e7];

/**
 * Where an element and what it writes are painted, in the viewport, shadows included and without what is clipped;
 * `EVERYWHERE` where a copy may be painted elsewhere. Reads styles and layout, and changes nothing.
 */
export function paintedAreas(place: SecretPlace): AreaEdges[] {
  const { element, nodes = [], isGenerated = false, reach } = place;
  const box = nearestBox(element);
  if (!box || !hasOpacity(box)) return [];
  if (!(isGenerated || reach || box !== element ? isRendered : isVisible)(box)) return [];
  const placement = isGenerated ? generatedPlacement(element) : 'in line';
  const around = surroundingsOf(box, element);
  if (around === undefined || placement === 'anywhere' || reach === 'everywhere') return [EVERYWHERE];
  const ownBox = edgesOf(boundingRect(box));
  const inside = clips(box, getComputedStyle(box)) ? intersect(around.clip, ownBox) : around.clip;
  const isBeside = reach !== undefined || hasLargeInitial(element);
  if (isBeside || placement === 'apart' || (isGenerated && isTurnedOverflow(box)))
    return painted([isBeside ? around.clip : inside], around);
  if (placement === 'unseen') return [];
  const written = [...nodes.flatMap(linesOf), ...(hasAttr(box, 'contenteditable') ? linesOf(box) : [])];
  if (isGenerated) written.push(withOverflow(box, ownBox));
  const areas = written.map((edges) => intersect(edges, inside));
  return painted(
    coversText(box, nodes, isGenerated) ? [intersect(ownBox, around.clip), ...areas] : areas,
    around,
  );
}

const painted = (areas: AreaEdges[], { spread }: Surroundings): AreaEdges[] =>
  areas
    .filter(([left, top, right, bottom]) => right > left && bottom > top)
    .map((edges) => outset(edges, spread));

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

export const TOP_LAYER = ':modal,:popover-open,:fullscreen';

/** How far what an element shows may be painted beside it; undefined where a filter or a reflection may paint it anywhere. */
export const spreadOf = (element: Element): number | undefined => surroundingsOf(element, element)?.spread;

/** Undefined where a filter or a reflection may paint it anywhere. `holder`: in whose style its letters are. */
function surroundingsOf(element: Element, holder: Element): Surroundings | undefined {
  let clip = EVERYWHERE;
  let spread = textReach(holder);
  // Boxes that are placed by one further out are not clipped by what lies between.
  let escapes: '' | 'static' | 'all' = '';
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const style = getComputedStyle(up);
    if (copies(style)) return undefined;
    spread += filterReach(style);
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

const CLIPPING_DISPLAY = /^(?:block|flow-root|list-item|table-cell|(?:inline-)?(?:block|flex|grid))$/;

/** The page's own overflow is that of the viewport. */
function clips(element: Element, style: CSSStyleDeclaration): boolean {
  if (element === documentProperty('body') || element === documentProperty('documentElement')) return false;
  // The legend of a group of fields is not cut off with the rest of it.
  if (localName(element) === 'fieldset') return false;
  const overflows = [styleValue(style, 'overflow-x'), styleValue(style, 'overflow-y')];
  return (
    overflows.every((overflow) => overflow !== 'visible' && overflow !== 'clip') &&
    CLIPPING_DISPLAY.test(styleValue(style, 'display'))
  );
}

/** With what does not fit into it, to the right and below. */
function withOverflow(element: Element, [left, top, right, bottom]: AreaEdges): AreaEdges {
  const { scrollWidth, scrollHeight } = element;
  const scale = scaleOf(element);
  return [
    left,
    top,
    Math.max(right, left + scale * scrollWidth),
    Math.max(bottom, top + scale * scrollHeight),
  ];
}

/** Has what does not fit into it, and this need not be to the right and below. */
function isTurnedOverflow(element: Element): boolean {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const style = getComputedStyle(up);
    if (TURNS.some((property) => !['none', ''].includes(styleValue(style, property)))) return true;
  }
  return false;
}

const TURNS = ['transform', 'rotate', 'scale', 'offset-path'];

const linesOf = (node: Node): AreaEdges[] => contentRects(node).map(edgesOf);

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
