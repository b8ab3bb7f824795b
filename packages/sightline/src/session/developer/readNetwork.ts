import type { LoggedRequest } from '../../browser/network/PageLog.ts';
import { escapeInline } from '../../render/escape.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { truncate } from '../../snapshot/shorten.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';
import { activeLog } from './DeveloperContext.ts';
import { fitLast, selectLogged } from './listLogged.ts';
import type { NetworkOptions } from './NetworkOptions.ts';
import { type RequestSummary, summarizeRequests } from './RequestSummary.ts';
import { readMaskedExchange } from './readMaskedExchange.ts';
import { renderExchange } from './renderExchange.ts';
import { writeHar } from './writeHar.ts';

const MAX_URL = 200;
/** Listed one by one, where nothing else is asked for: others are what a page is made of. */
const LISTED_TYPES: ReadonlySet<string> = new Set(['document', 'fetch', 'xhr', 'websocket', 'eventsource']);

/** The requests of the page: counted and listed, one in full, or into a file. Throws `not_found`, `invalid_argument`. */
export async function readNetwork(options: NetworkOptions, context: SessionContext): Promise<SessionResult> {
  const { log, page } = activeLog(context);
  if (options.number !== undefined) return readOne(options.number, options, context);
  const { text = '', method, type, status, all, har, maxTokens = 600, maxResults } = options;
  const matchesStatus = statusTest(status);
  const summaries = await summarizeRequests(log.requests, context);
  const matching = summaries.filter(
    (one) =>
      one.url.toLowerCase().includes(text.toLowerCase()) &&
      (method === undefined || one.method === method.toUpperCase()) &&
      (type === undefined || one.type === type.toLowerCase()) &&
      matchesStatus(one),
  );
  const isAsked = [text, method, type, status].some(Boolean);
  const kindOf = (one: RequestSummary): string => (isFailed(one) ? `${one.type} (failed)` : one.type);
  const { listed, head } = selectLogged(matching, { noun: 'request', all, seen: context.seen, kindOf });
  if (har !== undefined) return writeHar(har, requestsOf(listed, log.requests), context);
  const shown = isAsked ? listed : listed.filter((one) => LISTED_TYPES.has(one.type) || isFailed(one));
  const dropped = log.dropped > 0 ? `; ${log.dropped} before them are not kept` : '';
  const lines = shown.map((one) => renderLine(one, page.url()));
  return {
    text: fitLast(head + dropped, lines, { maxTokens, maxResults }),
    data: { requests: listed.map(toData) },
  };
}

const toData = ({ at, statusText: _, ...one }: RequestSummary): Record<string, unknown> => ({
  ...one,
  time: new Date(at).toISOString(),
});

function requestsOf(listed: readonly RequestSummary[], requests: readonly LoggedRequest[]): LoggedRequest[] {
  const numbers = new Set(listed.map(({ number }) => number));
  return requests.filter(({ number }) => numbers.has(number));
}

const isFailed = ({ status = 0, error }: RequestSummary): boolean => status >= 400 || error !== undefined;

/** Throws `invalid_argument`. */
function statusTest(asked: string | undefined): (one: RequestSummary) => boolean {
  if (asked === undefined) return () => true;
  if (asked === 'failed') return isFailed;
  if (asked === 'open') return ({ milliseconds }) => milliseconds === undefined;
  if (/^[1-5]\d\d$/.test(asked)) return ({ status }) => status === Number(asked);
  if (/^[1-5]xx$/i.test(asked)) return ({ status = 0 }) => Math.floor(status / 100) === Number(asked[0]);
  throw new SightlineError('invalid_argument', `${JSON.stringify(asked)} is no status.`, {
    hint: 'Give a number such as 404, a class such as 5xx, failed, or open.',
  });
}

/** `12 POST /api/cart 500 fetch 120 ms`. */
function renderLine(
  { number, method, url, type, status, error, milliseconds }: RequestSummary,
  page: string,
): string {
  const time = milliseconds === undefined ? 'open' : `${milliseconds} ms`;
  const outcome = error ?? status ?? '';
  return [number, escapeInline(method), addressText(url, page), outcome, type, time]
    .filter((part) => part !== '')
    .join(' ');
}

/** Without its origin, where that is the page's. */
function addressText(url: string, page: string): string {
  const origin = URL.canParse(page) ? new URL(page).origin : '';
  const path = origin.startsWith('http') && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
  return escapeInline(truncate(path, MAX_URL)).replaceAll(' ', '%20');
}

async function readOne(
  number: number,
  { text, maxTokens = 1_000 }: NetworkOptions,
  context: SessionContext,
): Promise<SessionResult> {
  const { log, page } = activeLog(context);
  const logged = log.requests.find((one) => one.number === number);
  if (!logged) throw unknownRequest(number, log.requests);
  const [summary] = (await summarizeRequests([logged], context)) as [RequestSummary];
  const exchange = await readMaskedExchange(logged, context);
  const head = renderHead(summary, logged, page.url());
  return {
    text: renderExchange(head, exchange, { words: text, maxTokens }),
    data: { ...toData(summary), ...exchange },
  };
}

function unknownRequest(number: number, requests: readonly LoggedRequest[]): SightlineError {
  const numbers = requests.map((one) => one.number);
  const range =
    numbers.length > 0 ? `There are ${numbers[0]} to ${numbers.at(-1)}.` : 'The page has made none.';
  return new SightlineError('not_found', `There is no request ${number}.`, { hint: range });
}

function renderHead(
  { method, url, status, statusText, error, type, milliseconds, at }: RequestSummary,
  { request }: LoggedRequest,
  page: string,
): string {
  const { responseStart } = request.timing();
  const waited = responseStart > 0 ? `, first byte after ${Math.round(responseStart)} ms` : '';
  const time = milliseconds === undefined ? 'still open' : `${milliseconds} ms${waited}`;
  const outcome = error ?? [status, statusText].filter(Boolean).join(' ');
  return `${escapeInline(method)} ${addressText(url, page)}\n${escapeInline(outcome)} (${type}, ${time}, at ${new Date(at).toISOString().slice(11, 19)}Z)`;
}
