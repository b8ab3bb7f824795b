import { findBrowser } from '../browser/findBrowser.ts';
import type { SightlineError } from '../model/SightlineError.ts';
import { UrlRules } from '../model/UrlRules.ts';
import { logTo } from '../session/Log.ts';
import type { Session } from '../session/Session.ts';
import type { Closable, OpenSessionOptions, ToolContext } from './defineTool.ts';

export interface OpenRequest extends OpenSessionOptions {
  /** The caller's `SIGHTLINE_*` variables. */
  env: Record<string, string>;
  signal: AbortSignal;
  /** How the host's users make calls. Default `commands`. */
  calls?: ToolContext['calls'];
}

/** Holds one session, while it is open: that of a background process, or one of those of a server. */
export class SessionHolder {
  #session: Session | undefined;
  #headed = false;
  #cdpUrl: string | undefined;
  #rules = '';
  #isShared = false;
  #notices: string[] = [];
  readonly #kept = new Map<string, Closable>();

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /** Throws what `missing` makes of it where none is open. */
  current(missing: () => SightlineError): Session {
    if (this.#session) return this.#session;
    throw missing();
  }

  async open(request: OpenRequest): Promise<Session> {
    const { headed = false, cdpUrl, extension, afresh = false, signal } = request;
    const rules = rulesOf(request);
    if (afresh) await this.close();
    if (this.#session) {
      if (headed && !this.#headed)
        this.#notices.push('the browser is open without a window already: close it first to see it');
      if (cdpUrl !== undefined && cdpUrl !== this.#cdpUrl)
        this.#notices.push('another browser is open already: close it first to attach to this one');
      if (rules !== '' && rules !== this.#rules)
        this.#notices.push(
          'the browser is open with other rules for hosts already: close it first to set these',
        );
      if (extension && !this.#isShared)
        this.#notices.push('another browser is open already: close it first to use the tabs that are shared');
      return this.#session;
    }
    const session = await begin(request);
    if (signal.aborted) {
      // Whoever asked for it has gone meanwhile.
      await session.close();
      throw signal.reason;
    }
    this.#headed = headed;
    this.#cdpUrl = cdpUrl;
    this.#rules = rules;
    this.#isShared = extension !== undefined;
    this.#session = session;
    return session;
  }

  /** What goes by a name beside the session, opened when it is first asked for. */
  async keep<Kept extends Closable>(name: string, open: () => Promise<Kept>): Promise<Kept> {
    const known = this.#kept.get(name) as Kept | undefined;
    if (known) return known;
    const opened = await open();
    this.#kept.set(name, opened);
    return opened;
  }

  /** Closes the browser, if there is one, and what stands beside it; a browser that has gone already is closed too. */
  async close(): Promise<void> {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.allSettled(kept.map((one) => one.close()));
    const session = this.#session;
    this.#session = undefined;
    await session?.close().catch(() => undefined);
  }

  /** What happened beside the commands since last asked: dialogs answered, tabs opened. */
  takeNotices(): string[] {
    const own = this.#notices;
    this.#notices = [];
    return [...own, ...(this.#session?.takeNotices() ?? [])];
  }
}

/**
 * With a browser of its own, or in a tab of its own of one that runs: no tab of the user's is driven unasked.
 * `SIGHTLINE_LOG` names the file for the diagnostic log, by an absolute path.
 */
async function begin(request: OpenRequest): Promise<Session> {
  const {
    headed = false,
    cdpUrl,
    extension,
    timeoutMs,
    downloads,
    env,
    calls = 'commands',
    allow,
    block,
  } = request;
  const log = env.SIGHTLINE_LOG ? { log: logTo(env.SIGHTLINE_LOG) } : {};
  const common = { calls, ...log, ...(allow && { allow }), ...(block && { block }) };
  const { Session } = await import('../session/Session.ts');
  if (extension) {
    const session = await Session.fromExtension({ name: 'Sightline', timeoutMs, ...common });
    if (extension === 'new') await session.openTab();
    return session;
  }
  if (cdpUrl === undefined)
    return Session.launch({
      headless: !headed,
      executablePath: wantedBrowser(env, headed),
      ...common,
      ...(downloads && { downloads }),
    });
  const session = await Session.connect({ cdpUrl, ...common });
  await session.openTab();
  return session;
}

/** The rules for hosts, as far as they can be compared. */
function rulesOf({ allow = [], block = [] }: OpenRequest): string {
  return new UrlRules({ allow, block }).restricts ? JSON.stringify([allow, block]) : '';
}

/** The environment of the command counts, not that of the process, which an earlier command has started. */
function wantedBrowser(env: Record<string, string>, headed: boolean): string | undefined {
  const { SIGHTLINE_BROWSER } = env;
  return SIGHTLINE_BROWSER
    ? findBrowser({ env: { ...process.env, SIGHTLINE_BROWSER }, headed }).path
    : undefined;
}
