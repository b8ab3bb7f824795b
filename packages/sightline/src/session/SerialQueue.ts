import { throwIfAborted, untilAborted } from '../snapshot/untilAborted.ts';

/** Runs tasks one at a time, in the order in which they were added. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Settles as `task` does, which starts when those before it have ended. One that fails does not stop the next. Where
   * `signal` is aborted while it waits, it is not started, and rejects at once.
   */
  async run<T>(task: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    let noteStart = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      noteStart = resolve;
    });
    const result = this.#last.then(() => {
      noteStart();
      throwIfAborted(signal);
      return task();
    });
    this.#last = result.catch(() => undefined);
    await untilAborted(() => started, signal);
    return result;
  }
}
