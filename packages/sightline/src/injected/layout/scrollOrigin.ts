import { styleValue } from '../styles/StyleCache.ts';

/**
 * Whether a box scrolls from its right or its bottom end: its scroll offsets run from 0 down to a negative
 * number (CSSOM View, section 6, "overflow directions"). So it is by writing direction, and for reversed
 * flex containers.
 */
export function scrollOrigin(style: CSSStyleDeclaration): { right: boolean; bottom: boolean } {
  const writingMode = styleValue(style, 'writing-mode');
  const leftToRight = styleValue(style, 'direction') === 'ltr';
  const flexDirection = styleValue(style, 'display').endsWith('flex')
    ? styleValue(style, 'flex-direction')
    : '';
  if (writingMode !== 'horizontal-tb') {
    const fromRight = writingMode.endsWith('-rl') !== (flexDirection === 'column-reverse');
    return { right: fromRight, bottom: leftToRight === (flexDirection === 'row-reverse') };
  }
  return {
    right: leftToRight === (flexDirection === 'row-reverse'),
    bottom: flexDirection === 'column-reverse',
  };
}
