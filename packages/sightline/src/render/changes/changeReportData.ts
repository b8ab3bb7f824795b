import { isEmptyDiff } from '../../diff/diffPages.ts';
import type { PageDiff } from '../../diff/PageDiff.ts';
import type { VisibleItem } from '../../diff/VisibleItems.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { stripInvisible } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';
import type { SettleSummary } from './settleSections.ts';

/** Longest list. */
const MAX_ITEMS = 30;

/** A change report as data. */
export function changeReportData(
  context: RenderContext,
  diff: PageDiff,
  settle: SettleSummary,
): Record<string, unknown> {
  const { url, title, otherPage, opened, closed, reordered, covered, uncovered } = diff;
  return {
    settled: settle.settled,
    ...(settle.reason && { reason: settle.reason }),
    otherPage,
    nothing: isEmptyDiff(diff),
    ...(url && { url: cleanAll(url) }),
    ...(title && { title: cleanAll(title) }),
    opened: limit(opened).map(regionAddress),
    closed: limit(closed).map(regionAddress),
    ...elementChanges(context, diff),
    covered: covered.length,
    uncovered: uncovered.length,
    reordered: [...reordered].map(regionAddress),
    cameAndWent: settle.transients.map(cleanAll),
    requestsFailed: settle.requests.failed.map((request) => ({
      ...request,
      url: stripInvisible(request.url),
    })),
    consoleErrors: settle.consoleErrors.map(stripInvisible),
  };
}

function elementChanges(
  context: RenderContext,
  { appeared, gone, scrolledAway, changed, texts, moved, focus, scrolled }: PageDiff,
): Record<string, unknown> {
  const items = appeared.flatMap((span) => span.items);
  const element = (node: PageNode): object => elementData(node, context);
  const item = ({ kind, node, text }: VisibleItem): object =>
    kind === 'element' ? element(node) : { text: stripInvisible(text) };
  return {
    appeared: limit(items).map((one) => ({ region: regionAddress(one.region), ...item(one) })),
    changed: limit(changed).map(({ node, region, changes }) => ({
      region: regionAddress(region),
      ...element(node),
      changes: changes.map(cleanAll),
    })),
    texts: limit(texts).map(({ region, was, is }) => ({
      region: regionAddress(region),
      was: stripInvisible(was),
      is: stripInvisible(is),
    })),
    gone: limit(gone).map(({ kind, node, text, region }) => ({
      region: regionAddress(region),
      ...(kind === 'text' ? { text: stripInvisible(text) } : { role: node.role, name: stripInvisible(text) }),
    })),
    counts: {
      appeared: items.length,
      changed: changed.length,
      texts: texts.length,
      gone: gone.length,
      scrolledAway: scrolledAway.length,
    },
    moved: limit(moved).map(({ items: movedItems, region, previousItem }) => ({
      region: regionAddress(region),
      items: limit(movedItems).map(item),
      after: previousItem ? stripInvisible(previousItem.text) : null,
    })),
    ...(focus && { focus: focus.is ? element(focus.is) : null }),
    scrolled: limit(scrolled).map(({ node, was, is }) => ({ ...(node && element(node)), was, is })),
  };
}

function elementData(node: PageNode, { pageState, refOf }: RenderContext): Record<string, unknown> {
  return {
    ...(pageState.visibility.interactive[node.index] === 1 && { index: refOf(node) }),
    tag: stripInvisible(node.tag),
    role: node.role,
    name: stripInvisible(node.name),
  };
}

const regionAddress = (region: LandmarkRegion | undefined): string | null =>
  region ? stripInvisible(region.address) : null;

const limit = <T>(list: readonly T[]): readonly T[] => list.slice(0, MAX_ITEMS);

function cleanAll<T extends object>(values: T): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, text]) => [key, stripInvisible(String(text))]));
}
