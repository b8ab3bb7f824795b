import { flatParent } from '../dom/dom.ts';
import { alphaOf, MIN_VISIBLE_ALPHA, styleValue } from '../styles/StyleCache.ts';
import { transformMatrixOf } from './transforms.ts';

/**
 * What makes an element and all it holds invisible although it is laid out, besides opacity: the property's
 * name with its value, '' for nothing. Reads four computed values: called only for the elements that `HidingStyles` names.
 */
export function paintHidingReason(element: Element, style: CSSStyleDeclaration): string {
  if (isTransparentFilter(styleValue(style, 'filter'))) return 'filter:opacity(0)';
  if (isTransparentMask(styleValue(style, 'mask-image'))) return 'mask-image';
  if (styleValue(style, 'backface-visibility') === 'hidden' && isBackfacing(element, style))
    return 'backface-visibility:hidden';
  return '';
}

function isTransparentFilter(filter: string): boolean {
  const [, amount, percent] = /opacity\(([\d.]+)(%?)\)/.exec(filter) ?? [];
  return amount !== undefined && Number(amount) / (percent ? 100 : 1) < MIN_VISIBLE_ALPHA;
}

/** Gradients of which no colour lets anything through. What an image lets through is not known. */
function isTransparentMask(mask: string): boolean {
  if (mask === 'none' || mask === '' || mask.includes('url(')) return false;
  const colors = mask.match(/(?:rgba?|color|oklab|oklch|lab|lch)\([^()]*\)/g) ?? [];
  return colors.length > 0 && colors.every((color) => alphaOf(color) < MIN_VISIBLE_ALPHA);
}

/** Its back is to the viewer, by its own turn and those of the planes it shares a space with. */
function isBackfacing(element: Element, style: CSSStyleDeclaration): boolean {
  let matrix = transformMatrixOf(style);
  for (let up = flatParent(element); up; up = flatParent(up)) {
    const outer = getComputedStyle(up);
    if (styleValue(outer, 'transform-style') !== 'preserve-3d') break;
    const outerMatrix = transformMatrixOf(outer);
    if (outerMatrix) matrix = matrix ? outerMatrix.multiply(matrix) : outerMatrix;
  }
  return matrix !== undefined && matrix.m33 < 0;
}
