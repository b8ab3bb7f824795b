import { SightlineError } from './SightlineError.ts';

/** Which addresses a session may load: patterns, see `UrlRules`. */
export interface UrlRuleOptions {
  /** Only these hosts and origins, where any is named; and schemes beyond http and https. */
  allow?: readonly string[];
  /** Never these, whatever is allowed. */
  block?: readonly string[];
}

interface Place {
  /** `http:`; undefined for any. */
  protocol?: string;
  /** `example.com`, or `.example.com` for every host below it; undefined for any. */
  host?: string;
  port?: string;
}

/** Schemes that browsers know, which are told from host names by that. */
const SCHEMES =
  /^(?:about|blob|brave|chrome|chrome-extension|chrome-untrusted|data|devtools|edge|file|filesystem|ftp|javascript|view-source)$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};
/** What loads nothing from anywhere: pictures and frames within a page, the browser's own error page. */
const INNER = /^(?:about|blob|chrome-error|data):$/;

/**
 * Rules by host. `example.com` is that host at any port and scheme, `*.example.com` every host below it, `example.com:8080`
 * and `https://example.com` what they say, `*` every host; `file:` is a scheme. Throws `invalid_argument` for what is none.
 */
export class UrlRules {
  /** Schemes that are opened beside http and https. */
  readonly schemes: readonly string[];
  readonly #allow: readonly Place[];
  readonly #block: readonly Place[];
  readonly #blockedSchemes: readonly string[];

  constructor({ allow = [], block = [] }: UrlRuleOptions = {}) {
    this.schemes = allow.flatMap((pattern) => schemeOf(pattern) ?? []);
    this.#blockedSchemes = block.flatMap((pattern) => schemeOf(pattern) ?? []);
    this.#allow = allow.filter((pattern) => !schemeOf(pattern)).map(placeOf);
    this.#block = block.filter((pattern) => !schemeOf(pattern)).map(placeOf);
  }

  /** Whether hosts are told apart at all: nothing has to be watched otherwise. */
  get restricts(): boolean {
    return this.#allow.length + this.#block.length + this.#blockedSchemes.length > 0;
  }

  /** Whether a page or anything in it may be loaded from there. */
  admits(url: string): boolean {
    if (!this.restricts) return true;
    const inner = url.startsWith('blob:') ? url.slice('blob:'.length) : url;
    if (!URL.canParse(inner)) return false;
    const place = new URL(inner);
    if (this.#blockedSchemes.includes(place.protocol.slice(0, -1))) return false;
    if (!(place.protocol in DEFAULT_PORTS))
      return INNER.test(place.protocol) || this.schemes.includes(place.protocol.slice(0, -1));
    const fits = (rule: Place): boolean => matches(rule, place);
    return !this.#block.some(fits) && (this.#allow.length === 0 || this.#allow.some(fits));
  }

  /** @throws SightlineError `blocked_url` */
  check(url: string): void {
    if (!this.admits(url)) throw blockedUrl(url);
  }

  /** The same for the browser's own look-up of hosts, as far as it can be said so: for its `--host-resolver-rules`. */
  get resolverRules(): string {
    const hosts = (places: readonly Place[]): string[] =>
      places.flatMap(({ host = '' }) => [host.startsWith('.') ? `*${host}` : host]);
    const whole = this.#block.filter(({ host, port, protocol }) => host && !port && !protocol);
    const blocked = hosts(whole).map((host) => `MAP ${host} ~NOTFOUND`);
    const open = this.#allow.length === 0 || this.#allow.some(({ host }) => host === undefined);
    const others = open ? [] : ['MAP * ~NOTFOUND', ...hosts(this.#allow).map((host) => `EXCLUDE ${host}`)];
    return [...blocked, ...others].join(', ');
  }
}

/** `file` and `file:`; undefined for what names hosts. */
function schemeOf(pattern: string): string | undefined {
  const [, scheme, colon] = /^([a-z][a-z\d+.-]*)(:?)$/i.exec(pattern.trim()) ?? [];
  return scheme && (colon || SCHEMES.test(scheme.toLowerCase())) ? scheme.toLowerCase() : undefined;
}

function placeOf(pattern: string): Place {
  const [, protocol, wild, rest = ''] =
    /^([a-z]+:)?(?:\/\/)?(\*\.?)?([^/*?#@\s]*)\/?$/i.exec(pattern.trim()) ?? [];
  if (wild === '*' && /^(?::\d+)?$/.test(rest)) return tidy({ protocol, port: rest.slice(1) });
  const known = protocol === undefined || protocol.toLowerCase() in DEFAULT_PORTS;
  // The browser's own reading: `127.1` is 127.0.0.1, `EXAMPLE.com` and IDNs are what they are looked up as.
  const url = `http://${rest}/`;
  if (!known || wild === '*' || !rest || !URL.canParse(url)) throw noPattern(pattern);
  const port = /:(\d+)$/.exec(rest)?.[1];
  return tidy({ protocol, host: (wild ? '.' : '') + hostOf(new URL(url)), port });
}

const tidy = ({ protocol, host, port }: Place): Place => ({
  ...(protocol && { protocol: protocol.toLowerCase() }),
  ...(host && { host }),
  ...(port && { port }),
});

/** Without the dot at its end, which names the same host. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/\.+$/, '');

function matches({ protocol, host, port }: Place, url: URL): boolean {
  if (
    protocol !== undefined &&
    protocol !== url.protocol.replace(/^ws/, protocol.startsWith('ws') ? 'ws' : 'http')
  )
    return false;
  // An origin without a port is at that of its scheme; a host alone is at any.
  const wanted = port ?? (protocol && host ? DEFAULT_PORTS[protocol] : undefined);
  if (wanted !== undefined && wanted !== (url.port || DEFAULT_PORTS[url.protocol])) return false;
  if (host === undefined) return true;
  const name = hostOf(url);
  return host.startsWith('.') ? name.endsWith(host) : name === host;
}

function noPattern(pattern: string): SightlineError {
  return new SightlineError(
    'invalid_argument',
    `${JSON.stringify(pattern.slice(0, 100))} names no host, origin or scheme.`,
    {
      hint: 'Write example.com, *.example.com, https://example.com, example.com:8080, * or file: for a scheme.',
    },
  );
}

/** @returns `blocked_url` */
export function blockedUrl(url: string): SightlineError {
  const place = URL.canParse(url) ? new URL(url).host || new URL(url).protocol : 'that address';
  return new SightlineError('blocked_url', `The rules of this session keep it from loading ${place}.`, {
    hint: 'Open another address; the rules are set where the session is started (--allow, --block).',
  });
}
