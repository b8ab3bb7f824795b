import type { SettleResult } from '../../actions/settle/SettleObserver.ts';
import type { TabEvent } from '../../browser/tabs/TabEvent.ts';
import type { PageDiff } from '../../diff/PageDiff.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';

/** Whether the page visibly did something after an action, beside what the element itself and the focus show. */
export function hasReacted(
  { diff, settled, events }: { diff: PageDiff; settled: SettleResult; events: readonly TabEvent[] },
  node: PageNode,
): boolean {
  const { otherPage, url, title, opened, closed, appeared, gone, texts, replaced, changed, moved } = diff;
  const isOther = (one: PageNode): boolean => !node.contains(one) && elementKey(one) !== elementKey(node);
  return (
    otherPage ||
    url !== undefined ||
    title !== undefined ||
    diff.reordered.size > 0 ||
    events.length > 0 ||
    settled.transients.length > 0 ||
    [opened, closed, appeared, gone, texts, replaced, moved].some((list) => list.length > 0) ||
    changed.some((one) => isOther(one.node))
  );
}
