import type { AskedQuestion } from './askAll.ts';
import { SETS } from './pages.ts';
import { QUESTION_KINDS } from './questions.ts';

/** Shares in percent; `mrr` in [0, 1]. */
export interface Score {
  count: number;
  at1: number;
  at5: number;
  at20: number;
  mrr: number;
}

/** By group of questions, then by contender and reading. */
export type Scores = Record<string, Record<string, Score>>;

function score(asked: readonly AskedQuestion[], contender: string): Score {
  const ranks = asked.map(({ ranks }) => ranks[contender] ?? 0);
  const within = (k: number): number =>
    (100 * ranks.filter((rank) => rank > 0 && rank <= k).length) / ranks.length;
  const mrr = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length;
  return { count: ranks.length, at1: within(1), at5: within(5), at20: within(20), mrr };
}

/** Scores by set, of all its questions, by kind, and of hidden elements. */
export function scoreAll(asked: readonly AskedQuestion[]): Scores {
  const groups: Record<string, readonly AskedQuestion[]> = {};
  for (const set of SETS) {
    const own = asked.filter((one) => one.set === set);
    groups[set] = own;
    for (const kind of QUESTION_KINDS) groups[`${set}, ${kind}`] = own.filter((one) => one.kind === kind);
    groups[`${set}, hidden`] = own.filter(({ hidden }) => hidden);
  }
  const contenders = Object.keys(asked[0]?.ranks ?? {});
  return Object.fromEntries(
    Object.entries(groups)
      .filter(([, part]) => part.length > 0)
      .map(([name, part]) => [
        name,
        Object.fromEntries(contenders.map((contender) => [contender, score(part, contender)])),
      ]),
  );
}

export type FailedQuestion = Pick<AskedQuestion, 'id' | 'kind' | 'ask'> & { rank: number };

/** Questions that a contender does not answer within 5, worst first; none of the second set. */
export function failuresOf(asked: readonly AskedQuestion[], contender: string): FailedQuestion[] {
  return asked
    .map(({ set, id, kind, ask, ranks }) => ({ set, id, kind, ask, rank: ranks[contender] ?? 0 }))
    .filter(({ set, rank }) => set !== 'second' && (rank === 0 || rank > 5))
    .sort((a, b) => depthOf(b) - depthOf(a));
}

const depthOf = ({ rank }: { rank: number }): number => rank || Number.MAX_SAFE_INTEGER;
