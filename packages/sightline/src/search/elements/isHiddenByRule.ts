import type { PageNode } from '../../snapshot/Page.ts';
import type { Visibility } from '../../visibility/Visibility.ts';

/** Rules that remove elements which something can reveal. */
const HIDING_RULES = new Set(['invisible', 'occluded', 'behindModal', 'viewport']);

/** Whether it does not show now, and something may reveal it. */
export const isHiddenByRule = ({ decisions }: Visibility, node: PageNode): boolean =>
  HIDING_RULES.has(decisions[node.index]?.rule ?? '');
