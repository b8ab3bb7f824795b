import type { PageNode } from '../model/Page.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { clean } from './escape.ts';
import { visibleText } from './pieces.ts';
import type { Scene } from './View.ts';

/** What seed 003 keeps of an element, under its keys; `index` apart, which is given when it is shown. */
export function elementInfo(node: PageNode, scene: Scene): Record<string, unknown> {
  const { pruning, stableIds } = scene.structure;
  const located = scene.located?.get(node);
  const { document } = node;
  return {
    elementId: stableIds.of(node),
    tag: clean(node.tag),
    role: node.role,
    text: clean(visibleText(node, scene)),
    accessibleName: clean(node.name),
    ...(located && { locators: located.locators }),
    ...(located && document.owner && { frameLocators: located.frameLocators }),
    attributes: Object.fromEntries(
      Object.entries(node.attributes).map(([key, value]) => [clean(key), clean(value)]),
    ),
    bbox: node.box ?? null,
    isVisible: !isRemoved(pruning, node),
    isInteractive: pruning.usable[node.index] === 1 || pruning.tiers[node.index] !== 'structural',
    isTopElement: isOnTop(node, scene),
    parentIframe: document.owner ? clean(document.url) : null,
  };
}

/** Nothing was found over it, by the hit test or by the rules that know of layers and modals. */
function isOnTop(node: PageNode, { structure: { pruning } }: Scene): boolean {
  const rule = pruning.verdicts[node.index]?.rule;
  return node.coveredBy === undefined && rule !== 'occluded' && rule !== 'behindModal';
}
