import { flatParent } from './dom.ts';
import { alphaOf, FAINT, valueOf } from './styles.ts';
import { matrixOf } from './transforms.ts';

/**
 * What makes an element and all it holds invisible although it is laid out, besides opacity: the property's
 * name with its value, '' for nothing. To be asked of the few elements of `RareStyles`: it reads four values.
 */
export function paintedAway(element: Element, style: CSSStyleDeclaration): string {
  if (fades(valueOf(style, 'filter'))) return 'filter:opacity(0)';
  if (masksAll(valueOf(style, 'mask-image'))) return 'mask-image';
  if (valueOf(style, 'backface-visibility') === 'hidden' && isTurnedAway(element, style))
    return 'backface-visibility:hidden';
  return '';
}

function fades(filter: string): boolean {
  const [, amount, percent] = /opacity\(([\d.]+)(%?)\)/.exec(filter) ?? [];
  return amount !== undefined && Number(amount) / (percent ? 100 : 1) < FAINT;
}

/** Gradients of which no colour lets anything through. What an image lets through is not known. */
function masksAll(mask: string): boolean {
  if (mask === 'none' || mask === '' || mask.includes('url(')) return false;
  const colors = mask.match(/(?:rgba?|color|oklab|oklch|lab|lch)\([^()]*\)/g) ?? [];
  return colors.length > 0 && colors.every((color) => alphaOf(color) < FAINT);
}

/** Its back is to the viewer, by its own turn and those of the planes it shares a space with. */
function isTurnedAway(element: Element, style: CSSStyleDeclaration): boolean {
  let matrix = matrixOf(style);
  for (let up = flatParent(element); up; up = flatParent(up)) {
    const outer = getComputedStyle(up);
    if (valueOf(outer, 'transform-style') !== 'preserve-3d') break;
    const turn = matrixOf(outer);
    if (turn) matrix = matrix ? turn.multiply(matrix) : turn;
  }
  return matrix !== undefined && matrix.m33 < 0;
}
