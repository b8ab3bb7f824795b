import { setTimeout } from 'node:timers/promises';
import {
  notAllowedError,
  PAGE_FUNCTION_MS,
  pageFunctionError,
  parsePageAnswer,
  tookTooLongError,
  wrapPageFunction,
} from '../../session/developer/pageFunctions.ts';
import { withoutSecrets } from '../../session/developer/withoutSecrets.ts';
import { groupBy } from '../../snapshot/groupBy.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { WordContext, Words } from './WordContext.ts';
import type { WordParams } from './wordSchemas.ts';

/** Functions of a script that run in the page, where the person who opened the session allows that. */
export const evaluateWords = {
  evaluate: async (context, params, line) => {
    if (!context.context.allowsEvaluate) throw notAllowedError();
    const { page, log, session } = context;
    const before = (await page.capture()).snapshot;
    try {
      const json = await withinTime(context, await startFunction(context, params), params.timeout);
      return await withoutSecrets(parsePageAnswer(json), (texts) => session.redactSecrets(texts));
    } finally {
      page.invalidate();
      const after = await page.capture().catch(() => undefined);
      if (after?.snapshot !== before) log.addInput('ran a page function', line);
    }
  },
} satisfies Words;

type EvaluateParams = WordParams<'evaluate'>;

/** Starts it; resolves with the promise of its answer, in an object. */
async function startFunction(
  { page, session, context }: WordContext,
  { locator, all, source, arg, timeout }: EvaluateParams,
): Promise<{ answer: Promise<unknown> }> {
  if (!locator)
    return {
      answer: session.page.evaluate(`(${wrapPageFunction(source, ['arg'])})(${JSON.stringify(arg)})`),
    };
  const found = all ? await page.findAll(locator) : [await page.findOne(locator, { timeout, hidden: true })];
  const [group, another] = [...groupBy(found, ({ node }) => node.document.key)];
  if (another)
    throw new SightlineError('invalid_argument', 'The elements are in several frames.', {
      hint: 'Use frameLocator() to take those of one frame.',
    });
  const wrapped = wrapPageFunction(source, ['element', 'arg']);
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

/** One that does not end is ended. */
async function withinTime(
  context: WordContext,
  { answer }: { answer: Promise<unknown> },
  timeout = PAGE_FUNCTION_MS,
): Promise<unknown> {
  const end = new AbortController();
  const limit = Math.min(timeout || PAGE_FUNCTION_MS, PAGE_FUNCTION_MS);
  const signal = AbortSignal.any([end.signal, context.signal]);
  const late = setTimeout(limit, 'late' as const, { signal }).catch(() => 'late' as const);
  try {
    const first = await Promise.race([answer.then((value) => ({ value })), late]);
    if (first !== 'late') return first.value;
    answer.catch(() => undefined);
    await (await context.context.connection()).terminateExecution();
    context.signal.throwIfAborted();
    throw tookTooLongError(limit);
  } catch (error) {
    if (error instanceof SightlineError || context.signal.aborted) throw error;
    throw await pageFunctionError(error, (texts) => context.session.redactSecrets(texts));
  } finally {
    end.abort();
  }
}
