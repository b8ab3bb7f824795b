import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { BrowserConnection } from '../connect/BrowserConnection.ts';
import { RequestHeaders } from '../navigation/RequestHeaders.ts';
import { withTimeout } from '../withTimeout.ts';
import type { ContextOptions, StorageState } from './ContextOptions.ts';
import { findBrowser } from './findBrowser.ts';
import { loadPlaywright } from './loadPlaywright.ts';
import { readContextOptions } from './readContextOptions.ts';
import { toStartError } from './startError.ts';

/**
 * What Playwright 1.65 turns off when it launches a browser: Chromium heeds only the last `--disable-features`, so ours
 * repeats it. A test compares the two.
 */
const PLAYWRIGHT_DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * The suggestions below the address bar, which new Chromium draws in web pages of its own: two for each window, with a
 * process and about a second of a processor, also where there is no window to see.
 */
const OMNIBOX_POPUP_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Asks Google what the fields of forms are for. */
const FORM_FEATURES = ['AutofillServerCommunication'];

/** What Playwright 1.65 turns on: of `--enable-features`, too, only the last counts. */
const PLAYWRIGHT_ENABLED_FEATURES = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies'];

/** Lets pages register tools for agents. */
const AGENT_FEATURES = ['WebMCP'];

/** A port that Chromium refuses to connect to. */
const NOWHERE = 'http://127.0.0.1:9/';

/** A session's traffic is the user's alone: the browser itself calls nobody, and does no more than its pages ask for. */
const launchFlags: readonly string[] = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // As every browser does with a window: a headless shell would have all sites in one process.
  '--site-per-process',
  // Accounts and components are asked for in spite of all that: at an address where Chromium connects to nothing.
  `--gaia-url=${NOWHERE}`,
  `--component-updater=url-source=${NOWHERE}`,
  `--disable-features=${[...PLAYWRIGHT_DISABLED_FEATURES, ...FORM_FEATURES, ...OMNIBOX_POPUP_FEATURES].join(',')}`,
];

/** The flags with one `--enable-features`: that of the caller, joined with what Playwright and we turn on. */
function withEnabledFeatures(args: readonly string[]): string[] {
  const prefix = '--enable-features=';
  const given = args
    .filter((arg) => arg.startsWith(prefix))
    .flatMap((arg) => arg.slice(prefix.length).split(','));
  const features = new Set([...PLAYWRIGHT_ENABLED_FEATURES, ...AGENT_FEATURES, ...given]);
  return [...args.filter((arg) => !arg.startsWith(prefix)), `${prefix}${[...features].join(',')}`];
}

export interface LaunchOptions extends ContextOptions {
  /** Default true. */
  headless?: boolean;
  /** Default: what `findBrowser` finds. */
  executablePath?: string;
  /** Further command-line flags. */
  args?: string[];
  /**
   * Folder of a profile, which keeps logins, cookies and storage for the next browser that is started with it; made where it
   * is missing, and used by one browser at a time. Default: none, all is forgotten at the end.
   */
  userDataDir?: string;
  /**
   * Cookies and storage to begin with, as `storageState` of a session answered them, or the path of the file that it wrote; not
   * with `userDataDir`. Default: none.
   */
  storageState?: StorageState | string;
  /** Folder for what pages download, at most 100 files. Default: one among the temporary files, which goes with the session. */
  downloads?: string;
}

/** A browser of our own, with one empty context. */
export interface LaunchedBrowser extends BrowserConnection {
  browser: Browser;
  /** The executable. */
  path: string;
  /** Whether the browser's own sandbox holds the pages. */
  sandboxed: boolean;
  /** Closes the browser, kills it where that fails, and removes its files. */
  close(): Promise<void>;
}

/**
 * Starts Chrome, Chromium or Edge. The sandbox is on wherever it can work: not as root, not in a container,
 * not where the system forbids it.
 * Throws `browser_not_found`, and `browser_closed` with the browser's last words when it does not start.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<LaunchedBrowser> {
  const { headless = true, executablePath } = options;
  const contextOptions = readContextOptions(options);
  const headers = new RequestHeaders({ headersByOrigin: options.headersByOrigin });
  const userDataDir = readUserDataDir(options);
  const path = executablePath || findBrowser({ headed: !headless }).path;
  assertTakesProxyScript(path, options.args);
  const home = createTempHome();
  try {
    const request = { path, headless, args: options.args, home, userDataDir, contextOptions };
    const { browser, context, sandboxed } = await startBrowser(request);
    const pid = findBrowserPid(browser);
    const close = () => closeBrowser(browser, pid).finally(() => removeTempHome(home));
    return { browser, context, headers, sharedBrowser: undefined, path, sandboxed, close };
  } catch (error) {
    removeTempHome(home);
    throw error instanceof SightlineError ? error : toStartError(error, { path, userDataDir });
  }
}

/** A headless shell takes no script for proxies, and would let sockets past the rules that it holds. */
function assertTakesProxyScript(path: string, args: readonly string[] = []): void {
  if (!/headless[-_]?shell/i.test(basename(path)) || !args.some((arg) => arg.startsWith('--proxy-pac-url')))
    return;
  const problem = 'A headless shell cannot hold rules for addresses behind a proxy.';
  throw new SightlineError('invalid_argument', problem, {
    hint: 'Use Chrome or Chromium (SIGHTLINE_BROWSER), no proxy, or no rules (--allow, --block).',
  });
}

/** The folder of the profile, absolute. Chromium takes it by a flag too, but Playwright does not. */
function readUserDataDir({ userDataDir, storageState, args = [] }: LaunchOptions): string | undefined {
  const flag = args.find((arg) => /^--?user-data-dir(=|$)/.test(arg));
  if (flag !== undefined)
    throw new SightlineError('invalid_argument', 'The folder of a profile is no flag of the browser here.', {
      hint: 'Give it as the option userDataDir (--profile FOLDER on the command line).',
    });
  if (userDataDir !== undefined && storageState)
    throw new SightlineError('invalid_argument', 'A profile has cookies and storage of its own.', {
      hint: 'Give userDataDir or storageState, not both.',
    });
  return userDataDir === undefined ? undefined : resolve(userDataDir);
}

interface StartRequest {
  path: string;
  headless: boolean;
  args?: string[];
  home: string | undefined;
  /** Absolute. */
  userDataDir: string | undefined;
  contextOptions: BrowserContextOptions;
}

interface StartedBrowser {
  browser: Browser;
  context: BrowserContext;
}

async function startBrowser(request: StartRequest): Promise<StartedBrowser & { sandboxed: boolean }> {
  const sandboxed = canSandbox();
  try {
    return { ...(await launchChromium(request, sandboxed)), sandboxed };
  } catch (error) {
    if (!sandboxed || !/sandbox/i.test(String(error))) throw error;
    return { ...(await launchChromium(request, false)), sandboxed: false };
  }
}

async function launchChromium(request: StartRequest, chromiumSandbox: boolean): Promise<StartedBrowser> {
  const { path, headless, args = [], home, userDataDir, contextOptions } = request;
  const { chromium } = loadPlaywright();
  // Of the whole browser: a script for it, which flags may name, is asked for no context with a proxy of its own.
  const { proxy, ...ownOptions } = contextOptions;
  const launchOptions = {
    executablePath: path,
    headless,
    chromiumSandbox,
    args: withEnabledFeatures([...launchFlags, ...args]),
    ...(proxy && { proxy }),
    env: {
      ...withoutSecrets(process.env),
      ...(home && { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home }),
    },
  };
  if (userDataDir === undefined) {
    const browser = await chromium.launch(launchOptions);
    try {
      return { browser, context: await newContext(browser, ownOptions) };
    } catch (error) {
      await browser.close().catch(() => undefined);
      throw error;
    }
  }
  const context = await chromium.launchPersistentContext(userDataDir, {
    ...launchOptions,
    ...ownOptions,
  });
  const browser = context.browser();
  if (!browser) throw new Error('The context of a profile has no browser.');
  return { browser, context };
}

/** @throws SightlineError `invalid_argument` for a login that the browser does not take; what Playwright throws */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  try {
    return await browser.newContext(options);
  } catch (error) {
    throw options.storageState && browser.isConnected() ? storageStateError() : error;
  }
}

/** It quotes nothing: the engine's own words may repeat a cookie. @returns `invalid_argument` */
export function storageStateError(): SightlineError {
  return new SightlineError('invalid_argument', 'The browser did not take the cookies and storage.', {
    hint: 'Save the state again: log in, and then `sightline state save FILE`.',
  });
}

const SECRET_VARIABLE = /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|^SIGHTLINE_/i;
/** A proxy is an option, which the rules for addresses know of. */
const PROXY_VARIABLE = /^(?:https?|ftp|all|auto|socks|no)_(?:proxy|server|version)$/i;

/** The variables of a process without those that open something: what a page breaks out of should hold no key. */
export function withoutSecrets(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(
    ([name]) => !SECRET_VARIABLE.test(name) && !PROXY_VARIABLE.test(name),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

/** Id of the browser's process; undefined where it is unknown. */
async function findBrowserPid(browser: Browser): Promise<number | undefined> {
  try {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    session.detach().catch(() => undefined);
    return processInfo.find(({ type }) => type === 'browser')?.id;
  } catch {
    return undefined;
  }
}

/** Milliseconds for a browser to close, and then to exit. */
const CLOSE_TIMEOUT_MS = 5_000;

async function closeBrowser(browser: Browser, pidPromise: Promise<number | undefined>): Promise<void> {
  const closing = browser.close().then(() => true);
  if (await withTimeout(closing, CLOSE_TIMEOUT_MS, false)) return;
  const pid = await withTimeout(pidPromise, 0, undefined);
  if (pid !== undefined) kill(pid);
  await withTimeout(closing, CLOSE_TIMEOUT_MS, false);
}

/** It may have ended at the last moment. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
}

/** Chromium refuses to sandbox root, and containers seldom allow the namespaces that it needs. */
export function canSandbox(): boolean {
  return process.getuid?.() !== 0 && !existsSync('/.dockerenv') && !existsSync('/run/.containerenv');
}

/** A temporary home when the user has none that can be written: Chromium's crash handler ends it without. */
function createTempHome(): string | undefined {
  const { HOME } = process.env;
  if (process.platform === 'win32' || (HOME && isWritable(HOME))) return undefined;
  return mkdtempSync(join(tmpdir(), 'sightline-home-'));
}

/** The crash handler may still write into it: what stays lies in the temporary folder. */
function removeTempHome(home: string | undefined): void {
  try {
    if (home) rmSync(home, { recursive: true, force: true });
  } catch {
    return;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
