import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved, type Pruning, type Rule } from './Pruning.ts';
import { tierOf } from './tier.ts';

/**
 * Which of the elements left a person can use: these get a number when they are shown.
 * Spares, as targets, boxes that only hold targets: a listener on a container is delegation, and a
 * pointer cursor around a link or a button is the link's or the button's.
 */
export const numbered: Rule = { name: 'numbered', run };

function run(pruning: Pruning): void {
  const { tiers, usable, page } = pruning;
  const holdsSemantic = new Uint8Array(page.nodes.length);
  for (let i = page.nodes.length - 1; i >= 0; i--) {
    const node = page.nodes[i] as PageNode;
    const tier = tierOf(node);
    tiers[i] = tier;
    if (tier !== 'structural' && !isRemoved(pruning, node)) {
      usable[i] = tier === 'semantic' || isTarget(node, holdsSemantic[i] === 1) ? 1 : 0;
    }
    const { parent } = node;
    if (parent && (holdsSemantic[i] === 1 || (tier === 'semantic' && usable[i] === 1)))
      holdsSemantic[parent.index] = 1;
  }
}

function isTarget(node: PageNode, holdsSemantic: boolean): boolean {
  if (!holdsSemantic) return true;
  return node.has(Flag.Pointer) && (node.has(Flag.Listener) || node.attributes.onclick !== undefined);
}
