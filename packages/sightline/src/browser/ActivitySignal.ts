/** Counts events, and lets others wait for the next one. */
export class ActivitySignal {
  #waiters: (() => void)[] = [];
  /** How many events there were. */
  count = 0;

  raise(): void {
    this.count++;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  /** Resolves with the next event, or after so many milliseconds. */
  next(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds));
      this.#waiters.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
