import { namesSecret } from '../../injected/secrets/namesSecret.ts';
import { REDACTED_PLACEHOLDER, redactUrl } from '../../snapshot/urls/redactUrl.ts';

export interface HttpHeader {
  name: string;
  value: string;
}

const COOKIE_HEADER = /^(?:set-)?cookie$/i;
/** Words of letters, digits and dashes that are joined by dots: of signed tokens the first begins, after a dash too, as `{"` does in Base64. */
const DOTTED = /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g;
const TOKEN_START = /\beyJ[\w-]{8}/i;
const MIN_TOKEN_PART = 8;
/** What stands behind the scheme of an `Authorization` header, wherever it is written. */
const CREDENTIALS = /\b(bearer|basic|digest)\s+[\w.~+/=-]{8,}/gi;
/** `name: value`, `name=value`, `"name": "value"`, also cut off. */
const PAIR =
  /(?<![\w.-])(["']?)([\w.-]{1,60})\1\s{0,3}[:=]\s{0,3}("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|["'][^\n]*|[^\s,;&"'<>(){}[\]]+)/g;
/** What a secret is not: it says whether there is one. */
const EMPTY_VALUE = /^["']?(?:true|false|null|undefined|none|NaN|)["']?$/;
/** What no text of a page is, or may be what somebody typed. */
const NO_TEXT = /<(script|style|textarea|select|template)\b[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const TAG = /<[/a-z!?](?:"[^"]*"|'[^']*'|[^>])*>?/gi;

/** Headers as they may be shown: credentials, cookies and what is named like a secret are `[filled]`. */
export const maskHeaders = (headers: readonly HttpHeader[]): HttpHeader[] =>
  headers.map(({ name, value }) => ({ name, value: maskHeader(name, value) }));

function maskHeader(name: string, value: string): string {
  if (COOKIE_HEADER.test(name)) return maskCookies(value, name.toLowerCase() === 'set-cookie');
  return namesSecret(name) ? REDACTED_PLACEHOLDER : maskText(value);
}

/** Names stay, and what a cookie is set with. */
function maskCookies(value: string, isSet: boolean): string {
  const mask = (cookie: string): string =>
    cookie.includes('=')
      ? `${cookie.slice(0, cookie.indexOf('='))}=${REDACTED_PLACEHOLDER}`
      : REDACTED_PLACEHOLDER;
  if (!isSet) return value.split(/;\s*/).map(mask).join('; ');
  return value
    .split('\n')
    .map((line) => line.split(/;\s*/))
    .map(([cookie = '', ...attributes]) => [mask(cookie), ...attributes].join('; '))
    .join('\n');
}

/** In time by the length of the text alone: a page chooses it. */
function maskToken(dotted: string): string {
  const parts = dotted.split('.');
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const start = (parts[i + 1]?.length ?? 0) >= MIN_TOKEN_PART ? part.search(TOKEN_START) : -1;
    if (start >= 0) return dotted.slice(0, at + start) + REDACTED_PLACEHOLDER;
    at += part.length + 1;
  }
  return dotted;
}

/** A line of text: tokens, and values behind names of secrets. */
export const maskText = (text: string): string =>
  redactUrl(text)
    .replace(DOTTED, maskToken)
    .replace(CREDENTIALS, (_, scheme: string) => `${scheme} ${REDACTED_PLACEHOLDER}`)
    .replace(PAIR, (pair, _quote: string, name: string, value: string) =>
      !namesSecret(name) || EMPTY_VALUE.test(value) || value.includes(REDACTED_PLACEHOLDER)
        ? pair
        : pair.slice(0, pair.length - value.length) + placeholderLike(value),
    );

const placeholderLike = (value: string): string =>
  /^["']/.test(value) ? `${value[0]}${REDACTED_PLACEHOLDER}${value[0]}` : REDACTED_PLACEHOLDER;

/** The body of a request or response as text without secrets; undefined for what is no text. */
export function maskBody(body: Buffer, contentType: string): string | undefined {
  if (body.includes(0) || !isText(contentType)) return undefined;
  const text = body.toString('utf8');
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) return maskForm(text);
  if (/^multipart\//i.test(contentType)) return maskMultipart(text);
  if (/\bhtml\b/i.test(contentType) || (contentType === '' && /^\s*</.test(text)))
    return maskText(textOfHtml(text));
  return maskJson(text) ?? maskText(/\bxml\b/i.test(contentType) ? decodeEntities(text) : text);
}

const isText = (contentType: string): boolean =>
  contentType === '' ||
  /^(?:text|multipart)\/|[/+](?:json|xml|javascript|ecmascript|x-www-form-urlencoded|graphql|x-ndjson|csv)\b/i.test(
    contentType,
  );

function maskJson(text: string): string | undefined {
  try {
    return JSON.stringify(maskValue(JSON.parse(text)));
  } catch {
    return undefined;
  }
}

/** A JSON value: texts as `maskText` has them, and nothing below a key that is named like a secret. */
export function maskValue(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret && value !== '' ? REDACTED_PLACEHOLDER : maskText(value);
  if (typeof value === 'number') return isSecret ? REDACTED_PLACEHOLDER : value;
  if (Array.isArray(value)) return value.map((one) => maskValue(one, isSecret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, maskValue(one, isSecret || namesSecret(key))]),
  );
}

const maskForm = (text: string): string =>
  Array.from(new URLSearchParams(text), ([name, value]) => fieldText(name, value)).join('&');

const fieldText = (name: string, value: string): string =>
  `${name}=${value !== '' && namesSecret(name) ? REDACTED_PLACEHOLDER : maskText(value)}`;

/** Its fields, and of files the names. */
function maskMultipart(text: string): string {
  const boundary = text.slice(0, Math.max(0, text.indexOf('\n'))).trim();
  if (boundary === '') return '';
  const fields = text.split(boundary).map((part) => {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
    const name = /\bname="([^"]*)"/i.exec(head)?.[1];
    const file = /\bfilename="([^"]*)"/i.exec(head)?.[1];
    if (name === undefined) return undefined;
    return file === undefined ? fieldText(name, rest.join('\n\n').trim()) : `${name}=(file ${file})`;
  });
  return fields.filter((field) => field !== undefined).join('&');
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
};

/** Without tags: attributes hold what fields hold, and documents in documents. */
const textOfHtml = (html: string): string =>
  decodeEntities(html.replace(NO_TEXT, ' ').replace(TAG, ' '))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();

/** As it reads: what repeats a secret of the page is found in it then. */
const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
    (entity, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
      if (code > 0x10ffff) return entity;
      return code > 0 ? String.fromCodePoint(code) : (ENTITIES[name.toLowerCase()] ?? entity);
    },
  );
