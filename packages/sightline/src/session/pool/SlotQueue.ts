import { SightlineError } from '../../snapshot/SightlineError.ts';
import { untilAborted } from '../../snapshot/untilAborted.ts';

export interface SlotQueueOptions {
  /** Slots that are taken at once. */
  slots: number;
  /** Callers that wait for one; more are refused. */
  maxWaiting: number;
  /** Milliseconds that a caller waits. */
  waitMs: number;
}

interface Waiter {
  enter(): void;
  refuse(error: SightlineError): void;
}

/** Slots that callers take in the order in which they came. */
export class SlotQueue {
  readonly #options: SlotQueueOptions;
  readonly #waiters: Waiter[] = [];
  #taken = 0;
  #isClosed = false;

  constructor(options: SlotQueueOptions) {
    this.#options = options;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /**
   * Takes a slot, which is to be given back by `release`. Throws `too_large` where too many wait, `timeout`, `aborted`, `no_session`
   * after `close`.
   */
  async take(signal?: AbortSignal): Promise<void> {
    this.assertOpen();
    const { slots, maxWaiting, waitMs } = this.#options;
    if (this.#taken < slots && this.#waiters.length === 0) {
      this.#taken++;
      return;
    }
    if (this.#waiters.length >= maxWaiting) throw tooManyError(maxWaiting);
    let isIn = false;
    let waiter: Waiter | undefined;
    const waiting = new Promise<void>((resolve, reject) => {
      waiter = {
        enter: () => {
          isIn = true;
          resolve();
        },
        refuse: reject,
      };
      this.#waiters.push(waiter);
    });
    const timer = setTimeout(
      () => waiter?.refuse(waitedError(slots, waitMs)),
      Math.min(waitMs, MAX_TIMER_MS),
    );
    try {
      await untilAborted(() => waiting, signal);
    } catch (error) {
      // It may have been given a slot at the moment of its end.
      if (isIn) this.release();
      throw error;
    } finally {
      clearTimeout(timer);
      if (waiter && this.#waiters.includes(waiter)) this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
    }
  }

  /** The next that waits has it. */
  release(): void {
    const next = this.#waiters.shift();
    if (next) next.enter();
    else this.#taken--;
  }

  /** Throws `no_session` after `close`. */
  assertOpen(): void {
    if (this.#isClosed) throw closedError();
  }

  /** Refuses those that wait, and all that come. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(closedError());
  }
}

/** Longer than that, Node's timers end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const closedError = (): SightlineError =>
  new SightlineError('no_session', 'This pool of sessions was closed.', { hint: 'Make another one.' });

const tooManyError = (limit: number): SightlineError =>
  new SightlineError('too_large', `${limit} callers wait for a session of this pool already.`, {
    hint: 'Wait until some have theirs, or allow more: maxWaiting.',
    retryable: true,
  });

const waitedError = (slots: number, waitMs: number): SightlineError =>
  new SightlineError('timeout', `No session of this pool was free within ${waitMs} ms: ${slots} are open.`, {
    hint: 'Close sessions that are not needed, or allow more time (waitMs) or sessions.',
    retryable: true,
  });
