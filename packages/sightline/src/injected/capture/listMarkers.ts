import { attribute, hasAttr, localName, parentNode } from '../dom/dom.ts';
import { formatMarkerNumber } from '../styles/counterStyles.ts';
import type { CounterStyles } from '../styles/pageCounterStyle.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** How far the items of the lists of one capture are numbered. */
export type ListNumbers = Map<Element, ListNumber>;

interface ListNumber {
  last: number;
  /** Whether its style sets the counter `list-item`: then those of its items may too. */
  isStyled: boolean;
}

/**
 * The number that is painted before the item of an ordered list, with its stop: `3.`, `c.`, `iv.`; '' where none is.
 * `own`: what a style sheet writes in its stead. By `start`, `reversed` and `value` (HTML, 4.4.8), `list-style-type`, and what styles
 * do to the counter `list-item`, where one of the list does.
 */
export function listMarker(
  item: Element,
  style: CSSStyleDeclaration,
  numbers: ListNumbers,
  styles: CounterStyles,
  own?: string,
): string {
  const list = listAround(item);
  const isNumbered = list !== null && localName(list) === 'ol';
  if (!isNumbered && own === undefined) return '';
  if (!styleValue(style, 'display').includes('list-item')) return '';
  if (!isNumbered) return own ?? '';
  const number = takeNumber(item, list, numbers);
  if (own !== undefined) return own;
  return styleValue(style, 'list-style-image') === 'none'
    ? formatMarker(number, styleValue(style, 'list-style-type'), styles)
    : '';
}

const LISTS = new Set(['ol', 'ul', 'menu']);

/** Mostly the element around it. */
function listAround(item: Element): Element | null {
  const parent = parentNode(item);
  return parent instanceof Element && LISTS.has(localName(parent)) ? parent : item.closest('ol, ul, menu');
}

/** The number of an item that comes after those which were asked for before. */
export function takeNumber(item: Element, list: Element, numbers: ListNumbers): number {
  const { last, isStyled } = numbers.get(list) ?? beforeFirst(list);
  const read = (property: string): number | undefined =>
    isStyled ? readCounter(getComputedStyle(item), property) : undefined;
  const step = read('counter-increment') ?? (hasAttr(list, 'reversed') ? -1 : 1);
  const number = readInteger(item, 'value') ?? read('counter-set') ?? last + step;
  numbers.set(list, { last: number, isStyled });
  return number;
}

function beforeFirst(list: Element): ListNumber {
  const reset = readCounter(getComputedStyle(list), 'counter-reset');
  if (reset !== undefined) return { last: reset, isStyled: true };
  const start = readInteger(list, 'start');
  const last = hasAttr(list, 'reversed') ? (start ?? itemsOf(list)) + 1 : (start ?? 1) - 1;
  return { last, isStyled: false };
}

/** What a style says of the counter of lists. */
function readCounter(style: CSSStyleDeclaration, property: string): number | undefined {
  const [, number] = /\blist-item (-?\d+)/.exec(styleValue(style, property)) ?? [];
  return number === undefined ? undefined : Number(number);
}

function readInteger(element: Element, name: string): number | undefined {
  const number = Number.parseInt(attribute(element, name) ?? '', 10);
  return Number.isFinite(number) ? number : undefined;
}

const itemsOf = (list: Element): number =>
  Array.from(list.querySelectorAll('li')).filter((item) => item.closest('ol, ul, menu') === list).length;

const BULLETS = new Set(['none', 'disc', 'circle', 'square', 'disclosure-open', 'disclosure-closed']);

/** Characters of a marker that the page writes itself; a longer one is none. It is not cut: secrets are replaced later, as a whole. */
const MAX_QUOTED_LENGTH = 100;

/** As it is painted. */
function formatMarker(number: number, type: string, styles: CounterStyles): string {
  if (BULLETS.has(type)) return '';
  const [, quoted] = /^"(.*)"$/s.exec(type) ?? [];
  if (quoted === undefined) return formatMarkerNumber(number, type, styles);
  const written = quoted.replace(/\\(.)/g, '$1').trim();
  return written.length > MAX_QUOTED_LENGTH ? '' : written;
}
