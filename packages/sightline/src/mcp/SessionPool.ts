import { SerialQueue } from '../session/SerialQueue.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ToolContext } from '../tools/defineTool.ts';
import { type OpenSlotOptions, SessionSlot } from '../tools/SessionSlot.ts';

/** Options of new sessions. */
export type SessionDefaults = Pick<
  OpenSlotOptions,
  'headed' | 'cdpUrl' | 'downloads' | 'env' | 'allow' | 'block' | 'allowEvaluate'
> &
  Required<Pick<OpenSlotOptions, 'calls'>>;

export interface CallScope {
  signal: AbortSignal;
  progress(stage: string): void;
}

interface PoolEntry {
  slot: SessionSlot;
  calls: SerialQueue;
}

/** Sessions open at once. */
const MAX_SESSIONS = 10;

/** The sessions of a server by name. Calls in one session run in order, calls in several run concurrently. */
export class SessionPool {
  readonly #defaults: SessionDefaults;
  readonly #filesFolder: string;
  readonly #entries = new Map<string, PoolEntry>();

  constructor(defaults: SessionDefaults, filesFolder: string) {
    this.#defaults = defaults;
    this.#filesFolder = filesFolder;
  }

  /** Runs `work` after earlier calls in the session. A session whose browser is gone is closed. */
  async run<T>(name: string, scope: CallScope, work: (context: ToolContext) => Promise<T>): Promise<T> {
    const entry = this.#openEntry(name);
    return entry.calls.run(async () => {
      try {
        scope.signal.throwIfAborted();
        return await work(this.#createToolContext(name, entry, scope));
      } catch (error) {
        if (error instanceof SightlineError && error.code === 'browser_closed') await entry.slot.close();
        throw error;
      } finally {
        this.#forget(name, entry);
      }
    });
  }

  /** Closes every browser. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#entries.values(), ({ slot }) => slot.close()));
  }

  #openEntry(name: string): PoolEntry {
    const existing = this.#entries.get(name);
    if (existing) return existing;
    if (this.#entries.size >= MAX_SESSIONS) throw tooMany(this.#entries.keys());
    const entry: PoolEntry = { slot: new SessionSlot(), calls: new SerialQueue() };
    this.#entries.set(name, entry);
    return entry;
  }

  #forget(name: string, entry: PoolEntry): void {
    if (!entry.slot.isOpen && this.#entries.get(name) === entry) this.#entries.delete(name);
  }

  #createToolContext(name: string, { slot }: PoolEntry, { signal, progress }: CallScope): ToolContext {
    const defaults = this.#defaults;
    return {
      calls: defaults.calls,
      cwd: this.#filesFolder,
      files: this.#filesFolder,
      env: defaults.env,
      signal,
      progress,
      session: () => slot.current(noSession),
      openSession: (options) => slot.open({ ...options, ...defaults, signal }),
      closeSessions: async () => {
        const closed = slot.isOpen ? [name] : [];
        await slot.close();
        return closed;
      },
      takeNotices: () => slot.takeNotices(),
    };
  }
}

function noSession(): SightlineError {
  return new SightlineError('no_session', 'No page is open.', { hint: 'Call open with a URL.' });
}

function tooMany(names: Iterable<string>): SightlineError {
  return new SightlineError('too_large', `More than ${MAX_SESSIONS} sessions at once are not opened.`, {
    hint: `Close one of them: ${[...names].join(', ')}.`,
  });
}
