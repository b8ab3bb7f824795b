import type { AskedQuestion } from './askAll.ts';
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

/** Scores over all, by kind, of hidden elements, and by half; by half and kind too. */
export function scoreAll(asked: readonly AskedQuestion[]): Scores {
  const groups: Record<string, readonly AskedQuestion[]> = {
    all: asked,
    ...byKind(asked, ''),
    hidden: asked.filter(({ hidden }) => hidden),
  };
  for (const half of ['tune', 'held']) {
    const part = asked.filter((one) => one.half === half);
    Object.assign(groups, { [half]: part, ...byKind(part, `${half}, `) });
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

const byKind = (asked: readonly AskedQuestion[], prefix: string): Record<string, AskedQuestion[]> =>
  Object.fromEntries(
    QUESTION_KINDS.map((kind) => [`${prefix}${kind}`, asked.filter((one) => one.kind === kind)]),
  );

export type FailedQuestion = Pick<AskedQuestion, 'id' | 'kind' | 'ask'> & { rank: number };

/** Questions for tuning that a contender does not answer within 5, worst first. */
export function failuresOf(asked: readonly AskedQuestion[], contender: string): FailedQuestion[] {
  return asked
    .map(({ half, id, kind, ask, ranks }) => ({ half, id, kind, ask, rank: ranks[contender] ?? 0 }))
    .filter(({ half, rank }) => half === 'tune' && (rank === 0 || rank > 5))
    .sort((a, b) => depthOf(b) - depthOf(a));
}

const depthOf = ({ rank }: { rank: number }): number => rank || Number.MAX_SAFE_INTEGER;
