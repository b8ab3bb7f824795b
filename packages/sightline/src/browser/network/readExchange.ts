import type { Response } from 'playwright-core';
import { startOf } from '../../snapshot/shorten.ts';
import { withTimeout } from '../withTimeout.ts';
import { type HttpHeader, maskBody, maskHeaders } from './maskSecrets.ts';
import type { LoggedRequest } from './PageLog.ts';

/** A body; without `text` where it is none or cannot be had, with the reason in `note`. */
export interface HttpBody {
  contentType: string;
  /** Masked. */
  text?: string;
  note?: string;
}

/** A request and its response, in full. What is named like a secret is masked; what repeats one of the page is not yet. */
export interface HttpExchange {
  requestHeaders: HttpHeader[];
  requestBody: HttpBody | undefined;
  responseHeaders: HttpHeader[];
  responseBody: HttpBody;
}

/** Characters of a body that are kept; and bytes, compressed, of one that is read at all. */
const MAX_TEXT = 200_000;
const MAX_BYTES = 5_000_000;
/** Milliseconds. */
const TIMEOUT_MS = 3_000;

/** `timeoutMs`: for each of four questions to the browser; what it has not answered then is not in it. */
export async function readExchange(
  { request, response }: LoggedRequest,
  timeoutMs = TIMEOUT_MS,
): Promise<HttpExchange> {
  const withLimit = <T>(answer: Promise<T>, fallback: T): Promise<T> =>
    withTimeout(answer, timeoutMs, fallback).catch(() => fallback);
  const given = Object.entries(request.headers()).map(([name, value]) => ({ name, value }));
  const requestHeaders = await withLimit(request.headersArray(), given);
  const responseHeaders = response ? await withLimit(response.headersArray(), []) : [];
  const posted = request.postDataBuffer();
  return {
    requestHeaders: maskHeaders(requestHeaders),
    requestBody: posted ? bodyOf(posted, headerOf(requestHeaders, 'content-type')) : undefined,
    responseHeaders: maskHeaders(responseHeaders),
    responseBody: await readResponseBody(response, headerOf(responseHeaders, 'content-type'), timeoutMs),
  };
}

export const headerOf = (headers: readonly HttpHeader[], name: string): string =>
  headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';

async function readResponseBody(
  response: Response | undefined,
  contentType: string,
  timeoutMs: number,
): Promise<HttpBody> {
  if (!response) return { contentType, note: 'there is no response' };
  const status = response.status();
  if (status >= 300 && status < 400) return { contentType, note: 'none: it leads elsewhere' };
  const reading = readBytes(response).catch(() => 'the browser does not hold it any more');
  const body = await withTimeout<Buffer | string>(reading, timeoutMs, 'it is still on its way');
  return typeof body === 'string' ? { contentType, note: body } : bodyOf(body, contentType);
}

async function readBytes(response: Response): Promise<Buffer | string> {
  await response.finished();
  const { responseBodySize } = await response.request().sizes();
  return responseBodySize > MAX_BYTES ? `not read: ${sizeText(responseBodySize)}` : response.body();
}

function bodyOf(body: Buffer, contentType: string): HttpBody {
  if (body.length === 0) return { contentType, note: 'empty' };
  const text = maskBody(body, contentType);
  if (text === undefined) return { contentType, note: `${sizeText(body.length)}, not text` };
  return { contentType, text: text.length > MAX_TEXT ? `${startOf(text, MAX_TEXT - 1)}\u2026` : text };
}

/** `812 bytes`, `12.3 KB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} KB`;
