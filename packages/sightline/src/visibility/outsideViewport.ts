import { type Box, isEmpty, overlaps } from '../snapshot/geometry.ts';
import { decide, isRemoved, type VisibilityDraft, type VisibilityRule } from './Visibility.ts';

/**
 * Removes what lies outside the requested part of the page: the viewport and `viewportExpansion` CSS pixels around it.
 * -1 requests the whole page.
 */
export const outsideViewport: VisibilityRule = { name: 'viewport', run };

function run(visibility: VisibilityDraft): void {
  const { viewportExpansion: expansion } = visibility.options;
  const main = visibility.page.documents[0];
  if (expansion < 0 || !main) return;
  const requestedArea: Box = {
    x: main.scroll.x - expansion,
    y: main.scroll.y - expansion,
    width: main.viewport.width + 2 * expansion,
    height: main.viewport.height + 2 * expansion,
  };
  for (const node of visibility.page.nodes) {
    const visibleBox = visibility.visibleBoxes[node.index];
    if (!visibleBox || isRemoved(visibility, node) || (node.box && isEmpty(node.box))) continue;
    if (!overlaps(visibleBox, requestedArea)) {
      decide(visibility, node, {
        rule: 'viewport',
        kind: 'remove',
        reason: 'outside-viewport',
      });
    }
  }
}
