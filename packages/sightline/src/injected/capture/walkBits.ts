/** What a frame of the walk passes to its children. One bit each. */
export const Inherit = {
  /** Not rendered, or without boxes (options): no rect and no style is read. */
  NoLayout: 1 << 0,
  /** The cursor is a pointer already, or this is inside a control: no cursor is read. */
  Pointer: 1 << 1,
  /** Inside a layer above the root's: what paints can cover something. */
  Layered: 1 << 2,
  /** Inside SVG: only text and what can be used gets a row. */
  Svg: 1 << 3,
  /** Inside an SVG `text`. */
  SvgText: 1 << 4,
  /** The parent is a flex or grid container: `z-index` holds without a position. */
  FlexOrGrid: 1 << 5,
  InSection: 1 << 6,
  InArticle: 1 << 7,
  /** The children of this level are not rendered, but the level is: closed details, hidden content. */
  ChildrenHidden: 1 << 8,
  /** Inside an element with the cursor of a handle, which is recorded once. */
  HandleCursor: 1 << 9,
  /** Inside a `pre`: white space shows, unless a style says otherwise. */
  Pre: 1 << 10,
  /** A filter or blend mode of it, or around it, changes the colours that are painted. */
  Filtered: 1 << 11,
  /** `inert` of its own or around it. */
  Inert: 1 << 12,
  /** In a row far from the view of a large document: styles and boxes are read only where they may decide something. */
  FarRow: 1 << 14,
  /** Inside a formula that is not written as a line: only its tokens show words. */
  Math: 1 << 13,
} as const;

/** How inline content ends: whether the next word would touch the last. */
export const TextEdge = { Space: 0, Text: 1, Box: 2 } as const;

/** What is to be done when a level of the walk is left. */
export const ExitAction = {
  /** The element is named by its content, or else by its title. */
  NameFromContent: 1 << 0,
  /** Generic with a title: the title is its name if it says nothing else. */
  NameFromTitle: 1 << 1,
  /** Its content is no part of any name around it. */
  ExcludedFromNames: 1 << 2,
  /** It contributes its label to names, instead of its content. */
  SinglePhrase: 1 << 3,
  /** Its rows alone do not say what it adds to a name around it: a value, a reference. */
  AddsValue: 1 << 4,
} as const;
