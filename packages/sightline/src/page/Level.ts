/** One open element of the walk. Levels are kept and used again, so that depth costs no garbage. */
export class Level {
  row = 0;
  element: Element | null = null;
  /** Its computed style, where it was read. */
  style: CSSStyleDeclaration | null = null;
  /** The child that is being visited; its sibling comes next. */
  cursor: Node | null = null;
  /** Set where the children are not siblings: the nodes assigned to a slot. */
  list: readonly Node[] | null = null;
  at = 0;
  /** Bits of `Inherit`. */
  bits = 0;
  /** Bits of `Leave`. */
  leave = 0;
  role = '';
  /** Kind of the table around: see `Place`. */
  table = 0;
  /** Counts of what was heard, of controls and of text seen, when the level was opened. */
  heard = 0;
  controls = 0;
  seen = 0;
  /** The label around, if there is one. */
  label: Element | null = null;
  /** What stands before the next child: nothing or a block (false), or inline content (true). */
  inline = false;
  /** Its content is laid out in lines that begin and end with it. */
  block = false;
  /** Length of the text that stands in it directly. */
  textLength = 0;
  /** Whether a descendant has a box, and what those boxes extend to, document coordinates. */
  holdsBox = false;
  left = 0;
  top = 0;
  right = 0;
  bottom = 0;
  /** Bits of `Tag`. */
  kind = 0;
  /** What a style sheet puts after its content. */
  after = '';
  isBreak = false;
  /** See `Subject`. */
  inlineBox = false;
  /** How its content ends so far: see `Edge`. */
  edge = 0;
  /** 0 not read; 1 normal; 2 `pre`; 3 `pre-line`. Inherited where no style of its own was read. */
  space = 0;
  /** Whether the style of its own text was looked at. */
  textRead = false;
  /** The child that is rendered although the others are not: the summary of a closed `details`. */
  spared: Element | null = null;

  /** Makes it new: what is not set here is inherited from `parent`, or set by the one who opens it. */
  begin(parent: Level, { heard, controls, seen }: Pick<Level, 'heard' | 'controls' | 'seen'>): void {
    this.heard = heard;
    this.controls = controls;
    this.seen = seen;
    this.style = null;
    this.list = null;
    this.at = 0;
    this.leave = 0;
    this.role = '';
    this.table = parent.table;
    this.label = parent.label;
    this.block = false;
    this.kind = 0;
    this.textLength = 0;
    this.space = parent.space;
    this.textRead = false;
    this.spared = null;
    this.edge = parent.edge;
    this.inlineBox = false;
    this.isBreak = false;
    this.after = '';
    this.holdsBox = false;
  }
}
