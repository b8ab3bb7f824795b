import { DocumentGoneError } from '../../browser/frames/DocumentGoneError.ts';
import { WORLDS, type World } from '../../browser/frames/evaluateInWorld.ts';
import { maskValue } from '../../browser/network/maskSecrets.ts';
import type { FieldNames } from '../../snapshot/readOptions.ts';
import type { AbortOptions } from '../../snapshot/untilAborted.ts';
import type { ActionResult } from '../actions/ActionResult.ts';
import type { ActionRunner } from '../actions/ActionRunner.ts';
import type { Target } from '../refs/TargetResolver.ts';
import type { SessionContext } from '../SessionContext.ts';
import { redactLogged } from './DeveloperContext.ts';
import {
  notAllowedError,
  PAGE_FUNCTION_MS,
  pageAnswer,
  parsePageAnswer,
  wrapPageFunction,
} from './pageFunctions.ts';
import { withAnswer } from './withAnswer.ts';
import { withoutSecrets } from './withoutSecrets.ts';

export interface EvaluateOptions extends AbortOptions {
  /** An element that a function is called with. Default: none. */
  target?: Target;
  /** `page` (default): beside the scripts of the page; `isolated`: with its DOM, and none of their variables. */
  world?: World;
  /** Milliseconds that it may take. Default 10,000. */
  timeoutMs?: number;
  /** Upper bound for its answer in the text, in o200k tokens. Default 600. */
  maxTokens?: number;
}

export const EVALUATE_FIELDS: FieldNames<EvaluateOptions> = {
  target: true,
  world: WORLDS,
  timeoutMs: 'number',
  maxTokens: 'number',
  signal: true,
};

/** What the expression answers, and what changed on the page. */
export async function evaluateInPage(
  expression: string,
  options: EvaluateOptions,
  { context, runner }: { context: SessionContext; runner: ActionRunner },
): Promise<ActionResult> {
  if (!context.allowsEvaluate) throw notAllowedError();
  const { target, maxTokens = 600, timeoutMs = PAGE_FUNCTION_MS, signal } = options;
  let answer: { value: unknown } | undefined;
  const act = async (place: Place): Promise<{ verbPhrase: string; notes: string[] }> => {
    const verbPhrase = 'evaluated';
    answer = await answerOf(expression, { ...options, ...place, timeoutMs }, context);
    return { verbPhrase, notes: answer ? [] : ['the page was left before it answered'] };
  };
  const result = await runner.runPlan(
    async (before) => {
      if (target === undefined) return { resolved: [], act: () => act({}) };
      const resolved = await context.finder.resolve(target, before, { toRead: true });
      const { document, id } = resolved.node;
      return { resolved: [resolved], act: () => act({ document: document.key, elementId: id }) };
    },
    { timeoutMs, ...(signal && { signal }) },
  );
  if (!answer) return result;
  const { value } = answer;
  const json = JSON.stringify(value);
  return withAnswer(result, json ?? 'undefined', maxTokens, { value }, { isReading: json !== undefined });
}

interface Place {
  document?: string;
  elementId?: number;
}

/** Without secrets; undefined where its document was left meanwhile. */
async function answerOf(
  expression: string,
  {
    world = 'page',
    timeoutMs,
    signal,
    ...place
  }: Pick<EvaluateOptions, 'world' | 'signal'> & Place & { timeoutMs: number },
  context: SessionContext,
): Promise<{ value: unknown } | undefined> {
  const connection = await context.connection();
  const redact = (texts: string[]): Promise<string[]> => redactLogged(texts, context);
  try {
    const evaluating = connection.evaluate(wrapPageFunction(expression, ['element']), { ...place, world });
    const json = await pageAnswer(evaluating, { timeoutMs, signal, connection, redact });
    return { value: await withoutSecrets(maskValue(parsePageAnswer(json)), redact) };
  } catch (error) {
    if (error instanceof DocumentGoneError) return undefined;
    throw error;
  }
}
