import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import type { Page, PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { Flag, type Rows, type Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';

/** An element of a literal page. Text stands as a string. */
export interface El {
  tag: string;
  role: string;
  /** -1 in the wire when undefined: the name is the content's. */
  name: string | undefined;
  flags: number;
  box: [x: number, y: number, width: number, height: number] | undefined;
  attributes: Record<string, string>;
  layer: number | undefined;
  scroller: [left: number, top: number, width: number, height: number, client: number] | undefined;
  /** Identity, where two pages have the same element; else it is counted. */
  id: number | undefined;
  children: (El | string)[];
}

export type Facts = Partial<Omit<El, 'tag' | 'children'>>;

const ROLES: Readonly<Record<string, string>> = {
  a: 'link',
  button: 'button',
  nav: 'navigation',
  main: 'main',
  header: 'banner',
  footer: 'contentinfo',
  aside: 'complementary',
  search: 'search',
  ul: 'list',
  ol: 'list',
  li: 'listitem',
  table: 'table',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  input: 'textbox',
  select: 'combobox',
  option: 'option',
  img: 'img',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  iframe: '',
  blockquote: 'blockquote',
  code: 'code',
  del: 'deletion',
  sup: 'superscript',
};

const INLINE = new Set([
  'strong',
  'em',
  'a',
  'button',
  'input',
  'select',
  'img',
  'span',
  'b',
  'label',
  'td',
  'th',
  'option',
  'br',
  'code',
  'del',
  'sup',
]);
const NAMED_BY_CONTENT = new Set([
  'link',
  'button',
  'heading',
  'option',
  'cell',
  'columnheader',
  'tab',
  'checkbox',
]);

/** Elements made with `el` get the role that their tag implies, and a box that follows the one before. */
export function el(tag: string, facts: Facts = {}, ...children: (El | string)[]): El {
  const role = facts.role ?? ROLES[tag] ?? '';
  const layout = INLINE.has(tag) ? 0 : Flag.Block;
  const cell = tag === 'td' || tag === 'th' ? Flag.Cell : 0;
  return {
    tag,
    role,
    name:
      facts.name ??
      (NAMED_BY_CONTENT.has(role)
        ? undefined
        : (facts.attributes?.['aria-label'] ?? facts.attributes?.alt ?? '')),
    flags: (facts.flags ?? 0) | layout | cell,
    box: facts.box,
    attributes: { ...(tag === 'a' && { href: '#' }), ...facts.attributes },
    layer: facts.layer,
    scroller: facts.scroller,
    id: facts.id,
    children,
  };
}

export interface PageFacts {
  url?: string;
  title?: string;
  viewport?: { width: number; height: number };
  scroll?: { x: number; y: number; width: number; height: number };
  key?: string;
}

/** A snapshot of `html > body > children`, 20 px a line of text, ids in document order from 1. */
export function snapshotOf(children: (El | string)[], facts: PageFacts = {}): Snapshot {
  const { url = 'https://example.test/', title = 'Test', key = 'doc' } = facts;
  const writer = new RowWriter();
  writer.write(el('html', {}, el('body', {}, ...children)), -1);
  const viewport = facts.viewport ?? { width: 1280, height: 720 };
  const scroll = facts.scroll ?? { x: 0, y: 0, width: 1280, height: Math.max(720, writer.bottom) };
  const document = {
    key,
    url,
    origin: URL.canParse(url) ? new URL(url).origin : 'null',
    title,
    readyState: 'complete' as const,
    contentType: 'text/html',
    viewport,
    scroll,
    strings: writer.strings,
    rows: writer.rows,
  };
  return {
    version: 1,
    url,
    title,
    capturedAt: '2026-01-01T00:00:00.000Z',
    documents: [document],
    timing: {},
  };
}

export function pageOf(children: (El | string)[], facts?: PageFacts): Page {
  return buildPage(snapshotOf(children, facts));
}

/** The node whose `id` attribute is given. */
export function byId(page: Page, id: string): PageNode {
  const node = page.nodes.find((candidate) => candidate.attributes.id === id);
  if (!node) throw new Error(`no element #${id}`);
  return node;
}

class RowWriter {
  readonly strings: string[] = [''];
  readonly rows: Rows = {
    up: [],
    tag: [],
    id: [],
    flags: [],
    role: [],
    name: [],
    text: [],
    boxes: [],
    attributes: [],
    scrollers: [],
    layers: [],
    covered: [],
  };
  bottom = 0;
  #ids = 0;

  write(node: El | string, parent: number): void {
    const row = this.rows.tag.length;
    if (typeof node === 'string') this.#row('#text', 0, 0, '', '', node, row - parent);
    else this.#element(node, row, row - parent);
  }

  #element(node: El, row: number, up: number): void {
    const hidden = (node.flags & Flag.DisplayNone) !== 0;
    const id = node.tag.startsWith('#') ? 0 : (node.id ?? ++this.#ids);
    this.#row(
      node.tag,
      id,
      node.flags | (hidden || id === 0 ? 0 : Flag.Box),
      node.role,
      node.name,
      '',
      row === 0 ? 0 : up,
    );
    for (const [key, value] of Object.entries(node.attributes)) {
      this.rows.attributes.push(row, this.#string(key), this.#string(value));
    }
    if (node.layer !== undefined) this.rows.layers.push(row, node.layer);
    if (node.scroller) this.rows.scrollers.push(row, ...node.scroller);
    const top = this.bottom;
    const boxAt = this.rows.boxes.length;
    if (!hidden && id !== 0) this.rows.boxes.push(0, 0, 0, 0);
    if (node.box) this.bottom = node.box[1];
    for (const child of node.children) this.write(child, row);
    if (this.bottom === top) this.bottom += 20;
    if (!hidden && id !== 0) {
      const box = node.box ?? [0, top, 400, this.bottom - top];
      this.rows.boxes.splice(boxAt, 4, ...box);
    }
    if (node.box) this.bottom = top;
  }

  #row(
    tag: string,
    id: number,
    flags: number,
    role: string,
    name: string | undefined,
    text: string,
    up: number,
  ): void {
    const { rows } = this;
    rows.up.push(up);
    rows.tag.push(this.#string(tag));
    rows.id.push(id);
    rows.flags.push(flags);
    rows.role.push(this.#string(role));
    rows.name.push(name === undefined ? -1 : this.#string(name));
    rows.text.push(this.#string(text));
  }

  #string(text: string): number {
    const at = this.strings.indexOf(text);
    return at >= 0 ? at : this.strings.push(text) - 1;
  }
}
