import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Tool } from './defineTool.ts';
import { inputFields } from './inputFields.ts';

/** One command of several. */
export interface ToolStep {
  /** As it was written. */
  text: string;
  tool: Tool;
  input: Record<string, unknown>;
  /** Its element is named by words, which hold on any page. */
  isByWords: boolean;
}

/** Commands for which `uncheck` and such stand. */
const SYNONYMS: Readonly<Record<string, { command: string; input: Record<string, unknown> }>> = {
  uncheck: { command: 'check', input: { state: 'off' } },
};

/**
 * Reads `fill 3 Ann; check Terms; click "Save"`: commands of the command line, split at semicolons outside of quotes. The
 * last field of a command takes all words that are left. Throws `invalid_argument`, before anything is done.
 */
export function parseSteps(text: string, tools: readonly Tool[]): ToolStep[] {
  const steps = splitOutsideQuotes(text, /[;\n]/).map((step) => parseStep(step.trim(), tools));
  if (steps.length > 0) return steps;
  throw new SightlineError('invalid_argument', 'There are no steps.', {
    hint: 'Write commands with semicolons between them: `fill 3 Ann; click "Save"`.',
  });
}

function parseStep(text: string, tools: readonly Tool[]): ToolStep {
  const [word = '', ...args] = splitOutsideQuotes(text, /\s/);
  const synonym = SYNONYMS[word];
  const command = synonym?.command ?? word;
  const tool = tools.find(({ name, cli }) => cli.command === command || name === command);
  if (!tool) {
    const commands = [...tools.map(({ cli }) => cli.command), ...Object.keys(SYNONYMS)];
    throw new SightlineError('invalid_argument', `${JSON.stringify(word)} is no step.`, {
      hint: `Steps are ${commands.join(', ')}.`,
    });
  }
  const input = { ...readPositionals(tool, args), ...synonym?.input };
  const element = input.index ?? input.to;
  return { text, tool, input, isByWords: element === undefined || typeof element === 'string' };
}

function readPositionals(tool: Tool, args: readonly string[]): Record<string, unknown> {
  const fields = inputFields(tool);
  const input: Record<string, unknown> = {};
  const keys = (tool.cli.positionals ?? []).filter((key) => !(tool.name === 'check' && key === 'state'));
  let left = [...args];
  for (const [i, key] of keys.entries()) {
    if (left.length === 0) break;
    const isLast = i === keys.length - 1;
    const words = isLast ? left : left.slice(0, 1);
    left = isLast ? [] : left.slice(1);
    const kind = fields.find((field) => field.key === key)?.kind;
    input[key] = readValue(words, kind);
  }
  if (tool.name === 'scroll' && input.direction !== undefined) return readScroll(String(input.direction));
  return input;
}

function readValue(words: readonly string[], kind: string | undefined): unknown {
  if (kind === 'list') return words.map(unquote);
  const [only = ''] = words;
  const text = words.length === 1 ? unquote(only) : words.join(' ');
  const number = /^\[?(\d+)\]?$/.exec(text);
  return kind === 'element' && number ? Number(number[1]) : text;
}

/** `scroll down`, `scroll to Imprint`. */
function readScroll(words: string): Record<string, unknown> {
  const target = /^(?:to\s+)?(?!down$|up$|left$|right$)(.+)$/s.exec(words)?.[1];
  if (target === undefined) return { direction: words };
  return { to: readValue([target], 'element') };
}

const unquote = (word: string): string =>
  /^"([\s\S]*)"$|^'([\s\S]*)'$/
    .exec(word)
    ?.slice(1)
    .find((one) => one !== undefined) ?? word;

function splitOutsideQuotes(text: string, separator: RegExp): string[] {
  const parts = [''];
  let quote = '';
  for (const [i, character] of [...text].entries()) {
    const isApostrophe = character === "'" && /\w/.test(text[i - 1] ?? '');
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || (character === "'" && !isApostrophe)) quote = character;
    if (quote === '' && separator.test(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part.trim() !== '');
}
