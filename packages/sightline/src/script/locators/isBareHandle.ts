import type { PageNode } from '../../snapshot/Page.ts';
import type { VisibilityDecision } from '../../visibility/Visibility.ts';

/** As `.unseen` says it. */
const NOTHING_PAINTED = 'nothing painted';

/** Nothing else hides it than that nothing is painted there, and the cursor over it says that a drag changes a size. */
export const isBareHandle = (node: PageNode, decision: VisibilityDecision | undefined): boolean =>
  decision?.reason === 'not-painted' &&
  decision.by === node &&
  node.attributes['.unseen'] === NOTHING_PAINTED &&
  (node.attributes['.cursor'] ?? '').endsWith('-resize');
