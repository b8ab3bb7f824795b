import { findBrowser } from '../browser/launch/findBrowser.ts';
import { createFileLog } from '../session/Log.ts';
import type { Session } from '../session/Session.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { type UrlRuleOptions, UrlRules } from '../snapshot/urls/UrlRules.ts';
import type { Closable, OpenSessionOptions, ToolContext } from './defineTool.ts';

export interface OpenSlotOptions extends Omit<OpenSessionOptions, 'state'> {
  /** The file of the login to begin with. */
  storageState?: string;
  /** The caller's `SIGHTLINE_*` variables. */
  env: Record<string, string>;
  signal: AbortSignal;
  /** How the host's users make calls. Default `commands`. */
  calls?: ToolContext['calls'];
}

/** Holds one session, while it is open: that of a background process, or one of those of a server. */
export class SessionSlot {
  #session: Session | undefined;
  /** What it was opened with. */
  #openedWith: OpenSessionOptions = {};
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

  /** The open session, or a new one. A login that is named is loaded into one that is open. */
  async open(request: OpenSlotOptions): Promise<Session> {
    const { restart = false, signal, storageState } = request;
    if (restart) await this.close();
    if (this.#session) {
      this.#notices.push(...ignoredOptions(request, this.#openedWith));
      if (storageState !== undefined) await this.#session.setStorageState(storageState);
      return this.#session;
    }
    const session = await startSession(request);
    if (signal.aborted) {
      // The caller has gone meanwhile.
      await session.close();
      throw signal.reason;
    }
    this.#openedWith = request;
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

/** What a request asks for that the open session was not opened with, a line each. */
function ignoredOptions(request: OpenSessionOptions, opened: OpenSessionOptions): string[] {
  const { headed, cdpUrl, grid, extension, allowEvaluate, browser } = request;
  const rules = serializeRules(request);
  const ignored: [isIgnored: boolean, notice: string][] = [
    [
      headed === true && !opened.headed,
      'the browser is open without a window already: close it first to see it',
    ],
    [
      (cdpUrl !== undefined && cdpUrl !== opened.cdpUrl) || (grid !== undefined && grid !== opened.grid),
      'another browser is open already: close it first to attach to this one',
    ],
    [
      rules !== '' && rules !== serializeRules(opened),
      'the browser is open with other rules for hosts already: close it first to set these',
    ],
    [
      allowEvaluate === true && !opened.allowEvaluate,
      'the browser is open without page functions for scripts already: close it first to allow them',
    ],
    [
      browser !== undefined && JSON.stringify(browser) !== JSON.stringify(opened.browser),
      'the browser is open with other settings already: close it first to set these',
    ],
    [
      extension !== undefined && opened.extension === undefined,
      'another browser is open already: close it first to use the tabs that are shared',
    ],
  ];
  return ignored.filter(([isIgnored]) => isIgnored).map(([, notice]) => notice);
}

/**
 * Starts a browser, or opens a new tab in a running one: the user's own tabs are only used when they are shared.
 * `SIGHTLINE_LOG` names the file for the diagnostic log, by an absolute path.
 */
async function startSession(request: OpenSlotOptions): Promise<Session> {
  const {
    headed = false,
    cdpUrl,
    grid,
    extension,
    timeoutMs,
    downloads,
    env,
    calls = 'commands',
    allow,
    block,
    allowEvaluate = false,
    browser = {},
    storageState,
  } = request;
  if (cdpUrl !== undefined || grid !== undefined || extension) refuseSettings(request);
  const log = env.SIGHTLINE_LOG ? { log: createFileLog(env.SIGHTLINE_LOG) } : {};
  const common = { calls, allowEvaluate, ...log, ...(allow && { allow }), ...(block && { block }) };
  const { Session } = await import('../session/Session.ts');
  if (extension) {
    const session = await Session.fromExtension({ name: 'Sightline', timeoutMs, ...common });
    if (extension === 'new') await session.openTab();
    return session;
  }
  if (cdpUrl === undefined && grid === undefined)
    return Session.launch({
      headless: !headed,
      executablePath: chosenBrowser(env, headed),
      ...browser,
      ...(storageState !== undefined && { storageState }),
      ...common,
      ...(downloads && { downloads }),
    });
  const { extraHTTPHeaders, headersByOrigin } = browser;
  const headers = {
    ...(extraHTTPHeaders && { extraHTTPHeaders }),
    ...(headersByOrigin && { headersByOrigin }),
  };
  const address = { ...(cdpUrl !== undefined && { cdpUrl }), ...(grid !== undefined && { grid }) };
  const session = await Session.connect({ ...address, ...headers, ...common });
  if (grid === undefined) await session.openTab();
  return session;
}

const HEADER_SETTINGS: ReadonlySet<string> = new Set(['extraHTTPHeaders', 'headersByOrigin']);

/** A browser that runs is as its user, or the node of its grid, has set it up. @throws SightlineError `invalid_argument` */
function refuseSettings({ browser = {}, storageState, extension }: OpenSlotOptions): void {
  const taken = extension ? [] : Object.keys(browser).filter((name) => HEADER_SETTINGS.has(name));
  const refused = [
    ...Object.keys(browser).filter((name) => !taken.includes(name)),
    ...(storageState === undefined ? [] : ['storageState']),
  ];
  if (refused.length === 0) return;
  throw new SightlineError(
    'invalid_argument',
    `A browser that runs already is not set up anew: ${refused.join(', ')}.`,
    { hint: 'Leave that out, or let Sightline start a browser.' },
  );
}

/** As text that can be compared. */
function serializeRules({ allow = [], block = [] }: UrlRuleOptions): string {
  return new UrlRules({ allow, block }).isRestricted ? JSON.stringify([allow, block]) : '';
}

/** By the environment of the command, not of the process, which an earlier command has started. */
function chosenBrowser(env: Record<string, string>, headed: boolean): string | undefined {
  const { SIGHTLINE_BROWSER } = env;
  return SIGHTLINE_BROWSER
    ? findBrowser({ env: { ...process.env, SIGHTLINE_BROWSER }, headed }).path
    : undefined;
}
