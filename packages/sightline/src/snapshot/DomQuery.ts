/** What `query_dom` (seed 004) asks of a document, and what a document answers. */

/** Bounds of one answer, as it tells them. */
export const DOM_LIMITS = {
  /** Matches that are told. */
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
  /** Tell computed styles: those in `properties`, or a few of use. */
  styles: boolean;
  /** Names of properties and styles to tell. */
  properties: string[];
  /** Levels of children to tell; 0: none. */
  depth: number;
}

/** CSS pixels, rounded. */
export interface DomBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An element as its document tells it. */
export interface DomElement {
  /** Identity within its document. */
  id: number;
  tag: string;
  /** Text content, white space collapsed, without scripts and style sheets. */
  text: string;
  textTruncated: boolean;
  /** Rendered and not transparent, of whatever size: nothing is said of what covers it. */
  visible: boolean;
  attributes: Record<string, string>;
  /** Set where values were cut or attributes left out. */
  attributesTruncated?: true;
  /** In the viewport of its document. */
  bboxPixels: DomBox;
  /** Mode of the shadow root that it stands in. */
  shadowRoot?: 'open' | 'closed';
  styles?: Record<string, string>;
  /** `null` for what the element does not have. */
  properties?: Record<string, string | number | boolean | null>;
  children?: DomElement[];
  /** Children that are not told. */
  childrenOmitted?: number;
}

/** What one document answers. */
export interface DomQueryResult {
  total: number;
  /** The first ones, as many as have room. */
  matches: DomElement[];
  /** Milliseconds in the page. */
  ms: number;
  /** What is wrong with the selector. */
  error?: string;
}
