/**
 * Counts the timers started in this document without touching the page: Chromium numbers them in turn, for
 * all worlds of a document, so that the number of one of ours says how many came before it (a test pins that).
 * When they will fire cannot be known.
 */
export class TimerCounter {
  /** Number of the last timer that was ours to see. */
  #lastTimerId = 0;
  /** Timers that we began since then. */
  #ownTimers = 0;

  /** A timer of our own, which is not counted. */
  setOwnTimeout(run: () => void, milliseconds: number): number {
    this.#ownTimers++;
    return Number(setTimeout(run, milliseconds));
  }

  /** How many timers the page began since the last call. */
  countStarted(): number {
    const timerId = Number(setTimeout(() => undefined, 0));
    clearTimeout(timerId);
    const count = timerId - this.#lastTimerId - 1 - this.#ownTimers;
    this.#lastTimerId = timerId;
    this.#ownTimers = 0;
    // Numbers that begin again from 1, after two thousand million of them, say nothing: that counts as one.
    return count < 0 ? 1 : count;
  }
}
