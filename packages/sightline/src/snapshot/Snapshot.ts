/**
 * A page as it crosses the wire: one JSON value, columnar, strings interned.
 * The page script writes it, `buildPage` reads it; nothing else looks inside.
 */

/** Raised whenever a reader of the previous version would misread the next. */
export const SNAPSHOT_VERSION = 1;

/** A whole page: the main document first, then every child frame that could be read. */
export interface Snapshot {
  version: typeof SNAPSHOT_VERSION;
  /** URL of the main document when it was captured. */
  url: string;
  title: string;
  /** ISO 8601, UTC. */
  capturedAt: string;
  documents: DocumentSnapshot[];
  /** Milliseconds of each step of the capture. */
  timing: Record<string, number>;
}

/** How far a document is scrolled, and what can be scrolled to, CSS pixels. */
export interface ScrollExtent {
  /** From the origin: 0 or less where it scrolls from its right end (right-to-left, `vertical-rl`). */
  x: number;
  y: number;
  /** All of it. */
  width: number;
  height: number;
  /** How much of that lies left of the origin, and above it; absent for 0. */
  left?: number;
  top?: number;
}

/** One document, as the page script in that document saw it. */
export interface DocumentSnapshot {
  /** Random id of this document, made when the script first ran in it. Navigation makes another. */
  key: string;
  url: string;
  /** `self.origin`: that of whoever made it for `about:blank` and `srcdoc`; `null` where it is opaque. */
  origin: string;
  title: string;
  /** `document.readyState`. */
  readyState: 'loading' | 'interactive' | 'complete';
  /** `document.contentType`, for example `text/html`. */
  contentType: string;
  /** CSS pixels. */
  viewport: { width: number; height: number };
  /** Scroll offset and extent of the document, CSS pixels. */
  scroll: ScrollExtent;
  /** Whether what fills the viewport is dark; absent where that is not certain, and in frames. */
  isDark?: boolean;
  /** The frame element that holds this document; absent for the main document. Set by the connection. */
  owner?: { document: string; id: number };
  /** Why frames in it could not be read, by the id of the frame element. Set by the connection. */
  unread?: Record<number, string>;
  /** Interned strings; `strings[0]` is always `''`. */
  strings: string[];
  rows: Rows;
}

/**
 * One row an element, text run or shadow root, in preorder of the flat tree. Row 0 is the document
 * element. All columns but the sparse ones at the end have the same length.
 */
export interface Rows {
  /** Distance back to the parent's row; 0 for row 0. */
  up: number[];
  /** String index of the lower-case tag name, or of `#text`, `#shadow-open`, `#shadow-closed`. */
  tag: number[];
  /** Identity of the element within its document, for as long as the document lives; 0 for text. */
  id: number[];
  /** Bits of `Flag`. */
  flags: number[];
  /** String index of the computed ARIA role; 0 when generic, none, or text. */
  role: number[];
  /**
   * String index of the accessible name where the page script computed it; 0 for no name;
   * -1 where the name comes from the content of the row (accname 1.2, step 2F): `nameFromContent` computes it.
   */
  name: number[];
  /** String index of the text of a `#text` row: white space collapsed unless the parent is `Pre`. */
  text: number[];
  /** x, y, width, height in document CSS pixels for each row with `Flag.Box`, in row order. */
  boxes: number[];
  /**
   * Triples row, key, value (string indices). A key that starts with `.` is a live property
   * (`.value`, `.checked`, `.selected`, `.disabled`, `.open`, `.validation`), any other an HTML attribute.
   */
  attributes: number[];
  /**
   * Six numbers a scroller, or a box that hides what overflows it and is scrolled: row, how far it is scrolled from its left and from its top end (whichever end
   * it scrolls from), `scrollWidth`, `scrollHeight`, `clientHeight`.
   */
  scrollers: number[];
  /** Pairs row, paint order: for rows that form a layer of their own. Higher paints later. */
  layers: number[];
  /** Pairs row, row of what covers it: hit tests that found something else at every point. */
  covered: number[];
}

/** What the page script knows of a row, one bit each. */
export const Flag = {
  /** Has four numbers in `boxes`. */
  Box: 1 << 0,
  /** `display: none` of its own (descendants inherit it through the tree). */
  DisplayNone: 1 << 1,
  /** Computed `visibility` is `hidden` or `collapse`. */
  VisibilityHidden: 1 << 2,
  /** Own `opacity` below 0.05. */
  Transparent: 1 << 3,
  /** Clips its content on the x axis (`overflow-x` is not `visible`, or `clip-path`, or paint containment). */
  ClipX: 1 << 4,
  ClipY: 1 << 5,
  /** A person can scroll it on that axis: `overflow` is `auto` or `scroll` and the content is larger. */
  ScrollX: 1 << 6,
  ScrollY: 1 << 7,
  /** `position` is not `static`. */
  Positioned: 1 << 8,
  Absolute: 1 << 9,
  Fixed: 1 << 10,
  Sticky: 1 << 11,
  /** Containing block of fixed descendants: transform, filter, contain, perspective, will-change. */
  ContainsFixed: 1 << 12,
  /** `cursor: pointer` that its parent does not have. */
  Pointer: 1 << 13,
  /** `pointer-events: none`. */
  NoPointerEvents: 1 << 14,
  /** Paints: background alpha and opacity of at least 0.8, or a background image, or replaced content. */
  Paints: 1 << 15,
  /** Focusable by `tabindex` (>= 0). */
  TabIndex: 1 << 16,
  /** Has a handler for a pointer event, by attribute or listener, or kept by a framework. */
  Listener: 1 << 17,
  /** Disabled: of its own, through a `fieldset` or `aria-disabled`, or a link or button with `pointer-events: none`. */
  Disabled: 1 << 18,
  /** `inert` of its own, or made inert by a modal dialog. */
  Inert: 1 << 19,
  /** Laid out as a block, flex, grid or table box: text before and after it is on other lines. */
  Block: 1 << 20,
  /** In the top layer: modal dialog, open popover, fullscreen. */
  TopLayer: 1 << 21,
  /** Editing host: `contenteditable`. */
  Editable: 1 << 22,
  /** Its own text cannot be seen: `font-size: 0`, or transparent colour without a clip to text. */
  InvisibleText: 1 << 23,
  /** A hit test found it, or something inside it, at one point at least. */
  Hit: 1 << 24,
  /** `document.activeElement`, through shadow roots. */
  Focused: 1 << 25,
  /** White space is preserved (`white-space: pre`, `pre-wrap`, `pre-line`, `break-spaces`). */
  Pre: 1 << 26,
  /** A frame element whose document could not be read. Set by the connection. */
  Unreadable: 1 << 27,
  /** The cell of a table whose layout is a table: spaced from its neighbour by a gap, not a line. */
  Cell: 1 << 28,
  /** Neither it nor its content shows: an empty `clip-path` or `clip`, `scale(0)`, words of no size. */
  ClippedAway: 1 << 29,
  /** A text that a style sheet puts there (`::before`), which is not in the document. */
  Generated: 1 << 30,
} as const;
