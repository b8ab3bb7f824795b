import type { PageNode } from '../../snapshot/Page.ts';

/** The state of a control, from its live properties, else from its ARIA attributes. */
export interface ControlState {
  /** `true`, `false` or `mixed`; undefined for what cannot be checked. */
  checked: string | undefined;
  /** `true` or `false`; undefined for what cannot be expanded. */
  expanded: string | undefined;
  required: boolean;
  readonly: boolean;
  /** The validation message, or the value of `aria-invalid`; undefined for a valid control. */
  invalid: string | undefined;
  /** The value of a field or range. */
  value: string | undefined;
}

export function elementState(node: PageNode): ControlState {
  const { attributes } = node;
  return {
    checked: attributes['.checked'] ?? attributes['aria-checked'],
    expanded: attributes['aria-expanded'] ?? disclosureState(node),
    required: attributes.required !== undefined || attributes['aria-required'] === 'true',
    readonly: attributes.readonly !== undefined || attributes['aria-readonly'] === 'true',
    invalid: attributes['.validation'] ?? unlessFalse(attributes['aria-invalid']),
    value: attributes['.value'] ?? attributes['aria-valuetext'] ?? attributes['aria-valuenow'],
  };
}

/** A `summary` is expanded while its `details` is open, a `select` while its list is open on the page. */
function disclosureState({ tag, parent, attributes }: PageNode): string | undefined {
  if (tag === 'select') return attributes['.open'];
  if (tag !== 'summary' || parent?.tag !== 'details') return undefined;
  return String(parent.attributes['.open'] === 'true');
}

/** The value of an ARIA attribute whose default is `false`. */
export function unlessFalse(value: string | undefined): string | undefined {
  return value === 'false' ? undefined : value;
}
