import type { SightlineError } from '../snapshot/SightlineError.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import { escapeInvisible } from '../snapshot/stripInvisible.ts';
import type { Tool, ToolContext, ToolResult } from '../tools/defineTool.ts';
import { runTool, toSightlineError } from '../tools/runTool.ts';
import type { CommandOutput } from './daemon/protocol.ts';

/** Abort reason of a cancelled command, which ends without output, as after Ctrl-C. */
export class CommandCancelledError extends Error {}

/** Runs a tool; returns its result or error as command output. */
export async function executeTool(
  tool: Tool,
  input: unknown,
  context: ToolContext,
  json: boolean,
): Promise<CommandOutput & { error?: SightlineError }> {
  try {
    const result = await runTool(tool, context, input);
    return { ...(json ? jsonOutput(result) : textOutput(result)), error: result.failure };
  } catch (cause) {
    if (context.signal.aborted && context.signal.reason instanceof CommandCancelledError)
      return { out: '', err: '', exit: 130 };
    const error = toSightlineError(cause);
    return { ...errorOutput(error, { json, exit: 1 }), error };
  }
}

function textOutput({ text, failure, notices = [] }: ToolResult): CommandOutput {
  const lines = notices.map((notice) => `note: ${collapseSpaces(notice)}\n`).join('');
  const out = endLine(text);
  return failure ? { out, err: lines + errorLine(failure), exit: 1 } : { out, err: lines, exit: 0 };
}

/** The text with exactly one line break at its end; nothing for an empty text. */
const endLine = (text: string): string => (text === '' ? '' : text.replace(/\n*$/, '\n'));

function jsonOutput({ data, failure, notices = [] }: ToolResult): CommandOutput {
  const noticesPart = notices.length > 0 ? { notices } : {};
  const value = failure
    ? { ok: false, error: failure, ...data, ...noticesPart }
    : { ok: true, ...data, ...noticesPart };
  return { out: jsonLine(value), err: '', exit: failure ? 1 : 0 };
}

/** In one line that steers no terminal. */
const jsonLine = (value: object): string => `${escapeInvisible(JSON.stringify(value))}\n`;

/** An error as command output: one line on standard error, or one object on standard output with `--json`. */
export function errorOutput(
  error: SightlineError,
  { json, exit }: { json: boolean; exit: number },
): CommandOutput {
  if (json) return { out: jsonLine({ ok: false, error }), err: '', exit };
  return { out: '', err: errorLine(error), exit };
}

function errorLine({ message, hint }: SightlineError): string {
  const [first = '', ...candidates] = message.split(/\n(?= {2})/);
  const sentences = [first, candidates.length > 0 ? '' : hint].filter(Boolean).map(asSentence);
  const lines = candidates.map((line) => `  ${collapseSpaces(line)}\n`);
  const lastLine = candidates.length > 0 && hint ? `${asSentence(hint)}\n` : '';
  return `sightline: ${collapseSpaces(sentences.join(' '))}\n${lines.join('')}${lastLine}`;
}

const asSentence = (text: string): string => (/[.!?:`]$/.test(text) ? text : `${text}.`);
