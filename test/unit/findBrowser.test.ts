import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type BrowserSearchOptions,
  findBrowser,
} from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import { withoutSecrets } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';

/** A machine on which just these files can be run. */
function machine(
  platform: NodeJS.Platform,
  env: Record<string, string>,
  files: string[],
): BrowserSearchOptions {
  const { sep } = platform === 'win32' ? win32 : posix;
  const list = (folder: string) => {
    const inside = files.filter((file) => file.startsWith(folder + sep));
    return [...new Set(inside.map((file) => file.slice(folder.length + 1).split(sep)[0] ?? ''))];
  };
  return { platform, env, canRun: (path) => files.includes(path), list };
}

const linux = (env: Record<string, string>, ...files: string[]) =>
  machine('linux', { HOME: '/home/ann', PATH: '/usr/local/bin:/usr/bin', ...env }, files);

describe('SIGHTLINE_BROWSER', () => {
  it('comes before everything else', () => {
    const place = linux({ SIGHTLINE_BROWSER: '/opt/mine' }, '/opt/mine', '/usr/bin/google-chrome');
    expect(findBrowser(place)).toEqual({ path: '/opt/mine', source: 'SIGHTLINE_BROWSER' });
  });

  it('may be a name on the PATH', () => {
    const place = linux({ SIGHTLINE_BROWSER: 'brave' }, '/usr/local/bin/brave');
    expect(findBrowser(place).path).toBe('/usr/local/bin/brave');
  });

  it('is not passed over in silence', () => {
    const place = linux({ SIGHTLINE_BROWSER: '/opt/typo' }, '/usr/bin/google-chrome');
    expect(() => findBrowser(place)).toThrow(
      expect.objectContaining({
        code: 'browser_not_found',
        message: 'SIGHTLINE_BROWSER is /opt/typo, which cannot be run.',
      }),
    );
  });
});

describe('an installed browser', () => {
  it('is found on the PATH, Chrome before Chromium before Edge', () => {
    const files = ['/usr/bin/microsoft-edge', '/usr/bin/chromium', '/usr/local/bin/google-chrome'];
    expect(findBrowser(linux({}, ...files)).path).toBe('/usr/local/bin/google-chrome');
    expect(findBrowser(linux({}, ...files.slice(0, 2))).path).toBe('/usr/bin/chromium');
    expect(findBrowser(linux({}, ...files.slice(0, 1))).path).toBe('/usr/bin/microsoft-edge');
  });

  it('is found without a PATH', () => {
    expect(findBrowser(linux({ PATH: '' }, '/usr/bin/chromium'))).toEqual({
      path: '/usr/bin/chromium',
      source: 'installed',
    });
  });

  it('is a snap only where there is nothing else', () => {
    const env = { PATH: '/snap/bin:/usr/bin' };
    expect(findBrowser(linux(env, '/snap/bin/chromium', '/usr/bin/microsoft-edge')).path).toBe(
      '/usr/bin/microsoft-edge',
    );
    expect(findBrowser(linux(env, '/snap/bin/chromium')).path).toBe('/snap/bin/chromium');
  });

  it('is found on macOS, for all users or one', () => {
    const chrome = 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const edge = '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
    const env = { HOME: '/Users/ann' };
    expect(findBrowser(machine('darwin', env, [`/Users/ann/${chrome}`])).path).toBe(`/Users/ann/${chrome}`);
    expect(findBrowser(machine('darwin', env, [edge])).path).toBe(edge);
  });

  it('is found on Windows', () => {
    const path = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const env = { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)', LOCALAPPDATA: 'C:\\Users\\ann\\AppData' };
    expect(findBrowser(machine('win32', env, [path]))).toEqual({ path, source: 'installed' });
  });
});

describe("Playwright's cache", () => {
  const cache = '/home/ann/.cache/ms-playwright';

  it('gives the newest build, by number', () => {
    const builds = ['chromium-999', 'chromium-1200', 'firefox-2000', 'chromium_headless_shell-1100'];
    const files = builds.map((build) => `${cache}/${build}/chrome-linux/chrome`);
    expect(findBrowser(linux({}, ...files))).toEqual({
      path: `${cache}/chromium-1200/chrome-linux/chrome`,
      source: 'playwright',
    });
  });

  it('knows old and new folder layouts, and the headless shell', () => {
    for (const path of [
      `${cache}/chromium-1255/chrome-linux64/chrome`,
      `${cache}/chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell`,
      `${cache}/chromium_headless_shell-1150/chrome-linux/headless_shell`,
    ]) {
      expect(findBrowser(linux({}, path)).path).toBe(path);
    }
  });

  it('does not offer a headless shell where a window is wanted', () => {
    const shell = `${cache}/chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell`;
    expect(() => findBrowser({ ...linux({}, shell), headed: true })).toThrow(/No Chrome/);
  });

  it('is where PLAYWRIGHT_BROWSERS_PATH or XDG_CACHE_HOME says', () => {
    const build = 'chromium-1255/chrome-linux64/chrome';
    expect(findBrowser(linux({ PLAYWRIGHT_BROWSERS_PATH: '/b' }, `/b/${build}`)).path).toBe(`/b/${build}`);
    const path = `/c/ms-playwright/${build}`;
    expect(findBrowser(linux({ XDG_CACHE_HOME: '/c' }, path)).path).toBe(path);
  });

  it('is found on macOS and Windows', () => {
    const mac =
      '/Users/ann/Library/Caches/ms-playwright/chromium-1255/chrome-mac-arm64/' +
      'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing';
    expect(findBrowser(machine('darwin', { HOME: '/Users/ann' }, [mac])).path).toBe(mac);
    const windows = 'C:\\Local\\ms-playwright\\chromium-1255\\chrome-win64\\chrome.exe';
    expect(findBrowser(machine('win32', { LOCALAPPDATA: 'C:\\Local' }, [windows])).path).toBe(windows);
  });
});

it.each(['linux', 'darwin', 'win32'] as const)('without any browser on %s, says what to type', (platform) => {
  expect(() => findBrowser(machine(platform, {}, []))).toThrow(
    expect.objectContaining({
      code: 'browser_not_found',
      hint: expect.stringContaining('npx playwright-core install chromium'),
    }),
  );
});

it('the browser is given no variable that holds a key', () => {
  const secret = [
    'ANTHROPIC_API_KEY',
    'SIGHTLINE_MCP_TOKEN',
    'SIGHTLINE_LOG',
    'AWS_SECRET_ACCESS_KEY',
    'PGPASSWORD',
  ];
  const plain = ['PATH', 'HOME', 'PWD', 'DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS'];
  const proxies = ['http_proxy', 'HTTPS_PROXY', 'all_proxy', 'no_proxy', 'SOCKS_SERVER'];
  const env = Object.fromEntries([...secret, ...proxies, ...plain].map((name) => [name, 'x']));
  expect(Object.keys(withoutSecrets(env))).toEqual(plain);
});
