import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isShownInteractive } from '../../visibility/Visibility.ts';
import { stripInvisible } from '../escape.ts';
import type { ViewLine } from '../RenderContext.ts';

/** So many buttons with nothing but icons are a toolbar: their names are tooltips, longer than any label. */
const MIN_TOOLS = 8;
/** So many are where the page says that it is one, whatever fields and words stand between them. */
const MIN_NAMED_TOOLS = 5;
/** Boxes around a tool in which others are looked for. */
const MAX_TOOL_BOXES = 4;

/** CSS pixels that an icon is high at most, with the room around it: what is larger is a picture. */
const MAX_TOOL_HEIGHT = 64;

const isTool = ({ role, box }: PageNode): boolean =>
  (role === 'button' || role === 'link') && (box === undefined || box.height <= MAX_TOOL_HEIGHT);

/** The boxes of many buttons and links with nothing but icons, which hold no words and no field. */
class Toolbars {
  readonly #pageState: PageState;
  /** Each box is looked through once, for all that is in it. */
  readonly #known = new Map<PageNode, boolean>();

  constructor(pageState: PageState) {
    this.#pageState = pageState;
  }

  /** Whether this is one of such buttons and links. */
  hold(node: PageNode): boolean {
    const { counts } = this.#pageState;
    if (!isTool(node) || counts.textLength(node) > 0) return false;
    const named = node.parent?.closest(({ role }) => role === 'toolbar');
    if (named) return counts.interactive(named) >= MIN_NAMED_TOOLS;
    let box = node.parent;
    for (let i = 0; box && counts.textLength(box) === 0 && i < MAX_TOOL_BOXES; i++, box = box.parent)
      if (counts.interactive(box) >= MIN_TOOLS) return this.#isToolbar(box);
    return false;
  }

  #isToolbar(box: PageNode): boolean {
    const known = this.#known.get(box);
    if (known !== undefined) return known;
    const { visibility } = this.#pageState;
    const inside = visibility.page.descendants(box);
    const holdsTools = inside.every((one) => !isShownInteractive(visibility, one) || isTool(one));
    this.#known.set(box, holdsTools);
    return holdsTools;
  }
}

/** Finds lines of nothing but such buttons and links. */
export function toolLines(pageState: PageState): (line: ViewLine) => boolean {
  const toolbars = new Toolbars(pageState);
  const isTool = (node: PageNode): boolean => toolbars.hold(node) || isArrowBesideButton(node, pageState);
  return ({ parts }) =>
    parts.some((part) => typeof part === 'object') &&
    parts.every((part) => typeof part === 'string' || isTool(part));
}

/** Whether it is an arrow that opens what the button before it opens, and says nothing that this one does not. */
function isArrowBesideButton(node: PageNode, { counts, visibility }: PageState): boolean {
  const { 'aria-expanded': expanded } = node.attributes;
  if (node.role !== 'button' || expanded === undefined || counts.textLength(node) > 0) return false;
  const siblings = node.parent?.children ?? [];
  const button = siblings
    .slice(0, siblings.indexOf(node))
    .findLast((one) => isShownInteractive(visibility, one));
  if (button?.role !== 'button' || button.attributes['aria-expanded'] !== expanded) return false;
  const words = wordsOf(button.name);
  return wordsOf(node.name).every((word) => words.includes(word));
}

const wordsOf = (name: string): string[] => stripInvisible(name).toLowerCase().trim().split(/\s+/);
