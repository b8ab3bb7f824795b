import type { Affine, Box } from './geometry.ts';
import { groupBy } from './groupBy.ts';
import { IdentityMap } from './IdentityMap.ts';
import { nameFromContent } from './nameFromContent.ts';
import { type DocumentSnapshot, Flag } from './Snapshot.ts';

/** How far an element is scrolled, and how much there is to scroll through. CSS pixels. */
export interface Scroller {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Height of the part that shows. */
  clientHeight: number;
}

/** What a snapshot says of a document as a whole; see `DocumentSnapshot`. */
export type DocumentFacts = Pick<
  DocumentSnapshot,
  'key' | 'url' | 'title' | 'origin' | 'readyState' | 'contentType' | 'viewport' | 'scroll' | 'isDark'
>;

/** One document of the page. */
export class PageDocument implements DocumentFacts {
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly origin: string;
  readonly readyState: DocumentFacts['readyState'];
  readonly contentType: string;
  readonly viewport: DocumentFacts['viewport'];
  readonly scroll: DocumentFacts['scroll'];
  readonly isDark: DocumentFacts['isDark'];
  /** The frame element that holds it; undefined for the main document. */
  readonly owner: PageNode | undefined;
  /** From its own CSS pixels to those of the page: translated, scaled and rotated as its frames are. */
  readonly placement: Affine;
  readonly #nodes: readonly PageNode[];
  readonly #start: number;
  #byHtmlId: ReadonlyMap<string, readonly PageNode[]> | undefined;

  /** `nodes`: those of the page, of which the next to be added is the root of this document. */
  constructor(
    facts: DocumentFacts,
    owner: PageNode | undefined,
    placement: Affine,
    nodes: readonly PageNode[],
  ) {
    this.key = facts.key;
    this.url = facts.url;
    this.title = facts.title;
    this.origin = facts.origin;
    this.readyState = facts.readyState;
    this.contentType = facts.contentType;
    this.viewport = facts.viewport;
    this.scroll = facts.scroll;
    this.isDark = facts.isDark;
    this.owner = owner;
    this.placement = placement;
    this.#nodes = nodes;
    this.#start = nodes.length;
  }

  /** The element with this `id` attribute that `from` refers to: in its own tree (shadow root) before all others. */
  byHtmlId(id: string, from: PageNode): PageNode | undefined {
    this.#byHtmlId ??= this.#indexHtmlIds();
    const nodes = this.#byHtmlId.get(id) ?? [];
    return nodes.length > 1
      ? (nodes.find((node) => shadowRootOf(node) === shadowRootOf(from)) ?? nodes[0])
      : nodes[0];
  }

  #indexHtmlIds(): Map<string, PageNode[]> {
    const nodes = this.#nodes.slice(this.#start, this.#nodes[this.#start]?.end);
    return groupBy(
      nodes.filter(({ document, attributes }) => document === this && attributes.id),
      ({ attributes }) => attributes.id as string,
    );
  }
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});
const NO_CHILDREN: readonly PageNode[] = [];

/** An element, a text run or a shadow root. */
export class PageNode {
  /** Position in `Page.nodes`: visual order of the flat tree, frames in place. */
  readonly index: number;
  /** Position in its document, in document order. */
  readonly row: number;
  readonly parent: PageNode | undefined;
  readonly document: PageDocument;
  /** Lower-case tag name, `#text`, `#shadow-open` or `#shadow-closed`. */
  readonly tag: string;
  /** Identity within the document; 0 for text and shadow roots. */
  readonly id: number;
  readonly flags: number;
  /** Computed ARIA role; '' when generic, none, or text. */
  readonly role: string;
  /** Text of a `#text` node, otherwise ''. */
  readonly text: string;
  children: readonly PageNode[] = NO_CHILDREN;
  /** One past the index of the last descendant. */
  end: number;
  box: Box | undefined;
  attributes: Readonly<Record<string, string>> = NO_ATTRIBUTES;
  scroller: Scroller | undefined;
  /** Paint order of the layer that this element begins, if it does. */
  layer: number | undefined;
  /** What was found at every point of this element by the hit test, if something else was. */
  coveredBy: PageNode | undefined;
  #name: string | undefined;

  constructor(
    index: number,
    parent: PageNode | undefined,
    document: PageDocument,
    row: {
      tag: string;
      id: number;
      flags: number;
      role: string;
      text: string;
      name: string | undefined;
      row: number;
    },
  ) {
    this.index = index;
    this.row = row.row;
    this.parent = parent;
    this.document = document;
    this.tag = row.tag;
    this.id = row.id;
    this.flags = row.flags;
    this.role = row.role;
    this.text = row.text;
    this.#name = row.name;
    this.end = index + 1;
    if (parent) appendChild(parent, this);
  }

  /** Accessible name (accname 1.2), white space collapsed; '' when there is none. */
  get name(): string {
    this.#name ??= nameFromContent(this);
    return this.#name;
  }

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  get isText(): boolean {
    return this.tag === '#text';
  }

  get isElement(): boolean {
    return this.id !== 0;
  }

  get disabled(): boolean {
    return this.has(Flag.Disabled);
  }

  /** An HTML attribute, or a live property under a name that starts with `.`. */
  attribute(name: string): string | undefined {
    return this.attributes[name];
  }

  /** True for the node itself and everything below it, frames included. */
  contains(other: PageNode): boolean {
    return other.index >= this.index && other.index < this.end;
  }

  closest(test: (node: PageNode) => boolean): PageNode | undefined {
    let node: PageNode | undefined = this;
    while (node && !test(node)) node = node.parent;
    return node;
  }
}

/** Most nodes have no child, one or two: these share an array, or have one of the right size, which a `push` would make one for 17. */
function appendChild(parent: PageNode, child: PageNode): void {
  const { children } = parent;
  if (children === NO_CHILDREN) parent.children = [child];
  else if (children.length === 1) parent.children = [children[0] as PageNode, child];
  else (children as PageNode[]).push(child);
}

/** What a page is made of, in visual order of the flat tree. */
export interface PageContent {
  readonly url: string;
  readonly title: string;
  /** ISO 8601, UTC. */
  readonly capturedAt: string;
  /** `nodes[0]` is the element of the main document. */
  readonly nodes: readonly PageNode[];
  /** The main document first. */
  readonly documents: readonly PageDocument[];
}

/** A captured page as a tree, immutable. Its indexes are built when they are first used. */
export class Page implements PageContent {
  readonly url: string;
  readonly title: string;
  readonly capturedAt: string;
  readonly nodes: readonly PageNode[];
  readonly documents: readonly PageDocument[];
  #byIdentity: IdentityMap<PageNode> | undefined;
  #labels: ReadonlyMap<string, readonly PageNode[]> | undefined;
  #documentsByKey: ReadonlyMap<string, PageDocument> | undefined;

  constructor({ url, title, capturedAt, nodes, documents }: PageContent) {
    this.url = url;
    this.title = title;
    this.capturedAt = capturedAt;
    this.nodes = nodes;
    this.documents = documents;
  }

  /** A node and all below it, frames included, in the order of `nodes`. */
  subtree(node: PageNode): PageNode[] {
    return this.nodes.slice(node.index, node.end);
  }

  /** The same without the node itself. */
  descendants(node: PageNode): PageNode[] {
    return this.nodes.slice(node.index + 1, node.end);
  }

  /** The element with this identity, in the document with this key. */
  byIdentity(documentKey: string, id: number): PageNode | undefined {
    this.#byIdentity ??= indexElements(this.nodes);
    return this.#byIdentity.get(documentKey, id);
  }

  /** The element that a node of another capture is here. */
  counterpart({ document, id }: PageNode): PageNode | undefined {
    return this.byIdentity(document.key, id);
  }

  /** The labels that name a control by `for`, in document order; else the label around it. */
  labelsOf(control: PageNode): readonly PageNode[] {
    this.#labels ??= groupBy(
      this.nodes.filter(({ tag, attributes }) => tag === 'label' && attributes.for),
      ({ document, attributes }) => `${document.key}/${attributes.for}`,
    );
    const named = this.#labels
      .get(`${control.document.key}/${control.attributes.id}`)
      ?.filter((label) => control.document.byHtmlId(label.attributes.for as string, label) === control);
    const enclosing = named?.length ? undefined : control.closest(({ tag }) => tag === 'label');
    return named?.length ? named : enclosing ? [enclosing] : [];
  }

  documentOf(key: string): PageDocument | undefined {
    this.#documentsByKey ??= new Map(this.documents.map((document) => [document.key, document]));
    return this.#documentsByKey.get(key);
  }
}

function indexElements(nodes: readonly PageNode[]): IdentityMap<PageNode> {
  const elements = new IdentityMap<PageNode>();
  for (const node of nodes) if (node.isElement) elements.set(node.document.key, node.id, node);
  return elements;
}

/** The innermost shadow root that holds a node in the flat tree. */
function shadowRootOf(node: PageNode): PageNode | undefined {
  return node.closest(({ tag }) => tag.startsWith('#shadow'));
}

/** Identifies the same element in two captures: document key and id. */
export function elementKey(node: PageNode): string {
  return `${node.document.key}/${node.id}`;
}
