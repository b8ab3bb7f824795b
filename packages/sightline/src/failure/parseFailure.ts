import { stripVTControlCharacters } from 'node:util';
import { truncate } from '../snapshot/shorten.ts';
import type { Failure } from './Failure.ts';

/** Characters of a message that are read. */
const MAX_LENGTH = 50_000;

const CALL = /(?:^|\s)(?:locator|page|frame|elementHandle|frameLocator)\.(\w+):\s/;
const EXPECT = /expect\([^)]*\)\.(?:(?:resolves|rejects)\.)?(not\.)?(\w+)\(/;
const STRICT = /strict mode violation: (.+?) resolved to \d+ elements/;
const WAITING = /^(?:- )?waiting for (?!navigation|event|element|function|load state|")(.+)$/;

/** Reads an error of Playwright or of `expect`; of any other the message. */
export function parseFailure(error: unknown): Failure {
  const { message, stack } = errorTexts(error);
  const [body = '', logText = ''] = splitOnce(message, /\n\s*Call log:\s*\n/);
  const log = logText
    .split('\n')
    .map((line) => line.trim().replace(/^- /, ''))
    .filter((line) => line !== '');
  const call = CALL.exec(body)?.[1];
  const expect = EXPECT.exec(body);
  const strict = STRICT.exec(message)?.[1];
  const { expected, received } = readValues(body);
  const timeout = /(?:Timeout|timeout of|Timeout:)\s+(\d+)\s?ms/.exec(body)?.[1];
  return {
    call: expect?.[2] ?? call ?? '',
    isExpect: expect !== null,
    isNot: expect?.[1] !== undefined,
    locator: strict ?? fieldOf(body, 'Locator') ?? waitedFor(log) ?? foreignSelector(message),
    expected,
    received,
    isStrict: strict !== undefined,
    timeoutMs: timeout === undefined ? undefined : Number(timeout),
    log,
    headline: (body.trim().split('\n')[0] ?? '').trim(),
    location: locationOf(stack),
  };
}

/** The message and the stack of an error of any kind, without colours. */
export function errorTexts(error: unknown): { message: string; stack: string } {
  const { message, stack, value } = (
    typeof error === 'object' && error !== null ? error : { message: String(error) }
  ) as { message?: unknown; stack?: unknown; value?: unknown };
  const clean = (text: unknown): string =>
    typeof text === 'string' ? stripVTControlCharacters(truncate(text, MAX_LENGTH)) : '';
  return { message: clean(message ?? value), stack: clean(stack) };
}

function splitOnce(text: string, separator: RegExp): [string, string?] {
  const match = separator.exec(text);
  return match ? [text.slice(0, match.index), text.slice(match.index + match[0].length)] : [text];
}

/** What an error of Puppeteer or Selenium names, as a locator of Playwright's. */
function foreignSelector(message: string): string | undefined {
  const selector =
    /[Ww]aiting for selector `(.+?)` failed/.exec(message)?.[1] ??
    /failed to find element matching selector "(.+?)"/.exec(message)?.[1] ??
    /No element found for selector: (\S.*)/.exec(message)?.[1];
  if (selector !== undefined) return `locator(${JSON.stringify(selector)})`;
  // chromedriver escapes no quotes in it.
  const [, method, value = ''] =
    /"method":\s*"(css selector|xpath)",\s*"selector":\s*"(.*?)"\s*\}/.exec(message) ?? [];
  if (method === undefined) return undefined;
  const plain = value.replaceAll('\\"', '"');
  return `locator(${JSON.stringify(method === 'xpath' ? `xpath=${plain}` : plain)})`;
}

/** The value of a line `Locator:  getByText('Pay')`. */
function fieldOf(body: string, name: string): string | undefined {
  return new RegExp(`^${name}:\\s*(.+)$`, 'm').exec(body)?.[1]?.trim();
}

function waitedFor(log: readonly string[]): string | undefined {
  for (const line of log) {
    const found = WAITING.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `Expected: "a"` and `Received: "b"`, or the lines of a difference: `- a` and `+ b`. */
function readValues(body: string): Pick<Failure, 'expected' | 'received'> {
  const of = (name: string): string | undefined =>
    new RegExp(`^${name}(?: (?:string|substring|pattern|value|length|path))?:\\s*(.+)$`, 'm')
      .exec(body)?.[1]
      ?.trim();
  const expected = of('Expected');
  const received = of('Received');
  if (expected !== undefined || received !== undefined) return { expected, received };
  const lines = (sign: string): string | undefined => {
    const found = body
      .split('\n')
      .filter((line) => line.startsWith(`${sign} `) && !/^[-+] (?:Expected|Received)\b/.test(line));
    return found.length > 0 ? found.map((line) => line.slice(2).trim()).join(' ') : undefined;
  };
  return { expected: lines('-'), received: lines('+') };
}

/** The first place of the stack that is no package's. */
function locationOf(stack: string): string | undefined {
  for (const line of stack.split('\n')) {
    const place = /^\s+at (?:.*\()?(?:file:\/\/)?([^()]+?):(\d+):\d+\)?$/.exec(line);
    if (place && !/node_modules|^node:/.test(place[1] as string))
      return `${(place[1] as string).split(/[\\/]/).slice(-2).join('/')}:${place[2]}`;
  }
  return undefined;
}
