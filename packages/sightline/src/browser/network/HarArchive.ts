import { validateHeaderName, validateHeaderValue } from 'node:http';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import { type HttpHeader, maskText } from './maskSecrets.ts';
import { withoutHash } from './PageLog.ts';

/** What a request gets instead of the answer of its server. */
export interface MockResponse {
  status: number;
  contentType: string;
  body: string | Buffer;
  /** Beside its content type. */
  headers?: Readonly<Record<string, string>>;
}

interface HarEntry {
  request: { method: string; url: string };
  response: {
    status: number;
    headers?: { name: string; value: string }[];
    content?: { text?: string; encoding?: string; mimeType?: string; size?: number; _cut?: boolean };
  };
}

interface RecordedAnswer {
  response: MockResponse;
  isUsed: boolean;
}

/** Set by the answer itself, or not true of it any more. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

/** The answers of a HAR file (1.1, 1.2), by method and address. */
export class HarArchive {
  /** Entries whose body the file does not have: their requests go to their servers. */
  readonly withoutBody: number;
  /** Entries with an answer. */
  readonly count: number;
  /** Of the file. */
  readonly name: string;
  readonly #exact = new Map<string, RecordedAnswer[]>();
  /** Those with a masked part, as patterns. */
  readonly #masked: { method: string; parts: string[]; answers: RecordedAnswer[] }[] = [];

  private constructor(entries: readonly HarEntry[], name: string) {
    this.name = name;
    const answered = entries.filter(hasBody);
    this.count = answered.length;
    this.withoutBody = entries.length - answered.length;
    for (const entry of answered) this.#add(entry);
  }

  /** Throws `invalid_argument` for a text that is no HAR, as one that was cut. */
  static parse(text: string, name: string): HarArchive {
    const entries = (parseJson(text, name) as { log?: { entries?: unknown } } | null)?.log?.entries;
    if (!Array.isArray(entries)) throw invalidHar(name, 'it has no log with entries');
    const broken = entries.findIndex((entry) => !isEntry(entry));
    if (broken >= 0) throw invalidHar(name, `entry ${broken + 1} has no request with an answer`);
    return new HarArchive(entries, name);
  }

  /**
   * Undefined for a request that it has no answer to. One that was made several times gets the answers in their order, then the
   * last. `shownUrl`: its address without secrets, as those of the file are compared.
   */
  answer(method: string, shownUrl: string): MockResponse | undefined {
    const address = withoutHash(shownUrl);
    const answers =
      this.#exact.get(`${method} ${address}`) ??
      this.#masked.find((one) => one.method === method && matchesParts(one.parts, address))?.answers;
    const next = answers?.find(({ isUsed }) => !isUsed) ?? answers?.at(-1);
    if (next) next.isUsed = true;
    return next?.response;
  }

  #add({ request: { method, url }, response }: HarEntry): void {
    const decoded = url.replaceAll(encodeURIComponent(REDACTED_PLACEHOLDER), REDACTED_PLACEHOLDER);
    const address = withoutHash(maskText(decoded));
    this.#answersOf(method, address).push({ response: responseOf(response), isUsed: false });
  }

  #answersOf(method: string, address: string): RecordedAnswer[] {
    const key = `${method} ${address}`;
    const known = this.#exact.get(key);
    if (known) return known;
    const answers: RecordedAnswer[] = [];
    this.#exact.set(key, answers);
    if (address.includes(REDACTED_PLACEHOLDER))
      this.#masked.push({ method, parts: address.split(REDACTED_PLACEHOLDER), answers });
    return answers;
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidHar(name, 'it is no JSON, or ends in its middle', error);
  }
}

const invalidHar = (name: string, why: string, cause?: unknown): SightlineError =>
  new SightlineError('invalid_argument', `${name} is no HAR file: ${why}.`, {
    hint: 'Write one with `network --all --har FILE`, or in the network panel of a browser.',
    cause,
  });

function isEntry(entry: unknown): entry is HarEntry {
  const { request, response } = (entry ?? {}) as Partial<HarEntry>;
  return (
    typeof request?.method === 'string' &&
    typeof request.url === 'string' &&
    Number.isInteger(response?.status) &&
    (response?.headers === undefined || Array.isArray(response.headers)) &&
    isContent(response?.content)
  );
}

const isContent = (content: unknown): boolean => {
  if (content === undefined || content === null) return content === undefined;
  const { text = '', mimeType = '' } = content as NonNullable<HarEntry['response']['content']>;
  return typeof text === 'string' && typeof mimeType === 'string';
};

/** One that failed has no status; files that were written here have no body of a picture, and a part of a long one (`_cut`). */
const hasBody = ({ response: { status, content } }: HarEntry): boolean =>
  status >= 100 &&
  status <= 599 &&
  content?._cut !== true &&
  (content?.text !== undefined || status === 204 || (status >= 300 && status < 400) || content?.size === 0);

function responseOf({ status, headers = [], content = {} }: HarEntry['response']): MockResponse {
  const { text = '', encoding, mimeType = 'text/plain' } = content;
  const kept = headers.filter(
    (header) => isSendable(header) && !OWN_HEADERS.has(header.name.toLowerCase()) && !isMasked(header),
  );
  return {
    status,
    contentType: isSendable({ name: 'content-type', value: mimeType }) ? mimeType : 'text/plain',
    body: encoding === 'base64' ? Buffer.from(text, 'base64') : text,
    headers: Object.fromEntries(kept.map(({ name, value }) => [name.toLowerCase(), value])),
  };
}

const isMasked = ({ value }: HttpHeader): boolean => value.includes(REDACTED_PLACEHOLDER);

/** Whether a browser takes it: with another one it gives the whole answer to nobody, and the page waits for it without end. */
function isSendable(header: unknown): header is HttpHeader {
  const { name, value } = (header ?? {}) as Partial<HttpHeader>;
  if (typeof name !== 'string' || typeof value !== 'string') return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Whether the text begins with the first part, ends with the last, and has the others between them in order. */
export function matchesParts([first = '', ...rest]: readonly string[], text: string): boolean {
  if (!text.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
