import { attribute, namespaceUri, XHTML_NAMESPACE } from '../dom/dom.ts';
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
  const read = (element: Element, name: string): string | null => {
    const known = namespaceUri(element) === XHTML_NAMESPACE ? name.toLowerCase() : name;
    if (attribute(element, known) === null || redactor.isSecretSelection(element, known)) return null;
    return redactor.attribute(element, known, MAX_LENGTH);
  };
  return elements.map((element) => names.map((name) => (element ? read(element, name) : null)));
}
