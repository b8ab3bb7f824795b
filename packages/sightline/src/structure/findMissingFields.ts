import type { PageNode } from '../snapshot/Page.ts';
import type { Visibility } from '../visibility/Visibility.ts';

/** The interactive fields of a form that are required and empty, or invalid. */
export function findMissingFields(form: PageNode, { page, interactive }: Visibility): PageNode[] {
  const inside = page.subtree(form).filter(({ index }) => interactive[index] === 1);
  return inside.filter((field) => !field.disabled && isMissingValue(field.attributes));
}

function isMissingValue(attributes: Readonly<Record<string, string>>): boolean {
  if (attributes['.validation'] !== undefined) return true;
  const isRequired = attributes.required !== undefined || attributes['aria-required'] === 'true';
  const isEmpty = attributes['.checked'] === 'false' || !(attributes['.value'] ?? attributes['.checked']);
  return isRequired && isEmpty;
}
