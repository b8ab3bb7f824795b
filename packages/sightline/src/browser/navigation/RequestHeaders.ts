import { validateHeaderName, validateHeaderValue } from 'node:http';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/** Headers that requests carry besides the browser's own. */
export interface HeaderOptions {
  /** With every request. */
  extraHTTPHeaders?: Record<string, string>;
  /** With requests to one origin: `{ 'https://example.com': { Authorization: 'Bearer …' } }`. */
  headersByOrigin?: Record<string, Record<string, string>>;
}

/** Which further headers a request carries, by its address. */
export class RequestHeaders {
  readonly #everywhere: Record<string, string>;
  readonly #byOrigin = new Map<string, Record<string, string>>();

  /** @throws SightlineError `invalid_argument` for what is no header or no origin; it quotes no value of a header. */
  constructor({ extraHTTPHeaders = {}, headersByOrigin = {} }: HeaderOptions = {}) {
    checkHeaders(extraHTTPHeaders);
    this.#everywhere = extraHTTPHeaders;
    for (const [origin, headers] of Object.entries(headersByOrigin)) {
      checkHeaders(headers);
      this.#byOrigin.set(readOrigin(origin), headers);
    }
  }

  get isEmpty(): boolean {
    return this.#byOrigin.size === 0 && Object.keys(this.#everywhere).length === 0;
  }

  /** All headers of a request that has these; undefined where none is added. */
  addedTo(headers: Record<string, string>, url: string): { name: string; value: string }[] | undefined {
    const own = URL.canParse(url) ? this.#byOrigin.get(new URL(url).origin) : undefined;
    const added = { ...this.#everywhere, ...own };
    if (Object.keys(added).length === 0) return undefined;
    const replaced = new Set(Object.keys(added).map((name) => name.toLowerCase()));
    const kept = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()));
    return [...kept, ...Object.entries(added)].map(([name, value]) => ({ name, value }));
  }
}

function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!isValid(() => validateHeaderName(name)))
      throw new SightlineError(
        'invalid_argument',
        `${JSON.stringify(name.slice(0, 100))} is no name of an HTTP header.`,
        {
          hint: `Did you mean ${JSON.stringify(nearestHeaderName(name))}? Names have letters, digits and dashes.`,
        },
      );
    if (typeof value !== 'string' || !isValid(() => validateHeaderValue(name, value)))
      throw new SightlineError('invalid_argument', `The value of the header ${name} cannot be sent.`, {
        hint: 'Give one line of text.',
      });
  }
}

const nearestHeaderName = (name: string): string =>
  name
    .trim()
    .replace(/:.*$/s, '')
    .replace(/[^!#$%&'*+.^`|~\w-]+/g, '-') || 'Authorization';

function isValid(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

/** `https://example.com` of an address at it. @throws SightlineError `invalid_argument` */
export function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return url.origin;
  const near = url ? '' : /^[\w.-]+(:\d+)?$/.test(text) ? `Did you mean https://${text}? ` : '';
  throw new SightlineError('invalid_argument', `${JSON.stringify(text.slice(0, 100))} is no origin.`, {
    hint: `${near}Write it as https://example.com.`,
  });
}
