import { DOM_LIMITS, type DomBox, type DomElement, type DomRequest } from '../model/DomQuery.ts';
import { FILLED } from '../model/publicUrl.ts';
import { contentText, type NodeBudget } from './contentText.ts';
import { Discretion } from './Discretion.ts';
import {
  attributeNames,
  childrenOf,
  firstChild,
  flatParent,
  isOpaque,
  isShown,
  localName,
  rectOf,
  rootOf,
  shadowOf,
} from './dom.ts';
import type { Registry } from './Registry.ts';
import type { Secrets } from './secrets.ts';
import { cap } from './text.ts';

/** Longest attribute value, UTF-16 units, and most attributes of an element. */
const VALUE_CAP = 200;
const MOST_ATTRIBUTES = 50;
/** Most children of one element. */
const MOST_CHILDREN = 20;
/** What is told where styles are asked for without naming any. */
const STYLES =
  'display visibility opacity position z-index overflow color background-color font-size cursor pointer-events'.split(
    ' ',
  );
/** Read through `contentText`, which knows what may be told. */
const TEXTS = new Set(['textContent', 'innerText', 'outerText', 'text']);

/** Describes elements for `query_dom`, as they are now. */
export class DomReader {
  readonly #request: DomRequest;
  readonly #registry: Registry;
  readonly #secrets: Secrets;
  readonly #discretion: Discretion;
  readonly #budget: NodeBudget = { nodes: 100_000 };

  constructor(request: DomRequest, registry: Registry, secrets: Secrets) {
    this.#request = request;
    this.#registry = registry;
    this.#secrets = secrets;
    this.#discretion = new Discretion(secrets);
  }

  /** With `depth` levels of children, where children are asked for. */
  read(element: Element, depth: number): DomElement {
    const { styles, properties } = this.#request;
    return {
      id: this.#registry.idOf(element),
      tag: localName(element),
      ...this.#textOf(element),
      visible: isVisible(element),
      ...this.#attributesOf(element),
      bboxPixels: boxOf(element),
      ...shadowRootOf(element),
      ...(styles || properties.length > 0 ? this.#namedOf(element) : {}),
      ...(this.#request.depth > 0 ? this.#childrenOf(element, depth) : {}),
    };
  }

  #textOf(element: Element): { text: string; textTruncated: boolean } {
    const { text, isCut } = this.#wordsOf(element);
    // Where it was cut, what is left of a secret at its end is found by the ellipsis.
    const told = this.#discretion.text(isCut ? `${text}\u2026` : text, DOM_LIMITS.text);
    return { text: told, textTruncated: isCut || (text.length > DOM_LIMITS.text && told.endsWith('\u2026')) };
  }

  #wordsOf(element: Element): { text: string; isCut: boolean } {
    if (this.#discretion.holdsSecret(element) && localName(element) !== 'select')
      return { text: firstChild(element) ? FILLED : '', isCut: false };
    const registry = this.#request.pierce ? this.#registry : undefined;
    return contentText(element, 4 * DOM_LIMITS.text, this.#budget, this.#secrets, registry);
  }

  #attributesOf(element: Element): Pick<DomElement, 'attributes' | 'attributesTruncated'> {
    const names = attributeNames(element);
    const told = names.slice(0, MOST_ATTRIBUTES);
    const attributes = Object.fromEntries(
      told.map((name) => [cap(name, VALUE_CAP), this.#discretion.attribute(element, name, VALUE_CAP)]),
    );
    const isCut =
      names.length > told.length || Object.values(attributes).some((value) => value.endsWith('\u2026'));
    return isCut ? { attributes, attributesTruncated: true } : { attributes };
  }

  /** Named styles and properties: a name that is both is what was asked for. */
  #namedOf(element: Element): Pick<DomElement, 'styles' | 'properties'> {
    const { styles: wantsStyles, properties: names } = this.#request;
    const computed = getComputedStyle(element);
    const styles: [string, string][] = [];
    const properties: [string, string | number | boolean | null][] = [];
    const asked = wantsStyles && names.length === 0 ? STYLES : names;
    for (const name of asked) {
      if (isStyle(name) && (wantsStyles || !(name in Object.getPrototypeOf(element))))
        styles.push([name, this.#discretion.text(computed.getPropertyValue(kebab(name)), VALUE_CAP)]);
      else properties.push([name, this.#propertyOf(element, name)]);
    }
    return {
      ...(styles.length > 0 && { styles: Object.fromEntries(styles) }),
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    };
  }

  #propertyOf(element: Element, name: string): string | number | boolean | null {
    const isText = TEXTS.has(name) && name in Object.getPrototypeOf(element);
    return isText ? this.#textOf(element).text : this.#discretion.property(element, name, DOM_LIMITS.text);
  }

  #childrenOf(element: Element, depth: number): Pick<DomElement, 'children' | 'childrenOmitted'> {
    const all = this.#listChildren(element);
    const told = depth > 0 ? all.slice(0, MOST_CHILDREN) : [];
    const omitted = all.length - told.length;
    return {
      ...(told.length > 0 && { children: told.map((child) => this.read(child, depth - 1)) }),
      ...(omitted > 0 && { childrenOmitted: omitted }),
    };
  }

  /** Those in its shadow root first, where shadow roots are searched. */
  #listChildren(element: Element): Element[] {
    const shadow = this.#request.pierce && (shadowOf(element) ?? this.#registry.closedRootOf(element));
    return [...(shadow ? childrenOf(shadow) : []), ...childrenOf(element)];
  }
}

const kebab = (name: string): string =>
  name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isStyle = (name: string): boolean => name.startsWith('--') || CSS.supports(kebab(name), 'inherit');

function boxOf(element: Element): DomBox {
  const { x, y, width, height } = rectOf(element);
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function shadowRootOf(element: Element): Pick<DomElement, 'shadowRoot'> {
  const root = rootOf(element);
  return root instanceof ShadowRoot ? { shadowRoot: root.mode } : {};
}

/** Whether it has any size is for the reader to judge: what holds floats only has none, and yet shows them. */
function isVisible(element: Element): boolean {
  if (isShown(element)) return isOpaque(element);
  if (getComputedStyle(element).display !== 'contents') return false;
  const parent = flatParent(element);
  return parent === null || (isShown(parent) && isOpaque(parent));
}
