import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { SightlineError } from '../model/SightlineError.ts';

/** A browser that can be launched, and how it was found. */
export interface FoundBrowser {
  path: string;
  source: 'SIGHTLINE_BROWSER' | 'installed' | 'playwright';
}

/** Where to look; every field defaults to this machine's. */
export interface SearchPlace {
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
export function findBrowser(place: SearchPlace = {}): FoundBrowser {
  const { env = process.env, platform = process.platform, canRun = isRunnable } = place;
  const search = { list: listFolder, headed: false, ...place, env, platform, canRun };
  const wanted = env.SIGHTLINE_BROWSER;
  if (wanted) return findWanted(wanted, search);
  const installed = installedCandidates(search).find(canRun);
  if (installed) return { path: installed, source: 'installed' };
  const cached = cachedCandidates(search).find(canRun);
  if (cached) return { path: cached, source: 'playwright' };
  throw new SightlineError('browser_not_found', 'No Chrome, Chromium or Edge was found.', {
    hint: installHint(platform),
  });
}

type Search = Required<SearchPlace>;

// A wish that cannot be met is an error: launching another browser would surprise.
function findWanted(wanted: string, search: Search): FoundBrowser {
  const path = [wanted, ...onPath([wanted], search)].find(search.canRun);
  if (path) return { path, source: 'SIGHTLINE_BROWSER' };
  throw new SightlineError('browser_not_found', `SIGHTLINE_BROWSER is ${wanted}, which cannot be run.`, {
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
const linuxNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chrome',
];
const linuxPaths = [
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/usr/lib/chromium/chromium',
];
const macPaths = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const windowsPaths = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

function installedCandidates(search: Search): string[] {
  const { env, platform } = search;
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(isText);
    return folders.flatMap((folder) => windowsPaths.map((path) => win32.join(folder, path)));
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', env.HOME && posix.join(env.HOME, 'Applications')].filter(isText);
    const bundles = folders.flatMap((folder) => macPaths.map((path) => posix.join(folder, path)));
    return [...bundles, ...onPath(['chromium', 'google-chrome'], search)];
  }
  const inPath = onPath(linuxNames, search);
  const isSnap = (path: string) => path.startsWith('/snap/');
  return [
    ...inPath.filter((path) => !isSnap(path)),
    ...linuxNames.map((name) => `/usr/bin/${name}`),
    ...linuxPaths,
    ...inPath.filter(isSnap),
    '/snap/bin/chromium',
  ];
}

function onPath(names: string[], { env, platform }: Search): string[] {
  const [separator, join] = platform === 'win32' ? [';', win32.join] : [':', posix.join];
  const folders = (env.PATH ?? env.Path ?? '').split(separator).filter(isText);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** Playwright's folder layouts, old and new; the wildcard parts are listed, since they vary by machine. */
const cachedPaths = {
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

function cachedCandidates(search: Search): string[] {
  const { list, headed, platform } = search;
  const join = platform === 'win32' ? win32.join : posix.join;
  const layouts = cachedPaths[platform as keyof typeof cachedPaths] ?? cachedPaths.linux;
  const kinds = headed ? /^chromium-(\d+)$/ : /^chromium(?:_headless_shell)?-(\d+)$/;
  return cacheFolders(search).flatMap((cache) =>
    list(cache)
      .map((name) => ({ name, build: Number(kinds.exec(name)?.[1] ?? -1) }))
      .filter(({ build }) => build >= 0)
      .sort((a, b) => b.build - a.build || a.name.length - b.name.length)
      .flatMap(({ name }) => layouts.flatMap((layout) => expand(join(cache, name), layout, search))),
  );
}

/** The files under `folder` that a layout such as `chrome-linux*\/chrome` names. */
function expand(folder: string, layout: string, { list, platform }: Search): string[] {
  const join = platform === 'win32' ? win32.join : posix.join;
  const [top = '', ...rest] = layout.split('/');
  const prefix = top.slice(0, -1);
  return list(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name, ...rest));
}

function cacheFolders({ env, platform }: Search): string[] {
  const named = env.PLAYWRIGHT_BROWSERS_PATH;
  if (named && named !== '0') return [named];
  if (platform === 'win32')
    return [env.LOCALAPPDATA].filter(isText).map((at) => win32.join(at, 'ms-playwright'));
  const home = env.HOME;
  if (platform === 'darwin') return home ? [posix.join(home, 'Library/Caches/ms-playwright')] : [];
  const cache = env.XDG_CACHE_HOME || (home && posix.join(home, '.cache'));
  return cache ? [posix.join(cache, 'ms-playwright')] : [];
}

const isText = (value: string | undefined): value is string => Boolean(value);

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

/** Ubuntu's chromium-browser without its snap: a script that only tells one to install the snap. */
function isSnapStub(path: string): boolean {
  return (
    /snap install|requires the chromium snap/.test(readFileSync(path, 'latin1')) &&
    !isRunnable('/snap/bin/chromium')
  );
}
