import { randomFrom } from '../../src/bench/report/statistics.ts';

/** Random choices for pages: the same seed gives the same page on every machine. */
export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  /** Throws for an empty list. */
  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.#next() * list.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  /** `count` results of `make`, joined. */
  many(count: number, make: (index: number) => string): string {
    return Array.from({ length: count }, (_, index) => make(index)).join('');
  }
}
