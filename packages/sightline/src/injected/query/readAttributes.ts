import { attribute, namespaceUri, queryAll, XHTML_NAMESPACE } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { AttributeRedactor } from '../secrets/AttributeRedactor.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';

/** UTF-16 units of one value. */
const MAX_LENGTH = 20_000;

/** Attributes of elements without secrets: a row for each element, null where it has none of that name. */
export function readAttributes(
  elements: readonly (Element | null)[],
  names: readonly string[],
  secrets: SecretFields,
): (string | null)[][] {
  const redactor = new AttributeRedactor(secrets);
  return elements.map((element) => names.map((name) => (element ? read(element, name, redactor) : null)));
}

/** The elements that have an attribute, and its values without secrets; none where they are more than `limit`. */
export function readAttributeColumn(
  name: string,
  limit: number,
  registry: ElementRegistry,
  secrets: SecretFields,
): { ids: number[]; values: string[]; total: number } {
  const selector = `[${CSS.escape(name)}]`;
  const elements = registry.allRoots().flatMap((root) => Array.from(queryAll(root, selector)));
  const total = elements.length;
  if (total > limit) return { ids: [], values: [], total };
  const redactor = new AttributeRedactor(secrets);
  const ids: number[] = [];
  const values: string[] = [];
  for (const element of elements) {
    const value = read(element, name, redactor);
    if (value === null) continue;
    ids.push(registry.idOf(element));
    values.push(value);
  }
  return { ids, values, total: ids.length };
}

function read(element: Element, name: string, redactor: AttributeRedactor): string | null {
  const known = namespaceUri(element) === XHTML_NAMESPACE ? name.toLowerCase() : name;
  if (attribute(element, known) === null || redactor.isSecretSelection(element, known)) return null;
  return redactor.attribute(element, known, MAX_LENGTH);
}
