import type { Browser } from 'playwright-core';
import { toBrowserError } from '../../browser/browserError.ts';
import type { BrowserConnection } from '../../browser/connect/BrowserConnection.ts';
import { readContextOptions } from '../../browser/launch/readContextOptions.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import { readOptions } from '../../snapshot/readOptions.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { throwIfAborted } from '../../snapshot/untilAborted.ts';
import { POOL_FIELDS } from '../optionFields.ts';
import { PageSource } from '../pages/PageSource.ts';
import { Session } from '../Session.ts';
import type { PoolHealth, PoolOptions, PoolRunOptions } from './PoolOptions.ts';
import { GridSource, LaunchSource, type PoolSource } from './PoolSource.ts';
import { SlotQueue } from './SlotQueue.ts';

export type { PoolHealth, PoolOptions, PoolRunOptions };

/** Milliseconds for a session to close whose browser may not answer any more. */
const CLOSE_TIMEOUT_MS = 40_000;

/** Milliseconds in which a browser whose tabs have closed is known to have ended. */
const LOSS_GRACE_MS = 500;

class PooledSession extends Session {
  #browser: Browser | null = null;

  static async over(connection: BrowserConnection, options: PoolOptions): Promise<PooledSession> {
    const session = new PooledSession(await PageSource.fromBrowser(connection, options), options);
    session.#browser = connection.context.browser();
    return session;
  }

  /** Whether its browser has gone, whatever the work made of that. */
  async wasLost(error: unknown): Promise<boolean> {
    const browser = this.#browser;
    if (!browser?.isConnected()) return true;
    if (toBrowserError(error).code !== 'tab_closed') return false;
    const disconnected = new Promise((resolve) => browser.once('disconnected', resolve));
    await withTimeout(disconnected, LOSS_GRACE_MS, undefined);
    return !browser.isConnected();
  }
}

/**
 * Sessions side by side, in few browsers: each in a context of its own, with cookies, storage and tabs that no other has; or each
 * in a browser of a Selenium Grid. So many are open at once, further callers wait in order. A browser that ends takes its
 * sessions with it, and another is started for those that follow.
 */
export class SessionPool {
  readonly #options: PoolOptions;
  readonly #source: PoolSource;
  readonly #queue: SlotQueue;
  readonly #sessions = new Set<PooledSession>();
  #lost = 0;
  #retried = 0;

  /** Nothing is started before the first session. Throws `invalid_argument` for what cannot be set. */
  constructor(given: PoolOptions = {}) {
    const options = readOptions('SessionPool', given, POOL_FIELDS);
    const { sessions = 4, maxWaiting = 1_000, waitMs = 300_000, retries = 1 } = options;
    checkCount('sessions', sessions, 1);
    checkCount('maxWaiting', maxWaiting, 0);
    checkCount('retries', retries, 0);
    readContextOptions({ ...options, storageState: undefined });
    this.#options = options;
    this.#source = options.grid === undefined ? new LaunchSource(options) : new GridSource(options);
    this.#queue = new SlotQueue({ slots: sessions, maxWaiting, waitMs });
  }

  /** How it is now. */
  get health(): PoolHealth {
    const { sessions: limit = 4 } = this.#options;
    const { taken, waiting } = this.#queue;
    return {
      limit,
      open: taken,
      waiting,
      browsers: this.#source.browsers,
      lost: this.#lost,
      retried: this.#retried,
    };
  }

  /**
   * A session, as soon as there may be one more; its `close` gives it back, as does the end of its browser. Throws `timeout`,
   * `too_large` where too many wait, `aborted`, `no_session` after `close`, and what starting a browser throws.
   */
  open({ signal }: Pick<PoolRunOptions, 'signal'> = {}): Promise<Session> {
    return this.#open(signal);
  }

  async #open(signal: AbortSignal | undefined): Promise<PooledSession> {
    await this.#queue.take(signal);
    let session: PooledSession | undefined;
    let isOpen = true;
    const giveBack = (): void => {
      if (!isOpen) return;
      isOpen = false;
      if (session) this.#sessions.delete(session);
      this.#queue.release();
    };
    try {
      const connection = await this.#source.open();
      let closing: Promise<void> | undefined;
      const close: BrowserConnection['close'] = (printed) => {
        closing ??= connection.close(printed).finally(giveBack);
        return closing;
      };
      connection.context.browser()?.once('disconnected', () => {
        if (isOpen) this.#lost++;
        void close().catch(() => undefined);
      });
      session = await PooledSession.over({ ...connection, close }, this.#options).catch(async (error) => {
        await close();
        throw error;
      });
      this.#sessions.add(session);
      this.#queue.assertOpen();
      throwIfAborted(signal);
      return session;
    } catch (error) {
      await session?.close();
      giveBack();
      throw error;
    }
  }

  /**
   * Does work with a session, and closes it. Where its browser or the connection to it is lost meanwhile, the work is begun
   * again with another session, `retries` times: it receives the number of the attempt, from 0. Throws what the work throws, what `open`
   * throws, and `timeout` where it takes longer than `timeoutMs`.
   */
  async run<T>(
    work: (session: Session, attempt: number) => Promise<T>,
    options: PoolRunOptions = {},
  ): Promise<T> {
    const { retries = 1 } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#runOnce((session) => work(session, attempt), options);
      } catch (error) {
        if (attempt >= retries || !isLoss(error)) throw error;
        throwIfAborted(options.signal);
        this.#retried++;
      }
    }
  }

  async #runOnce<T>(work: (session: Session) => Promise<T>, options: PoolRunOptions): Promise<T> {
    const { signal, timeoutMs } = options;
    const session = await this.#open(signal);
    try {
      const working = work(session).catch(async (error) => {
        throw (await session.wasLost(error)) ? lostError(error) : error;
      });
      return await (timeoutMs === undefined ? working : beforeTimeout(working, timeoutMs));
    } finally {
      await withTimeout(session.close(), CLOSE_TIMEOUT_MS, undefined).catch(() => undefined);
    }
  }

  /** Closes every session and browser. Who waits for one is refused with `no_session`. */
  async close(): Promise<void> {
    this.#queue.close();
    const closing = Array.from(this.#sessions, (session) => session.close());
    await withTimeout(Promise.allSettled(closing), CLOSE_TIMEOUT_MS, []);
    await this.#source.close();
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function checkCount(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new SightlineError('invalid_argument', `SessionPool: ${name} cannot be ${value}.`, {
    hint: `Give a whole number from ${least}.`,
  });
}

/** The browser has gone, or none could be had: not what is wrong with the request. */
const isLoss = (error: unknown): boolean =>
  error instanceof SightlineError && error.code === 'browser_closed';

const lostError = (cause: unknown): SightlineError =>
  isLoss(cause)
    ? (cause as SightlineError)
    : new SightlineError('browser_closed', 'The browser of this session was lost.', {
        hint: 'Begin again with another session.',
        retryable: true,
        cause,
      });

async function beforeTimeout<T>(working: Promise<T>, timeoutMs: number): Promise<T> {
  const result = await withTimeout(
    working.then((value) => ({ value })),
    timeoutMs,
    undefined,
  );
  if (result) return result.value;
  throw new SightlineError('timeout', `The work with a session took longer than ${timeoutMs} ms.`, {
    hint: 'Allow more time.',
    retryable: true,
  });
}
