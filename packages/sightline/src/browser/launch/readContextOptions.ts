import type { BrowserContextOptions } from 'playwright-core';
import { nearestWord } from '../../snapshot/nearestWord.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { safeDecode } from '../../snapshot/urls/redactUrl.ts';
import { RequestHeaders, readOrigin } from '../navigation/RequestHeaders.ts';
import type { ContextOptions, ProxyOptions, StorageState } from './ContextOptions.ts';
import { loadPlaywright } from './loadPlaywright.ts';

const DEFAULT_VIEWPORT = { width: 1280, height: 720 };
/** Chromium draws no larger window. */
const MAX_VIEWPORT_PIXELS = 16_384;
const COLOR_SCHEMES = ['light', 'dark', 'no-preference'] as const;
const PROXY_SCHEMES = ['http', 'https', 'socks4', 'socks5'];

/**
 * What Playwright makes a context of. Headers for one origin are none of it: see `RequestHeaders`.
 * @throws SightlineError `invalid_argument` for a value that cannot be, with the nearest that can
 */
export function readContextOptions(
  options: ContextOptions & { storageState?: StorageState | string },
): BrowserContextOptions {
  const { viewport, device, proxy, locale, timezoneId, geolocation, userAgent, colorScheme } = options;
  const { extraHTTPHeaders, httpCredentials, ignoreHTTPSErrors, storageState } = options;
  new RequestHeaders(options);
  return {
    acceptDownloads: true,
    viewport: DEFAULT_VIEWPORT,
    ...(device !== undefined && deviceOptions(device)),
    ...(viewport && { viewport: checkViewport(viewport) }),
    ...(proxy !== undefined && { proxy: readProxy(proxy) }),
    ...(locale !== undefined && { locale: checkLocale(locale) }),
    ...(timezoneId !== undefined && { timezoneId: checkTimezone(timezoneId) }),
    ...(geolocation && { geolocation: checkGeolocation(geolocation), permissions: ['geolocation'] }),
    ...(userAgent !== undefined && { userAgent: checkUserAgent(userAgent) }),
    ...(colorScheme !== undefined && { colorScheme: checkColorScheme(colorScheme) }),
    ...(ignoreHTTPSErrors && { ignoreHTTPSErrors }),
    ...(extraHTTPHeaders && { extraHTTPHeaders }),
    ...(storageState && { storageState }),
    ...(httpCredentials && { httpCredentials: checkCredentials(httpCredentials) }),
  };
}

function deviceOptions(name: string): BrowserContextOptions {
  const { devices } = loadPlaywright();
  const names = Object.keys(devices);
  const known = names.find((one) => one.toLowerCase() === name.toLowerCase());
  const found = known === undefined ? undefined : devices[known];
  if (!found)
    throw refusal(
      `There is no device ${quote(name)}.`,
      nearestWord(name, names),
      'Playwright lists its devices.',
    );
  const { defaultBrowserType: _, ...options } = found;
  return options;
}

function checkViewport({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const isSize = (value: number): boolean =>
    Number.isInteger(value) && value >= 1 && value <= MAX_VIEWPORT_PIXELS;
  if (isSize(width) && isSize(height)) return { width, height };
  throw refusal(
    `A viewport of ${width} x ${height} cannot be.`,
    undefined,
    `Give whole numbers of pixels from 1 to ${MAX_VIEWPORT_PIXELS}.`,
  );
}

export function readProxy(given: string | ProxyOptions): ProxyOptions {
  const { server, ...rest } = typeof given === 'string' ? { server: given } : given;
  const address = /^[\w.-]+:\d+$/.test(server) ? `http://${server}` : server;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const scheme = url?.protocol.slice(0, -1) ?? '';
  if (!url || !PROXY_SCHEMES.includes(scheme) || url.host === '') {
    // Nothing else of it is quoted: it may be a name and a password.
    const [, host] = /^\w+:\/\/([\w.-]+(?::\d+)?)\/?$/.exec(server) ?? [];
    const nearScheme = url && nearestWord(scheme, PROXY_SCHEMES);
    throw refusal(
      host === undefined ? 'That is no address of a proxy.' : `${quote(server)} is no address of a proxy.`,
      host && nearScheme && `${nearScheme}://${host}`,
      'Write it as http://HOST:PORT or socks5://HOST:PORT.',
    );
  }
  const username = safeDecode(url.username);
  const password = safeDecode(url.password);
  const proxy = {
    server: `${url.protocol}//${url.host}`,
    ...(username && { username, password }),
    ...rest,
  };
  if (proxy.username && scheme.startsWith('socks'))
    throw refusal(
      'Chromium gives a SOCKS proxy no name and password.',
      undefined,
      'Use an HTTP proxy, or one without.',
    );
  return proxy;
}

function checkLocale(locale: string): string {
  const [canonical] = canonicalLocales(locale);
  if (canonical !== undefined) return locale;
  throw refusal(
    `${quote(locale)} is no language tag.`,
    canonicalLocales(locale.trim().replace(/[_ ]/g, '-').replace(/\..*$/, ''))[0],
    'Write it as de-DE.',
  );
}

function canonicalLocales(locale: string): string[] {
  try {
    return Intl.getCanonicalLocales(locale);
  } catch {
    return [];
  }
}

function checkTimezone(timezoneId: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezoneId });
    return timezoneId;
  } catch {
    const zones = Intl.supportedValuesOf('timeZone');
    const city = zones.find((zone) => zone.toLowerCase().endsWith(`/${timezoneId.toLowerCase()}`));
    throw refusal(
      `There is no time zone ${quote(timezoneId)}.`,
      city ?? nearestWord(timezoneId, zones),
      'Write it as Europe/Berlin.',
    );
  }
}

type Geolocation = NonNullable<ContextOptions['geolocation']>;

function checkGeolocation({ latitude, longitude, accuracy = 0 }: Geolocation): Geolocation {
  const isWithin = (value: number, limit: number): boolean =>
    Number.isFinite(value) && Math.abs(value) <= limit;
  if (isWithin(latitude, 90) && isWithin(longitude, 180) && accuracy >= 0)
    return { latitude, longitude, accuracy };
  const swapped = isWithin(longitude, 90) && isWithin(latitude, 180) ? `${longitude},${latitude}` : undefined;
  throw refusal(
    `There is no place at ${latitude},${longitude}.`,
    swapped,
    'Give the latitude, from -90 to 90, and then the longitude, from -180 to 180.',
  );
}

function checkUserAgent(userAgent: string): string {
  if (/^[\x20-\x7e]+$/.test(userAgent)) return userAgent;
  throw refusal(`${quote(userAgent)} is no user agent.`, undefined, 'Give one line of ASCII text.');
}

function checkColorScheme(colorScheme: (typeof COLOR_SCHEMES)[number]): (typeof COLOR_SCHEMES)[number] {
  if (COLOR_SCHEMES.includes(colorScheme)) return colorScheme;
  throw refusal(
    `There is no colour scheme ${quote(String(colorScheme))}.`,
    nearestWord(String(colorScheme), COLOR_SCHEMES),
    `There are ${COLOR_SCHEMES.join(', ')}.`,
  );
}

type HttpCredentials = NonNullable<ContextOptions['httpCredentials']>;

function checkCredentials({ username, password, origin }: HttpCredentials): HttpCredentials {
  return { username, password, ...(origin !== undefined && { origin: readOrigin(origin) }) };
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 100));

function refusal(message: string, near: string | undefined, hint: string): SightlineError {
  return new SightlineError('invalid_argument', message, {
    hint: near === undefined ? hint : `Did you mean ${quote(near)}? ${hint}`,
  });
}
