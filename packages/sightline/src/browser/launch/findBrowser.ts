import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/** A browser that can be launched, and how it was found. */
export interface FoundBrowser {
  path: string;
  source: 'SIGHTLINE_BROWSER' | 'installed' | 'playwright';
}

/** Where to look; every field defaults to this machine's. */
export interface BrowserSearchOptions {
  env?: Record<string, string | undefined>;
  platform?: NodeJS.Platform;
  /** Whether a path is a browser that can be run. */
  canRun?: (path: string) => boolean;
  /** Names in a folder; none when it does not exist. */
  list?: (folder: string) => string[];
  /** A window is wanted, so a headless shell will not do. Default false. */
  headed?: boolean;
}

/**
 * The Chromium-family browser to use: `SIGHTLINE_BROWSER` (a path or a name on the PATH), else one that
 * is installed, else the newest build in Playwright's cache. Throws `browser_not_found`.
 */
export function findBrowser(options: BrowserSearchOptions = {}): FoundBrowser {
  const { env = process.env, platform = process.platform, canRun = isRunnable } = options;
  const search = { list: listFolder, headed: false, ...options, env, platform, canRun };
  const requested = env.SIGHTLINE_BROWSER;
  if (requested) return findRequested(requested, search);
  const installed = installedCandidates(search).find(canRun);
  if (installed) return { path: installed, source: 'installed' };
  const cached = cachedCandidates(search).find(canRun);
  if (cached) return { path: cached, source: 'playwright' };
  throw new SightlineError('browser_not_found', 'No Chrome, Chromium or Edge was found.', {
    hint: installHint(platform),
  });
}

type BrowserSearch = Required<BrowserSearchOptions>;

// A wish that cannot be met is an error: launching another browser would surprise.
function findRequested(requested: string, search: BrowserSearch): FoundBrowser {
  const path = [requested, ...candidatesOnPath([requested], search)].find(search.canRun);
  if (path) return { path, source: 'SIGHTLINE_BROWSER' };
  throw new SightlineError('browser_not_found', `SIGHTLINE_BROWSER is ${requested}, which cannot be run.`, {
    hint: 'Set SIGHTLINE_BROWSER to the path of a Chrome, Chromium or Edge executable, or unset it.',
  });
}

function installHint(platform: NodeJS.Platform): string {
  const install = {
    linux: '`sudo apt-get install chromium` (Debian) or install Google Chrome',
    darwin: '`brew install --cask google-chrome`',
    win32: '`winget install Google.Chrome`',
  }[platform as string];
  return (
    `Type ${install ?? 'whatever installs Chromium here'}, or \`npx playwright-core install chromium\`, ` +
    'or set SIGHTLINE_BROWSER to the path of a Chrome, Chromium or Edge executable.'
  );
}

// A snap comes last: it cannot read most of the file system, nor use a profile in the temporary folder.
const LINUX_NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chrome',
];
const LINUX_PATHS = [
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/usr/lib/chromium/chromium',
];
const MAC_PATHS = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WINDOWS_PATHS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

function installedCandidates(search: BrowserSearch): string[] {
  const { env, platform } = search;
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(isNonEmpty);
    return folders.flatMap((folder) => WINDOWS_PATHS.map((path) => win32.join(folder, path)));
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', env.HOME && posix.join(env.HOME, 'Applications')].filter(isNonEmpty);
    const bundles = folders.flatMap((folder) => MAC_PATHS.map((path) => posix.join(folder, path)));
    return [...bundles, ...candidatesOnPath(['chromium', 'google-chrome'], search)];
  }
  const inPath = candidatesOnPath(LINUX_NAMES, search);
  const isSnap = (path: string) => path.startsWith('/snap/');
  return [
    ...inPath.filter((path) => !isSnap(path)),
    ...LINUX_NAMES.map((name) => `/usr/bin/${name}`),
    ...LINUX_PATHS,
    ...inPath.filter(isSnap),
    '/snap/bin/chromium',
  ];
}

function candidatesOnPath(names: string[], { env, platform }: BrowserSearch): string[] {
  const [separator, join] = platform === 'win32' ? [';', win32.join] : [':', posix.join];
  const folders = (env.PATH ?? env.Path ?? '').split(separator).filter(isNonEmpty);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Playwright's folder layouts, old and new; the wildcard parts are listed, since they vary by machine. */
const CACHE_LAYOUTS = {
  linux: [
    'chrome-linux*/chrome',
    'chrome-headless-shell-linux*/chrome-headless-shell',
    'chrome-linux*/headless_shell',
  ],
  darwin: [
    'chrome-mac*/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac*/Chromium.app/Contents/MacOS/Chromium',
    'chrome-headless-shell-mac*/chrome-headless-shell',
    'chrome-mac*/headless_shell',
  ],
  win32: [
    'chrome-win*/chrome.exe',
    'chrome-headless-shell-win*/chrome-headless-shell.exe',
    'chrome-win*/headless_shell.exe',
  ],
};

function cachedCandidates(search: BrowserSearch): string[] {
  const { list, headed, platform } = search;
  const join = platform === 'win32' ? win32.join : posix.join;
  const layouts = CACHE_LAYOUTS[platform as keyof typeof CACHE_LAYOUTS] ?? CACHE_LAYOUTS.linux;
  const buildFolder = headed ? /^chromium-(\d+)$/ : /^chromium(?:_headless_shell)?-(\d+)$/;
  return cacheFolders(search).flatMap((cache) =>
    list(cache)
      .map((name) => ({ name, build: Number(buildFolder.exec(name)?.[1] ?? -1) }))
      .filter(({ build }) => build >= 0)
      .sort((a, b) => b.build - a.build || a.name.length - b.name.length)
      .flatMap(({ name }) => layouts.flatMap((layout) => expandLayout(join(cache, name), layout, search))),
  );
}

/** The files under `folder` that a layout such as `chrome-linux*\/chrome` names. */
function expandLayout(folder: string, layout: string, { list, platform }: BrowserSearch): string[] {
  const join = platform === 'win32' ? win32.join : posix.join;
  const [top = '', ...rest] = layout.split('/');
  const prefix = top.slice(0, -1);
  return list(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name, ...rest));
}

function cacheFolders({ env, platform }: BrowserSearch): string[] {
  const configuredFolder = env.PLAYWRIGHT_BROWSERS_PATH;
  if (configuredFolder && configuredFolder !== '0') return [configuredFolder];
  if (platform === 'win32')
    return [env.LOCALAPPDATA]
      .filter(isNonEmpty)
      .map((localAppData) => win32.join(localAppData, 'ms-playwright'));
  const home = env.HOME;
  if (platform === 'darwin') return home ? [posix.join(home, 'Library/Caches/ms-playwright')] : [];
  const cache = env.XDG_CACHE_HOME || (home && posix.join(home, '.cache'));
  return cache ? [posix.join(cache, 'ms-playwright')] : [];
}

const isNonEmpty = (value: string | undefined): value is string => Boolean(value);

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const { size } = statSync(path);
    return statSync(path).isFile() && !(size < 10_000 && isSnapStub(path));
  } catch {
    return false;
  }
}

/** Ubuntu's chromium-browser without its snap: a script that only asks to install the snap. */
function isSnapStub(path: string): boolean {
  return (
    /snap install|requires the chromium snap/.test(readFileSync(path, 'latin1')) &&
    !isRunnable('/snap/bin/chromium')
  );
}
