import type { Box } from '../geometry.ts';

/** The query of `query_dom` to a document, and its result (docs/spec/query-dom.md). */

/** Limits of one result, which includes them. */
export const DOM_LIMITS = {
  /** Matches in a result. */
  elements: 50,
  /** Levels of children. */
  depth: 5,
  /** UTF-16 units of a text. */
  text: 500,
  /** Bytes of an answer as JSON. */
  payload: 200_000,
  /** UTF-16 units of a selector. */
  selector: 2_000,
  /** Names in `properties`, and UTF-16 units of each. */
  properties: 50,
  name: 100,
  /** Milliseconds that the page works on it at most, however long it is waited for. */
  inPageMs: 30_000,
} as const;

export interface DomQuery {
  selector: string;
  /** Search shadow roots too: the open ones, and the closed ones that are known. */
  pierce: boolean;
  /** Read computed styles: those in `properties`, or a few common ones. */
  styles: boolean;
  /** Properties and styles to read. */
  properties: string[];
  /** Levels of children in the result; 0: none. */
  depth: number;
}

/** An element, as the page script describes it. */
export interface DomElement {
  /** Identity within its document. */
  id: number;
  tag: string;
  /** Text content, white space collapsed, without scripts and style sheets. */
  text: string;
  textTruncated: boolean;
  /** Rendered and not transparent, of any size, covered or not. */
  visible: boolean;
  attributes: Record<string, string>;
  /** Set where values were cut or attributes left out. */
  attributesTruncated?: true;
  /** In the viewport of its document; CSS pixels, rounded. */
  bboxPixels: Box;
  /** Mode of the shadow root that it is in. */
  shadowRoot?: 'open' | 'closed';
  styles?: Record<string, string>;
  /** `null` for what the element does not have. */
  properties?: Record<string, string | number | boolean | null>;
  children?: DomElement[];
  /** Children that were left out. */
  childrenOmitted?: number;
}

/** The result of one document. */
export interface DomQueryResult {
  total: number;
  /** The first ones, as many as fit. */
  matches: DomElement[];
  /** Milliseconds in the page. */
  ms: number;
  /** What is wrong with the selector. */
  error?: string;
}
