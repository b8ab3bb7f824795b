import { areApart, boundingRect, childrenOf, openShadowRoot } from '../dom/dom.ts';
import { styleValue } from '../styles/StyleCache.ts';

const PAINTED_ELSEWHERE = ['box-shadow', 'transform', 'backdrop-filter', 'border-image-source'];

/**
 * Whether something else may lie between an element and what is around it in the tree. `isOverItem`: asked of a grid, whether
 * what stands in it lies over another item.
 */
export function hasUncertainBackdrop(style: CSSStyleDeclaration, isOverItem = () => true): boolean {
  return (
    styleValue(style, 'position') !== 'static' ||
    styleValue(style, 'margin-top').startsWith('-') ||
    PAINTED_ELSEWHERE.some((property) => styleValue(style, property) !== 'none') ||
    (styleValue(style, 'display').endsWith('grid') && isOverItem())
  );
}

/** Items of a grid that are held against each other, at most. */
const MAX_ITEMS = 100;

/** Whether an item of the grid, or the grid's own words, may lie over another item. */
export function mayLieOverItem(item: Element, grid: Element): boolean {
  const others = [...childrenOf(grid)].filter((one) => one !== item);
  if (others.length > MAX_ITEMS || openShadowRoot(grid)) return true;
  const own = boundingRect(item);
  if (own.width === 0 || own.height === 0) return true;
  return others.some((one) => {
    if (styleValue(getComputedStyle(one), 'display') === 'contents') return true;
    return !areApart(boundingRect(one), own);
  });
}
