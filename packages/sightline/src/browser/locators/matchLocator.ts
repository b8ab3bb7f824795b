import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { invalidSelector } from '../../snapshot/selectors/invalidSelector.ts';
import type { SelectorMatches } from './matchSelector.ts';
import { SELECTOR_ENGINE } from './selectorEngine.ts';

/** The elements of a document that may match: ids of the last capture, in document order. */
export interface LocatorCandidates {
  document: string;
  ids: readonly number[];
}

type LocatorScope = Page | Frame | FrameLocator;

/**
 * Which candidates match a selector of Playwright, at most `limit` in each document. Playwright says how many match and
 * not which, so those that do are found by halves. Throws `invalid_selector`.
 */
export async function matchLocator(
  selector: string,
  candidates: readonly LocatorCandidates[],
  limit: number,
  scopeOf: (document: string) => LocatorScope,
): Promise<SelectorMatches[]> {
  const matches = candidates.map(async ({ document, ids }) => {
    const scope = scopeOf(document);
    const matching = scope.locator(selector);
    const count = (some: readonly number[]): Promise<number> =>
      countWithin(matching, scope, document, some).catch((error: unknown) => {
        throw /selector|engine|parsing/i.test(String(error))
          ? invalidSelector(selector, firstLine(error))
          : error;
      });
    const total = await count(ids);
    return { document, ids: await findMatching(ids, total, limit, count), total };
  });
  return (await Promise.all(matches)).filter(({ total }) => total > 0);
}

function countWithin(
  matching: Locator,
  scope: LocatorScope,
  document: string,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return Promise.resolve(0);
  return matching.and(scope.locator(`${SELECTOR_ENGINE}=${document}/${ids.join()}`)).count();
}

/** `total`: how many of the ids match. */
async function findMatching(
  ids: readonly number[],
  total: number,
  limit: number,
  count: (ids: readonly number[]) => Promise<number>,
): Promise<number[]> {
  if (total === 0 || limit <= 0) return [];
  if (total === ids.length) return ids.slice(0, limit);
  const half = ids.length >> 1;
  const first = ids.slice(0, half);
  const firstTotal = await count(first);
  const found = await findMatching(first, firstTotal, limit, count);
  return [
    ...found,
    ...(await findMatching(ids.slice(half), total - firstTotal, limit - found.length, count)),
  ];
}

const firstLine = (error: unknown): string =>
  String((error as Error).message ?? error)
    .replace(/^locator\.\w+: /, '')
    .split('\n')[0] ?? '';
