import { describe, expect, test } from 'vitest';
import { findDebuggingAddresses } from '../../packages/sightline/src/browser/launch/findDebuggingAddresses.ts';
import { readContextOptions } from '../../packages/sightline/src/browser/launch/readContextOptions.ts';
import { RequestHeaders } from '../../packages/sightline/src/browser/navigation/RequestHeaders.ts';
import type { LaunchOptions } from '../../packages/sightline/src/session/Session.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { readBrowserFields } from '../../packages/sightline/src/tools/browserFields.ts';

/** The message and hint with which something is refused. */
const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    const { code, advice } = error as { code: string; advice: string };
    return `${code}: ${advice}`;
  }
  return 'taken';
};

test('a headless shell takes no proxy together with rules for addresses, which it could not hold', async () => {
  for (const name of ['chromium-headless-shell', 'headless_shell'])
    await expect(
      Session.launch({ executablePath: `/nowhere/${name}`, proxy: 'http://127.0.0.1:9', block: ['a.test'] }),
    ).rejects.toMatchObject({
      code: 'invalid_argument',
      message: 'A headless shell cannot hold rules for addresses behind a proxy.',
    });
});

describe('options of a browser that is started', () => {
  test.each<[LaunchOptions, string]>([
    [{ device: 'iPhone 51' }, 'There is no device "iPhone 51". Did you mean "iPhone 11"?'],
    [{ locale: 'de_DE' }, '"de_DE" is no language tag. Did you mean "de-DE"?'],
    [{ timezoneId: 'Europe/Berln' }, 'There is no time zone "Europe/Berln". Did you mean "Europe/Berlin"?'],
    [{ timezoneId: 'berlin' }, 'Did you mean "Europe/Berlin"?'],
    [{ geolocation: { latitude: 120, longitude: 30 } }, 'no place at 120,30. Did you mean "30,120"?'],
    [{ colorScheme: 'drak' as 'dark' }, 'There is no colour scheme "drak". Did you mean "dark"?'],
    [
      { proxy: 'htp://proxy:3128' },
      '"htp://proxy:3128" is no address of a proxy. Did you mean "http://proxy:3128"?',
    ],
    [{ proxy: 'ann:hunter2' }, 'That is no address of a proxy.'],
    [{ proxy: 'http://ann:hunter2' }, 'That is no address of a proxy.'],
    [{ proxy: 'socks5://a%zz:pw@proxy:1080' }, 'Chromium gives a SOCKS proxy no name and password.'],
    [{ proxy: 'socks5://ann:pw@proxy:1080' }, 'Chromium gives a SOCKS proxy no name and password.'],
    [{ viewport: { width: 0, height: 720 } }, 'A viewport of 0 x 720 cannot be.'],
    [{ userAgent: 'a\nb' }, 'is no user agent'],
    [
      { extraHTTPHeaders: { 'X Team': 'a' } },
      '"X Team" is no name of an HTTP header. Did you mean "X-Team"?',
    ],
    [
      { headersByOrigin: { 'example.com': {} } },
      '"example.com" is no origin. Did you mean https://example.com?',
    ],
  ])('%j is refused by name', (options, message) => {
    const refusal = refusalOf(() => readContextOptions(options));
    expect(refusal).toMatch(/^invalid_argument: /);
    expect(refusal).toContain(message);
  });

  test('no secret is repeated', () => {
    const secret = 'k7-open-sesame';
    const refusals = [
      refusalOf(() => readContextOptions({ extraHTTPHeaders: { 'X Y': secret } })),
      refusalOf(() => readContextOptions({ extraHTTPHeaders: { Authorization: `${secret}\n` } })),
      refusalOf(() => readContextOptions({ proxy: `htp://ann:${secret}@proxy:3128` })),
      refusalOf(() => readContextOptions({ proxy: `socks5://ann:${secret}@proxy:3128` })),
      refusalOf(() => readBrowserFields({ httpCredentials: secret }, '/')),
      refusalOf(() => readBrowserFields({ header: [`Authorization ${secret}`] }, '/')),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatch(/^invalid_argument: /);
      expect(refusal).not.toContain(secret);
    }
  });

  test('a device gives what is not given itself, and a proxy its name and password', () => {
    const { viewport, isMobile, userAgent, proxy } = readContextOptions({
      device: 'pixel 7',
      userAgent: 'Mine/1.0',
      proxy: 'http://ann:p%40ss@proxy:3128',
    });
    expect([isMobile, userAgent, viewport?.width]).toEqual([true, 'Mine/1.0', expect.any(Number)]);
    expect(proxy).toEqual({ server: 'http://proxy:3128', username: 'ann', password: 'p@ss' });
    expect(readContextOptions({ proxy: 'proxy:3128' }).proxy).toEqual({ server: 'http://proxy:3128' });
  });

  test('an option by another name, and one that there is not', async () => {
    const launch = (options: object): Promise<unknown> => Session.launch(options).catch((error) => error);
    expect(await launch({ proxi: 'http://proxy:1' })).toMatchObject({
      message: 'Session.launch takes no "proxi".',
      hint: 'Did you mean proxy?',
    });
    expect(await launch({ timezone: 'Nowhere/Town' })).toMatchObject({
      message: expect.stringContaining('time zone'),
    });
    expect(await launch({ args: ['--user-data-dir=/x'] })).toMatchObject({
      code: 'invalid_argument',
      hint: expect.stringContaining('userDataDir'),
    });
    expect(await Session.connect({ cdpurl: 'x' } as never).catch((error) => error)).toMatchObject({
      hint: 'Did you mean cdpUrl?',
    });
  });
});

describe('flags of the command line', () => {
  test('are read as the options that they say', () => {
    const settings = readBrowserFields(
      {
        userDataDir: 'profile',
        timezone: 'Asia/Tokyo',
        geolocation: '52.52, 13.40',
        viewportSize: '800x600',
        httpCredentials: 'https://a.test ann:p:w',
        header: ['X-Team: 7', 'https://a.test Authorization: Bearer k'],
      },
      '/home/ann',
    );
    expect(settings).toEqual({
      userDataDir: '/home/ann/profile',
      timezoneId: 'Asia/Tokyo',
      geolocation: { latitude: 52.52, longitude: 13.4 },
      viewport: { width: 800, height: 600 },
      httpCredentials: { username: 'ann', password: 'p:w', origin: 'https://a.test' },
      extraHTTPHeaders: { 'X-Team': '7' },
      headersByOrigin: { 'https://a.test': { Authorization: 'Bearer k' } },
    });
    expect(readBrowserFields({}, '/')).toBeUndefined();
  });

  test.each([
    [{ viewportSize: '800 600' }, 'Did you mean 800x600?'],
    [{ geolocation: 'Berlin' }, 'Write them as 52.52,13.40.'],
    [{ header: ['X-Team=7'] }, 'Write it as "Name: value".'],
  ])('%j is refused', (input, message) => {
    expect(refusalOf(() => readBrowserFields(input, '/'))).toContain(message);
  });
});

test('headers are added by origin, in place of those of the same name', () => {
  const headers = new RequestHeaders({
    extraHTTPHeaders: { 'x-team': '7' },
    headersByOrigin: { 'https://a.test/page': { authorization: 'k' } },
  });
  expect(headers.addedTo({ 'X-Team': '1', Accept: '*/*' }, 'https://a.test/x')).toEqual([
    { name: 'Accept', value: '*/*' },
    { name: 'x-team', value: '7' },
    { name: 'authorization', value: 'k' },
  ]);
  expect(headers.addedTo({}, 'http://a.test/x')).toEqual([{ name: 'x-team', value: '7' }]);
  expect(new RequestHeaders().addedTo({}, 'https://a.test')).toBeUndefined();
});

test('the browsers of a user that allow debugging are found by their profiles', () => {
  const files: Record<string, string> = {
    '/home/ann/.config/google-chrome/DevToolsActivePort': '9222\n/devtools/browser/1',
    '/home/ann/.config/microsoft-edge/DevToolsActivePort': 'nonsense',
    '/Users/ann/Library/Application Support/Google/Chrome/DevToolsActivePort': '9333\n/devtools/browser/2',
  };
  const read = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error('ENOENT');
    return text;
  };
  const find = (platform: NodeJS.Platform, home: string): string[] =>
    findDebuggingAddresses({ platform, home, env: {}, read });
  expect(find('linux', '/home/ann')).toEqual(['ws://127.0.0.1:9222/devtools/browser/1']);
  expect(find('darwin', '/Users/ann')).toEqual(['ws://127.0.0.1:9333/devtools/browser/2']);
  expect(find('win32', 'C:\\')).toEqual([]);
});
