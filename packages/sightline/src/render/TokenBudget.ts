/** The tokens (o200k) that are left for a text while its parts are chosen. */
export class TokenBudget {
  #remaining: number;

  constructor(tokens: number) {
    this.#remaining = tokens;
  }

  get remaining(): number {
    return this.#remaining;
  }

  spend(cost: number): void {
    this.#remaining -= cost;
  }

  /** Whether a part fits, with `reserve` tokens left for what must follow it. */
  fits(cost: number, reserve = 0): boolean {
    return !(cost + reserve > this.#remaining);
  }

  /** Spends the cost of a part if it fits. */
  take(cost: number, reserve = 0): boolean {
    const fits = this.fits(cost, reserve);
    if (fits) this.spend(cost);
    return fits;
  }

  /** The first items, up to the one that does not fit; after that one nothing fits any more. */
  takeFirst<T>(items: Iterable<T>, costOf: (item: T) => number): T[] {
    if (this.#remaining === Number.POSITIVE_INFINITY) return [...items];
    const taken: T[] = [];
    for (const item of items) {
      this.spend(costOf(item));
      if (this.#remaining < 0) break;
      taken.push(item);
    }
    return taken;
  }
}
