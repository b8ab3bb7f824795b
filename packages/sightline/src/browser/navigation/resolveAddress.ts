import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { startOf } from '../../snapshot/shorten.ts';
import { redactUrl } from '../../snapshot/urls/redactUrl.ts';

/**
 * The URL that a person means by what they typed: `example.com` is https, `localhost:3000` http, and the
 * path of a file is that file, when `cwd` says that local files are welcome. `schemes`: others that are opened.
 * Throws `blocked_url` for what is not a web page, `invalid_argument` for what is no address at all.
 */
export function resolveAddress(
  input: string,
  { cwd, schemes = [] }: { cwd?: string; schemes?: readonly string[] } = {},
): string {
  const text = input.trim();
  if (text === '') throw invalidAddressError('No address was given.');
  if (text === 'about:blank') return text;
  const scheme = schemeOf(text);
  if (scheme === 'http' || scheme === 'https') return parseUrl(text);
  if (scheme && scheme !== 'javascript' && schemes.includes(scheme)) return parseUrl(text);
  if (scheme === 'file') return toFileUrl(parseUrl(text), text, cwd);
  if (scheme) throw blockedSchemeError(scheme);
  return resolvePath(text, cwd) ?? parseUrl(withScheme(text));
}

/** Lower case, without the colon. `localhost:3000` and `C:\page.html` have none. */
function schemeOf(text: string): string | undefined {
  const [, scheme, rest = ''] = /^([a-z][a-z\d+.-]+):(.*)$/is.exec(text) ?? [];
  if (!scheme) return undefined;
  const name = scheme.toLowerCase();
  // A script may be a number.
  return name !== 'javascript' && /^\d+(?:[/?#]|$)/.test(rest) ? undefined : name;
}

function parseUrl(url: string): string {
  if (!URL.canParse(url)) throw invalidAddressError(`Not an address: ${shorten(url)}`);
  return new URL(url).href;
}

function toFileUrl(url: string, text: string, cwd: string | undefined): string {
  if (cwd === undefined) throw blockedSchemeError('file');
  const path = fileURLToPath(url);
  if (!isFile(path)) throw notAFileError(path, text);
  return url;
}

const PATH_PATTERN = /^\.{1,2}$|^(?:\.{0,2}[/\\]|~[/\\]|[a-z]:[/\\])|^[^/?#]*\.(?:x?html?|xml|svg)$/i;

/** The file URL of an existing file; undefined for what does not look like a path and is not one. */
function resolvePath(text: string, cwd: string | undefined): string | undefined {
  const isPath = PATH_PATTERN.test(text) && !text.startsWith('//');
  if (cwd === undefined) {
    if (isPath) throw blockedSchemeError('file');
    return undefined;
  }
  const path = resolve(
    cwd,
    text.replace(/^~(?=[/\\])/, () => homedir()),
  );
  if (isFile(path)) return pathToFileURL(path).href;
  if (isPath) throw notAFileError(path, text);
  return undefined;
}

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function notAFileError(path: string, text: string): SightlineError {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return invalidAddressError(
    isFolder ? `That is a folder, not a page: ${shorten(text)}` : `No such file: ${shorten(text)}`,
  );
}

// A server on this machine or this network rarely speaks TLS; one on the internet nearly always does.
const LOCAL_HOST_PATTERN =
  /^(?:localhost|[^/?#:]+\.localhost|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|\[::1\])(?=[:/?#]|$)/i;

function withScheme(text: string): string {
  const address = text.replace(/^\/\//, '');
  return `${LOCAL_HOST_PATTERN.test(address) ? 'http' : 'https'}://${address}`;
}

function invalidAddressError(message: string): SightlineError {
  return new SightlineError('invalid_argument', message, {
    hint: 'Give a URL such as https://example.com or localhost:3000, or the path of an existing .html file.',
  });
}

function blockedSchemeError(scheme: string): SightlineError {
  const hint =
    scheme === 'javascript'
      ? 'That is no address, but a script. Open a page, and act on its elements.'
      : scheme === 'file'
        ? 'Local files are opened by the command line, where a person names the path; else as file:///... with --allow file:.'
        : 'Open an http:// or https:// address, or allow this scheme (`schemes`, `open --allow`).';
  return new SightlineError('blocked_url', `Addresses that begin with ${shorten(scheme)}: are not opened.`, {
    hint,
  });
}

function shorten(text: string): string {
  const redacted = redactUrl(text);
  return redacted.length > 200 ? `${startOf(redacted, 200)}…` : redacted;
}
