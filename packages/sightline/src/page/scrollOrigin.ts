import { valueOf } from './styles.ts';

/**
 * Whether a box scrolls from its right or its bottom end: its scroll offsets run from 0 down to a negative
 * number (CSSOM View, section 6, "overflow directions"). So it is by writing direction, and for reversed
 * flex containers.
 */
export function scrollOrigin(style: CSSStyleDeclaration): { right: boolean; bottom: boolean } {
  const mode = valueOf(style, 'writing-mode');
  const leftToRight = valueOf(style, 'direction') === 'ltr';
  const flow = valueOf(style, 'display').endsWith('flex') ? valueOf(style, 'flex-direction') : '';
  if (mode !== 'horizontal-tb') {
    const fromRight = mode.endsWith('-rl') !== (flow === 'column-reverse');
    return { right: fromRight, bottom: leftToRight === (flow === 'row-reverse') };
  }
  return { right: leftToRight === (flow === 'row-reverse'), bottom: flow === 'column-reverse' };
}
