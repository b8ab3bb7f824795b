import type { Box } from '../model/Page.ts';
import { intersect, isEmpty } from './geometry.ts';
import { decide, isRemoved, type Pruning, type Rule } from './Pruning.ts';

/**
 * What lies outside the part of the page that was asked for: the viewport and as many CSS pixels
 * around it (seed 003, `viewportExpansion`). -1 asks for the whole page.
 */
export const viewport: Rule = { name: 'viewport', run };

function run(pruning: Pruning): void {
  const { viewportExpansion: expansion } = pruning.options;
  const main = pruning.page.documents[0];
  if (expansion < 0 || !main) return;
  const window: Box = {
    x: main.scroll.x - expansion,
    y: main.scroll.y - expansion,
    width: main.viewport.width + 2 * expansion,
    height: main.viewport.height + 2 * expansion,
  };
  for (const node of pruning.page.nodes) {
    const seen = pruning.seen[node.index];
    if (!seen || isRemoved(pruning, node) || (node.box && isEmpty(node.box))) continue;
    if (isEmpty(intersect(seen, window))) {
      decide(pruning, node, { rule: 'viewport', decision: 'remove', why: 'outside the part asked for' });
    }
  }
}
