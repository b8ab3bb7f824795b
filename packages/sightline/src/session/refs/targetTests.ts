import { isCheckable } from '../../actions/check.ts';
import type { TargetTest } from '../../search/targets/findNamedElements.ts';
import { isEditingValue } from '../../snapshot/capturedAttributes.ts';
import { TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';

/** Inputs that hold no text. */
const PUSHED_TYPES = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'hidden']);

/** What `fill` and `type` have a use for. */
export const isFillable: TargetTest = ({ role, tag, attributes }) =>
  TEXT_FIELD_ROLES.has(role) ||
  role === 'slider' ||
  tag === 'textarea' ||
  (tag === 'input' && !PUSHED_TYPES.has(attributes.type?.toLowerCase() ?? 'text')) ||
  (attributes.contenteditable !== undefined && isEditingValue(attributes.contenteditable));

/** What `selectOption` has a use for. */
export const isSelectable: TargetTest = ({ role, tag, attributes }) =>
  tag === 'select' ||
  role === 'combobox' ||
  role === 'listbox' ||
  (attributes['aria-haspopup'] ?? 'false') !== 'false';

/** What a target is for. */
export type TargetUse = 'fill' | 'select' | 'check';

export const TARGET_TESTS: Readonly<Record<TargetUse, TargetTest>> = {
  fill: isFillable,
  select: isSelectable,
  check: isCheckable,
};
