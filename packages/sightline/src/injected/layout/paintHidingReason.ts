import { boundingRect, flatParent, isWithin, rootNode } from '../dom/dom.ts';
import { alphaOf, MIN_VISIBLE_ALPHA, styleValue } from '../styles/StyleCache.ts';
import { transformMatrixOf } from './transforms.ts';

/**
 * What makes an element and all it holds invisible although it is laid out, besides opacity: the property's
 * name with its value, '' for nothing. Reads seven computed values: called only for the elements that `HidingStyles` names.
 */
export function paintHidingReason(element: Element, style: CSSStyleDeclaration): string {
  if (isTransparentFilter(styleValue(style, 'filter'))) return 'filter:opacity(0)';
  if (hidesByMask(element, style)) return 'mask-image';
  if (isBehindCamera(element, style)) return 'perspective';
  if (styleValue(style, 'backface-visibility') === 'hidden' && isBackfacing(element, style))
    return 'backface-visibility:hidden';
  if (styleValue(style, 'position-visibility').includes('no-overflow') && !isHit(element, style))
    return 'position-visibility:no-overflow';
  return '';
}

function isTransparentFilter(filter: string): boolean {
  const [, amount, percent] = /opacity\(([\d.]+)(%?)\)/.exec(filter) ?? [];
  return amount !== undefined && Number(amount) / (percent ? 100 : 1) < MIN_VISIBLE_ALPHA;
}

function hidesByMask(element: Element, style: CSSStyleDeclaration): boolean {
  const image = styleValue(style, 'mask-image');
  if (image === 'none' || image === '') return false;
  return (
    isTransparentMask(image) || isEmptyMask(image, element) || isOfNoSize(style) || masksNothing(element)
  );
}

/** A reference to a `mask` that is not there, or holds nothing. What a picture elsewhere lets through is not known. */
function isEmptyMask(image: string, element: Element): boolean {
  const id = /^url\("[^"]*#([^"]+)"\)$/.exec(image)?.[1];
  if (id === undefined || /^url\("(?!#)(?!https?:|file:)/.test(image)) return false;
  const root = element.getRootNode() as Document | ShadowRoot;
  return !root.getElementById(id)?.firstElementChild;
}

/** A mask lets through what lies on the box alone: of one without an area nothing, whatever overflows it. */
function masksNothing(element: Element): boolean {
  const { width, height } = boundingRect(element);
  return element instanceof HTMLElement && (width === 0 || height === 0);
}

const isOfNoSize = (style: CSSStyleDeclaration): boolean =>
  /^0(?:px|%)?(?: 0(?:px|%)?)?$/.test(styleValue(style, 'mask-size'));

/** Whether the browser finds it in its middle: no style says that it is not painted for want of room beside its anchor. */
function isHit(element: Element, style: CSSStyleDeclaration): boolean {
  const { left, top, width, height } = boundingRect(element);
  const [x, y] = [left + width / 2, top + height / 2];
  if (styleValue(style, 'pointer-events') === 'none' || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)
    return true;
  return (rootNode(element) as Document | ShadowRoot)
    .elementsFromPoint(x, y)
    .some((hit) => isWithin(hit, element));
}

/** Whether its origin lies behind the eye that `perspective()`, or `perspective` around it, puts before the page. */
function isBehindCamera(element: Element, style: CSSStyleDeclaration): boolean {
  const matrix = transformMatrixOf(style);
  if (!matrix || matrix.is2D) return false;
  const parent = flatParent(element);
  const distance = parent ? Number.parseFloat(styleValue(getComputedStyle(parent), 'perspective')) : 0;
  return matrix.m44 - (distance > 0 ? matrix.m43 / Math.max(distance, 1) : 0) <= 0;
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
