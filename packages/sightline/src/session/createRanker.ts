import type { PageNode } from '../model/Page.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { type Question, rankAll } from '../query/queryElements.ts';
import { Reader } from '../view/reading.ts';
import { Searcher } from './Searcher.ts';

/** Answers at most `k` elements of a snapshot, those that a question means first. */
export type Ranker = (snapshot: Snapshot, question: Question, k: number) => PageNode[];

/**
 * Search without a session: over snapshots that were captured or loaded. Each is indexed once; nothing is left out
 * for being a weak answer. Where no element is wanted (`k` of 0), the page is read and not indexed.
 */
export async function createRanker(): Promise<Ranker> {
  const searcher = new Searcher();
  const reader = new Reader();
  const vectors = await searcher.vectors();
  return (snapshot, question, k) => {
    const { structure } = reader.read(snapshot, {});
    if (k <= 0) return [];
    const index = searcher.index(structure);
    return rankAll(index, question, k, vectors).map(({ node }) => node);
  };
}
