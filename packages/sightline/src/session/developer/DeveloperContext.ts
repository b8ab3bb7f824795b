import type { Page as PlaywrightPage } from 'playwright-core';
import { DocumentGoneError } from '../../browser/frames/DocumentGoneError.ts';
import { maskText } from '../../browser/network/maskSecrets.ts';
import type { PageLog } from '../../browser/network/PageLog.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { navigatedAwayError, pageTimeoutError } from '../../browser/pageErrors.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import { mapTextsTogether } from '../../snapshot/mapTexts.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import type { PageSource } from '../pages/PageSource.ts';
import type { SessionContext } from '../SessionContext.ts';

/** Shortest value of a cookie or header that is looked for elsewhere. */
const MIN_VALUE_LENGTH = 8;
const TIMEOUT_MS = 10_000;
/** The same for a request that waits meanwhile. */
const REQUEST_TIMEOUT_MS = 1_000;

/** The log of the active tab. Throws `tab_closed`, `browser_closed`, `blocked_url`, `unsupported_page` for a saved snapshot. */
export function activeLog({ source, page }: SessionContext): { page: PlaywrightPage; log: PageLog } {
  source.checkRules(page);
  const log = source.tabs.logOf(page);
  if (log) return { page, log };
  throw new SightlineError('tab_closed', 'The tab was closed.', { hint: 'Open a page.' });
}

/**
 * The texts without the secrets of the page, those that were typed, and what repeats a cookie or the credentials of a
 * request. Throws `timeout` where the page does not answer, `navigated` (retryable) where a document of it goes meanwhile.
 */
export async function redactLogged(texts: string[], context: SessionContext): Promise<string[]> {
  if (texts.length === 0) return texts;
  const { log } = activeLog(context);
  const connection = await context.connection();
  const { typedSecrets } = connection;
  const credentials = new SecretRedactor(new Set(await credentialsOf(connection, log)));
  const redacting = connection.redactSecrets(texts).catch((error: unknown) => {
    throw error instanceof DocumentGoneError ? navigatedAwayError(error) : error;
  });
  const redacted = await withTimeout<string[] | undefined>(redacting, TIMEOUT_MS, undefined);
  if (redacted) return redacted.map((text) => typedSecrets.redactKnown(credentials.redact(text)));
  throw pageTimeoutError(TIMEOUT_MS);
}

/** The same of every text in a value, whoever chose it: a page names methods and headers too. Keys are left as they are. */
export function redactTexts<T>(value: T, context: SessionContext): Promise<T> {
  return mapTextsTogether(value, (texts) => redactLogged(texts, context));
}

/**
 * An address without the secrets of the page that asks for it, and those that were typed. Where it does not answer, as while it
 * waits for that very request, and may hold a secret, without its query.
 */
export async function redactAddress(
  url: string,
  page: PlaywrightPage | undefined,
  source: PageSource,
): Promise<string> {
  const masked = maskText(url);
  const redacting =
    page && source.connection(page, REQUEST_TIMEOUT_MS).then((one) => one.redactSecrets([masked]));
  const redacted =
    redacting &&
    (await withTimeout(
      redacting.catch(() => []),
      REQUEST_TIMEOUT_MS,
      [],
    ));
  const isHarmless = page !== undefined && source.holdsNoSecret(page);
  const checked = redacted?.[0] ?? (isHarmless ? masked : masked.replace(/[?#].*/s, ''));
  return source.typedSecrets.redactKnown(checked);
}

/** Asked over our own session: what Playwright is asked for is in the trace of who drives the page. */
async function credentialsOf(connection: PageConnection, log: PageLog): Promise<string[]> {
  const asked = connection
    .targets()
    .then(([main]) => main?.session.send('Network.getAllCookies'))
    .catch(() => undefined);
  const answer = await withTimeout(asked, TIMEOUT_MS, undefined);
  const cookies = answer?.cookies.map(({ value }) => value) ?? [];
  const headers = log.requests.map(({ request }) => request.headers().authorization ?? '');
  const values = [...cookies, ...headers.map((value) => value.replace(/^\S+\s+/, ''))];
  return values.filter(({ length }) => length >= MIN_VALUE_LENGTH);
}
