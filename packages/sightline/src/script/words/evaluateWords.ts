import { setTimeout } from 'node:timers/promises';
import { groupBy } from '../../snapshot/groupBy.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { withoutSecrets } from '../withoutSecrets.ts';
import type { WordContext, Words } from './WordContext.ts';
import type { WordParams } from './wordSchemas.ts';

/** Milliseconds for one page function. */
const TIMEOUT_MS = 10_000;
/** Characters of its answer, as JSON. */
const MAX_ANSWER_LENGTH = 500_000;

/** Functions of a script that run in the page, where the person who opened the session allows that. */
export const evaluateWords = {
  evaluate: async (context, params, line) => {
    if (!context.context.allowsEvaluate) throw notAllowedError();
    const { page, log, session } = context;
    const before = (await page.capture()).snapshot;
    try {
      const json = await withinTime(context, await startFunction(context, params), params.timeout);
      return await withoutSecrets(parseAnswer(json), (texts) => session.redactSecrets(texts));
    } finally {
      page.invalidate();
      const after = await page.capture().catch(() => undefined);
      if (after?.snapshot !== before) log.addInput('ran a page function', line);
    }
  },
} satisfies Words;

const notAllowedError = (): SightlineError =>
  new SightlineError('invalid_argument', 'Functions are not run in the page.', {
    hint: 'Use locator.describe() for values, attributes and boxes of many; `sightline open URL --allow-evaluate` allows them.',
  });

type EvaluateParams = WordParams<'evaluate'>;

/** Starts it; resolves with the promise of its answer, in an object. */
async function startFunction(
  { page, session, context }: WordContext,
  { locator, all, source, arg, timeout }: EvaluateParams,
): Promise<{ answer: Promise<unknown> }> {
  if (!locator)
    return { answer: session.page.evaluate(`(${wrap(source, ['arg'])})(${JSON.stringify(arg)})`) };
  const found = all ? await page.findAll(locator) : [await page.findOne(locator, { timeout, hidden: true })];
  const [group, another] = [...groupBy(found, ({ node }) => node.document.key)];
  if (another)
    throw new SightlineError('invalid_argument', 'The elements are in several frames.', {
      hint: 'Use frameLocator() to take those of one frame.',
    });
  const wrapped = wrap(source, ['element', 'arg']);
  // Of no element at all the function still answers.
  if (!group) return { answer: session.page.evaluate(`(${wrapped})([], ${JSON.stringify(arg)})`) };
  const ids = group[1].map(({ node }) => node.id);
  const target = await (await context.connection()).lastingLocator(group[0], ids);
  const run = functionOf(wrapped);
  return { answer: all ? target.evaluateAll(run, arg) : target.evaluate(run, arg) };
}

/** Playwright sends the text of a function to the page. */
const functionOf = (source: string): ((target: unknown, arg: unknown) => unknown) =>
  Object.assign(() => undefined, { toString: () => source });

/** The source of a function that answers JSON: of what another one answers, or of an expression. */
const wrap = (source: string, names: string[]): string =>
  `async (${names.join()}) => { const given = (${source.replace(/;\s*$/, '')}\n);
  const json = JSON.stringify(await (typeof given === 'function' ? given(${names.join()}) : given));
  if (json !== undefined && json.length > ${MAX_ANSWER_LENGTH}) throw new Error('it answers more than ${MAX_ANSWER_LENGTH} characters');
  return json; }`;

/** One that does not end is ended. */
async function withinTime(
  context: WordContext,
  { answer }: { answer: Promise<unknown> },
  timeout = TIMEOUT_MS,
): Promise<unknown> {
  const end = new AbortController();
  const limit = Math.min(timeout || TIMEOUT_MS, TIMEOUT_MS);
  const signal = AbortSignal.any([end.signal, context.signal]);
  const late = setTimeout(limit, 'late' as const, { signal }).catch(() => 'late' as const);
  try {
    const first = await Promise.race([answer.then((value) => ({ value })), late]);
    if (first !== 'late') return first.value;
    answer.catch(() => undefined);
    await (await context.context.connection()).terminateExecution();
    context.signal.throwIfAborted();
    throw new SightlineError('timeout', `The page function took longer than ${limit} ms.`, {
      retryable: true,
    });
  } catch (error) {
    throw error instanceof SightlineError ? error : await functionError(context, error);
  } finally {
    end.abort();
  }
}

/** What it throws may repeat a secret. */
async function functionError({ session, signal }: WordContext, error: unknown): Promise<unknown> {
  if (signal.aborted || /closed|crashed|detached|destroyed/i.test(String(error))) return error;
  const [line = ''] = String((error as Error).message).split('\n');
  const [message = ''] = await session.redactSecrets([line.replace(/^[\w.]+: (?:Error: )?/, '')]);
  return new SightlineError('task_failed', `The page function failed: ${message}`);
}

function parseAnswer(json: unknown): unknown {
  if (typeof json !== 'string' || json.length > MAX_ANSWER_LENGTH) return undefined;
  return JSON.parse(json);
}
