import { pageTimeoutError } from '../../browser/pageErrors.ts';

/** Milliseconds beyond what an action was given for its element and to settle: the page is read before and after it. */
const READING_MS = 20_000;

/** The time that an action may take as a whole, however its page answers. */
export class ActionDeadline {
  readonly #controller = new AbortController();
  #limitMs = READING_MS;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #reject: (reason: Error) => void = () => undefined;

  /** Aborted when the time is over: what goes on then does nothing more. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Gives it more time. */
  extend(milliseconds: number): void {
    this.#limitMs += milliseconds;
    clearTimeout(this.#timer);
    const remainingMs = this.#startedAt + this.#limitMs - performance.now();
    this.#timer = setTimeout(() => this.#end(), Math.max(0, remainingMs)).unref();
  }

  /** Settles as `work` does, and rejects with `timeout` when the time is over. */
  async race<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ended = new Promise<never>((_, reject) => {
      this.#reject = reject;
    });
    const working = work(this.signal);
    working.catch(() => undefined);
    try {
      return await Promise.race([working, ended]);
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #end(): void {
    this.#controller.abort();
    this.#reject(pageTimeoutError(this.#limitMs));
  }
}
