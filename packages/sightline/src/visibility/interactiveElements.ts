import type { PageNode } from '../snapshot/Page.ts';
import { FOCUSABLE_CELL_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { type InteractivityTier, interactivityTier } from './interactivityTier.ts';
import { outsideViewport } from './outsideViewport.ts';
import { partsOfFields } from './partsOfFields.ts';
import { isRemoved, type Visibility, type VisibilityDraft, type VisibilityRule } from './Visibility.ts';

/**
 * Which of the remaining elements a person can use: these get a number. Not interactive are:
 * - containers of interactive elements: a listener on one is delegation, and its pointer cursor is that of its content.
 *   A container with one such element and words (a card with an icon to remove it), or a draggable one, is interactive;
 * - boxes, or cells of a grid, with interactive content and nothing else; the box that shows a field or its choice, those between
 *   the two, and the arrow in it that opens the list of a combobox;
 * - lists with a listener, or boxes with one that a list fills, where the items contain nothing interactive: the items are
 *   interactive instead, as a click on the list would hit the item in its middle.
 */
export const interactiveElements: VisibilityRule = { name: 'numbered', run };

function run(visibility: VisibilityDraft): void {
  const { tiers, interactive, page } = visibility;
  const contents = new SubtreeContents(page.nodes.length);
  const parts = partsOfFields(visibility);
  for (let i = page.nodes.length - 1; i >= 0; i--) {
    const node = page.nodes[i] as PageNode;
    const tier = interactivityTier(node);
    tiers[i] = tier;
    // What lies outside the requested part counts too, so that a part of the page has the same targets as the whole.
    const isPresent =
      (!isRemoved(visibility, node) || visibility.decisions[i]?.rule === outsideViewport.name) &&
      !(tier !== 'structural' && isDescribedOnly(node));
    const isInteractive =
      isPresent &&
      (tier === 'semantic'
        ? !isWrapperCell(node, contents)
        : tier === 'non-semantic' && !parts.has(node) && isClickable(node, contents));
    const mayDelegate =
      isPresent &&
      (isInteractive || node.has(Flag.Listener)) &&
      (tier === 'non-semantic' || isFocusableBox(node));
    const items = mayDelegate ? delegatedItems(node, contents, visibility) : [];
    for (const item of items) [tiers[item.index], interactive[item.index]] = ['non-semantic', 1];
    const isOwnTarget = items.length === 0 || tier === 'semantic';
    if (!isRemoved(visibility, node)) interactive[i] = isInteractive && isOwnTarget ? 1 : 0;
    contents.add(node, tier, isInteractive, isPresent);
  }
}

/** It says what a canvas shows, or a closed list of which this is a part of an option, and has no place of its own. */
const isDescribedOnly = ({ parent }: PageNode): boolean =>
  parent?.closest(({ tag, box }) => tag === 'canvas' || (tag === 'option' && !box)) !== undefined;

/** What each subtree contains, filled from the last node to the first. */
class SubtreeContents {
  readonly semantic: Uint8Array;
  /** Elements that are interactive by a handler or a pointer alone, nested ones counted as one; at most 2. */
  readonly handled: Uint8Array;
  /** Words outside of these. */
  readonly looseText: Uint8Array;
  /** Targets of any kind. */
  readonly interactive: Uint8Array;
  /** Words and pictures outside of these. */
  readonly otherContent: Uint8Array;

  constructor(count: number) {
    this.semantic = new Uint8Array(count);
    this.handled = new Uint8Array(count);
    this.looseText = new Uint8Array(count);
    this.interactive = new Uint8Array(count);
    this.otherContent = new Uint8Array(count);
  }

  /** It contains interactive elements, and nothing else that a person sees. */
  holdsOnlyInteractive({ index }: PageNode): boolean {
    return this.interactive[index] === 1 && this.otherContent[index] === 0;
  }

  add(node: PageNode, tier: InteractivityTier, isInteractive: boolean, shows: boolean): void {
    const { index, parent } = node;
    if (tier === 'semantic' && isInteractive) this.semantic[index] = 1;
    if (tier === 'non-semantic' && isInteractive && node.has(Flag.Listener)) {
      this.handled[index] = 1;
      this.looseText[index] = 0;
    }
    if (node.isText && shows && node.text.trim() !== '') {
      this.looseText[index] = 1;
      this.otherContent[index] = 1;
    }
    if (shows && GRAPHIC_TAGS.has(node.tag)) this.otherContent[index] = 1;
    if (isInteractive) {
      this.interactive[index] = 1;
      this.otherContent[index] = 0;
    }
    if (!parent) return;
    if (this.otherContent[index] === 1) this.otherContent[parent.index] = 1;
    if (this.interactive[index] === 1) this.interactive[parent.index] = 1;
    if (this.semantic[index] === 1) this.semantic[parent.index] = 1;
    if (this.looseText[index] === 1) this.looseText[parent.index] = 1;
    const handled = (this.handled[parent.index] as number) + (this.handled[index] as number);
    this.handled[parent.index] = Math.min(handled, 2);
  }
}

const GRAPHIC_TAGS = new Set(['img', 'video', 'canvas']);

const isWrapperCell = (node: PageNode, contents: SubtreeContents): boolean =>
  FOCUSABLE_CELL_ROLES.has(node.role) && contents.holdsOnlyInteractive(node);

function isClickable(node: PageNode, contents: SubtreeContents): boolean {
  const { semantic, handled, looseText } = contents;
  const { index } = node;
  if (node.attributes.draggable === 'true') return true;
  if (contents.holdsOnlyInteractive(node) && !isLabelled(node)) return false;
  const isHandled = node.has(Flag.Listener) || node.attributes.onclick !== undefined;
  if (semantic[index] === 1) return node.has(Flag.Pointer) && isHandled;
  if (handled[index] === 0 || node.has(Flag.Pointer)) return true;
  return handled[index] === 1 && looseText[index] === 1;
}

/**
 * The items of a list with a listener, or of the list that fills a box with one: several, without lists or targets in them. Of a
 * list in which the keyboard is on one item (roving tabindex), the others.
 */
function delegatedItems(
  node: PageNode,
  { interactive }: SubtreeContents,
  visibility: Visibility,
): PageNode[] {
  if (node.attributes.draggable === 'true') return [];
  const list = node.role === 'list' ? node : filledBy(node, visibility);
  if (!list) return [];
  const items = list.children.filter((child) => child.role === 'listitem' && !isRemoved(visibility, child));
  const inside = visibility.page.descendants(list);
  if (items.length < 2 || inside.some(({ role }) => role === 'list')) return [];
  const others = items.filter(({ index }) => interactive[index] !== 1);
  const isRoving = others.length === items.length - 1 && inside.filter(isFocusStop).length === 1;
  return others.length === items.length || isRoving ? others : [];
}

/** In the tab order by its attribute alone. */
const isFocusStop = (node: PageNode): boolean =>
  node.has(Flag.TabIndex) && node.attributes.tabindex === '0' && node.attributes.href === undefined;

/** Takes the focus and listens to the mouse, without being a control: a list of files in a panel. */
const isFocusableBox = (node: PageNode): boolean =>
  node.role === '' && node.has(Flag.TabIndex) && node.has(Flag.Listener) && !node.has(Flag.Editable);

/** Nodes of a box that a list may fill; a larger one is a part of the page. */
const MAX_BOX_NODES = 3_000;

/** The only list in a box with a listener, where it holds most of its words. */
function filledBy(node: PageNode, visibility: Visibility): PageNode | undefined {
  if (!node.has(Flag.Listener) || node.end - node.index > MAX_BOX_NODES) return undefined;
  const inside = visibility.page.descendants(node);
  const [list, ...others] = inside.filter((one) => one.role === 'list' && !isRemoved(visibility, one));
  if (!list || others.length > 0) return undefined;
  const length = (nodes: PageNode[]): number =>
    nodes.reduce((sum, one) => sum + (isRemoved(visibility, one) ? 0 : one.text.trim().length), 0);
  return 2 * length(inside.filter((one) => list.contains(one))) >= length(inside) ? list : undefined;
}

/** It has a label. A group in an SVG has it as a `title` element. */
const isLabelled = ({ attributes, tag, name }: PageNode): boolean =>
  Boolean(attributes['aria-label'] || attributes.title || (tag === 'g' && name));
