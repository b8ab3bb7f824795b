import { resolve } from 'node:path';
import { z } from 'zod';
import type { LaunchOptions } from '../browser/launch/launchBrowser.ts';
import { readContextOptions } from '../browser/launch/readContextOptions.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';

/** How a browser that is started is set up: the part of `LaunchOptions` that users choose. */
export type BrowserSettings = Omit<LaunchOptions, 'headless' | 'executablePath' | 'args' | 'downloads'>;

const text = z.string().min(1).optional();

/** Input fields of commands that start a browser. */
export const browserFields = {
  userDataDir: text.describe('Folder of a profile, which keeps logins for the next time'),
  proxy: text.describe('http, https, socks4 or socks5 address of a proxy; NAME:PASSWORD@ may stand in it'),
  locale: text.describe('Language tag, as de-DE'),
  timezone: text.describe('Time zone, as Europe/Berlin'),
  geolocation: text.describe('Latitude and longitude, as 52.52,13.40; pages may ask for it then'),
  device: text.describe('Device of Playwright, as "iPhone 15": size, touch and user agent'),
  viewportSize: text.describe('CSS pixels, as 1280x720'),
  userAgent: text.describe('User agent'),
  colorScheme: text.describe('light, dark or no-preference'),
  ignoreHttpsErrors: z
    .boolean()
    .optional()
    .describe('Open pages whose certificate is not valid (self-signed)'),
  httpCredentials: text.describe(
    'NAME:PASSWORD for HTTP authentication; behind "https://HOST " for that origin alone',
  ),
  header: z
    .array(z.string().min(1))
    .optional()
    .describe(
      '"Name: value", sent with every request, also with --cdp; behind "https://HOST " to that origin alone',
    ),
};

/** How the command line calls their values. */
export const browserValueNames = {
  userDataDir: 'FOLDER',
  proxy: 'ADDRESS',
  locale: 'TAG',
  timezone: 'ZONE',
  geolocation: 'LAT,LON',
  device: 'NAME',
  viewportSize: 'WxH',
  userAgent: 'TEXT',
  colorScheme: 'SCHEME',
  httpCredentials: 'NAME:PASSWORD',
  header: 'HEADER',
};

export type BrowserInput = z.output<z.ZodObject<typeof browserFields>>;

/** An input apart: what sets a browser up, and the rest. */
export function splitBrowserFields<Input extends BrowserInput>(
  input: Input,
): [browser: BrowserInput, rest: Omit<Input, keyof BrowserInput>] {
  const entries = Object.entries(input);
  const isOfBrowser = ([key]: [string, unknown]): boolean => Object.hasOwn(browserFields, key);
  return [
    Object.fromEntries(entries.filter(isOfBrowser)) as BrowserInput,
    Object.fromEntries(entries.filter((entry) => !isOfBrowser(entry))) as Omit<Input, keyof BrowserInput>,
  ];
}

/** The settings that the fields say; undefined for none. `cwd`: what the path of a profile starts from. @throws SightlineError `invalid_argument` */
export function readBrowserFields(input: BrowserInput, cwd: string): BrowserSettings | undefined {
  const { userDataDir, timezone, geolocation, viewportSize, ignoreHttpsErrors, httpCredentials, header } =
    input;
  const settings: BrowserSettings = {
    ...pickGiven(input, ['proxy', 'locale', 'device', 'userAgent']),
    ...(input.colorScheme !== undefined && {
      colorScheme: input.colorScheme as BrowserSettings['colorScheme'],
    }),
    ...(userDataDir !== undefined && { userDataDir: resolve(cwd, userDataDir) }),
    ...(timezone !== undefined && { timezoneId: timezone }),
    ...(geolocation !== undefined && { geolocation: readPlace(geolocation) }),
    ...(viewportSize !== undefined && { viewport: readSize(viewportSize) }),
    ...(ignoreHttpsErrors && { ignoreHTTPSErrors: true }),
    ...(httpCredentials !== undefined && { httpCredentials: readCredentials(httpCredentials) }),
    ...(header !== undefined && readHeaders(header)),
  };
  readContextOptions(settings);
  return Object.keys(settings).length > 0 ? settings : undefined;
}

function pickGiven<Key extends keyof BrowserInput>(
  input: BrowserInput,
  keys: Key[],
): Pick<BrowserInput, Key> {
  const given = keys.filter((key) => input[key] !== undefined).map((key) => [key, input[key]]);
  return Object.fromEntries(given) as Pick<BrowserInput, Key>;
}

function readPlace(given: string): { latitude: number; longitude: number } {
  const [latitude = Number.NaN, longitude = Number.NaN, ...rest] = given
    .split(/\s*[,;]\s*/)
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (rest.length === 0 && !Number.isNaN(latitude + longitude)) return { latitude, longitude };
  throw refusal(
    `--geolocation takes a latitude and a longitude, not ${JSON.stringify(given)}.`,
    'Write them as 52.52,13.40.',
  );
}

function readSize(given: string): { width: number; height: number } {
  const [, width, height] = /^\s*(\d+)\s*[x×,*]\s*(\d+)\s*$/i.exec(given) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const [first, second] = given.match(/\d+/g) ?? [];
  const near = first && second ? `Did you mean ${first}x${second}? ` : '';
  throw refusal(
    `--viewport-size takes a width and a height, not ${JSON.stringify(given)}.`,
    `${near}Write them as 1280x720.`,
  );
}

/** `https://host rest`: what is for one origin; else for all. */
function splitOrigin(given: string): { origin?: string; rest: string } {
  const [, origin, rest] = /^(https?:\/\/\S+)\s+(.*)$/s.exec(given) ?? [];
  return origin === undefined || rest === undefined ? { rest: given } : { origin, rest };
}

function readCredentials(given: string): NonNullable<BrowserSettings['httpCredentials']> {
  const { origin, rest } = splitOrigin(given);
  const [, username, password] = /^([^:]+):(.*)$/s.exec(rest) ?? [];
  if (username === undefined || password === undefined)
    throw refusal('--http-credentials takes a name and a password.', 'Write them as NAME:PASSWORD.');
  return { username, password, ...(origin !== undefined && { origin }) };
}

function readHeaders(
  lines: readonly string[],
): Pick<BrowserSettings, 'extraHTTPHeaders' | 'headersByOrigin'> {
  const everywhere: Record<string, string> = {};
  const byOrigin: Record<string, Record<string, string>> = {};
  for (const line of lines) {
    const { origin, rest } = splitOrigin(line);
    const [, name, value] = /^([^:=\s]+)\s*:\s*(.*)$/s.exec(rest) ?? [];
    if (name === undefined || value === undefined)
      throw refusal(
        '--header takes a name and a value with a colon between them.',
        'Write it as "Name: value".',
      );
    if (origin === undefined) everywhere[name] = value;
    else byOrigin[origin] = { ...byOrigin[origin], [name]: value };
  }
  return {
    ...(Object.keys(everywhere).length > 0 && { extraHTTPHeaders: everywhere }),
    ...(Object.keys(byOrigin).length > 0 && { headersByOrigin: byOrigin }),
  };
}

const refusal = (message: string, hint: string): SightlineError =>
  new SightlineError('invalid_argument', message, { hint });
