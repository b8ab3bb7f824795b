import { SightlineError } from '../../snapshot/SightlineError.ts';
import { parseInput } from '../../tools/parseInput.ts';
import type { ToolCall } from '../models/Model.ts';
import { END_TOKEN, TOKEN_PREFIX, type TokenField, type TokenTool, type Vocabulary } from './Vocabulary.ts';

/**
 * Parses a step: its calls and the thinking before them. Strict: each call must be complete, of a known tool, with
 * each field once and of its type. @throws SightlineError `invalid_argument`, worded for the model
 */
export function parseStep(text: string, vocabulary: Vocabulary): { thinking: string; calls: ToolCall[] } {
  const start = text.indexOf(TOKEN_PREFIX);
  if (start < 0) throw parseError('There is no call in it.');
  const scanner = new Scanner(text, start);
  const calls: ToolCall[] = [];
  while (!scanner.isAtEnd()) calls.push({ id: `call-${calls.length + 1}`, ...readCall(scanner, vocabulary) });
  return { thinking: text.slice(0, start).trim(), calls };
}

/** Parses exactly one call. @throws SightlineError `invalid_argument` */
export function parseCall(text: string, vocabulary: Vocabulary): Pick<ToolCall, 'tool' | 'input'> {
  const scanner = new Scanner(text);
  const call = readCall(scanner, vocabulary);
  if (!scanner.isAtEnd()) throw parseError(`Behind ${END_TOKEN} stands ${scanner.rest()}.`);
  return call;
}

const TOKEN = /<bu_[\w-]*>/y;
const SPACE = /\s+/y;
const NAME = /([A-Za-z_]\w*)=/y;
const TEXT = /"(?:[^"\\\p{Cc}<]|<(?!bu_)|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z][\w-]*/y;

/** Reads a text token by token. */
class Scanner {
  #position: number;
  readonly #text: string;

  constructor(text: string, position = 0) {
    this.#text = text;
    this.#position = position;
  }

  /** Consumes what the sticky pattern matches at the current position. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text);
    if (match) this.#position = pattern.lastIndex;
    return match ?? undefined;
  }

  isAtEnd(): boolean {
    this.take(SPACE);
    return this.#position >= this.#text.length;
  }

  rest(): string {
    const rest = this.#text.slice(this.#position, this.#position + 40);
    return rest === '' ? 'nothing' : JSON.stringify(rest);
  }
}

function readCall(scanner: Scanner, vocabulary: Vocabulary): Pick<ToolCall, 'tool' | 'input'> {
  scanner.take(SPACE);
  const token = scanner.take(TOKEN)?.[0];
  if (token === undefined) throw parseError(`A call begins with a token, not with ${scanner.rest()}.`);
  const tokenTool = vocabulary.byToken(token);
  if (!tokenTool)
    throw parseError(
      `There is no token ${token}.`,
      `The tokens are ${vocabulary.tokenTools.map((one) => one.token).join(' ')}.`,
    );
  return { tool: tokenTool.tool.name, input: parseInput(tokenTool.tool, readInput(scanner, tokenTool)) };
}

function readInput(scanner: Scanner, tokenTool: TokenTool): Record<string, unknown> {
  const input = new Map<string, unknown>();
  const positional = tokenTool.fields.filter(({ isPositional }) => isPositional).values();
  for (;;) {
    const hasSpace = scanner.take(SPACE) !== undefined;
    const token = scanner.take(TOKEN)?.[0];
    if (token === END_TOKEN) return Object.fromEntries(input);
    if (token !== undefined)
      throw parseError(`${tokenTool.token} is not ended: ${token} stands before ${END_TOKEN}.`);
    if (!hasSpace) throw parseError(`In ${tokenTool.token} a space is missing before ${scanner.rest()}.`);
    const name = scanner.take(NAME)?.[1];
    const field =
      name === undefined
        ? positional.next().value
        : tokenTool.fields.find(({ key, isPositional }) => !isPositional && key === name);
    if (!field) throw parseError(`${tokenTool.token} does not take ${name ?? scanner.rest()}.`);
    if (input.has(field.key)) throw parseError(`${tokenTool.token} has ${field.key} twice.`);
    input.set(field.key, readValue(scanner, field));
  }
}

function readValue(scanner: Scanner, field: TokenField): unknown {
  const value = VALUE_READERS[field.kind](scanner);
  if (value === undefined) throw parseError(`${field.key} cannot be ${scanner.rest()}.`);
  return value;
}

/** Reads a value of each kind; undefined where none matches. */
const VALUE_READERS: Readonly<Record<TokenField['kind'], (scanner: Scanner) => unknown>> = {
  text: readText,
  integer: readNumber,
  number: readNumber,
  element: (scanner) => readNumber(scanner) ?? readText(scanner),
  boolean: (scanner) => readWord(scanner, true),
  choice: (scanner) => readWord(scanner, false) ?? readText(scanner),
  list: (scanner) => readDelimited(scanner, '[]', () => readText(scanner)),
  'texts by name': (scanner) => readRecord(scanner, () => readText(scanner)),
  'numbers by name': (scanner) => readRecord(scanner, () => readNumber(scanner)),
};

function readText(scanner: Scanner): string | undefined {
  const json = scanner.take(TEXT)?.[0];
  return json === undefined ? undefined : (JSON.parse(json) as string);
}

function readNumber(scanner: Scanner): number | undefined {
  const digits = scanner.take(NUMBER)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

function readWord(scanner: Scanner, isBoolean: boolean): string | boolean | undefined {
  const word = scanner.take(WORD)?.[0];
  if (word === 'true' || word === 'false') return word === 'true';
  return isBoolean ? undefined : word;
}

function readRecord(scanner: Scanner, value: () => unknown): Record<string, unknown> | undefined {
  const names = new Set<string>();
  const entries = readDelimited(scanner, '{}', () => {
    const name = readText(scanner);
    if (name === undefined || names.has(name) || !scanner.take(/\s*:\s*/y)) return undefined;
    names.add(name);
    const one = value();
    return one === undefined ? undefined : ([name, one] as const);
  });
  return entries && Object.fromEntries(entries);
}

/** Reads comma-separated items; undefined unless all of them are complete. */
function readDelimited<Item>(
  scanner: Scanner,
  [open, close]: '[]' | '{}' | string,
  item: () => Item | undefined,
): Item[] | undefined {
  const items: Item[] = [];
  if (!scanner.take(punctuation(open ?? ''))) return undefined;
  if (scanner.take(punctuation(close ?? ''))) return items;
  for (;;) {
    const one = item();
    if (one === undefined) return undefined;
    items.push(one);
    if (scanner.take(punctuation(close ?? ''))) return items;
    if (!scanner.take(punctuation(','))) return undefined;
  }
}

/** Consumes a sign and the white space around it. */
const punctuation = (character: string): RegExp =>
  character === ']' || character === '}'
    ? new RegExp(`\\s*\\${character}`, 'y')
    : new RegExp(`\\s*\\${character}\\s*`, 'y');

const parseError = (message: string, hint = FORMAT_HINT): SightlineError =>
  new SightlineError('invalid_argument', message, { hint });

const FORMAT_HINT = `Write each call as <bu_click> 5 ${END_TOKEN}: values of required fields first, then name=value.`;
