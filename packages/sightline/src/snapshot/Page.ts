import type { Affine } from './Affine.ts';
import { nameFromContent } from './nameFromContent.ts';
import { Flag } from './Snapshot.ts';

/** A rectangle in CSS pixels of the main document: scrolling the page does not change it. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far an element is scrolled, and how much there is to scroll through. CSS pixels. */
export interface Scroller {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Height of the part that shows. */
  clientHeight: number;
}

/** One document of the page. */
export interface PageDocument {
  key: string;
  url: string;
  title: string;
  origin: string;
  readyState: 'loading' | 'interactive' | 'complete';
  contentType: string;
  viewport: { width: number; height: number };
  scroll: { x: number; y: number; width: number; height: number };
  /** The frame element that holds it; undefined for the main document. */
  owner: PageNode | undefined;
  /** From its own CSS pixels to those of the page: moved, and scaled or turned as its frames are. */
  placement: Affine;
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});

/** An element, a text run or a shadow root. */
export class PageNode {
  /** Position in `Page.nodes`: document order of the flat tree, frames in place. */
  readonly index: number;
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
  readonly children: PageNode[] = [];
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
    row: { tag: string; id: number; flags: number; role: string; text: string; name: string | undefined },
  ) {
    this.index = index;
    this.parent = parent;
    this.document = document;
    this.tag = row.tag;
    this.id = row.id;
    this.flags = row.flags;
    this.role = row.role;
    this.text = row.text;
    this.#name = row.name;
    this.end = index + 1;
    parent?.children.push(this);
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

/** A captured page as a tree. Built once a capture, never changed after. */
export interface Page {
  readonly url: string;
  readonly title: string;
  readonly capturedAt: string;
  /** Document order of the flat tree; `nodes[0]` is the main document's element. */
  readonly nodes: readonly PageNode[];
  readonly documents: readonly PageDocument[];
}

/** What names the same element in two captures: document key and id. */
export function elementKey(node: PageNode): string {
  return `${node.document.key}/${node.id}`;
}
