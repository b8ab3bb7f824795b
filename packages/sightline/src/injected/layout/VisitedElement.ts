/** The element that the walk is at. One object, reused for each. */
export interface VisitedElement {
  element: Element;
  tag: string;
  /** Bits of `TagBit`. */
  tagBits: number;
  row: number;
  /** Bits of `AttributeFlag`. */
  attributeFlags: number;
  /** Its first child node. */
  firstChildNode: Node | null;
  /** Bits of `Inherit` for its children. */
  inheritedBits: number;
  flags: number;
  style: CSSStyleDeclaration | null;
  /** Its own, times that of all around it. */
  opacity: number;
  /** Laid out in line with its neighbours. */
  isInline: boolean;
  /** In line, but a box of its own (`inline-block`): words on both sides are apart although no space says so. */
  isInlineBox: boolean;
}
