import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { BrowserConnection } from '../connect/BrowserConnection.ts';
import { withTimeout } from '../withTimeout.ts';
import { type FoundBrowser, findBrowser } from './findBrowser.ts';
import { loadPlaywright } from './loadPlaywright.ts';

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

export interface LaunchOptions {
  /** Default true. */
  headless?: boolean;
  /** Default: what `findBrowser` finds. */
  executablePath?: string;
  /** Further command-line flags. */
  args?: string[];
  /** CSS pixels; default 1280 x 720. */
  viewport?: { width: number; height: number };
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
  const { headless = true, executablePath, viewport = { width: 1280, height: 720 } } = options;
  const { path, source } = executablePath
    ? { path: executablePath, source: 'argument' as const }
    : findBrowser({ headed: !headless });
  const home = createTempHome();
  try {
    const { browser, sandboxed } = await startBrowser(path, { headless, args: options.args, home });
    const context = await browser.newContext({ viewport, acceptDownloads: true });
    const pid = findBrowserPid(browser);
    const close = () => closeBrowser(browser, pid).finally(() => removeTempHome(home));
    return { browser, context, sharedBrowser: undefined, path, source, sandboxed, close };
  } catch (error) {
    removeTempHome(home);
    throw error instanceof SightlineError ? error : toStartError(path, error);
  }
}

interface StartOptions {
  headless: boolean;
  args?: string[];
  home: string | undefined;
}

async function startBrowser(
  path: string,
  options: StartOptions,
): Promise<{ browser: Browser; sandboxed: boolean }> {
  const sandboxed = canSandbox();
  try {
    return { browser: await launchChromium(path, options, sandboxed), sandboxed };
  } catch (error) {
    if (!sandboxed || !/sandbox/i.test(String(error))) throw toStartError(path, error);
    return { browser: await launchChromium(path, options, false), sandboxed: false };
  }
}

async function launchChromium(
  path: string,
  { headless, args = [], home }: StartOptions,
  chromiumSandbox: boolean,
): Promise<Browser> {
  const { chromium } = loadPlaywright();
  return chromium.launch({
    executablePath: path,
    headless,
    chromiumSandbox,
    args: [...launchFlags, ...args],
    env: {
      ...withoutSecrets(process.env),
      ...(home && { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home }),
    },
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

function toStartError(path: string, error: unknown): SightlineError {
  const text = error instanceof Error ? error.message : String(error);
  if (/executable doesn't exist|ENOENT/i.test(text)) {
    return new SightlineError('browser_not_found', `There is no browser at ${path}.`, {
      hint: 'Name the path of a Chrome, Chromium or Edge executable.',
    });
  }
  const lastOutput = lastStderrLines(text);
  return new SightlineError('browser_closed', `The browser ${path} did not start.`, {
    hint: `${lastOutput ? `Its last words: ${lastOutput}. ` : ''}Run \`sightline doctor\`, or set SIGHTLINE_BROWSER to another browser.`,
    cause: error,
  });
}

/** The end of the browser's stderr, which the engine puts into its message line by line. */
function lastStderrLines(text: string): string {
  const lines = [...text.matchAll(/\[pid=\d+\]\[err\] (.+)/g)].map(([, line = '']) => line.trim());
  const exit = /<process did exit: .+>|spawn .+/.exec(text)?.[0];
  return [...new Set([...lines.slice(-3), ...(exit ? [exit] : [])])].join(' | ').slice(0, 600);
}
