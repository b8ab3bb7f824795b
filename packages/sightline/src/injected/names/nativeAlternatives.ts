import { RANGE_ROLES } from '../../snapshot/roles.ts';
import { attribute, ELEMENT_NODE, firstChild, localName, nextSibling, nodeType } from '../dom/dom.ts';
import { normalizeSpace } from '../dom/text.ts';
import { inputType } from '../roles/computeRole.ts';

export function rangeValue(element: Element): string | undefined {
  const role = attribute(element, 'role');
  if (role === null || !RANGE_ROLES.has(role.trim())) return undefined;
  return attribute(element, 'aria-valuetext') ?? attribute(element, 'aria-valuenow') ?? '';
}

/** The name of a button made of an `input`; undefined for every other type. */
export function buttonName(input: HTMLInputElement): string | undefined {
  const value = attribute(input, 'value');
  switch (inputType(input)) {
    case 'button':
      return value ?? attribute(input, 'title') ?? '';
    case 'submit':
      return value ?? 'Submit';
    case 'reset':
      return value ?? 'Reset';
    case 'image':
      return attribute(input, 'alt') ?? value ?? attribute(input, 'title') ?? 'Submit';
    default:
      return undefined;
  }
}

/** Step 2C of `aria-label`: undefined where it says nothing. */
export function ariaLabelOf(element: Element): string | undefined {
  const label = attribute(element, 'aria-label');
  return label !== null && label.trim() !== '' ? normalizeSpace(label) : undefined;
}

/** The `title` child of an `svg`. */
export function svgTitle(svg: Element): string | undefined {
  for (let child = firstChild(svg); child; child = nextSibling(child)) {
    if (nodeType(child) === ELEMENT_NODE && localName(child as Element) === 'title') {
      const text = normalizeSpace(child.textContent ?? '');
      return text === '' ? undefined : text;
    }
  }
  return undefined;
}
