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
 * no click on what it holds.
 */
export const numbered: Rule = { name: 'numbered', run };

function run(pruning: Pruning): void {
  const { tiers, usable, page } = pruning;
  const holds = new Holdings(page.nodes.length);
  for (let i = page.nodes.length - 1; i >= 0; i--) {
    const node = page.nodes[i] as PageNode;
    const tier = tierOf(node);
    tiers[i] = tier;
    // What only lies too far away is held all the same: a part of the page makes no target of what is none in the whole.
    const isThere = !isRemoved(pruning, node) || pruning.verdicts[i]?.rule === viewport.name;
    const isUsable = isThere && tier !== 'structural' && (tier === 'semantic' || isTarget(node, holds));
    if (!isRemoved(pruning, node)) usable[i] = isUsable ? 1 : 0;
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

  constructor(count: number) {
    this.semantic = new Uint8Array(count);
    this.handled = new Uint8Array(count);
    this.words = new Uint8Array(count);
  }

  add(node: PageNode, tier: Tier, isUsable: boolean, shows: boolean): void {
    const { index, parent } = node;
    if (tier === 'semantic' && isUsable) this.semantic[index] = 1;
    if (tier === 'non-semantic' && isUsable && node.has(Flag.Listener)) {
      this.handled[index] = 1;
      this.words[index] = 0;
    }
    if (node.isText && shows && node.text.trim() !== '') this.words[index] = 1;
    if (!parent) return;
    if (this.semantic[index] === 1) this.semantic[parent.index] = 1;
    if (this.words[index] === 1) this.words[parent.index] = 1;
    const handled = (this.handled[parent.index] as number) + (this.handled[index] as number);
    this.handled[parent.index] = Math.min(handled, 2);
  }
}

function isTarget(node: PageNode, { semantic, handled, words }: Holdings): boolean {
  const { index } = node;
  if (node.attributes.draggable === 'true') return true;
  const isHandled = node.has(Flag.Listener) || node.attributes.onclick !== undefined;
  if (semantic[index] === 1) return node.has(Flag.Pointer) && isHandled;
  if (handled[index] === 0 || node.has(Flag.Pointer)) return true;
  return handled[index] === 1 && words[index] === 1;
}
