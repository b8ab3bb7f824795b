import type { Rgba } from '../styles/ColorMixer.ts';

/** One open element of the walk. Levels are kept and used again, so that depth costs no garbage. */
export class WalkFrame {
  row = 0;
  element: Element | null = null;
  /** Its computed style, where it was read. */
  style: CSSStyleDeclaration | null = null;
  /** Its own, times that of all around it. */
  opacity = 1;
  /** The level around it; null above the root. */
  parent: WalkFrame | null = null;
  /** What its words stand on; null where that is not certain, undefined as long as nobody asked: see `BackdropColors`. */
  ground: Rgba | null | undefined;
  /** The child that is being visited; its sibling comes next. */
  currentChild: Node | null = null;
  /** Set where the children are not siblings: the nodes assigned to a slot. */
  assignedNodes: readonly Node[] | null = null;
  assignedIndex = 0;
  /** Bits of `Inherit`. */
  inheritedBits = 0;
  /** Bits of `Leave`. */
  exitActions = 0;
  role = '';
  /** Kind of the table around: see `Place`. */
  tableKind = 0;
  /** Counts of the name accumulator, of controls and of text, when the frame was opened. */
  nameParts = 0;
  embeddedControls = 0;
  visibleRuns = 0;
  /** The label around, if there is one. */
  enclosingLabel: Element | null = null;
  /** What stands before the next child: nothing or a block (false), or inline content (true). */
  followsInline = false;
  /** Its content is laid out in lines that begin and end with it. */
  isBlock = false;
  /** Length of the text that stands in it directly. */
  textLength = 0;
  /** Whether a descendant has a box, and what those boxes extend to, document coordinates. */
  hasDescendantBox = false;
  left = 0;
  top = 0;
  right = 0;
  bottom = 0;
  /** Bits of `Tag`. */
  tagBits = 0;
  /** What a style sheet puts after its content. */
  generatedAfter = '';
  isBreak = false;
  /** See `Subject`. */
  isInlineBox = false;
  /** How its content ends so far: see `Edge`. */
  textEdge = 0;
  /** 0 not read; 1 normal; 2 `pre`; 3 `pre-line`. Inherited where no style of its own was read. */
  whiteSpace = 0;
  /** Whether the style of its own text was looked at. */
  isTextStyleRead = false;
  /** Place of the box of its last item among the boxes, -1 for none; bits of `Step` from each of its items to the next. */
  lastItem = -1;
  itemSteps = 0;
  /** Elements in it that were visited. */
  visitedElements = 0;
  /** The child that is rendered although the others are not: the summary of a closed `details`. */
  renderedChild: Element | null = null;

  /** Makes it new: what is not set here is inherited from `parent`, or set by the one who opens it. */
  reset(
    parent: WalkFrame,
    {
      nameParts,
      embeddedControls,
      visibleRuns,
    }: Pick<WalkFrame, 'nameParts' | 'embeddedControls' | 'visibleRuns'>,
  ): void {
    this.parent = parent;
    this.ground = undefined;
    this.opacity = parent.opacity;
    this.nameParts = nameParts;
    this.embeddedControls = embeddedControls;
    this.visibleRuns = visibleRuns;
    this.style = null;
    this.assignedNodes = null;
    this.assignedIndex = 0;
    this.exitActions = 0;
    this.role = '';
    this.tableKind = parent.tableKind;
    this.enclosingLabel = parent.enclosingLabel;
    this.isBlock = false;
    this.tagBits = 0;
    this.textLength = 0;
    this.whiteSpace = parent.whiteSpace;
    this.isTextStyleRead = false;
    this.lastItem = -1;
    this.itemSteps = 0;
    this.visitedElements = 0;
    this.renderedChild = null;
    this.textEdge = parent.textEdge;
    this.isInlineBox = false;
    this.isBreak = false;
    this.generatedAfter = '';
    this.hasDescendantBox = false;
  }
}
