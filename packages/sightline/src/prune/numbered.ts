import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved, type Pruning, type Rule } from './Pruning.ts';
import { type Tier, tierOf } from './tier.ts';
import { viewport } from './viewport.ts';

/**
 * Which of the elements left a person can use: these get a number when they are shown.
 * Spares, as targets, boxes that only hold targets: a listener on a container is delegation, and a
 * pointer cursor around a link or a button is the link's or the button's. A box that holds but one target
 * besides words of its own (a card with an icon to remove it) is one itself; and so is one that is dragged: that is
 * no click on what it holds. A box, or a cell of a grid, that holds targets and nothing else is these; and so is the
 * box in which a field is shown that is transparent itself. A list that hears for its items, which hold no targets, is
 * these: a click on the list would be one on whichever lies in its middle.
 */
export const numbered: Rule = { name: 'numbered', run };

function run(pruning: Pruning): void {
  const { tiers, usable, page } = pruning;
  const holds = new Holdings(page.nodes.length);
  const standing = [...pruning.standIns].filter(([control]) => !isRemoved(pruning, control));
  const shells = new Set(standing.map(([, shell]) => shell));
  for (let i = page.nodes.length - 1; i >= 0; i--) {
    const node = page.nodes[i] as PageNode;
    const tier = tierOf(node);
    tiers[i] = tier;
    // What only lies too far away is held all the same: a part of the page makes no target of what is none in the whole.
    const isThere = !isRemoved(pruning, node) || pruning.verdicts[i]?.rule === viewport.name;
    const isUsable =
      isThere &&
      (tier === 'semantic'
        ? !isCellAround(node, holds)
        : tier === 'non-semantic' && !shells.has(node) && isTarget(node, holds));
    const items = isUsable && tier === 'non-semantic' ? itemsHeard(node, holds, pruning) : [];
    for (const item of items) [tiers[item.index], usable[item.index]] = [tier, 1];
    if (!isRemoved(pruning, node)) usable[i] = isUsable && items.length === 0 ? 1 : 0;
    holds.add(node, tier, isUsable, isThere);
  }
}

/** What each node holds, itself included, as the nodes are visited from the last to the first. */
class Holdings {
  readonly semantic: Uint8Array;
  /** Targets that only a handler or a pointer tells of, nested ones as one; at most 2. */
  readonly handled: Uint8Array;
  /** Words that are in none of those. */
  readonly words: Uint8Array;
  /** Targets of any kind. */
  readonly targets: Uint8Array;
  /** Words and pictures that are in none of these. */
  readonly besides: Uint8Array;

  constructor(count: number) {
    this.semantic = new Uint8Array(count);
    this.handled = new Uint8Array(count);
    this.words = new Uint8Array(count);
    this.targets = new Uint8Array(count);
    this.besides = new Uint8Array(count);
  }

  /** It holds targets, and nothing that a person sees besides. */
  isShell({ index }: PageNode): boolean {
    return this.targets[index] === 1 && this.besides[index] === 0;
  }

  add(node: PageNode, tier: Tier, isUsable: boolean, shows: boolean): void {
    const { index, parent } = node;
    if (tier === 'semantic' && isUsable) this.semantic[index] = 1;
    if (tier === 'non-semantic' && isUsable && node.has(Flag.Listener)) {
      this.handled[index] = 1;
      this.words[index] = 0;
    }
    if (node.isText && shows && node.text.trim() !== '') {
      this.words[index] = 1;
      this.besides[index] = 1;
    }
    if (shows && PICTURES.has(node.tag)) this.besides[index] = 1;
    if (isUsable) {
      this.targets[index] = 1;
      this.besides[index] = 0;
    }
    if (!parent) return;
    if (this.besides[index] === 1) this.besides[parent.index] = 1;
    if (this.targets[index] === 1) this.targets[parent.index] = 1;
    if (this.semantic[index] === 1) this.semantic[parent.index] = 1;
    if (this.words[index] === 1) this.words[parent.index] = 1;
    const handled = (this.handled[parent.index] as number) + (this.handled[index] as number);
    this.handled[parent.index] = Math.min(handled, 2);
  }
}

const PICTURES = new Set(['img', 'video', 'canvas']);

/** Cells of a grid take the focus so that the keyboard gets to what is in them. */
const CELLS = new Set(['gridcell', 'columnheader', 'rowheader']);

const isCellAround = (node: PageNode, holds: Holdings): boolean =>
  CELLS.has(node.role) && holds.isShell(node);

function isTarget(node: PageNode, holds: Holdings): boolean {
  const { semantic, handled, words } = holds;
  const { index } = node;
  if (node.attributes.draggable === 'true') return true;
  if (holds.isShell(node) && !isLabelled(node)) return false;
  const isHandled = node.has(Flag.Listener) || node.attributes.onclick !== undefined;
  if (semantic[index] === 1) return node.has(Flag.Pointer) && isHandled;
  if (handled[index] === 0 || node.has(Flag.Pointer)) return true;
  return handled[index] === 1 && words[index] === 1;
}

/** The items that a list hears for: several, with neither targets nor lists in them. */
function itemsHeard(node: PageNode, { targets }: Holdings, pruning: Pruning): PageNode[] {
  if (node.role !== 'list' || targets[node.index] === 1 || node.attributes.draggable === 'true') return [];
  const items = node.children.filter((child) => child.role === 'listitem' && !isRemoved(pruning, child));
  const inside = pruning.page.nodes.slice(node.index + 1, node.end);
  return items.length > 1 && !inside.some(({ role }) => role === 'list') ? items : [];
}

/** By words of its own. A group in a drawing has them as a `title` in it. */
const isLabelled = ({ attributes, tag, name }: PageNode): boolean =>
  Boolean(attributes['aria-label'] || attributes.title || (tag === 'g' && name));
