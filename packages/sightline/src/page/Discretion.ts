import { FILLED, namesSecret, publicUrl } from '../model/publicUrl.ts';
import { stubOf } from './attributes.ts';
import { attribute, has, localName, parentOf } from './dom.ts';
import type { Echoes } from './Echoes.ts';
import type { Secrets } from './secrets.ts';
import { sayingOf } from './secretWords.ts';
import { cap } from './text.ts';

/** What is looked through for secrets before a text is cut, as a multiple of what is left of it. */
const AHEAD = 4;
/** A shorter value is a part of too many words. */
const SHORTEST = 3;
/** What forms carry against forgery: whoever has it can act in the user's name. */
const FORGERY = /csrf|xsrf|nonce/i;
/** Of a field that takes a secret, these say nothing of what it holds. */
const HARMLESS = new Set(
  (
    'accessKey ariaLabel autocomplete className contentEditable dir disabled draggable hidden id inputMode isConnected lang ' +
    'localName name nodeName placeholder readOnly required slot spellcheck tabIndex tagName title type isContentEditable'
  ).split(' '),
);

/** What may be told of attributes and properties: never what a field holds that takes a secret, nor what repeats it. */
export class Discretion {
  readonly #secrets: Secrets;
  readonly #echoes: Echoes;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
    // Finding them also finds the twins of secret fields.
    this.#echoes = secrets.echoes;
  }

  /** A text as it may be told, at most `limit` UTF-16 units. */
  text(text: string, limit: number): string {
    if (text.startsWith('data:')) return stubOf(text);
    const told = this.#echoes.without(publicUrl(cap(text, AHEAD * limit)));
    return cap(told, limit);
  }

  attribute(element: Element, name: string, limit: number): string {
    const value = attribute(element, name) ?? '';
    if (value === '') return this.#isChoice(element, name) ? FILLED : '';
    if (name === 'srcdoc') return MARKUP;
    if (saysSecret(name) || isSecretMeta(element, name) || this.#isChoice(element, name)) return FILLED;
    const held = heldBy(element);
    if (held !== undefined && (name === 'value' || repeats(value, held)) && this.#secrets.isSecret(element))
      return FILLED;
    return this.text(value, limit);
  }

  property(element: Element, name: string, limit: number): string | number | boolean | null {
    if (/^(?:inner|outer)HTML$/.test(name)) return MARKUP;
    let value: unknown;
    try {
      // Not `element[name]`: the controls of a form are properties of it.
      value = Reflect.get(Object.getPrototypeOf(element), name, element);
    } catch {
      return '(throws)';
    }
    if (value === undefined || value === null) return null;
    const isSecret = this.holdsSecret(element);
    if (saysSecret(name) || isSecretMeta(element, name) || (isSecret && !HARMLESS.has(name)))
      return value === '' ? '' : FILLED;
    const plain = plainOf(value);
    if (isSecret && repeats(String(plain), heldBy(element))) return FILLED;
    return typeof plain === 'string' ? this.text(plain, limit) : plain;
  }

  /** True for a field that takes a secret, for what is edited in one, and for the options of one. */
  holdsSecret(element: Element): boolean {
    for (let up: Node | null = element; up instanceof Element; up = parentOf(up)) {
      const tag = localName(up);
      const isField =
        tag === 'select' || has(up, 'contenteditable') || (up === element && heldBy(up) !== undefined);
      if (isField && this.#secrets.isSecret(up)) return true;
    }
    return false;
  }

  /** Which option of a secret choice is chosen. */
  #isChoice(element: Element, name: string): boolean {
    return name === 'selected' && localName(element) === 'option' && this.holdsSecret(element);
  }
}

/** Markup may hold values of fields: what is in it is told element by element. */
const MARKUP = '(markup)';

const saysSecret = (name: string): boolean =>
  FORGERY.test(name) || namesSecret(name) || sayingOf(name) !== 'nothing';

function isSecretMeta(element: Element, name: string): boolean {
  return (
    name === 'content' &&
    localName(element) === 'meta' &&
    ['name', 'property', 'id'].some((key) => saysSecret(attribute(element, key) ?? ''))
  );
}

const repeats = (text: string, held = ''): boolean => held.length >= SHORTEST && text.includes(held);

/** What a control holds; undefined for what is none. */
function heldBy(element: Element): string | undefined {
  const tag = localName(element);
  const isControl = tag === 'input' || tag === 'textarea' || tag === 'select';
  return isControl ? String((element as HTMLInputElement).value ?? '') : undefined;
}

/** Objects are told by their text where they have one, else by their kind. */
function plainOf(value: unknown): string | number | boolean {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'function') return '(function)';
  if (value instanceof DOMTokenList) return value.value;
  if (value instanceof SVGAnimatedString) return value.baseVal;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (value instanceof Element) return `(element ${localName(value)})`;
  return `(${Object.prototype.toString.call(value).slice(1, -1)})`;
}
