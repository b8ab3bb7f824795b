import type { PageNode } from '../../snapshot/Page.ts';

/** How much of a page the html view keeps; docs/formats.md defines the four. */
export type HtmlMode = 'full' | 'structure' | 'minimal' | 'interactive-only';

export interface HtmlElement {
  kind: 'element';
  tag: string;
  /** In the order they are written; names are ours, values are the page's. */
  attributes: Map<string, string>;
  children: HtmlNode[];
  /** It has an id, and is written even if it is empty. */
  interactive: boolean;
  node: PageNode;
}

export interface HtmlText {
  kind: 'text';
  text: string;
  node: PageNode;
}

/** The start or end of a block whose element is not written. */
export interface HtmlBreak {
  kind: 'break';
}

/** A generated comment; comments of the page are never written. */
export interface HtmlNote {
  kind: 'note';
  text: string;
}

export type HtmlNode = HtmlElement | HtmlText | HtmlBreak | HtmlNote;

const tagSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that the HTML parser keeps, once `conformHtml` has checked where they are. */
export const BLOCK_TAGS = tagSet(
  'address article aside blockquote caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul',
);
export const INLINE_TAGS = tagSet(
  'a abbr audio b br button canvas cite code data del dfn em i iframe img input ins kbd label mark meter output progress q s ' +
    'samp select small span strong sub sup textarea time u var video',
);
export const VOID_TAGS = tagSet('br hr img input');
export const HEADING_TAGS = tagSet('h1 h2 h3 h4 h5 h6');

export function isBlankNode(node: HtmlNode): boolean {
  return node.kind === 'break' || (node.kind === 'text' && node.text.trim() === '');
}

/** Custom elements are inline as far as the parser is concerned. */
export function isBlockTag(tag: string): boolean {
  return BLOCK_TAGS.has(tag);
}
