import type { SightlineError } from '../model/SightlineError.ts';
import type { Tool, ToolAnswer, ToolContext } from '../tools/defineTool.ts';
import { runTool, toSightlineError } from '../tools/runTool.ts';
import type { Output } from './protocol.ts';

/** Aborts a command that nobody waits for: it ends without a word, as Ctrl-C does everywhere. */
export class Cancelled extends Error {}

/** Runs a tool, and writes what it answers, or why it does not, as a command's output. */
export async function execute(
  tool: Tool,
  input: unknown,
  context: ToolContext,
  json: boolean,
): Promise<Output & { error?: SightlineError }> {
  try {
    const answer = await runTool(tool, context, input);
    return { ...(json ? answerJson(answer) : answerText(answer)), error: answer.failure };
  } catch (thrown) {
    if (context.signal.aborted && context.signal.reason instanceof Cancelled)
      return { out: '', err: '', exit: 130 };
    const error = toSightlineError(thrown);
    return { ...errorOutput(error, { json, exit: 1 }), error };
  }
}

function answerText({ text, failure, notices = [] }: ToolAnswer): Output {
  const lines = notices.map((notice) => `note: ${oneLine(notice)}\n`).join('');
  if (!failure) return { out: `${text}\n`, err: lines, exit: 0 };
  return { out: `${text}\n`, err: lines + errorLine(failure), exit: 1 };
}

function answerJson({ data, failure, notices = [] }: ToolAnswer): Output {
  const told = notices.length > 0 ? { notices } : {};
  const value = failure ? { ok: false, error: failure, ...data, ...told } : { ok: true, ...data, ...told };
  return { out: `${JSON.stringify(value)}\n`, err: '', exit: failure ? 1 : 0 };
}

/** An error as a command's output: one line on standard error, or with `--json` one object on standard output. */
export function errorOutput(error: SightlineError, { json, exit }: { json: boolean; exit: number }): Output {
  if (json) return { out: `${JSON.stringify({ ok: false, error })}\n`, err: '', exit };
  return { out: '', err: errorLine(error), exit };
}

function errorLine({ message, hint }: SightlineError): string {
  const sentences = [message, hint].filter(Boolean).map((text) => (/[.!?`]$/.test(text) ? text : `${text}.`));
  return `sightline: ${oneLine(sentences.join(' '))}\n`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
