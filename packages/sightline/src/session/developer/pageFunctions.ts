import { DocumentGoneError } from '../../browser/frames/DocumentGoneError.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import { escapeInline } from '../../render/escape.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { throwIfAborted, untilAborted } from '../../snapshot/untilAborted.ts';

// Functions that run in a page, where the person who opened the session allows that.

/** Milliseconds for one. */
export const PAGE_FUNCTION_MS = 10_000;
/** Characters of its answer, as JSON. */
const MAX_ANSWER_LENGTH = 500_000;

export const notAllowedError = (): SightlineError =>
  new SightlineError('invalid_argument', 'Functions are not run in the page.', {
    hint: 'Use locator.describe() for values, attributes and boxes of many; `sightline open URL --allow-evaluate` (or `mcp --allow-evaluate`) allows them.',
  });

/** The source of a function that answers JSON: of what another one answers, or of an expression. */
export const wrapPageFunction = (source: string, names: readonly string[]): string =>
  `async (${names.join()}) => { const given = (${source.replace(/;\s*$/, '')}\n);
  const json = JSON.stringify(await (typeof given === 'function' ? given(${names.join()}) : given));
  if (json !== undefined && json.length > ${MAX_ANSWER_LENGTH}) throw new Error('it answers more than ${MAX_ANSWER_LENGTH} characters');
  return json; }`;

/** The value; undefined where it answered none. */
export function parsePageAnswer(json: unknown): unknown {
  if (typeof json !== 'string' || json.length > MAX_ANSWER_LENGTH) return undefined;
  return JSON.parse(json);
}

export interface PageFunctionLimits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Of the page that it runs in. */
  connection: Pick<PageConnection, 'terminateExecution'>;
  /** Takes secrets out of what it throws. */
  redact: RedactTexts;
}

type RedactTexts = (texts: string[]) => Promise<string[]>;

const LATE = Symbol('late');

/**
 * What a function answers that runs in the page. One that takes too long, or is aborted, is ended. Throws `timeout`, `task_failed`
 * with what it threw, `aborted`, and as it is what says that the page or its document has gone.
 */
export async function pageAnswer(
  answering: Promise<unknown>,
  { timeoutMs, signal, connection, redact }: PageFunctionLimits,
): Promise<unknown> {
  answering.catch(() => undefined);
  try {
    const answer = await withTimeout<unknown>(
      untilAborted(() => answering, signal),
      timeoutMs,
      LATE,
    );
    if (answer !== LATE) return answer;
  } catch (error) {
    if (!signal?.aborted) throw await pageFunctionError(error, redact);
  }
  await connection.terminateExecution();
  throwIfAborted(signal);
  throw tookTooLongError(timeoutMs);
}

const tookTooLongError = (milliseconds: number): SightlineError =>
  new SightlineError('timeout', `The page function took longer than ${milliseconds} ms.`, {
    retryable: true,
  });

/** What stands before the message of an error of Playwright. */
const SENDER = /^(?:[\w.]+: )?(?:Protocol error \([\w.]+\): )?/;

/** The whole of what is said of a page that went meanwhile: no text that a page throws passes for it. */
const PAGE_GONE =
  /^(?:Target page, context or browser has been closed|(?:Target|Page|Browser|Session) (?:closed|crashed)[.!]? ?|Frame (?:was|has been) detached[.]?|Execution context was destroyed(?:, most likely because of a navigation)?[.]?|Cannot find context with specified id|Internal server error, session closed[.]?)$/i;

/** What it throws is text of the page, and may repeat a secret. */
async function pageFunctionError(error: unknown, redact: RedactTexts): Promise<unknown> {
  if (error instanceof SightlineError || error instanceof DocumentGoneError) return error;
  const [line = ''] = String((error as Error).message).split('\n');
  if (PAGE_GONE.test(line.replace(SENDER, ''))) return error;
  const [message = ''] = await redact([line.replace(/^[\w.]+: (?:Error: )?/, '')]);
  const isSyntax = /\bSyntaxError\b/.test(line);
  return new SightlineError('task_failed', `The page function failed: ${escapeInline(message)}`, {
    ...(isSyntax && { hint: 'Give one expression, or a function: () => { ...; return value; }' }),
  });
}
