import { styleValue } from '../styles/StyleCache.ts';

const PAINTED_ELSEWHERE = ['box-shadow', 'transform', 'backdrop-filter', 'border-image-source'];

/** Whether something else may lie between an element and what is around it in the tree. */
export function hasUncertainBackdrop(style: CSSStyleDeclaration): boolean {
  return (
    styleValue(style, 'position') !== 'static' ||
    styleValue(style, 'display').endsWith('grid') ||
    styleValue(style, 'margin-top').startsWith('-') ||
    PAINTED_ELSEWHERE.some((property) => styleValue(style, property) !== 'none')
  );
}
