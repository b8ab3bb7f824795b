import { styleValue } from '../styles/StyleCache.ts';
import { attribute, boundingRect } from './dom.ts';

type CheckedState = 'true' | 'false' | 'mixed';

export const isCheckedState = (value: string | null): value is CheckedState =>
  value === 'true' || value === 'false' || value === 'mixed';

/**
 * Whether a checkbox or radio button is checked: its own state, or `aria-checked` where it says another and the input itself is
 * out of sight. A script that draws the control keeps the attribute with the drawing, and may lose the property: a click that
 * comes by the label, and is prevented, sets it back.
 */
export function readCheckedState(input: HTMLInputElement): CheckedState {
  const { checked, indeterminate, type } = input;
  const own = indeterminate && type === 'checkbox' ? 'mixed' : checked ? 'true' : 'false';
  const ariaChecked = attribute(input, 'aria-checked');
  return isCheckedState(ariaChecked) && ariaChecked !== own && isOutOfSight(input) ? ariaChecked : own;
}

function isOutOfSight(input: HTMLInputElement): boolean {
  const { width, height } = boundingRect(input);
  return width * height <= 1 || styleValue(getComputedStyle(input), 'opacity') === '0';
}
