import type { Box } from '../../snapshot/geometry.ts';
import { DOM_LIMITS, type DomElement, type DomQuery } from '../../snapshot/selectors/DomQuery.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import {
  attributeNames,
  boundingRect,
  childrenOf,
  firstChild,
  flatParent,
  hasOpacity,
  isVisible,
  localName,
  rootNode,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { truncate } from '../dom/text.ts';
import { AttributeRedactor } from '../secrets/AttributeRedactor.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { contentText, type NodeBudget } from './contentText.ts';

/** Longest attribute value, UTF-16 units, and most attributes of an element. */
const MAX_VALUE_LENGTH = 200;
const MAX_ATTRIBUTES = 50;
/** Most children of one element. */
const MAX_CHILDREN = 20;
/** Styles given where none is named. */
const DEFAULT_STYLES =
  'display visibility opacity position z-index overflow color background-color font-size cursor pointer-events'.split(
    ' ',
  );
/** Properties read through `contentText`, which redacts. */
const TEXT_PROPERTIES = new Set(['textContent', 'innerText', 'outerText', 'text']);

/** Describes elements for `query_dom`, as they are now. */
export class DomElementReader {
  readonly #request: DomQuery;
  readonly #registry: ElementRegistry;
  readonly #secrets: SecretFields;
  readonly #redactor: AttributeRedactor;
  readonly #budget: NodeBudget = { nodes: 100_000 };

  constructor(request: DomQuery, registry: ElementRegistry, secrets: SecretFields) {
    this.#request = request;
    this.#registry = registry;
    this.#secrets = secrets;
    this.#redactor = new AttributeRedactor(secrets);
  }

  /** With `depth` levels of children, where children are asked for. */
  read(element: Element, depth: number): DomElement {
    const { styles, properties } = this.#request;
    return {
      id: this.#registry.idOf(element),
      tag: this.#redactor.tag(element),
      ...this.#textOf(element),
      visible: isElementVisible(element),
      ...this.#attributesOf(element),
      bboxPixels: boxOf(element),
      ...shadowRootOf(element),
      ...(styles || properties.length > 0 ? this.#stylesAndPropertiesOf(element) : {}),
      ...(this.#request.depth > 0 ? this.#childrenOf(element, depth) : {}),
    };
  }

  #textOf(element: Element): { text: string; textTruncated: boolean } {
    const { text, isTruncated } = this.#rawTextOf(element);
    // Where it was cut, what is left of a secret at its end is found by the ellipsis.
    const redacted = this.#redactor.text(isTruncated ? `${text}\u2026` : text, DOM_LIMITS.text);
    return {
      text: redacted,
      textTruncated: isTruncated || (text.length > DOM_LIMITS.text && redacted.endsWith('\u2026')),
    };
  }

  #rawTextOf(element: Element): { text: string; isTruncated: boolean } {
    if (this.#redactor.isInSecretField(element) && localName(element) !== 'select')
      return { text: firstChild(element) ? REDACTED_PLACEHOLDER : '', isTruncated: false };
    const registry = this.#request.pierce ? this.#registry : undefined;
    return contentText(element, 4 * DOM_LIMITS.text, this.#budget, this.#secrets, registry);
  }

  #attributesOf(element: Element): Pick<DomElement, 'attributes' | 'attributesTruncated'> {
    const names = attributeNames(element).filter((name) => !this.#redactor.isSecretSelection(element, name));
    const shownNames = names.slice(0, MAX_ATTRIBUTES);
    const attributes = Object.fromEntries(
      shownNames.map((name) => [
        truncate(this.#redactor.attributeName(name), MAX_VALUE_LENGTH),
        this.#redactor.attribute(element, name, MAX_VALUE_LENGTH),
      ]),
    );
    const isTruncated =
      names.length > shownNames.length || Object.values(attributes).some((value) => value.endsWith('\u2026'));
    return isTruncated ? { attributes, attributesTruncated: true } : { attributes };
  }

  /** Named styles and properties: a name that is both is what was asked for. */
  #stylesAndPropertiesOf(element: Element): Pick<DomElement, 'styles' | 'properties'> {
    const { styles: includesStyles, properties: names } = this.#request;
    const computed = getComputedStyle(element);
    const styles: [string, string][] = [];
    const properties: [string, string | number | boolean | null][] = [];
    const requested = includesStyles && names.length === 0 ? DEFAULT_STYLES : names;
    for (const name of requested) {
      if (isStyleProperty(name) && (includesStyles || !(name in Object.getPrototypeOf(element))))
        styles.push([
          name,
          this.#redactor.text(computed.getPropertyValue(toKebabCase(name)), MAX_VALUE_LENGTH),
        ]);
      else properties.push([name, this.#propertyOf(element, name)]);
    }
    return {
      ...(styles.length > 0 && { styles: Object.fromEntries(styles) }),
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    };
  }

  #propertyOf(element: Element, name: string): string | number | boolean | null {
    const isText = TEXT_PROPERTIES.has(name) && name in Object.getPrototypeOf(element);
    return isText ? this.#textOf(element).text : this.#redactor.property(element, name, DOM_LIMITS.text);
  }

  #childrenOf(element: Element, depth: number): Pick<DomElement, 'children' | 'childrenOmitted'> {
    const all = this.#allChildrenOf(element);
    const shown = depth > 0 ? all.slice(0, MAX_CHILDREN) : [];
    const omitted = all.length - shown.length;
    return {
      ...(shown.length > 0 && { children: shown.map((child) => this.read(child, depth - 1)) }),
      ...(omitted > 0 && { childrenOmitted: omitted }),
    };
  }

  /** Those in its shadow root first, where shadow roots are searched. */
  #allChildrenOf(element: Element): Element[] {
    const shadow = this.#request.pierce && this.#registry.shadowRootOf(element);
    return [...(shadow ? childrenOf(shadow) : []), ...childrenOf(element)];
  }
}

const toKebabCase = (name: string): string =>
  name.startsWith('--') ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isStyleProperty = (name: string): boolean =>
  name.startsWith('--') || CSS.supports(toKebabCase(name), 'inherit');

function boxOf(element: Element): Box {
  const { x, y, width, height } = boundingRect(element);
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function shadowRootOf(element: Element): Pick<DomElement, 'shadowRoot'> {
  const root = rootNode(element);
  return root instanceof ShadowRoot ? { shadowRoot: root.mode } : {};
}

/** Whether it has any size is for the reader to judge: what holds floats only has none, and yet shows them. */
function isElementVisible(element: Element): boolean {
  if (isVisible(element)) return hasOpacity(element);
  if (getComputedStyle(element).display !== 'contents') return false;
  const parent = flatParent(element);
  return parent === null || (isVisible(parent) && hasOpacity(parent));
}
