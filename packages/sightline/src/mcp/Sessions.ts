import { SightlineError } from '../model/SightlineError.ts';
import type { ToolContext } from '../tools/defineTool.ts';
import { type OpenRequest, SessionHolder } from '../tools/SessionHolder.ts';

/** How sessions begin. */
export type Beginning = Pick<OpenRequest, 'headed' | 'cdpUrl' | 'downloads' | 'env' | 'allow' | 'block'> &
  Required<Pick<OpenRequest, 'calls'>>;

export interface Call {
  signal: AbortSignal;
  progress(stage: string): void;
}

interface Entry {
  holder: SessionHolder;
  /** Settles when the calls so far are done. */
  last: Promise<unknown>;
}

/** Browsers that a client may have at once. */
const MOST = 10;

/** The sessions of one server by name. The calls of one are served one after another, those of several at once. */
export class Sessions {
  readonly #beginning: Beginning;
  readonly #files: string;
  readonly #entries = new Map<string, Entry>();

  constructor(beginning: Beginning, files: string) {
    this.#beginning = beginning;
    this.#files = files;
  }

  /** Runs `work` when the session has nothing else to do. A browser that has gone takes its session with it. */
  async run<T>(name: string, call: Call, work: (context: ToolContext) => Promise<T>): Promise<T> {
    const entry = this.#entry(name);
    const turn = entry.last.then(() => {
      call.signal.throwIfAborted();
      return work(this.#contextOf(name, entry, call));
    });
    entry.last = turn.catch((error) =>
      error instanceof SightlineError && error.code === 'browser_closed' ? entry.holder.close() : undefined,
    );
    return turn.finally(() => this.#forget(name, entry));
  }

  /** Closes every browser. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#entries.values(), ({ holder }) => holder.close()));
  }

  #entry(name: string): Entry {
    const known = this.#entries.get(name);
    if (known) return known;
    if (this.#entries.size >= MOST) throw tooMany(this.#entries.keys());
    const entry: Entry = { holder: new SessionHolder(), last: Promise.resolve() };
    this.#entries.set(name, entry);
    return entry;
  }

  #forget(name: string, entry: Entry): void {
    if (!entry.holder.isOpen && this.#entries.get(name) === entry) this.#entries.delete(name);
  }

  #contextOf(name: string, { holder }: Entry, { signal, progress }: Call): ToolContext {
    const beginning = this.#beginning;
    return {
      calls: beginning.calls,
      cwd: this.#files,
      files: this.#files,
      env: beginning.env,
      signal,
      progress,
      session: () => holder.current(noSession),
      openSession: (options) => holder.open({ ...options, ...beginning, signal }),
      closeSessions: async () => {
        const closed = holder.isOpen ? [name] : [];
        await holder.close();
        return closed;
      },
      takeNotices: () => holder.takeNotices(),
    };
  }
}

function noSession(): SightlineError {
  return new SightlineError('no_session', 'No page is open.', { hint: 'Call open with a URL.' });
}

function tooMany(names: Iterable<string>): SightlineError {
  return new SightlineError('too_large', `More than ${MOST} sessions at once are not opened.`, {
    hint: `Close one of them: ${[...names].join(', ')}.`,
  });
}
