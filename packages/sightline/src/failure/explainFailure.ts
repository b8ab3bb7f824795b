import { setTimeout } from 'node:timers/promises';
import { quote, stripInvisible } from '../render/escape.ts';
import { contextOf } from '../session/PageQueries.ts';
import type { Session } from '../session/Session.ts';
import { mapTextsTogether } from '../snapshot/mapTexts.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import type { Cause } from './Cause.ts';
import { ambiguousCause } from './causes/ambiguousCause.ts';
import { missingCause } from './causes/missingCause.ts';
import { obstacleCause } from './causes/obstacleCause.ts';
import { addressText, otherPageText } from './causes/otherPage.ts';
import { cameLaterCause, loadingText } from './causes/slowCause.ts';
import { valueCause } from './causes/valueCause.ts';
import { FailedPage, type FailedPageInput } from './FailedPage.ts';
import type { ExplainFailureOptions, Failure, FailureExplanation } from './Failure.ts';
import { errorTexts, parseFailure } from './parseFailure.ts';
import { parseLocator } from './parseLocator.ts';
import { renderFailure, stepText } from './renderFailure.ts';

/** Milliseconds between two looks for what may still come. */
const POLL_INTERVAL_MS = 100;

/** See `sightline/playwright`. */
export async function explainFailure(
  session: Session,
  error: unknown,
  { maxTokens = 800, locator, testIdAttribute, graceMs = 1_000, observed = {} }: ExplainFailureOptions = {},
): Promise<FailureExplanation> {
  const services = contextOf(session);
  const sought = locator ?? parseFailure(error).locator;
  const spec = sought === undefined ? undefined : parseLocator(sought, testIdAttribute);
  const before = services.history.lastSnapshot;
  // Whole: of a secret that was cut before, a part would be left.
  const clear = { error: errorTexts(error), locator: sought, observed };
  const redacted = await mapTextsTogether(clear, (texts) => session.redactSecrets(texts));
  const failure: Failure = { ...parseFailure(redacted.error), locator: redacted.locator };
  const input: FailedPageInput = { failure, spec, services, observed: redacted.observed };
  const failed = await FailedPage.capture(input);
  const { cause, page } = await findCause(failed, input, graceMs);
  const text = await renderFailure(page, cause, {
    maxTokens,
    before: before ?? (failed.page.snapshot as Snapshot),
  });
  const [clean = '', cleanCause = ''] = await session.redactSecrets([text, cause.text]);
  return withoutControls({ text: clean, cause: cleanCause, kind: cause.kind });
}

/** A dialog that is open: `confirm`, and its words where they may be shown. */
export interface OpenPageDialog {
  type: string;
  message: string | undefined;
}

/** While a dialog is open, the page cannot be read. `url`: of the page. */
export function explainOpenDialog(dialog: OpenPageDialog, error: unknown, url: string): FailureExplanation {
  const { kind, text: cause } = dialogCause(dialog);
  const lines = [`**Cause** (${kind}): ${cause}`, stepText(parseFailure(error)), `Page: ${addressText(url)}`];
  return withoutControls({ kind, cause, text: lines.join('\n\n') });
}

/** Reporters print it at a terminal: errors and dialogs of the page stand in it as they are. */
const withoutControls = ({ kind, text, cause }: FailureExplanation): FailureExplanation => ({
  kind,
  text: stripInvisible(text),
  cause: stripInvisible(cause),
});

interface FoundCause {
  cause: Cause;
  /** The page on which it was found: a later one where something came meanwhile. */
  page: FailedPage;
}

async function findCause(failed: FailedPage, input: FailedPageInput, graceMs: number): Promise<FoundCause> {
  const direct = (await ambiguousCause(failed)) ?? (await obstacleCause(failed));
  if (direct) return { cause: direct, page: failed };
  const waited = await waitForChange(failed, input, graceMs);
  if (waited) return { cause: cameLaterCause(waited.page, waited.afterMs), page: waited.page };
  const cause = (await missingCause(failed)) ?? valueCause(failed) ?? unknownCause(failed);
  return { cause: withLoading(cause, failed), page: failed };
}

function dialogCause({ type, message }: OpenPageDialog): Cause {
  const words =
    message === undefined
      ? ', whose words are not shown, since the page cannot be asked whether they repeat a secret'
      : ` ${quote(shorten(message, 200))}`;
  return {
    kind: 'dialog',
    text: `A dialog of the page is open and was not answered: ${type}${words}. Until it is, nothing on the page can be used. Answer it in page.on('dialog', ...).`,
  };
}

/** Whether what was not found, or was not as expected, comes within the grace; the page is then as it was to be. */
async function waitForChange(
  failed: FailedPage,
  input: FailedPageInput,
  graceMs: number,
): Promise<{ page: FailedPage; afterMs: number } | undefined> {
  const { failure, spec } = failed;
  if (!spec || failure.isNot) return undefined;
  const isMet = metTest(failed);
  if (!isMet) return undefined;
  const start = performance.now();
  let page = failed;
  for (;;) {
    const afterMs = page === failed ? 0 : performance.now() - start;
    if (isMet(page)) return { page, afterMs };
    if (performance.now() - start >= graceMs) return undefined;
    await setTimeout(POLL_INTERVAL_MS);
    page = await FailedPage.capture(input);
  }
}

/** What the test waited for, where the page alone shows it. */
function metTest({ failure }: FailedPage): ((page: FailedPage) => boolean) | undefined {
  if (failure.call === 'toHaveCount') {
    const expected = Number(failure.expected);
    return Number.isNaN(expected)
      ? undefined
      : ({ matches }) => matches.visible.length + matches.hidden.length === expected;
  }
  if (wasResolved(failure)) return undefined;
  return ({ matches }) => matches.visible.length > 0;
}

/** Whether the locator found something while the test waited. */
const wasResolved = ({ log, isStrict }: Failure): boolean =>
  isStrict || log.some((line) => /locator resolved to /.test(line) && !/resolved to 0 elements/.test(line));

/** A page that is still loading may lack for that reason what was looked for. */
function withLoading(cause: Cause, failed: FailedPage): Cause {
  if (!failed.spec || !LOADING_KINDS.has(cause.kind)) return cause;
  const text = loadingText(failed);
  if (text === undefined) return cause;
  if (cause.kind === 'not found') return { ...cause, kind: 'slow', text: `${text} ${cause.text}` };
  return { ...cause, text: `${cause.text} ${text}` };
}

const LOADING_KINDS: ReadonlySet<string> = new Set(['not found', 'other words', 'other value']);

function unknownCause(failed: FailedPage): Cause {
  const { failure } = failed;
  const other = otherPageText(failed);
  if (other !== undefined) return { kind: 'other page', text: other };
  const elements = [...failed.matches.visible, ...failed.matches.hidden];
  const where = elements.length > 0 ? ' What its locator finds is there, and can be used.' : '';
  return {
    kind: 'unknown',
    text: `The test failed with ${quote(shorten(failure.headline, 200))}.${where}`,
    elements,
  };
}
