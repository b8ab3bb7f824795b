import type { HttpHeader } from '../../browser/network/maskSecrets.ts';
import type { LoggedRequest } from '../../browser/network/PageLog.ts';
import { type HttpBody, type HttpExchange, readExchange } from '../../browser/network/readExchange.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import type { SessionContext } from '../SessionContext.ts';
import { redactTexts } from './DeveloperContext.ts';

/** Milliseconds for a question to the browser about one that is open: all of it may come never. */
const OPEN_MS = 100;

/**
 * A request and its response, without what repeats a secret of the page, and without the length of one. `timeoutMs`: for each question
 * to the browser.
 */
export async function readMaskedExchange(
  logged: LoggedRequest,
  context: SessionContext,
  timeoutMs?: number,
): Promise<HttpExchange> {
  const isOpen = logged.endedAt === undefined;
  const waitMs = timeoutMs !== undefined && isOpen ? Math.min(OPEN_MS, timeoutMs) : timeoutMs;
  const { typedSecrets } = context.source;
  const read = await redactTexts(await readExchange(logged, waitMs), context);
  const exchange = typedSecrets.redactBeginningsIn(read, logged.startedAt);
  const isOpenly = mayShowLengths(context);
  const { requestHeaders, requestBody, responseHeaders, responseBody } = exchange;
  return {
    requestHeaders: withoutLength(requestHeaders, requestBody, isOpenly),
    requestBody: requestBody && (isOpenly ? requestBody : withoutSize(requestBody)),
    responseHeaders: withoutLength(responseHeaders, responseBody, isOpenly),
    responseBody: isOpenly ? responseBody : withoutSize(responseBody),
  };
}

/** The length of what was sent says how long a secret in it is, also where that is not shown: in an attribute, or in a picture. */
export const mayShowLengths = ({ source, page }: SessionContext): boolean => source.holdsNoSecret(page);

/** Content-Length, Content-Range, Range, and what servers call so. */
const LENGTH_HEADER = /(?:length|range|size)$/i;

function withoutLength(headers: HttpHeader[], body: HttpBody | undefined, isOpenly: boolean): HttpHeader[] {
  if (isOpenly && !body?.text?.includes(REDACTED_PLACEHOLDER)) return headers;
  return headers.map((header) =>
    LENGTH_HEADER.test(header.name) ? { ...header, value: REDACTED_PLACEHOLDER } : header,
  );
}

const withoutSize = (body: HttpBody): HttpBody =>
  body.note === undefined ? body : { ...body, note: body.note.replace(SIZE, '') };

/** `812 bytes, not text`; `not read: 12.3 MB`. */
const SIZE = /^[\d.]+ (?:bytes|KB), |: [\d.]+ (?:bytes|KB)$/;
