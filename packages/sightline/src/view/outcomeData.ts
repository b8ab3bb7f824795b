import type { PageNode } from '../model/Page.ts';
import { type Difference, isSame } from '../structure/difference.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { clean } from './escape.ts';
import type { SettledWords } from './outcome.ts';
import type { Scene } from './View.ts';

/** Longest list in the data. */
const MOST = 30;

/** An outcome as data: the same that the text tells, in lists of 30 at most. */
export function outcomeData(
  scene: Scene,
  difference: Difference,
  settled: SettledWords,
): Record<string, unknown> {
  const { opened, closed, appeared, gone, changed, texts, covered, uncovered, moved, reordered, focus } =
    difference;
  const items = appeared.flatMap((span) => span.items);
  const { usable } = scene.structure.pruning;
  const element = (node: PageNode): Record<string, unknown> => ({
    ...(usable[node.index] === 1 && { index: scene.numberOf(node) }),
    tag: clean(node.tag),
    role: node.role,
    name: clean(node.name),
  });
  const place = (region: LandmarkRegion | undefined): string | null =>
    region ? clean(region.address) : null;
  const cut = <T>(list: readonly T[]): readonly T[] => list.slice(0, MOST);
  const { url, title, scrolled, otherPage } = difference;
  return {
    settled: settled.settled,
    ...(settled.reason && { reason: settled.reason }),
    otherPage,
    nothing: isSame(difference),
    ...(url && { url: cleanAll(url) }),
    ...(title && { title: cleanAll(title) }),
    opened: cut(opened).map(place),
    closed: cut(closed).map(place),
    appeared: cut(items).map(({ kind, node, text, region }) => ({
      region: place(region),
      ...(kind === 'element' ? element(node) : { text: clean(text) }),
    })),
    changed: cut(changed).map(({ node, region, changes }) => ({
      region: place(region),
      ...element(node),
      changes: changes.map(cleanAll),
    })),
    texts: cut(texts).map(({ region, was, is }) => ({
      region: place(region),
      was: clean(was),
      is: clean(is),
    })),
    gone: cut(gone).map(({ kind, node, text, region }) => ({
      region: place(region),
      ...(kind === 'text' ? { text: clean(text) } : { role: node.role, name: clean(text) }),
    })),
    counts: { appeared: items.length, changed: changed.length, texts: texts.length, gone: gone.length },
    covered: covered.length,
    uncovered: uncovered.length,
    moved: cut(moved).map(({ items, region, behind }) => ({
      region: place(region),
      items: cut(items).map(({ kind, node, text }) =>
        kind === 'element' ? element(node) : { text: clean(text) },
      ),
      after: behind ? clean(behind.text) : null,
    })),
    reordered: [...reordered].map(place),
    ...(focus && { focus: focus.is ? element(focus.is) : null }),
    scrolled: cut(scrolled).map(({ node, was, is }) => ({ ...(node && element(node)), was, is })),
    cameAndWent: settled.transients.map(cleanAll),
    requestsFailed: settled.requests.failed.map((request) => ({ ...request, url: clean(request.url) })),
    consoleErrors: settled.consoleErrors.map(clean),
  };
}

function cleanAll<T extends object>(words: T): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, clean(String(text))]));
}
