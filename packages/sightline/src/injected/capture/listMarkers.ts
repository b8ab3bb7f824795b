import { attribute, hasAttr, localName, parentNode } from '../dom/dom.ts';
import { formatCounter, suffixOfCounter } from '../styles/counterStyles.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** How far the items of the lists of one capture are numbered. */
export type ListNumbers = Map<Element, number>;

/**
 * The number that is painted before the item of an ordered list, with its stop: `3.`, `c.`, `iv.`; '' where none is.
 * `own`: what a style sheet writes in its stead. By `start`, `reversed` and `value` (HTML, 4.4.8) and `list-style-type`. Not covered: `counter-set` of `list-item`.
 */
export function listMarker(
  item: Element,
  style: CSSStyleDeclaration,
  numbers: ListNumbers,
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
    ? formatMarker(number, styleValue(style, 'list-style-type'))
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
  const isReversed = hasAttr(list, 'reversed');
  const own = readInteger(item, 'value');
  const number = own ?? numbers.get(list) ?? readInteger(list, 'start') ?? (isReversed ? itemsOf(list) : 1);
  numbers.set(list, isReversed ? number - 1 : number + 1);
  return number;
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
function formatMarker(number: number, type: string): string {
  if (BULLETS.has(type)) return '';
  const [, quoted] = /^"(.*)"$/s.exec(type) ?? [];
  if (quoted === undefined) return formatCounter(number, type) + suffixOfCounter(type);
  const written = quoted.replace(/\\(.)/g, '$1').trim();
  return written.length > MAX_QUOTED_LENGTH ? '' : written;
}
