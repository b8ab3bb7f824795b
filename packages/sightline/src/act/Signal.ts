/** Lets one wait for the next of many events. */
export class Signal {
  #waiting: (() => void)[] = [];
  /** How many events there were. */
  count = 0;

  raise(): void {
    this.count++;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Resolves with the next event, or after so many milliseconds. */
  next(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, milliseconds));
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
