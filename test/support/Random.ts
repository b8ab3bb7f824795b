/** A seeded source of choices (mulberry32): the same seed makes the same page and steps everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** From 0 up to, not including, `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Undefined for an empty list. */
  pick<T>(list: ArrayLike<T>): T | undefined {
    return list[this.below(list.length)];
  }

  of<T>(...list: [T, ...T[]]): T {
    return list[this.below(list.length)] as T;
  }

  /** Of a list that is not empty. */
  oneOf<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}
