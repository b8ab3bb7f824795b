import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between two pauses. */
const WORK_MS = 20;

/** Pauses of a long search, in which timers and messages have their turn; it ends when it is aborted. */
export class SearchPauses {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** To be called again and again. Throws the reason of the signal. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < WORK_MS) return;
    await setImmediate();
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
