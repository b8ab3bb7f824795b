/** A seeded generator (mulberry32): the same seed gives the same choices everywhere. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick(list) {
    return list[Math.floor(this.next() * list.length)];
  }

  /** The same values in another order, as a new list. */
  shuffle(list) {
    const shuffled = [...list];
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.between(0, at);
      [shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]];
    }
    return shuffled;
  }
}
