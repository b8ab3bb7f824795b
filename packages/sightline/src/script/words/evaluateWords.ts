import type { PageConnection } from '../../browser/PageConnection.ts';
import {
  notAllowedError,
  PAGE_FUNCTION_MS,
  pageAnswer,
  parsePageAnswer,
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
    const { page, log, session, signal } = context;
    const redact = (texts: string[]): Promise<string[]> => session.redactSecrets(texts);
    const before = (await page.capture()).snapshot;
    try {
      const { answer, connection } = await startFunction(context, params);
      const timeoutMs = Math.min(params.timeout || PAGE_FUNCTION_MS, PAGE_FUNCTION_MS);
      const json = await pageAnswer(answer, { timeoutMs, signal, connection, redact });
      return await withoutSecrets(parsePageAnswer(json), redact);
    } finally {
      page.invalidate();
      const after = await page.capture().catch(() => undefined);
      if (after?.snapshot !== before) log.addInput('ran a page function', line);
    }
  },
} satisfies Words;

type EvaluateParams = WordParams<'evaluate'>;

/** Starts it; resolves with the promise of its answer, in an object, and where it runs. */
async function startFunction(
  { page, session, context }: WordContext,
  { locator, all, source, arg, timeout }: EvaluateParams,
): Promise<{ answer: Promise<unknown>; connection: PageConnection }> {
  const evaluate = async (call: string) => {
    const connection = await context.connection();
    return { answer: session.page.evaluate(call), connection };
  };
  if (!locator) return evaluate(`(${wrapPageFunction(source, ['arg'])})(${JSON.stringify(arg)})`);
  const found = all ? await page.findAll(locator) : [await page.findOne(locator, { timeout, hidden: true })];
  const [group, another] = [...groupBy(found, ({ node }) => node.document.key)];
  if (another)
    throw new SightlineError('invalid_argument', 'The elements are in several frames.', {
      hint: 'Use frameLocator() to take those of one frame.',
    });
  const wrapped = wrapPageFunction(source, ['element', 'arg']);
  // Of no element at all the function still answers.
  if (!group) return evaluate(`(${wrapped})([], ${JSON.stringify(arg)})`);
  const ids = group[1].map(({ node }) => node.id);
  const connection = await context.connection();
  const target = await connection.lastingLocator(group[0], ids);
  const run = functionOf(wrapped);
  return { answer: all ? target.evaluateAll(run, arg) : target.evaluate(run, arg), connection };
}

/** Playwright sends the text of a function to the page. */
const functionOf = (source: string): ((target: unknown, arg: unknown) => unknown) =>
  Object.assign(() => undefined, { toString: () => source });
