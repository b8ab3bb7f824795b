import type { HttpHeader } from '../../browser/network/maskSecrets.ts';
import type { LoggedRequest } from '../../browser/network/PageLog.ts';
import { type HttpBody, type HttpExchange, headerOf } from '../../browser/network/readExchange.ts';
import { writePrivateFile } from '../files/writePrivateFile.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';
import { type RequestSummary, summarizeRequests } from './RequestSummary.ts';
import { readMaskedExchange } from './readMaskedExchange.ts';

/** Characters of a body in the file. */
const MAX_BODY = 100_000;

/** Writes requests as HAR 1.2, without secrets. Throws `invalid_argument` where the file cannot be written. */
export async function writeHar(
  path: string,
  requests: readonly LoggedRequest[],
  context: SessionContext,
): Promise<SessionResult> {
  const entries = await buildEntries(requests, context);
  const creator = { name: 'sightline', version: '1' };
  const text = JSON.stringify({ log: { version: '1.2', creator, entries } }, undefined, 1);
  writePrivateFile(path, text, { errorPrefix: 'The requests cannot be saved' });
  const count = `${entries.length} ${entries.length === 1 ? 'request' : 'requests'}`;
  return { text: `saved ${path} (${count})`, data: { path, requests: entries.length } };
}

/** Milliseconds for all of them; those after it are without the body of the response. */
const TIMEOUT_MS = 20_000;
/** For each question about one of them. */
const QUESTION_MS = 3_000;

/** One after another: the bodies are not all held at once. */
async function buildEntries(requests: readonly LoggedRequest[], context: SessionContext): Promise<object[]> {
  const summaries = await summarizeRequests(requests, context);
  const entries: object[] = [];
  const end = performance.now() + TIMEOUT_MS;
  for (const [i, logged] of requests.entries()) {
    const leftMs = Math.max(0, end - performance.now());
    const exchange = await readMaskedExchange(logged, context, Math.min(QUESTION_MS, leftMs));
    entries.push(buildEntry(summaries[i] as RequestSummary, exchange, logged));
  }
  return entries;
}

function buildEntry(
  { at, method, url, status = 0, statusText, error, milliseconds }: RequestSummary,
  { requestHeaders, requestBody, responseHeaders, responseBody }: HttpExchange,
  { request }: LoggedRequest,
): object {
  const timing = request.timing();
  const waited = Math.max(0, timing.responseStart);
  const content = {
    size: responseBody.text?.length ?? -1,
    mimeType: responseBody.contentType,
    ...(responseBody.text !== undefined && { text: responseBody.text.slice(0, MAX_BODY) }),
    ...(isPartial(responseBody) && { _cut: true }),
    ...(responseBody.note && { comment: responseBody.note }),
  };
  const posted = requestBody && { mimeType: requestBody.contentType, text: requestBody.text ?? '' };
  const shared = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 };
  return {
    startedDateTime: new Date(at).toISOString(),
    time: milliseconds ?? -1,
    request: {
      ...shared,
      method,
      url,
      headers: requestHeaders,
      queryString: queryOf(url),
      ...(posted && { postData: posted }),
    },
    response: {
      ...shared,
      status,
      statusText,
      headers: responseHeaders,
      content,
      redirectURL: headerOf(responseHeaders, 'location'),
      ...(error && { _error: error }),
    },
    cache: {},
    timings: { send: 0, wait: waited, receive: Math.max(0, (milliseconds ?? waited) - waited) },
  };
}

/** Of HTML there is the text alone: no page can be answered with that, as with what was cut. */
const isPartial = ({ text, contentType }: HttpBody): boolean =>
  text !== undefined && (text.length > MAX_BODY || /\bhtml\b/i.test(contentType));

const queryOf = (url: string): HttpHeader[] =>
  URL.canParse(url) ? Array.from(new URL(url).searchParams, ([name, value]) => ({ name, value })) : [];
