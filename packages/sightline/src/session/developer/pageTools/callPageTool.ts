import { DocumentGoneError } from '../../../browser/frames/DocumentGoneError.ts';
import type { PageToolOutcome } from '../../../browser/pageTools/TargetTools.ts';
import { escapeInline, quote } from '../../../render/escape.ts';
import { cutToTokens } from '../../../render/estimateTokens.ts';
import type { FieldNames } from '../../../snapshot/readOptions.ts';
import { SightlineError } from '../../../snapshot/SightlineError.ts';
import { truncate } from '../../../snapshot/shorten.ts';
import { type AbortOptions, untilAborted } from '../../../snapshot/untilAborted.ts';
import type { ActionResult } from '../../actions/ActionResult.ts';
import type { ActionRunner } from '../../actions/ActionRunner.ts';
import type { SessionContext } from '../../SessionContext.ts';
import { withAnswer } from '../withAnswer.ts';
import { checkToolInput } from './checkToolInput.ts';
import { findPageTool, type NamedTool } from './readPageTools.ts';

export interface PageToolOptions extends AbortOptions {
  /** Milliseconds that the tool may take to answer. Default 30,000. */
  timeoutMs?: number;
  /** Upper bound for what it answers, in o200k tokens. Default 1,000. */
  maxTokens?: number;
}

export const PAGE_TOOL_FIELDS: FieldNames<PageToolOptions> = {
  timeoutMs: 'number',
  maxTokens: 'number',
  signal: true,
};

/** Milliseconds for a form to be filled in: its tool answers when somebody has submitted it. */
const FILLING_MS = 1_000;

/** Characters of an answer that are read, and of its end that may be a part of a secret. */
const MAX_READ = 200_000;
const MAX_SECRET = 100_000;

/** What the tool answers, and what changed on the page. */
export async function callPageTool(
  name: string,
  input: unknown,
  options: PageToolOptions,
  { context, runner }: { context: SessionContext; runner: ActionRunner },
): Promise<ActionResult> {
  const { timeoutMs = 30_000, maxTokens = 1_000, signal = new AbortController().signal } = options;
  const tool = await untilAborted(() => findPageTool(name, context), signal);
  const { offered } = tool;
  const checked = checkToolInput(input, tool.schema);
  const answerMs = offered.isSubmittedByHand ? Math.min(timeoutMs, FILLING_MS) : timeoutMs;
  let answer = '';
  const act = async (): Promise<{ verbPhrase: string; notes: string[] }> => {
    const outcome = await offered.call(checked, { timeoutMs: answerMs, signal }).catch(goneError(tool));
    if (!outcome && !offered.isSubmittedByHand) throw noAnswerError(tool, timeoutMs);
    const read = outcome && (await answerOf(outcome, tool, context));
    answer = read ?? '';
    const notes = [
      ...(outcome && read === undefined ? ['its page has gone, and its answer with it'] : []),
      ...(outcome ? [] : ['it has filled in its form, which is to be submitted']),
      ...(outcome?.status === 'canceled' ? ['it ended without an answer'] : []),
    ];
    return { verbPhrase: `called the page tool ${quote(tool.name)}`, notes };
  };
  const result = await runner.runPlan(async () => ({ resolved: [], act }), { timeoutMs, signal });
  return withAnswer(result, answer, maxTokens, { answer: cutToTokens(answer, maxTokens) });
}

/**
 * Without secrets; undefined where the page has gone, which alone knows all that it held. Throws `not_accepted` where the tool failed.
 */
async function answerOf(
  outcome: PageToolOutcome,
  tool: NamedTool,
  context: SessionContext,
): Promise<string | undefined> {
  if (outcome.status === 'canceled') return '';
  const { text, isError } =
    outcome.status === 'failed' ? { text: outcome.message, isError: true } : readOutput(outcome.output);
  const redacted = text === '' ? '' : await redactAnswer(text, tool, context);
  if (isError) throw failedError(tool, redacted ?? '');
  return redacted;
}

async function redactAnswer(
  text: string,
  { offered: { isThere } }: NamedTool,
  context: SessionContext,
): Promise<string | undefined> {
  const connection = await context.connection();
  const start = text.slice(0, MAX_READ);
  const redacted = await connection.redactSecrets([start]).catch((error: unknown) => {
    if (error instanceof DocumentGoneError) return undefined;
    throw error;
  });
  if (!redacted || !isThere()) return undefined;
  const answer = connection.typedSecrets.redactKnown(redacted[0] ?? '');
  return start.length < text.length ? answer.slice(0, -MAX_SECRET) : answer;
}

/** As MCP has it: parts, of which those of text are read; anything else as JSON. */
export function readOutput(output: unknown): { text: string; isError: boolean } {
  if (typeof output === 'string') return { text: output, isError: false };
  const { content, isError = false } = (output ?? {}) as { content?: unknown; isError?: unknown };
  // One that leads to another page answers an empty list.
  if (Array.isArray(output) && output.length === 0) return { text: '', isError: false };
  const text = Array.isArray(content) ? content.map(partText).join('\n') : (JSON.stringify(output) ?? '');
  return { text, isError: isError === true };
}

function partText(part: unknown): string {
  const { type, text, mimeType, data } = (part ?? {}) as Record<string, unknown>;
  if (typeof text === 'string') return text;
  if (typeof data === 'string') return `(${String(mimeType ?? type)}, ${data.length} characters)`;
  return JSON.stringify(part) ?? '';
}

const goneError =
  ({ name }: NamedTool) =>
  (error: unknown): never => {
    throw new SightlineError('not_found', `The page has no tool ${quote(name)} any more.`, {
      hint: 'List the page tools again.',
      cause: error,
    });
  };

const noAnswerError = ({ name }: NamedTool, timeoutMs: number): SightlineError =>
  new SightlineError('timeout', `The page tool ${quote(name)} did not answer within ${timeoutMs} ms.`, {
    hint: 'Look at the page: it may have begun its work.',
  });

const failedError = ({ name }: NamedTool, message: string): SightlineError =>
  new SightlineError(
    'not_accepted',
    `The page tool ${quote(name)} failed${message === '' ? '.' : `: ${escapeInline(truncate(message.split('\n    at ')[0] ?? '', 500))}`}`,
    { hint: 'Look at the page, or give another input.' },
  );
