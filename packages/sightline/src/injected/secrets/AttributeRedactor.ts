import { isKeptAttribute } from '../../snapshot/capturedAttributes.ts';
import type { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { REDACTED_PLACEHOLDER, redactUrl } from '../../snapshot/urls/redactUrl.ts';
import { dataUrlStub } from '../capture/AttributeReader.ts';
import { attribute, hasAttr, localName, parentNode } from '../dom/dom.ts';
import { truncate } from '../dom/text.ts';
import { namesSecret } from './namesSecret.ts';
import type { SecretFields } from './SecretFields.ts';

/** What is looked through for secrets before a text is cut, as a multiple of what is left of it. */
const LOOKAHEAD_FACTOR = 4;
/** A shorter value is a part of too many words. */
const MIN_VALUE_LENGTH = 3;
/** Of a field that takes a secret, these say nothing of what it holds. */
const SAFE_PROPERTIES = new Set(
  (
    'accessKey ariaLabel autocomplete className contentEditable dir disabled draggable hidden id inputMode isConnected lang ' +
    'localName name nodeName placeholder readOnly required slot spellcheck tabIndex tagName title type isContentEditable'
  ).split(' '),
);

/** Redacts attributes and properties: the value of a secret field, and what repeats it. */
export class AttributeRedactor {
  readonly #secrets: SecretFields;
  readonly #redactor: SecretRedactor;

  constructor(secrets: SecretFields) {
    this.#secrets = secrets;
    // Finding them also finds the twins of secret fields.
    this.#redactor = secrets.redactor;
  }

  isSecretField(element: Element): boolean {
    return this.#secrets.isSecret(element);
  }

  /** Whether a text repeats a secret. */
  occursIn(text: string): boolean {
    return this.#redactor.occursIn(text);
  }

  /** Its tag; one of HTML repeats nothing. */
  tag(element: Element): string {
    const tag = localName(element);
    return tag.includes('-') || element instanceof HTMLUnknownElement ? this.#redactor.redact(tag) : tag;
  }

  /** The name of an attribute. */
  attributeName(name: string): string {
    return isKeptAttribute(name) || name === 'class' || name === 'style' ? name : this.#redactor.redact(name);
  }

  /** The text, redacted and cut to `limit` UTF-16 units. */
  text(text: string, limit: number): string {
    if (text.startsWith('data:')) return dataUrlStub(text);
    const redacted = this.#redactor.redact(redactUrl(truncate(text, LOOKAHEAD_FACTOR * limit)));
    return truncate(redacted, limit);
  }

  attribute(element: Element, name: string, limit: number): string {
    const value = attribute(element, name) ?? '';
    if (value === '') return this.isSecretSelection(element, name) ? REDACTED_PLACEHOLDER : '';
    if (name === 'srcdoc') return MARKUP_PLACEHOLDER;
    if (namesSecret(name) || isSecretMeta(element, name) || this.isSecretSelection(element, name))
      return REDACTED_PLACEHOLDER;
    const fieldValue = fieldValueOf(element);
    if (
      fieldValue !== undefined &&
      (name === 'value' || containsValue(value, fieldValue)) &&
      this.#secrets.isSecret(element)
    )
      return REDACTED_PLACEHOLDER;
    return this.text(value, limit);
  }

  property(element: Element, name: string, limit: number): string | number | boolean | null {
    if (/^(?:inner|outer)HTML$/.test(name)) return MARKUP_PLACEHOLDER;
    let value: unknown;
    try {
      // Not `element[name]`: the controls of a form are properties of it.
      value = Reflect.get(Object.getPrototypeOf(element), name, element);
    } catch {
      return '(throws)';
    }
    if (value === undefined || value === null) return null;
    const isSecret = this.isInSecretField(element);
    if (namesSecret(name) || isSecretMeta(element, name) || (isSecret && !SAFE_PROPERTIES.has(name)))
      return value === '' ? '' : REDACTED_PLACEHOLDER;
    const plainValue = toPlainValue(value);
    if (isSecret && containsValue(String(plainValue), fieldValueOf(element))) return REDACTED_PLACEHOLDER;
    return typeof plainValue === 'string' ? this.text(plainValue, limit) : plainValue;
  }

  /** True for a field that takes a secret, for what is edited in one, and for the options of one. */
  isInSecretField(element: Element): boolean {
    for (let up: Node | null = element; up instanceof Element; up = parentNode(up)) {
      const tag = localName(up);
      const isField =
        tag === 'select' ||
        hasAttr(up, 'contenteditable') ||
        (up === element && fieldValueOf(up) !== undefined);
      if (isField && this.#secrets.isSecret(up)) return true;
    }
    return false;
  }

  /** Whether the presence of such an attribute reveals which option of a secret choice is chosen. */
  isSecretSelection(element: Element, name: string): boolean {
    return name === 'selected' && localName(element) === 'option' && this.isInSecretField(element);
  }
}

/** Whether what an element has in an attribute is a secret, or repeats one. */
export function isSecretAttribute(element: Element, name: string, redactor: AttributeRedactor): boolean {
  if (name === 'value' && redactor.isSecretField(element)) return true;
  const raw = attribute(element, name) ?? '';
  if (raw.startsWith('data:')) return redactor.occursIn(raw);
  return redactor.attribute(element, name, Number.POSITIVE_INFINITY) !== raw;
}

/** Markup may contain values of fields: its elements are read one by one instead. */
const MARKUP_PLACEHOLDER = '(markup)';

function isSecretMeta(element: Element, name: string): boolean {
  return (
    name === 'content' &&
    localName(element) === 'meta' &&
    ['name', 'property', 'id'].some((key) => namesSecret(attribute(element, key) ?? ''))
  );
}

const containsValue = (text: string, fieldValue = ''): boolean =>
  fieldValue.length >= MIN_VALUE_LENGTH && text.includes(fieldValue);

/** What a control holds; undefined for what is none. */
function fieldValueOf(element: Element): string | undefined {
  const tag = localName(element);
  const isControl = tag === 'input' || tag === 'textarea' || tag === 'select';
  return isControl ? String((element as HTMLInputElement).value ?? '') : undefined;
}

/** An object is given as its text where it has one, else as its kind. */
function toPlainValue(value: unknown): string | number | boolean {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'function') return '(function)';
  if (value instanceof DOMTokenList) return value.value;
  if (value instanceof SVGAnimatedString) return value.baseVal;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (value instanceof Element) return `(element ${localName(value)})`;
  return `(${Object.prototype.toString.call(value).slice(1, -1)})`;
}
