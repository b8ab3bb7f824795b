import { type AbortOptions, throwIfAborted } from '../../snapshot/untilAborted.ts';

/** Candidates per choice (Mind2Web's MindAct). */
const BATCH = 5;

/** Chooses one of a few candidates, or none: answers a position, or undefined. */
export type ChooseFromBatch<T> = (candidates: readonly T[], question: string) => Promise<number | undefined>;

export interface EliminationOptions extends AbortOptions {
  /** Seeds the order in which candidates meet. Default 1. */
  seed?: number;
}

/** A choice that was made, for traces. */
export interface EliminationResult<T> {
  /** Undefined where every batch answered "none of these". */
  winner: T | undefined;
  /** Number of choices made. */
  calls: number;
}

/**
 * Finds the one of many candidates by single elimination: shuffled, in batches of five with "none of these" as an
 * answer, the winners of each round against each other. At most n / 4 + 1 choices; a candidate alone in its batch
 * goes on without one, except in the end.
 */
export async function chooseByElimination<T>(
  candidates: readonly T[],
  question: string,
  choose: ChooseFromBatch<T>,
  { seed = 1, signal }: EliminationOptions = {},
): Promise<EliminationResult<T>> {
  let round = shuffle(candidates, seed);
  let calls = 0;
  while (round.length > 0) {
    const batches = batchesOf(round);
    const isFinal = batches.length === 1;
    const winners: T[] = [];
    for (const batch of batches) {
      throwIfAborted(signal);
      if (batch.length === 1 && !isFinal) {
        winners.push(batch[0] as T);
        continue;
      }
      calls++;
      const chosen = await choose(batch, question);
      const winner = chosen === undefined ? undefined : batch[chosen];
      if (winner !== undefined) winners.push(winner);
    }
    if (isFinal) return { winner: winners[0], calls };
    round = winners;
  }
  return { winner: undefined, calls };
}

function batchesOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) =>
    items.slice(i * BATCH, (i + 1) * BATCH),
  );
}

/** Fisher-Yates with a linear congruential generator: the same order for the same seed. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const shuffled = [...items];
  let state = seed >>> 0;
  for (let i = shuffled.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 2 ** 32) * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j] as T, shuffled[i] as T];
  }
  return shuffled;
}
