import type { HttpHeader } from '../../browser/network/maskSecrets.ts';
import type { LoggedRequest } from '../../browser/network/PageLog.ts';
import { type HttpBody, type HttpExchange, readExchange } from '../../browser/network/readExchange.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import type { SessionContext } from '../SessionContext.ts';
import { redactTexts } from './DeveloperContext.ts';

/** A request and its response, without what repeats a secret of the page, and without the length of one. */
export async function readMaskedExchange(
  logged: LoggedRequest,
  context: SessionContext,
): Promise<HttpExchange> {
  const exchange = await redactTexts(await readExchange(logged), context);
  return {
    ...exchange,
    requestHeaders: withoutLength(exchange.requestHeaders, exchange.requestBody),
    responseHeaders: withoutLength(exchange.responseHeaders, exchange.responseBody),
  };
}

/** The length of a body says how long what was masked in it is. */
function withoutLength(headers: HttpHeader[], body: HttpBody | undefined): HttpHeader[] {
  if (!body?.text?.includes(REDACTED_PLACEHOLDER)) return headers;
  return headers.map((header) =>
    /^content-length$/i.test(header.name) ? { ...header, value: REDACTED_PLACEHOLDER } : header,
  );
}
