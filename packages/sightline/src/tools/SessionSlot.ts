import { createHash } from 'node:crypto';
import { findBrowser } from '../browser/launch/findBrowser.ts';
import { loadPlaywright } from '../browser/launch/loadPlaywright.ts';
import { pageTimeoutError } from '../browser/pageErrors.ts';
import { withTimeout } from '../browser/withTimeout.ts';
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

/** Milliseconds for a page to say what of a file repeats its secrets. */
const FILE_TIMEOUT_MS = 3_000;

/** Holds one session, while it is open: that of a background process, or one of those of a server. */
export class SessionSlot {
  #session: Session | undefined;
  #openedWith: ComparedSettings | undefined;
  #notices: string[] = [];
  readonly #resources = new Map<string, Closable>();

  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /** Whether a page is open in it, rather than an empty tab or the browser's own page for an error. */
  async hasPage(): Promise<boolean> {
    const tabs = (await this.#session?.tabs().catch(() => undefined)) ?? [];
    return tabs.some(({ active, url }) => active && /^(https?|file):/.test(url));
  }

  /** Throws what `createError` returns where none is open. */
  current(createError: () => SightlineError): Session {
    if (this.#session) return this.#session;
    throw createError();
  }

  /**
   * The open session, or a new one. A login that is named is loaded into one that is open.
   * @throws SightlineError `invalid_argument` where another browser is asked for, or other rules for hosts, than it has
   */
  async open(request: OpenSlotOptions): Promise<Session> {
    const { restart = false, signal, storageState } = request;
    if (restart) await this.close();
    if (this.#session) {
      this.#notices.push(...compareWithOpen(compareSettings(request), this.#openedWith));
      if (storageState !== undefined) await this.#session.setStorageState(storageState);
      return this.#session;
    }
    const session = await startSession(request);
    if (signal.aborted) {
      // The caller has gone meanwhile.
      await session.close();
      throw signal.reason;
    }
    this.#openedWith = compareSettings(request);
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

  /**
   * What a page wrote into a file, without the secrets that the session knows and those that the page holds now. Throws `timeout`
   * where it does not say which these are.
   */
  async redactFile(text: string): Promise<string> {
    if (!this.#session) return text;
    const { contextOf } = await import('../session/PageQueries.ts');
    const { source } = contextOf(this.#session);
    const { typedSecrets } = source;
    // Fingerprints, since to send the page a long text would hold it up.
    const request = source
      .connection()
      .then((connection) => connection.secretFingerprints(typedSecrets.hashed.seed))
      .catch((error: unknown) => (isGone(error) ? [] : undefined));
    const secrets = await withTimeout(request, FILE_TIMEOUT_MS, undefined);
    if (!secrets) throw pageTimeoutError(FILE_TIMEOUT_MS);
    typedSecrets.rememberHeld(secrets);
    return typedSecrets.redactKnown(text);
  }

  /** Notices since the last call: dialogs answered, tabs opened. */
  takeNotices(): string[] {
    const ownNotices = this.#notices;
    this.#notices = [];
    return [...ownNotices, ...(this.#session?.takeNotices() ?? [])];
  }
}

/** Without a page there is nobody to be asked. */
const isGone = (error: unknown): boolean =>
  error instanceof SightlineError && /^(?:tab_closed|browser_closed|no_session)$/.test(error.code);

/** What of a request is compared with a later one; no credentials are kept. */
interface ComparedSettings {
  headed: boolean;
  allowsEvaluate: boolean;
  usesExtension: boolean;
  /** Hash of the address of the browser that was attached to; '' for none. */
  address: string;
  /** Which hosts are allowed and blocked; '' for all. */
  rules: string;
  /** Hash of how the browser is set up; '' where nothing is said. */
  setup: string;
}

/** What cannot be left out without acting in the wrong browser, or where the caller believes it cannot act. */
const REFUSED_SETTINGS: Readonly<Partial<Record<keyof ComparedSettings, string>>> = {
  address: 'Another browser is open in this session.',
  usesExtension: 'Another browser is open in this session: tabs that are shared are not in it.',
  rules: 'The browser of this session is open with other rules for hosts.',
};

const IGNORED_NOTICES: Readonly<Partial<Record<keyof ComparedSettings, string>>> = {
  headed: 'the browser is open without a window already: close it first to see it',
  allowsEvaluate:
    'the browser is open without page functions for scripts already: close it first to allow them',
  setup: 'the browser is open with other settings already: close it first to set these',
};

function compareSettings(request: OpenSessionOptions): ComparedSettings {
  const { headed = false, cdpUrl = '', grid = '', extension, allowEvaluate = false, browser } = request;
  return {
    headed,
    allowsEvaluate: allowEvaluate,
    usesExtension: extension !== undefined,
    address: hashOf(cdpUrl + grid),
    rules: serializeRules(request),
    setup: browser === undefined ? '' : hashOf(JSON.stringify(browser)),
  };
}

/** A line for each setting that a request asks for and the open session does without. @throws SightlineError `invalid_argument` */
function compareWithOpen(requested: ComparedSettings, opened: ComparedSettings | undefined): string[] {
  const names = Object.keys(requested) as (keyof ComparedSettings)[];
  const missing = names.filter((name) => requested[name] && requested[name] !== opened?.[name]);
  const [refused] = missing.flatMap((name) => REFUSED_SETTINGS[name] ?? []);
  if (refused)
    throw new SightlineError('invalid_argument', refused, {
      hint: 'Close it first, or take a session of another name.',
    });
  return missing.flatMap((name) => IGNORED_NOTICES[name] ?? []);
}

/** An address may hold a password, as settings may. */
const hashOf = (text: string): string => (text === '' ? '' : createHash('sha256').update(text).digest('hex'));

/**
 * Starts a browser, or opens a new tab in a running one: the user's own tabs are only used when they are shared.
 * `SIGHTLINE_LOG` names the file for the diagnostic log, by an absolute path.
 */
async function startSession(request: OpenSlotOptions): Promise<Session> {
  const { cdpUrl, grid, extension, timeoutMs, env, calls = 'commands', allow, block } = request;
  if (cdpUrl !== undefined || grid !== undefined || extension) refuseSettings(request);
  const common = {
    calls,
    allowEvaluate: request.allowEvaluate ?? false,
    ...(env.SIGHTLINE_LOG && { log: createFileLog(env.SIGHTLINE_LOG) }),
    ...(allow && { allow }),
    ...(block && { block }),
  };
  const { Session } = await import('../session/Session.ts');
  if (extension) {
    const session = await Session.fromExtension({ name: 'Sightline', timeoutMs, ...common });
    if (extension === 'new') await session.openTab();
    return session;
  }
  if (cdpUrl === undefined && grid === undefined)
    return Session.launch({ ...launchSettings(request), ...common });
  const session = await Session.connect({ ...connectSettings(request), ...common });
  if (grid === undefined) await session.openTab();
  return session;
}

const WARM_UP_PAGE =
  'data:text/html,<title>Page</title><main><h1>Page</h1><p>Text</p><button onclick="this.after(1)">Add</button></main>';

/**
 * Begins a session, acts in it and ends it, for a server that has the time: what its first client would wait for is loaded and
 * compiled by that. Not in a browser that runs already, has a profile, or would be seen. @throws SightlineError what a first
 * session would fail of
 */
export async function warmUpSession(request: OpenSlotOptions): Promise<void> {
  const { cdpUrl, grid, headed = false, browser, env, signal } = request;
  await import('../session/Session.ts');
  loadPlaywright();
  if (cdpUrl !== undefined || grid !== undefined) return;
  if (chosenBrowser(env, headed) === undefined) findBrowser({ headed });
  if (headed || browser?.userDataDir !== undefined) return;
  const session = await startSession({ ...request, allow: ['data:'], block: [] });
  try {
    await session.navigate(WARM_UP_PAGE, { signal });
    await session.look({ signal });
    await session.click('Add', { signal });
  } finally {
    await session.close();
  }
}

const launchSettings = ({ headed = false, env, browser, storageState, downloads }: OpenSlotOptions) => ({
  headless: !headed,
  executablePath: chosenBrowser(env, headed),
  ...browser,
  ...(storageState !== undefined && { storageState }),
  ...(downloads && { downloads }),
});

const connectSettings = ({
  cdpUrl,
  grid,
  browser: { extraHTTPHeaders, headersByOrigin } = {},
}: OpenSlotOptions) => ({
  ...(cdpUrl !== undefined && { cdpUrl }),
  ...(grid !== undefined && { grid }),
  ...(extraHTTPHeaders && { extraHTTPHeaders }),
  ...(headersByOrigin && { headersByOrigin }),
});

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
