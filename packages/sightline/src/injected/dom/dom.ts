import type { TreeRoot } from './RootObserver.ts';
import { MAX_TEXT_LENGTH, startOfLongText } from './text.ts';

/**
 * The DOM, read through accessors captured from the prototypes. An isolated world has its own built-ins, but a form's
 * named controls still shadow its properties (`<input name="attributes">`), and so do named elements on the document.
 * A captured accessor costs no more than the property.
 */
type Getter<T, V> = (this: T) => V;

function getter<T, V>(prototype: T, key: string): Getter<T, V> {
  return Object.getOwnPropertyDescriptor(prototype, key)?.get as Getter<T, V>;
}

const nodeTypeOf: Getter<Node, number> = getter(Node.prototype, 'nodeType');
const firstChildOf: Getter<Node, Node | null> = getter(Node.prototype, 'firstChild');
const previousSiblingOf: Getter<Node, Node | null> = getter(Node.prototype, 'previousSibling');
const nextSiblingOf: Getter<Node, Node | null> = getter(Node.prototype, 'nextSibling');
const parentNodeOf: Getter<Node, ParentNode | null> = getter(Node.prototype, 'parentNode');
const isConnectedOf: Getter<Node, boolean> = getter(Node.prototype, 'isConnected');
const textContentOf: Getter<Node, string | null> = getter(Node.prototype, 'textContent');
const dataOf: Getter<Node, string> = getter(CharacterData.prototype as Node, 'data');
const localNameOf: Getter<Element, string> = getter(Element.prototype, 'localName');
const namespaceOf: Getter<Element, string | null> = getter(Element.prototype, 'namespaceURI');
const shadowRootOf: Getter<Element, ShadowRoot | null> = getter(Element.prototype, 'shadowRoot');
const assignedSlotOf: Getter<Element, HTMLSlotElement | null> = getter(Element.prototype, 'assignedSlot');
const firstElementOf: Getter<Element, Element | null> = getter(Element.prototype, 'firstElementChild');
const lastElementOf: Getter<Element, Element | null> = getter(Element.prototype, 'lastElementChild');
const headOf: Getter<Document, Element | null> = getter(Document.prototype, 'head') as Getter<
  Document,
  Element | null
>;
const childElements: Getter<Element, HTMLCollection> = getter(Element.prototype, 'children');
const childElementsOfRoot: Getter<DocumentFragment, HTMLCollection> = getter(
  DocumentFragment.prototype,
  'children',
);
const writeAttribute = Element.prototype.setAttribute;
const dropAttribute = Element.prototype.removeAttribute;
const { getAttribute, hasAttribute, hasAttributes, getAttributeNames, matches, checkVisibility } =
  Element.prototype;
const { getBoundingClientRect, getClientRects } = Element.prototype;
const { getRootNode } = Node.prototype;
const {
  createTreeWalker,
  evaluate,
  getElementsByTagName,
  querySelectorAll: queryDocument,
} = Document.prototype;
const { querySelectorAll: queryFragment } = DocumentFragment.prototype;
const { querySelectorAll: queryElement } = Element.prototype;
const elementFromPointOf = Document.prototype.elementFromPoint;
const elementsFromPointOf = Document.prototype.elementsFromPoint;

export const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
export const ELEMENT_NODE = 1;
export const TEXT_NODE = 3;
export const CDATA_NODE = 4;
const DOCUMENT_NODE = 9;

/** The data of a text node, cut a little above what is kept of it. */
export function textData(node: Node): string {
  const data = dataOf.call(node);
  return data.length > 2 * MAX_TEXT_LENGTH ? startOfLongText(data) : data;
}
/** All of it. */
export const wholeText = (node: Node): string => dataOf.call(node);
/** Whether `textData` is not all of it. */
export const isCutText = (node: Node): boolean => dataOf.call(node).length > 2 * MAX_TEXT_LENGTH;
export const nodeType = (node: Node): number => nodeTypeOf.call(node);
export const firstChild = (node: Node): Node | null => firstChildOf.call(node);
export const previousSibling = (node: Node): Node | null => previousSiblingOf.call(node);
export const nextSibling = (node: Node): Node | null => nextSiblingOf.call(node);
export const parentNode = (node: Node): ParentNode | null => parentNodeOf.call(node);
export const isConnected = (node: Node): boolean => isConnectedOf.call(node);
export const textContent = (node: Node): string => textContentOf.call(node) ?? '';
export const localName = (element: Element): string => localNameOf.call(element);
export const namespaceUri = (element: Element): string | null => namespaceOf.call(element);
export const openShadowRoot = (element: Element): ShadowRoot | null => shadowRootOf.call(element);
export const isSlotted = (element: Element): boolean => assignedSlotOf.call(element) !== null;
export const firstElementChild = (element: Element): Element | null => firstElementOf.call(element);
export const lastElementChild = (element: Element): Element | null => lastElementOf.call(element);
export const attribute = (element: Element, name: string): string | null => getAttribute.call(element, name);
export const hasAttr = (element: Element, name: string): boolean => hasAttribute.call(element, name);
export const hasAnyAttr = (element: Element): boolean => hasAttributes.call(element);
export const attributeNames = (element: Element): string[] => getAttributeNames.call(element);
export const matchesSelector = (element: Element, selector: string): boolean =>
  matches.call(element, selector);
/** Of a custom element, which may be associated with a form: with labels, and with what disables controls. */
export const isCustomTag = (tag: string): boolean => tag.includes('-');
export const boundingRect = (element: Element): DOMRect => getBoundingClientRect.call(element);
export const clientRects = (element: Element): DOMRectList => getClientRects.call(element);
/** Around all that a node holds. */
export const contentRect = (node: Node): DOMRect => contentRange(node).getBoundingClientRect();
/** The boxes of the lines of what a node holds. */
export const contentRects = (node: Node): DOMRect[] => Array.from(contentRange(node).getClientRects());

export function contentRange(node: Node): Range {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range;
}

/** Edges in CSS pixels. */
export type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

export const areApart = (one: Edges, other: Edges): boolean =>
  one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom;

export const rootNode = (node: Node): Node => getRootNode.call(node);

/** All descendants, without those in shadow roots. */
export const allElements = (root: TreeRoot): ArrayLike<Element> =>
  root === document ? getElementsByTagName.call(document, '*') : queryAll(root, '*');

type ShadowRootLookup = (host: Element) => ShadowRoot | null | undefined;

/** The document and all shadow roots in it, in the order of their hosts; without a lookup the open ones. */
export function allRoots(shadowRootOf: ShadowRootLookup = openShadowRoot): TreeRoot[] {
  const roots: TreeRoot[] = [document];
  // The loop also visits the roots that it appends.
  for (const root of roots) {
    const elements = allElements(root);
    for (let i = 0; i < elements.length; i++) {
      const shadow = shadowRootOf(elements[i] as Element);
      if (shadow) roots.push(shadow);
    }
  }
  return roots;
}

export const childrenOf = (parent: ParentNode): Iterable<Element> => {
  if (parent instanceof Element) return childElements.call(parent);
  return parent instanceof DocumentFragment ? childElementsOfRoot.call(parent) : [];
};
export const setAttribute = (element: Element, name: string, value: string): void =>
  writeAttribute.call(element, name, value);
export const removeAttribute = (element: Element, name: string): void => dropAttribute.call(element, name);

export const isInHead = (element: Element): boolean => headOf.call(document)?.contains(element) === true;

/** Whether an XPath finds this element in the document, and no other. */
export function matchesXPath(expression: string, element: Element): boolean {
  const kind = XPathResult.ORDERED_NODE_ITERATOR_TYPE;
  const found = evaluate.call(document, expression, document, null, kind);
  return found.iterateNext() === element && found.iterateNext() === null;
}

export const xpathNumber = (expression: string): number =>
  evaluate.call(document, expression, document, null, XPathResult.NUMBER_TYPE).numberValue;

/** A property of the document, which an image or form of that name would shadow. */
export function documentProperty<K extends keyof Document>(key: K, of: Document = document): Document[K] {
  return documentGetters.get(key)?.call(of) as Document[K];
}

const documentGetters = new Map<string, Getter<Document, unknown>>(
  [
    'documentElement',
    'body',
    'title',
    'readyState',
    'contentType',
    'activeElement',
    'fullscreenElement',
    'scrollingElement',
    'designMode',
  ].map((key) => [key, getter<Document, unknown>(Document.prototype, key)]),
);

/** Rendered, and not hidden by `display`, `content-visibility` or `visibility` of its own or above. */
export const isVisible = (element: Element): boolean =>
  checkVisibility.call(element, { visibilityProperty: true });
/** Has a layout box, or would have one if scrolled to. */
export const isRendered = (element: Element): boolean => checkVisibility.call(element);

/** Not in content that `content-visibility: auto` skips. Lays nothing out. */
export const isNearView = (element: Element): boolean =>
  checkVisibility.call(element, { contentVisibilityAuto: true });

/** Visible, and of no opacity of 0, of its own or above. */
export const isSeen = (element: Element): boolean =>
  checkVisibility.call(element, { visibilityProperty: true, opacityProperty: true });

/** Has no opacity of 0, of its own or above. */
export const hasOpacity = (element: Element): boolean =>
  checkVisibility.call(element, { opacityProperty: true });

/** The parent in the flat tree: slots hold what is assigned to them, hosts hold their shadow root's content. */
export function flatParent(node: Node): Element | null {
  const slot =
    nodeType(node) === ELEMENT_NODE ? assignedSlotOf.call(node as Element) : (node as Text).assignedSlot;
  if (slot) return slot;
  const parent = parentNode(node);
  if (!parent) return null;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/** Whether `inner` is `outer` or a descendant of it in the flat tree. */
export function isWithin(inner: Element, outer: Element): boolean {
  for (let up: Element | null = inner; up; up = flatParent(up)) if (up === outer) return true;
  return false;
}

/** All elements of the document at a point, the topmost first; elements in a shadow root appear as their host. */
export const elementsFromPoint = (x: number, y: number): Element[] =>
  elementsFromPointOf.call(document, x, y);

/** The topmost element at a point of the viewport, through shadow roots; without a lookup through the open ones. */
export function elementFromPoint(
  x: number,
  y: number,
  shadowRootOf: ShadowRootLookup = openShadowRoot,
): Element | null {
  let found = elementFromPointOf.call(document, x, y);
  while (found) {
    const inner: Element | null = shadowRootOf(found)?.elementFromPoint(x, y) ?? null;
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

/** Also below an element: the root of a tree that was removed from the page may be one. */
export const queryAll = (root: Document | ShadowRoot | Element, selector: string): NodeListOf<Element> => {
  if (nodeType(root) === DOCUMENT_NODE) return queryDocument.call(root as Document, selector);
  return root instanceof Element
    ? queryWithin(root, selector)
    : queryFragment.call(root as ShadowRoot, selector);
};
export const queryWithin = (element: Element, selector: string): NodeListOf<Element> =>
  queryElement.call(element, selector);
export const createWalker = (root: Node, whatToShow: number, filter?: NodeFilter): TreeWalker =>
  createTreeWalker.call(document, root, whatToShow, filter);
