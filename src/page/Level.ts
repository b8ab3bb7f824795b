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
  /** Counts of what was heard and of controls, when the level was opened. */
  heard = 0;
  controls = 0;
  /** The label around, if there is one. */
  label: Element | null = null;
  /** What stands before the next child: nothing or a block (false), or inline content (true). */
  inline = false;
  /** Its content is laid out in lines that begin and end with it. */
  block = false;
  /** 0 not read; 1 normal; 2 `pre`; 3 `pre-line`. */
  space = 0;
  /** Whether the style of its own text was looked at. */
  textRead = false;
  /** The child that is rendered although the others are not: the summary of a closed `details`. */
  spared: Element | null = null;
}
