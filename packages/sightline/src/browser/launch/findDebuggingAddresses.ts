import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** Where to look; every field defaults to this machine's. */
export interface DebuggingSearchOptions {
  env?: Record<string, string | undefined>;
  platform?: NodeJS.Platform;
  home?: string;
  /** Throws where there is no such file. */
  read?: (path: string) => string;
}

/** Folders of the profiles that people use, below the folder where each system keeps them. */
const PROFILE_FOLDERS: Readonly<Record<'linux' | 'darwin' | 'win32', readonly string[]>> = {
  linux: [
    'google-chrome',
    'google-chrome-beta',
    'google-chrome-unstable',
    'chromium',
    'microsoft-edge',
    'BraveSoftware/Brave-Browser',
    'vivaldi',
  ],
  darwin: [
    'Google/Chrome',
    'Google/Chrome Beta',
    'Google/Chrome Canary',
    'Chromium',
    'Microsoft Edge',
    'BraveSoftware/Brave-Browser',
    'Vivaldi',
  ],
  win32: [
    'Google/Chrome/User Data',
    'Google/Chrome Beta/User Data',
    'Google/Chrome SxS/User Data',
    'Chromium/User Data',
    'Microsoft/Edge/User Data',
    'BraveSoftware/Brave-Browser/User Data',
    'Vivaldi/User Data',
  ],
};

/** The endpoints of this user's browsers, as the files `DevToolsActivePort` of their profiles say; they may have ended since. */
export function findDebuggingAddresses(options: DebuggingSearchOptions = {}): string[] {
  const { read = (path) => readFileSync(path, 'utf8') } = options;
  return profileFolders(options).flatMap((folder) => {
    try {
      const [port = '', path = ''] = read(`${folder}/DevToolsActivePort`).split(/\r?\n/);
      return /^\d+$/.test(port) && path.startsWith('/') ? [`ws://127.0.0.1:${port}${path}`] : [];
    } catch {
      return [];
    }
  });
}

function profileFolders({
  env = process.env,
  platform = process.platform,
  home = homedir(),
}: DebuggingSearchOptions): string[] {
  if (platform === 'win32')
    return PROFILE_FOLDERS.win32.map((folder) => win32.join(env.LOCALAPPDATA ?? home, folder));
  if (platform === 'darwin')
    return PROFILE_FOLDERS.darwin.map((folder) => posix.join(home, 'Library/Application Support', folder));
  const config = env.XDG_CONFIG_HOME || posix.join(home, '.config');
  const snap = posix.join(home, 'snap/chromium/common/chromium');
  return [...PROFILE_FOLDERS.linux.map((folder) => posix.join(config, folder)), snap];
}
