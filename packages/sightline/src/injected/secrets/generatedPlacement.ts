import { flatParent } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

/**
 * Where what `::before` and `::after` say is painted: in the line, so that the box of the element is around it; elsewhere within
 * what cuts the element off; anywhere; or nowhere.
 */
export type GeneratedPlacement = 'unseen' | 'in line' | 'apart' | 'anywhere';

export function generatedPlacement(element: Element): GeneratedPlacement {
  const placements = GENERATED_PARTS.map((pseudo) => placementOf(element, pseudo));
  return RANK.findLast((one) => placements.includes(one)) ?? 'unseen';
}

const RANK: readonly GeneratedPlacement[] = ['unseen', 'in line', 'apart', 'anywhere'];

function placementOf(element: Element, pseudo: string): GeneratedPlacement {
  const style = getComputedStyle(element, pseudo);
  if (!isShown(style)) return 'unseen';
  if (isPlacedByOthers(style, pseudo)) return 'anywhere';
  return isInLine(element, style) ? 'in line' : 'apart';
}

/** Whether a pseudo-element is there, and may be seen. */
export const isShown = (style: CSSStyleDeclaration): boolean =>
  !['none', 'normal', ''].includes(styleValue(style, 'content')) &&
  styleValue(style, 'display') !== 'none' &&
  styleValue(style, 'visibility') === 'visible' &&
  styleValue(style, 'opacity') !== '0';

export const GENERATED_PARTS = ['::before', '::after'];

export const isListItem = (style: CSSStyleDeclaration): boolean =>
  styleValue(style, 'display').includes('list-item');

export const isPlacedByOthers = (style: CSSStyleDeclaration, pseudo: string): boolean =>
  pseudo === '::backdrop' || ['absolute', 'fixed'].includes(styleValue(style, 'position'));

/** Only what is known to stay within the box: all that moves it, or copies it, is another value of one of these. */
function isInLine(element: Element, style: CSSStyleDeclaration): boolean {
  const host = getComputedStyle(element);
  const isInline = styleValue(host, 'display') === 'inline';
  const displays = isInline ? ['inline'] : ['inline', 'inline-block', 'block'];
  return (
    element.firstElementChild === null &&
    displays.includes(styleValue(style, 'display')) &&
    HOST_DISPLAYS.includes(styleValue(host, 'display')) &&
    sizeOf(style, 'font-size') <= sizeOf(host, 'font-size') &&
    hasPlainValues(style, STILL) &&
    MARGINS.every((side) => sizeOf(style, side) >= 0) &&
    linesAround(element).every((line) => hasPlainValues(line, FLOWING) && isLineHighEnough(line)) &&
    hasPlainValues(style, FLOWING) &&
    isLineHighEnough(style)
  );
}

const HOST_DISPLAYS = ['inline', 'block', 'inline-block', 'flow-root', 'list-item', 'table-cell'];
const MARGINS = ['margin-top', 'margin-right', 'margin-bottom', 'margin-left'];

type PlainValues = Readonly<Record<string, readonly string[]>>;

const NONE = ['none', ''];
/** Of the pseudo-element itself. */
const STILL: PlainValues = {
  position: ['static'],
  float: NONE,
  transform: NONE,
  translate: NONE,
  rotate: NONE,
  scale: NONE,
  'offset-path': NONE,
  filter: NONE,
  'backdrop-filter': NONE,
  '-webkit-box-reflect': NONE,
  'text-shadow': NONE,
  'animation-name': NONE,
  'vertical-align': ['baseline', 'middle', 'top', 'bottom', 'text-top', 'text-bottom'],
  '-webkit-text-stroke-width': ['0px', ''],
  'initial-letter': ['normal', ''],
};
/** Of all that the line is made of. */
const FLOWING: PlainValues = {
  direction: ['ltr'],
  'writing-mode': ['horizontal-tb'],
  'text-indent': ['0px'],
  'letter-spacing': ['normal', '0px'],
  'word-spacing': ['normal', '0px'],
};

const hasPlainValues = (style: CSSStyleDeclaration, plain: PlainValues): boolean =>
  Object.entries(plain).every(([property, values]) => values.includes(styleValue(style, property)));

const sizeOf = (style: CSSStyleDeclaration, property: string): number =>
  Number.parseFloat(styleValue(style, property)) || 0;

const isLineHighEnough = (style: CSSStyleDeclaration): boolean =>
  styleValue(style, 'line-height') === 'normal' ||
  sizeOf(style, 'line-height') >= 0.9 * sizeOf(style, 'font-size');

/** The element and those around it that are in the same line, with the styles of first lines and letters. */
function linesAround(element: Element): CSSStyleDeclaration[] {
  const lines: CSSStyleDeclaration[] = [];
  for (let up: Element | null = element; up; up = flatParent(up)) {
    const style = getComputedStyle(up);
    lines.push(style, getComputedStyle(up, '::first-line'), getComputedStyle(up, '::first-letter'));
    if (!['inline', 'contents'].includes(styleValue(style, 'display'))) break;
  }
  return lines;
}
