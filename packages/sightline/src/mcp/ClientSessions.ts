import { join } from 'node:path';
import { SerialQueue } from '../session/SerialQueue.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ToolContext } from '../tools/defineTool.ts';
import { type OpenSlotOptions, SessionSlot, warmUpSession } from '../tools/SessionSlot.ts';
import { ownerOf } from './McpClient.ts';
import { DOWNLOADS } from './OutputFolder.ts';
import { SavedLogins } from './SavedLogins.ts';

/** Options of new sessions. */
export type SessionDefaults = Pick<
  OpenSlotOptions,
  'headed' | 'cdpUrl' | 'grid' | 'env' | 'allow' | 'block' | 'allowEvaluate' | 'browser'
> &
  Required<Pick<OpenSlotOptions, 'calls'>> & {
    /** What a session may begin with. Default: no login. */
    logins?: SavedLogins;
  };

export interface CallScope {
  /** Absolute path of the folder in which the call reads and writes. */
  files: string;
  /** What to do where no page is open. */
  noSessionHint: string;
  signal: AbortSignal;
  progress(stage: string): void;
}

interface PoolEntry {
  slot: SessionSlot;
  calls: SerialQueue;
  /** Calls under way or waiting. */
  pending: number;
  /** Milliseconds without a call after which it is closed. */
  keepMs: number;
  timer?: NodeJS.Timeout;
}

export interface ClientSessionsOptions {
  /** Milliseconds without a call after which a session is closed. Default: never. */
  idleMs?: number;
  /** Milliseconds without a call after which one is closed whose client has left. Default 60,000. */
  leftMs?: number;
  /** Sessions open at once. Default 10. */
  maxSessions?: number;
  /** Called when a session has been closed, or was not opened. */
  onClosed?(name: string): void;
}

/** Milliseconds without a call after which a session over HTTP is closed. */
export const REMOTE_IDLE_MS = 30 * 60_000;

/** The sessions of a server by name. Calls in one session run in order, calls in several run concurrently. */
export class ClientSessions {
  readonly #defaults: SessionDefaults;
  readonly #idleMs: number;
  readonly #leftMs: number;
  readonly #maxSessions: number;
  readonly #onClosed: (name: string) => void;
  readonly #entries = new Map<string, PoolEntry>();

  constructor(
    defaults: SessionDefaults,
    {
      idleMs = Number.POSITIVE_INFINITY,
      leftMs = 60_000,
      maxSessions = 10,
      onClosed,
    }: ClientSessionsOptions = {},
  ) {
    this.#defaults = defaults;
    this.#idleMs = idleMs;
    this.#leftMs = leftMs;
    this.#maxSessions = maxSessions;
    this.#onClosed = (name) => onClosed?.(name);
  }

  /** Begins a session and ends it. @throws SightlineError what a first session would fail of */
  warmUp(signal: AbortSignal): Promise<void> {
    return warmUpSession({ ...this.#defaults, signal });
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Whether a client has a session. */
  hasAnyOf(owner: string): boolean {
    return [...this.#entries.keys()].some((name) => ownerOf(name) === owner);
  }

  /** Closes the sessions of a client that has left, unless it is back or they are used again soon. */
  leave(owner: string): void {
    this.#keep(owner, Math.min(this.#leftMs, this.#idleMs));
  }

  /** The client has not left, or is back. */
  stay(owner: string): void {
    this.#keep(owner, this.#idleMs);
  }

  #keep(owner: string, milliseconds: number): void {
    for (const [name, entry] of this.#entries)
      if (ownerOf(name) === owner) this.#closeAfter(name, entry, milliseconds);
  }

  /** Runs `work` after earlier calls in the session. A session whose browser is gone is closed. */
  async run<T>(name: string, scope: CallScope, work: (context: ToolContext) => Promise<T>): Promise<T> {
    const entry = this.#openEntry(name);
    entry.pending++;
    this.#closeAfter(name, entry, this.#idleMs);
    return entry.calls.run(async () => {
      try {
        scope.signal.throwIfAborted();
        return await work(this.#createToolContext(name, entry, scope));
      } catch (error) {
        if (error instanceof SightlineError && error.code === 'browser_closed') await entry.slot.close();
        throw error;
      } finally {
        entry.pending--;
        if (entry.slot.isOpen) this.#closeAfter(name, entry, entry.keepMs);
        else this.#forget(name, entry);
      }
    });
  }

  /** A text of a file, without what the sessions know of secrets: those of `owner`, or all. */
  async redactFile(text: string, owner: string | undefined): Promise<string> {
    let redacted = text;
    for (const [name, { slot }] of this.#entries)
      if (owner === undefined || ownerOf(name) === owner) redacted = await slot.redactFile(redacted);
    return redacted;
  }

  /** Closes every browser. */
  async close(): Promise<void> {
    await Promise.all(
      Array.from(this.#entries.values(), ({ slot, timer }) => {
        clearTimeout(timer);
        return slot.close();
      }),
    );
  }

  /** Closes a session after so many milliseconds without a call. */
  #closeAfter(name: string, entry: PoolEntry, milliseconds: number): void {
    clearTimeout(entry.timer);
    entry.keepMs = milliseconds;
    if (entry.pending > 0 || milliseconds === Number.POSITIVE_INFINITY) return;
    entry.timer = setTimeout(() => {
      this.#forget(name, entry);
      void entry.slot.close();
    }, milliseconds).unref();
  }

  #openEntry(name: string): PoolEntry {
    const existing = this.#entries.get(name);
    if (existing) return existing;
    if (this.#entries.size >= this.#maxSessions) {
      this.#onClosed(name);
      throw tooManySessions(this.#maxSessions);
    }
    const entry: PoolEntry = {
      slot: new SessionSlot(),
      calls: new SerialQueue(),
      pending: 0,
      keepMs: this.#idleMs,
    };
    this.#entries.set(name, entry);
    return entry;
  }

  #forget(name: string, entry: PoolEntry): void {
    if (entry.pending > 0 || this.#entries.get(name) !== entry) return;
    this.#entries.delete(name);
    this.#onClosed(name);
  }

  #createToolContext(
    name: string,
    { slot }: PoolEntry,
    { files, noSessionHint, signal, progress }: CallScope,
  ): ToolContext {
    const { logins = new SavedLogins(), ...defaults } = this.#defaults;
    return {
      calls: defaults.calls,
      cwd: files,
      files,
      env: defaults.env,
      signal,
      progress,
      session: () => slot.current(() => noSession(noSessionHint)),
      openSession: ({ state, ...options } = {}) => {
        const storageState = slot.isOpen && !options.restart ? logins.find(state) : logins.pathFor(state);
        return slot.open({
          ...options,
          ...defaults,
          ...(storageState !== undefined && { storageState }),
          downloads: join(files, DOWNLOADS),
          signal,
        });
      },
      closeSessions: async () => {
        const closed = slot.isOpen ? [name] : [];
        await slot.close();
        return closed;
      },
      takeNotices: () => slot.takeNotices(),
    };
  }
}

/** @returns `no_session` */
export function noSession(hint: string): SightlineError {
  return new SightlineError('no_session', 'No page is open.', { hint });
}

function tooManySessions(limit: number): SightlineError {
  return new SightlineError('too_large', `More than ${limit} sessions at once are not opened.`, {
    hint: 'Call close (profile full) in one that is not needed any more, or again when a client has left.',
    retryable: true,
  });
}
