import { describe, expect, test } from 'vitest';
import {
  type ChooseFromBatch,
  chooseByElimination,
} from '../../packages/sightline/src/search/elements/chooseByElimination.ts';

/** Chooses the wanted candidate where it is offered. */
const picks =
  (wanted: number): ChooseFromBatch<number> =>
  async (candidates) => {
    const at = candidates.indexOf(wanted);
    return at < 0 ? undefined : at;
  };

describe('tournament selection', () => {
  test.each([1, 2, 5, 6, 23, 100])('finds the one of %i, with few choices', async (count) => {
    const candidates = Array.from({ length: count }, (_, i) => i);
    const { winner, calls } = await chooseByElimination(candidates, 'which?', picks(count - 1));
    expect(winner).toBe(count - 1);
    expect(calls).toBeLessThanOrEqual(Math.ceil(count / 4) + 1);
  });

  test('shows five at most, shuffled the same way for the same seed', async () => {
    const candidates = Array.from({ length: 20 }, (_, i) => i);
    const seen = async (seed: number): Promise<number[][]> => {
      const batches: number[][] = [];
      const choose: ChooseFromBatch<number> = async (batch) => {
        batches.push([...batch]);
        return undefined;
      };
      await chooseByElimination(candidates, '?', choose, { seed });
      return batches;
    };
    const first = await seen(7);
    expect(first).toEqual(await seen(7));
    expect(first).not.toEqual(await seen(8));
    expect(first.every((batch) => batch.length <= 5)).toBe(true);
    expect(first.flat().sort((a, b) => a - b)).toEqual(candidates);
  });

  test('none of these, everywhere', async () => {
    expect(await chooseByElimination([1, 2, 3], '?', async () => undefined)).toEqual({
      winner: undefined,
      calls: 1,
    });
    expect(await chooseByElimination([], '?', async () => 0)).toEqual({ winner: undefined, calls: 0 });
  });

  test('a position that was not offered is none', async () => {
    expect((await chooseByElimination([1, 2], '?', async () => 9)).winner).toBeUndefined();
  });

  test('stops when it is asked to', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(
      chooseByElimination([1, 2], '?', async () => 0, { signal: controller.signal }),
    ).rejects.toThrow();
  });
});
