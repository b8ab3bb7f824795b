import { PageStateCache } from '../../render/PageStateCache.ts';
import { type ElementQuery, rankCandidates } from '../../search/elements/searchElements.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import { SearchResources } from './SearchResources.ts';

/** Answers at most `k` elements of a snapshot, those that a question means first. */
export type Ranker = (snapshot: Snapshot, question: ElementQuery, k: number) => PageNode[];

/**
 * Search without a session: over snapshots that were captured or loaded. Each is indexed once; nothing is left out
 * for being a weak answer. Where no element is wanted (`k` of 0), the page is read and not indexed.
 */
export async function createRanker(): Promise<Ranker> {
  const resources = new SearchResources();
  const pageStates = new PageStateCache();
  const vectors = await resources.vectors();
  return (snapshot, question, k) => {
    const { pageState } = pageStates.get(snapshot, {});
    if (k <= 0) return [];
    const index = resources.indexOf(pageState);
    return rankCandidates(index, question, k, vectors).map(({ node }) => node);
  };
}
