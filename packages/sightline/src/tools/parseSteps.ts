import { looksLikeFields } from '../search/targets/parseFields.ts';
import { splitOutsideQuotes, unescapeQuotes, unquote } from '../search/words/quotedWords.ts';
import type { CallStyle } from '../session/SessionOptions.ts';
import { nearestWord } from '../snapshot/nearestWord.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { findSynonym, STEP_SYNONYMS } from './commandSynonyms.ts';
import { positionalUsage } from './commandUsage.ts';
import type { Tool } from './defineTool.ts';
import { type InputField, inputFields } from './inputFields.ts';
import { parseInput } from './parseInput.ts';
import { readFieldText } from './readFieldText.ts';

/** One command of several. */
export interface ToolStep {
  /** As it was written. */
  text: string;
  tool: Tool;
  input: Record<string, unknown>;
  /** Its element is named by words, which hold on any page. */
  isByWords: boolean;
}

/**
 * Reads `fill 3 Ann; check Terms; click "Save" --double`: commands of the command line, split at semicolons and line ends
 * outside of quotes. The last field of a command takes all words that are left. Models (`calls`) have no fields but those that
 * they are offered: the others name files, browsers and rules. Throws `invalid_argument`, before anything is done.
 */
export function parseSteps(text: string, tools: readonly Tool[], calls: CallStyle): ToolStep[] {
  const texts = splitOutsideQuotes(text, /[;\n]/).map((step) => step.trim());
  const commands: string[] = [];
  const steps = joinFields(texts).map((step) => {
    const parsed = parseStep(step, tools, calls, commands);
    commands.push(parsed.tool.cli.command);
    return parsed;
  });
  if (steps.length > 0) return steps;
  throw new SightlineError('invalid_argument', 'There are no steps.', {
    hint: 'Write commands with semicolons between them: `fill 3 Ann; click "Save"`.',
  });
}

/** `fill Name=Ann; Email=ann@x.org` is one step. */
function joinFields(texts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const text of texts) {
    const last = joined.at(-1);
    const isMore =
      looksLikeFields(text) && /^fill\s/.test(last ?? '') && looksLikeFields(last?.slice(5) ?? '');
    if (isMore) joined[joined.length - 1] = `${last}; ${text}`;
    else joined.push(text);
  }
  return joined;
}

/** `before`: the commands of the steps before it. */
function parseStep(
  text: string,
  tools: readonly Tool[],
  calls: CallStyle,
  before: readonly string[],
): ToolStep {
  const [word = '', ...args] = splitOutsideQuotes(text, /\s/);
  const synonym = findSynonym(word, tools);
  const command = synonym?.command ?? word;
  const tool = tools.find(({ name, cli }) => cli.command === command || name === command);
  if (!tool) throw unknownStep(word, tools, before);
  const fields = inputFields(tool).filter(({ cliOnly }) => !cliOnly || calls === 'commands');
  const { words, options } = readOptions(tool, args, fields);
  const given = { ...withOptions(tool, readPositionals(tool, words, fields), options), ...synonym?.input };
  const wordFor = (field: InputField): string => field.flag ?? positionalUsage({ ...field, required: true });
  parseInput(tool, given, wordFor);
  const element = given.index ?? given.to;
  return { text, tool, input: given, isByWords: element === undefined || typeof element === 'string' };
}

/** Their last field is text of any kind. */
const TYPING_COMMANDS: ReadonlySet<string> = new Set(['fill', 'type', 'select', 'press', 'select-text']);

function unknownStep(word: string, tools: readonly Tool[], before: readonly string[]): SightlineError {
  const commands = [...tools.map(({ cli }) => cli.command), ...STEP_SYNONYMS];
  const near = nearestWord(word, commands);
  // Behind what is typed it may be the rest of a secret in which a semicolon stands.
  const isText = before.some((one) => TYPING_COMMANDS.has(one)) || !/^[a-z][\w-]*$/i.test(word);
  const behind = before.length > 0 ? `, behind ${before.at(-1)},` : '';
  const name = near || !isText ? JSON.stringify(word) : `Step ${before.length + 1}${behind}`;
  return new SightlineError('invalid_argument', `${name} is no step.`, {
    hint: `${near ? `Did you mean ${near}? ` : 'Put a text with a semicolon in quotes. '}Steps are ${commands.join(', ')}.`,
  });
}

/** Takes `--double`, `--timeout 900` and `--timeout=900` out of the words of a step. Quoted words are never options. */
function readOptions(
  tool: Tool,
  args: readonly string[],
  fields: readonly InputField[],
): { words: string[]; options: Record<string, unknown> } {
  const words: string[] = [];
  const options: Record<string, unknown> = {};
  const left = [...args];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    const [, flag = '', joined] = /^(--?[a-z][\w-]*)(?:=(.*))?$/is.exec(arg) ?? [];
    const field = fields.find((one) => flag && [one.flag, one.short, ...one.aliases].includes(flag));
    if (!field && flag.startsWith('--')) throw unknownOption(flag, tool, fields);
    if (!field) words.push(arg);
    else if (field.kind === 'boolean') options[field.key] = true;
    else addOption(options, field, unquote(joined ?? left.shift() ?? ''));
  }
  return { words, options };
}

function addOption(options: Record<string, unknown>, field: InputField, text: string): void {
  const isList = ['list', 'texts by name', 'numbers by name'].includes(field.kind);
  if (!isList) options[field.key] = readFieldText(field, text);
  else if (field.kind === 'list') options[field.key] = [...((options[field.key] as string[]) ?? []), text];
  else
    options[field.key] = { ...(options[field.key] as object), ...(readFieldText(field, [text]) as object) };
}

function unknownOption(flag: string, { cli }: Tool, fields: readonly InputField[]): SightlineError {
  const flags = fields.flatMap((field) => field.flag ?? []);
  const near = nearestWord(flag, flags);
  return new SightlineError('invalid_argument', `${cli.command} takes no ${near ? flag : 'such option'}.`, {
    hint: near
      ? `Did you mean ${near}?`
      : `It takes ${flags.join(', ')}. Put a value that begins with -- in quotes.`,
  });
}

function readPositionals(
  tool: Tool,
  args: readonly string[],
  fields: readonly InputField[],
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const isTaken = (key: string): boolean =>
    fields.some((field) => field.key === key) && !(tool.name === 'check' && key === 'state');
  const keys = (tool.cli.positionals ?? []).filter(isTaken);
  if (keys.length === 0 && args.length > 0)
    throw new SightlineError('invalid_argument', `${tool.cli.command} takes no words.`, {
      hint: 'For a part of the page: `region MAIN`, `query WORDS`.',
    });
  let left = [...args];
  for (const [i, key] of keys.entries()) {
    if (left.length === 0) break;
    const isLast = i === keys.length - 1;
    const words = isLast ? left : left.slice(0, 1);
    left = isLast ? [] : left.slice(1);
    const field = fields.find((one) => one.key === key);
    if (field) input[key] = readWords(field, words);
  }
  if (tool.name === 'fill' && looksLikeFields(args.join(' '))) return { index: args.join(' ') };
  if (tool.name === 'scroll' && input.direction !== undefined) return readScroll(String(input.direction));
  return input;
}

/** An option whose field is given by position too may mean another. */
function withOptions(
  { cli }: Tool,
  positionals: Record<string, unknown>,
  options: Record<string, unknown>,
): Record<string, unknown> {
  const given = { ...positionals };
  for (const [key, value] of Object.entries(options))
    given[(key in positionals && cli.secondFlags?.[key]) || key] = value;
  return given;
}

function readWords(field: InputField, words: readonly string[]): unknown {
  if (field.kind === 'list') return words.map(unquote);
  const [only = ''] = words;
  const text = words.length === 1 ? unquote(only) : words.join(' ');
  const isQuoted = text !== words.join(' ');
  // Names of elements are read with their quotes.
  return readFieldText(field, isQuoted || field.kind === 'element' ? text : unescapeQuotes(text));
}

/** `scroll down`, `scroll to Imprint`. */
function readScroll(words: string): Record<string, unknown> {
  const target = /^(?:to\s+)?(?!down$|up$|left$|right$)(.+)$/s.exec(words)?.[1];
  if (target === undefined) return { direction: words };
  const number = /^\[?(\d+)\]?$/.exec(target);
  return { to: number ? Number(number[1]) : unquote(target) };
}
