/**
 * Tells how many timers were begun in this document without touching the page: Chromium numbers them in turn, for
 * all worlds of a document, so that the number of one of ours says how many came before it (a test pins that).
 * When they will fire cannot be known.
 */
export class Timers {
  /** Number of the last timer that was ours to see. */
  #last = 0;
  /** Timers that we began since then. */
  #own = 0;

  /** A timer of our own, which is not counted. */
  start(run: () => void, milliseconds: number): number {
    this.#own++;
    return Number(setTimeout(run, milliseconds));
  }

  /** How many timers the page began since the last call. */
  begun(): number {
    const number = Number(setTimeout(() => undefined, 0));
    clearTimeout(number);
    const count = number - this.#last - 1 - this.#own;
    this.#last = number;
    this.#own = 0;
    // Numbers that begin again from 1, after two thousand million of them, say nothing: that counts as one.
    return count < 0 ? 1 : count;
  }
}
