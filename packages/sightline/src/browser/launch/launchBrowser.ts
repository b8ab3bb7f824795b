import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { BrowserConnection } from '../connect/BrowserConnection.ts';
import { RequestHeaders } from '../navigation/RequestHeaders.ts';
import { withTimeout } from '../withTimeout.ts';
import type { ContextOptions, StorageState } from './ContextOptions.ts';
import { type FoundBrowser, findBrowser } from './findBrowser.ts';
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

/** A session's traffic is the user's alone: the browser itself calls nobody, and does no more than its pages ask for. */
const launchFlags: readonly string[] = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_DISABLED_FEATURES, ...OMNIBOX_POPUP_FEATURES].join(',')}`,
];

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
  /** Folder for what pages download, at most 100 files. Default: a fresh one among the temporary files. */
  downloads?: string;
}

/** A browser of our own, with one empty context. */
export interface LaunchedBrowser extends BrowserConnection {
  browser: Browser;
  /** The executable, and how it was found. */
  path: string;
  source: FoundBrowser['source'] | 'argument';
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
  const { path, source } = executablePath
    ? { path: executablePath, source: 'argument' as const }
    : findBrowser({ headed: !headless });
  const home = createTempHome();
  try {
    const request = { path, headless, args: options.args, home, userDataDir, contextOptions };
    const { browser, context, sandboxed } = await startBrowser(request);
    const pid = findBrowserPid(browser);
    const close = () => closeBrowser(browser, pid).finally(() => removeTempHome(home));
    return { browser, context, headers, sharedBrowser: undefined, path, source, sandboxed, close };
  } catch (error) {
    removeTempHome(home);
    throw error instanceof SightlineError ? error : toStartError(error, { path, userDataDir });
  }
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
  const launchOptions = {
    executablePath: path,
    headless,
    chromiumSandbox,
    args: [...launchFlags, ...args],
    env: {
      ...withoutSecrets(process.env),
      ...(home && { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home }),
    },
  };
  if (userDataDir === undefined) {
    const browser = await chromium.launch(launchOptions);
    return { browser, context: await newContext(browser, contextOptions) };
  }
  const context = await chromium.launchPersistentContext(userDataDir, {
    ...launchOptions,
    ...contextOptions,
  });
  const browser = context.browser();
  if (!browser) throw new Error('The context of a profile has no browser.');
  return { browser, context };
}

/** The browser ends where it cannot have such a context. */
async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  try {
    return await browser.newContext(options);
  } catch (error) {
    await browser.close().catch(() => undefined);
    throw options.storageState ? storageStateError() : error;
  }
}

/** It quotes nothing: the engine's own words may repeat a cookie. @returns `invalid_argument` */
export function storageStateError(): SightlineError {
  return new SightlineError('invalid_argument', 'The browser did not take the cookies and storage.', {
    hint: 'Save the state again: log in, and then `sightline state save FILE`.',
  });
}

const SECRET_VARIABLE = /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|^SIGHTLINE_/i;

/** The variables of a process without those that open something: what a page breaks out of should hold no key. */
export function withoutSecrets(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !SECRET_VARIABLE.test(name));
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
