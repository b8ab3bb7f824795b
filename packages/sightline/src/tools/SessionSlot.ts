import { findBrowser } from '../browser/launch/findBrowser.ts';
import { createFileLog } from '../session/Log.ts';
import type { Session } from '../session/Session.ts';
import type { SightlineError } from '../snapshot/SightlineError.ts';
import { UrlRules } from '../snapshot/urls/UrlRules.ts';
import type { Closable, OpenSessionOptions, ToolContext } from './defineTool.ts';

export interface OpenSlotOptions extends OpenSessionOptions {
  /** The caller's `SIGHTLINE_*` variables. */
  env: Record<string, string>;
  signal: AbortSignal;
  /** How the host's users make calls. Default `commands`. */
  calls?: ToolContext['calls'];
}

/** Holds one session, while it is open: that of a background process, or one of those of a server. */
export class SessionSlot {
  #session: Session | undefined;
  #headed = false;
  #cdpUrl: string | undefined;
  #rules = '';
  #allowsEvaluate = false;
  #usesExtension = false;
  #notices: string[] = [];
  readonly #resources = new Map<string, Closable>();

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /** Throws what `createError` returns where none is open. */
  current(createError: () => SightlineError): Session {
    if (this.#session) return this.#session;
    throw createError();
  }

  async open(request: OpenSlotOptions): Promise<Session> {
    const { headed = false, cdpUrl, extension, allowEvaluate = false, restart = false, signal } = request;
    const rules = serializeRules(request);
    if (restart) await this.close();
    if (this.#session) {
      if (headed && !this.#headed)
        this.#notices.push('the browser is open without a window already: close it first to see it');
      if (cdpUrl !== undefined && cdpUrl !== this.#cdpUrl)
        this.#notices.push('another browser is open already: close it first to attach to this one');
      if (rules !== '' && rules !== this.#rules)
        this.#notices.push(
          'the browser is open with other rules for hosts already: close it first to set these',
        );
      if (allowEvaluate && !this.#allowsEvaluate)
        this.#notices.push(
          'the browser is open without page functions for scripts already: close it first to allow them',
        );
      if (extension && !this.#usesExtension)
        this.#notices.push('another browser is open already: close it first to use the tabs that are shared');
      return this.#session;
    }
    const session = await startSession(request);
    if (signal.aborted) {
      // The caller has gone meanwhile.
      await session.close();
      throw signal.reason;
    }
    this.#headed = headed;
    this.#cdpUrl = cdpUrl;
    this.#rules = rules;
    this.#allowsEvaluate = allowEvaluate;
    this.#usesExtension = extension !== undefined;
    this.#session = session;
    return session;
  }

  /** A resource of the session by its name, opened when it is first needed. */
  async keepOpen<Resource extends Closable>(name: string, open: () => Promise<Resource>): Promise<Resource> {
    const existing = this.#resources.get(name) as Resource | undefined;
    if (existing) return existing;
    const resource = await open();
    this.#resources.set(name, resource);
    return resource;
  }

  /** Closes the resources and the browser, also one that has gone already. */
  async close(): Promise<void> {
    const resources = [...this.#resources.values()];
    this.#resources.clear();
    await Promise.allSettled(resources.map((one) => one.close()));
    const session = this.#session;
    this.#session = undefined;
    await session?.close().catch(() => undefined);
  }

  /** Notices since the last call: dialogs answered, tabs opened. */
  takeNotices(): string[] {
    const ownNotices = this.#notices;
    this.#notices = [];
    return [...ownNotices, ...(this.#session?.takeNotices() ?? [])];
  }
}

/**
 * Starts a browser, or opens a new tab in a running one: the user's own tabs are only used when they are shared.
 * `SIGHTLINE_LOG` names the file for the diagnostic log, by an absolute path.
 */
async function startSession(request: OpenSlotOptions): Promise<Session> {
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
    allowEvaluate = false,
  } = request;
  const log = env.SIGHTLINE_LOG ? { log: createFileLog(env.SIGHTLINE_LOG) } : {};
  const common = { calls, allowEvaluate, ...log, ...(allow && { allow }), ...(block && { block }) };
  const { Session } = await import('../session/Session.ts');
  if (extension) {
    const session = await Session.fromExtension({ name: 'Sightline', timeoutMs, ...common });
    if (extension === 'new') await session.openTab();
    return session;
  }
  if (cdpUrl === undefined)
    return Session.launch({
      headless: !headed,
      executablePath: chosenBrowser(env, headed),
      ...common,
      ...(downloads && { downloads }),
    });
  const session = await Session.connect({ cdpUrl, ...common });
  await session.openTab();
  return session;
}

/** As text that can be compared. */
function serializeRules({ allow = [], block = [] }: OpenSlotOptions): string {
  return new UrlRules({ allow, block }).isRestricted ? JSON.stringify([allow, block]) : '';
}

/** By the environment of the command, not of the process, which an earlier command has started. */
function chosenBrowser(env: Record<string, string>, headed: boolean): string | undefined {
  const { SIGHTLINE_BROWSER } = env;
  return SIGHTLINE_BROWSER
    ? findBrowser({ env: { ...process.env, SIGHTLINE_BROWSER }, headed }).path
    : undefined;
}
