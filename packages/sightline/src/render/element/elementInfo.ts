import type { PageNode } from '../../snapshot/Page.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { stripInvisible } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';
import { elementVisibleText } from './elementText.ts';

/** The data of an element that does not depend on its number. */
export function elementInfo(node: PageNode, context: RenderContext): Record<string, unknown> {
  const { visibility, stableIds } = context.pageState;
  const elementLocators = context.elementLocators?.get(node);
  const { document } = node;
  return {
    elementId: stableIds.of(node),
    tag: stripInvisible(node.tag),
    role: node.role,
    text: stripInvisible(elementVisibleText(node, context)),
    accessibleName: stripInvisible(node.name),
    ...(elementLocators && { locators: elementLocators.locators }),
    ...(elementLocators && document.owner && { frameLocators: elementLocators.frameLocators }),
    attributes: Object.fromEntries(
      Object.entries(node.attributes).map(([key, value]) => [stripInvisible(key), stripInvisible(value)]),
    ),
    bbox: node.box ?? null,
    isVisible: !isRemoved(visibility, node),
    isInteractive: visibility.interactive[node.index] === 1 || visibility.tiers[node.index] !== 'structural',
    isTopElement: isTopmost(node, context),
    parentIframe: document.owner ? stripInvisible(document.url) : null,
  };
}

/** True if neither the hit test nor the visibility rules found anything above it. */
function isTopmost(node: PageNode, { pageState: { visibility } }: RenderContext): boolean {
  const rule = visibility.decisions[node.index]?.rule;
  return node.coveredBy === undefined && rule !== 'occluded' && rule !== 'behindModal';
}
