/** Seeded samples: the same elements on every machine and run. */
export class Sample {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** `count` of the list in their order; all where there are no more. */
  take<T>(list: readonly T[], count: number): T[] {
    let left = Math.min(count, list.length);
    return list.filter((_, i) => {
      const chosen = this.#next() < left / (list.length - i);
      if (chosen) left--;
      return chosen;
    });
  }

  /** A number in [0, 1) (mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
