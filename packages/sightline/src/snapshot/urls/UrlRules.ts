import { SightlineError } from '../SightlineError.ts';

/** Which addresses a session may load: patterns, see `UrlRules`. */
export interface UrlRuleOptions {
  /** Only these hosts and origins, where any is named; and schemes beyond http and https. */
  allow?: readonly string[];
  /** Never these, whatever is allowed. */
  block?: readonly string[];
}

interface UrlRule {
  /** `http:`; undefined for any. */
  protocol?: string;
  /** `example.com`, or `.example.com` for every host below it; undefined for any. */
  host?: string;
  port?: string;
}

/** Schemes that browsers know: a pattern of one word is a scheme if it is one of these, else a host. */
const SCHEMES =
  /^(?:about|blob|brave|chrome|chrome-extension|chrome-untrusted|data|devtools|edge|file|filesystem|ftp|javascript|view-source)$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
};
/** What loads nothing from anywhere: pictures and frames within a page, the browser's own error page. */
const LOCAL_SCHEMES = /^(?:about|blob|chrome-error|data):$/;

/**
 * Rules by host. `example.com` is that host at any port and scheme, `*.example.com` every host below it, `example.com:8080`
 * and `https://example.com` exactly these, `*` every host; `file:` is a scheme. Throws `invalid_argument` for anything else.
 */
export class UrlRules {
  /** Schemes that are opened beside http and https. */
  readonly schemes: readonly string[];
  readonly #allow: readonly UrlRule[];
  readonly #block: readonly UrlRule[];
  readonly #blockedSchemes: readonly string[];
  readonly #hasLocalFiles: boolean;

  /** `hasLocalFiles`: without a rule for `file:`, a local file that a tab shows is a page as any other. Default true. */
  constructor({ allow = [], block = [] }: UrlRuleOptions = {}, { hasLocalFiles = true } = {}) {
    this.schemes = allow.flatMap((pattern) => parseScheme(pattern) ?? []);
    this.#blockedSchemes = block.flatMap((pattern) => parseScheme(pattern) ?? []);
    this.#allow = allow.filter((pattern) => !parseScheme(pattern)).map(parseRule);
    this.#block = block.filter((pattern) => !parseScheme(pattern)).map(parseRule);
    this.#hasLocalFiles = hasLocalFiles || this.schemes.includes('file');
  }

  /** Whether there is any rule: without one, no request has to be checked. */
  get isRestricted(): boolean {
    return this.#allow.length + this.#block.length + this.#blockedSchemes.length > 0;
  }

  /** Whether a page or anything in it may be loaded from there. */
  allows(url: string): boolean {
    if (!this.#hasLocalFiles && /^(?:blob:)?file:/i.test(url)) return false;
    if (!this.isRestricted) return true;
    const unwrappedUrl = url.startsWith('blob:') ? url.slice('blob:'.length) : url;
    if (!URL.canParse(unwrappedUrl)) return false;
    const parsedUrl = new URL(unwrappedUrl);
    if (this.#blockedSchemes.includes(parsedUrl.protocol.slice(0, -1))) return false;
    if (!(parsedUrl.protocol in DEFAULT_PORTS))
      return LOCAL_SCHEMES.test(parsedUrl.protocol) || this.schemes.includes(parsedUrl.protocol.slice(0, -1));
    const matchesUrl = (rule: UrlRule): boolean => matches(rule, parsedUrl);
    return !this.#block.some(matchesUrl) && (this.#allow.length === 0 || this.#allow.some(matchesUrl));
  }

  /** @throws SightlineError `blocked_url` */
  check(url: string): void {
    if (!this.allows(url)) throw blockedUrl(url);
  }

  /** The rules for `--host-resolver-rules` of the browser, as far as these can express them. */
  get resolverRules(): string {
    const hosts = (rules: readonly UrlRule[]): string[] =>
      rules.map(({ host = '' }) => (host.startsWith('.') ? `*${host}` : host.replace(/^\[|\]$/g, '')));
    const hostOnlyRules = this.#block.filter(({ host, port, protocol }) => host && !port && !protocol);
    const blocked = hosts(hostOnlyRules)
      .flatMap(spellingsOf)
      .map((host) => `MAP ${host} ~NOTFOUND`);
    const allowsAllHosts = this.#allow.length === 0 || this.#allow.some(({ host }) => host === undefined);
    const exclusions = allowsAllHosts
      ? []
      : ['MAP * ~NOTFOUND', ...hosts(this.#allow).map((host) => `EXCLUDE ${host}`)];
    return [...blocked, ...exclusions].join(', ');
  }

  /**
   * The allowed addresses as the browser takes them in `--proxy-bypass-list`: hosts, with the port where a rule has one. Undefined
   * where other hosts are allowed too.
   */
  get directHosts(): string[] | undefined {
    if (this.#allow.length === 0) return undefined;
    const written = this.#allow.map((rule) => writeBypass(rule));
    return written.every((one) => one !== undefined) ? written.flat() : undefined;
  }

  /**
   * A proxy auto-config script (`FindProxyForURL`): `proxy` (`PROXY host:80`) for what the rules admit, nothing for all else, and
   * `DIRECT` for admitted hosts of `bypass`. What is no request, as a socket, is held by it where a proxy looks hosts up.
   */
  proxyScript(proxy: string, bypass: readonly string[]): string {
    const rules = { allow: this.#allow, block: this.#block, defaultPorts: DEFAULT_PORTS, bypass, proxy };
    return `var rules = ${JSON.stringify(rules)};\n${PROXY_SCRIPT}`;
  }
}

/** As `matches`, in the JavaScript of proxy scripts, which has no `URL`; addresses are those that the browser has read. */
const PROXY_SCRIPT = String.raw`
function matches(rule, protocol, name, port) {
  if (rule.protocol && rule.protocol !== (/^ws/.test(rule.protocol) ? protocol : protocol.replace(/^ws/, 'http'))) return false;
  var expected = rule.port || (rule.protocol && rule.host ? rules.defaultPorts[rule.protocol] : undefined);
  if (expected !== undefined && expected !== port) return false;
  if (rule.host === undefined) return true;
  return rule.host.charAt(0) === '.' ? name.slice(-rule.host.length) === rule.host : name === rule.host;
}
function hostOf(host) {
  var groups = /^\[?(?:::ffff:(?:0:)?|::|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]?$/.exec(host);
  if (!groups) return host.charAt(0) === '[' || host.indexOf(':') < 0 ? host.replace(/\.+$/, '') : '[' + host + ']';
  var high = parseInt(groups[1], 16), low = parseInt(groups[2], 16);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
function FindProxyForURL(url, host) {
  var parts = /^([a-z]+:)\/\/(?:[^@\/]*@)?(?:\[[^\]]*\]|[^:\/]*)(?::(\d+))?/.exec(url) || ['', ''];
  var name = hostOf(host), port = parts[2] || rules.defaultPorts[parts[1]];
  function fits(rule) { return matches(rule, parts[1], name, port); }
  if (rules.block.some(fits) || (rules.allow.length > 0 && !rules.allow.some(fits))) return 'PROXY 127.0.0.1:1';
  return rules.bypass.some(function (end) { return name === end || name.slice(-end.length - 1) === '.' + end; }) ? 'DIRECT' : rules.proxy;
}`;

/** `file` and `file:`; undefined for what names hosts. */
function parseScheme(pattern: string): string | undefined {
  const [, scheme, colon] = /^([a-z][a-z\d+.-]*)(:?)$/i.exec(pattern.trim()) ?? [];
  return scheme && (colon || SCHEMES.test(scheme.toLowerCase())) ? scheme.toLowerCase() : undefined;
}

function parseRule(pattern: string): UrlRule {
  const [, protocol, wildcard, rest = ''] =
    /^(?:([a-z]+:)(?!\d))?(?:\/\/)?(\*\.?)?([^/*?#@,;\s]*)\/?$/i.exec(pattern.trim()) ?? [];
  if (wildcard === '*' && /^(?::\d+)?$/.test(rest)) return normalizeRule({ protocol, port: rest.slice(1) });
  const isWebScheme = protocol === undefined || protocol.toLowerCase() in DEFAULT_PORTS;
  // The browser's own reading: `127.1` is 127.0.0.1, `EXAMPLE.com` and IDNs are what they are looked up as.
  const url = `http://${rest}/`;
  if (!isWebScheme || wildcard === '*' || !rest || !URL.canParse(url)) throw invalidPattern(pattern);
  const port = /:(\d+)$/.exec(rest)?.[1];
  return normalizeRule({ protocol, host: (wildcard ? '.' : '') + hostOf(new URL(url)), port });
}

const normalizeRule = ({ protocol, host, port }: UrlRule): UrlRule => ({
  ...(protocol && { protocol: protocol.toLowerCase() }),
  ...(host && { host }),
  ...(port && { port }),
});

/** IPv6 addresses that lead to an IPv4 one: mapped, translated, compatible, and by way of NAT64. */
const EMBEDDED_IPV4_PREFIXES = ['::ffff:', '::ffff:0:', '::', '64:ff9b::'];
const EMBEDDED_IPV4 = /^\[(?:::ffff:(?:0:)?|::|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** Without the dot at its end, which names the same host; an IPv6 address that leads to an IPv4 one is that. */
function hostOf({ hostname }: URL): string {
  const groups = EMBEDDED_IPV4.exec(hostname)
    ?.slice(1)
    .map((group) => Number.parseInt(group, 16));
  if (groups) return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
  return hostname.replace(/\.+$/, '');
}

/** Every way in which the browser may look a host up; IPv6 addresses without brackets. */
function spellingsOf(host: string): string[] {
  if (!/^\d+(?:\.\d+){3}$/.test(host)) return host.includes(':') ? [host] : [host, `${host}.`];
  const [a = 0, b = 0, c = 0, d = 0] = host.split('.').map(Number);
  const groups = [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(':');
  return [host, ...EMBEDDED_IPV4_PREFIXES.map((prefix) => `${prefix}${groups}`)];
}

/** A rule as the browser takes it for hosts; sockets are of the scheme of their pages. Undefined for one that admits any. */
function writeBypass({ protocol, host, port }: UrlRule): string[] | undefined {
  if (host === undefined && port !== undefined) return [`*:${port}`];
  if (host === undefined) {
    if (protocol === undefined) return undefined;
    return protocol.startsWith('ws')
      ? [`${protocol}//*`]
      : [`${protocol}//*`, `${protocol.replace('http', 'ws')}//*`];
  }
  const at = port ?? (protocol === undefined ? undefined : DEFAULT_PORTS[protocol]);
  const name = host.startsWith('.') ? `*${host}` : host.replace(/^\[|\]$/g, '');
  return spellingsOf(name).map(
    (one) => `${one.includes(':') ? `[${one}]` : one}${at === undefined ? '' : `:${at}`}`,
  );
}

function matches({ protocol, host, port }: UrlRule, url: URL): boolean {
  if (
    protocol !== undefined &&
    protocol !== url.protocol.replace(/^ws/, protocol.startsWith('ws') ? 'ws' : 'http')
  )
    return false;
  // An origin without a port is at that of its scheme; a host alone is at any.
  const expectedPort = port ?? (protocol && host ? DEFAULT_PORTS[protocol] : undefined);
  if (expectedPort !== undefined && expectedPort !== (url.port || DEFAULT_PORTS[url.protocol])) return false;
  if (host === undefined) return true;
  const name = hostOf(url);
  return host.startsWith('.') ? name.endsWith(host) : name === host;
}

function invalidPattern(pattern: string): SightlineError {
  return new SightlineError(
    'invalid_argument',
    `${JSON.stringify(pattern.slice(0, 100))} names no host, origin or scheme.`,
    {
      hint: 'Write example.com, *.example.com, https://example.com, example.com:8080, * or file: for a scheme.',
    },
  );
}

/** @returns `blocked_url` */
function blockedUrl(url: string): SightlineError {
  const target = URL.canParse(url) ? new URL(url).host || new URL(url).protocol : 'that address';
  return new SightlineError('blocked_url', `The rules of this session keep it from loading ${target}.`, {
    hint: 'Open another address; the rules are set where the session is started (--allow, --block).',
  });
}
