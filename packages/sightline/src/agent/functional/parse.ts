import { SightlineError } from '../../model/SightlineError.ts';
import { parseInput } from '../../tools/parseInput.ts';
import type { Call } from '../Model.ts';
import { END, MARK, type Vocabulary, type Word, type WordField } from './Vocabulary.ts';

/**
 * The calls of a step, and what stands before them. Nothing is guessed: what is no whole call of a known tool, with
 * each field once and of its type, is refused. @throws SightlineError `invalid_argument`, in words for the model
 */
export function parseStep(text: string, vocabulary: Vocabulary): { thinking: string; calls: Call[] } {
  const start = text.indexOf(MARK);
  if (start < 0) throw wrong('There is no call in it.');
  const reader = new Reader(text, start);
  const calls: Call[] = [];
  while (!reader.isAtEnd()) calls.push({ id: `call-${calls.length + 1}`, ...readCall(reader, vocabulary) });
  return { thinking: text.slice(0, start).trim(), calls };
}

/** One call and nothing else. @throws SightlineError `invalid_argument` */
export function parseCall(text: string, vocabulary: Vocabulary): Pick<Call, 'tool' | 'input'> {
  const reader = new Reader(text);
  const call = readCall(reader, vocabulary);
  if (!reader.isAtEnd()) throw wrong(`Behind ${END} stands ${reader.rest()}.`);
  return call;
}

const TOKEN = /<bu_[\w-]*>/y;
const SPACE = /\s+/y;
const NAME = /([A-Za-z_]\w*)=/y;
const TEXT = /"(?:[^"\\\p{Cc}<]|<(?!bu_)|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z][\w-]*/y;

/** Goes through a text from piece to piece. */
class Reader {
  #at: number;
  readonly #text: string;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.#at = at;
  }

  /** What the sticky pattern matches here, and goes behind it. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match ?? undefined;
  }

  isAtEnd(): boolean {
    this.take(SPACE);
    return this.#at >= this.#text.length;
  }

  rest(): string {
    const rest = this.#text.slice(this.#at, this.#at + 40);
    return rest === '' ? 'nothing' : JSON.stringify(rest);
  }
}

function readCall(reader: Reader, vocabulary: Vocabulary): Pick<Call, 'tool' | 'input'> {
  reader.take(SPACE);
  const token = reader.take(TOKEN)?.[0];
  if (token === undefined) throw wrong(`A call begins with a token, not with ${reader.rest()}.`);
  const word = vocabulary.byToken(token);
  if (!word)
    throw wrong(
      `There is no token ${token}.`,
      `The tokens are ${vocabulary.words.map((one) => one.token).join(' ')}.`,
    );
  return { tool: word.tool.name, input: parseInput(word.tool, readInput(reader, word)) };
}

function readInput(reader: Reader, word: Word): Record<string, unknown> {
  const input = new Map<string, unknown>();
  const bare = word.fields.filter(({ isBare }) => isBare).values();
  for (;;) {
    const isApart = reader.take(SPACE) !== undefined;
    const token = reader.take(TOKEN)?.[0];
    if (token === END) return Object.fromEntries(input);
    if (token !== undefined) throw wrong(`${word.token} is not ended: ${token} stands before ${END}.`);
    if (!isApart) throw wrong(`In ${word.token} a space is missing before ${reader.rest()}.`);
    const name = reader.take(NAME)?.[1];
    const field =
      name === undefined ? bare.next().value : word.fields.find(({ key, isBare }) => !isBare && key === name);
    if (!field) throw wrong(`${word.token} does not take ${name ?? reader.rest()}.`);
    if (input.has(field.key)) throw wrong(`${word.token} has ${field.key} twice.`);
    input.set(field.key, readValue(reader, field));
  }
}

function readValue(reader: Reader, field: WordField): unknown {
  const value = VALUES[field.kind](reader);
  if (value === undefined) throw wrong(`${field.key} cannot be ${reader.rest()}.`);
  return value;
}

/** How the values of each kind are read; undefined where there is none. */
const VALUES: Readonly<Record<WordField['kind'], (reader: Reader) => unknown>> = {
  text: readText,
  integer: readNumber,
  number: readNumber,
  element: (reader) => readNumber(reader) ?? readText(reader),
  boolean: (reader) => readWord(reader, true),
  choice: (reader) => readWord(reader, false) ?? readText(reader),
  list: (reader) => readSeveral(reader, '[]', () => readText(reader)),
  'texts by name': (reader) => readNamed(reader, () => readText(reader)),
  'numbers by name': (reader) => readNamed(reader, () => readNumber(reader)),
};

function readText(reader: Reader): string | undefined {
  const json = reader.take(TEXT)?.[0];
  return json === undefined ? undefined : (JSON.parse(json) as string);
}

function readNumber(reader: Reader): number | undefined {
  const digits = reader.take(NUMBER)?.[0];
  return digits === undefined ? undefined : Number(digits);
}

function readWord(reader: Reader, isBoolean: boolean): string | boolean | undefined {
  const word = reader.take(WORD)?.[0];
  if (word === 'true' || word === 'false') return word === 'true';
  return isBoolean ? undefined : word;
}

function readNamed(reader: Reader, value: () => unknown): Record<string, unknown> | undefined {
  const names = new Set<string>();
  const entries = readSeveral(reader, '{}', () => {
    const name = readText(reader);
    if (name === undefined || names.has(name) || !reader.take(/\s*:\s*/y)) return undefined;
    names.add(name);
    const one = value();
    return one === undefined ? undefined : ([name, one] as const);
  });
  return entries && Object.fromEntries(entries);
}

/** Items with commas between them; undefined unless all is whole. */
function readSeveral<Item>(
  reader: Reader,
  [open, close]: '[]' | '{}' | string,
  item: () => Item | undefined,
): Item[] | undefined {
  const items: Item[] = [];
  if (!reader.take(sign(open ?? ''))) return undefined;
  if (reader.take(sign(close ?? ''))) return items;
  for (;;) {
    const one = item();
    if (one === undefined) return undefined;
    items.push(one);
    if (reader.take(sign(close ?? ''))) return items;
    if (!reader.take(sign(','))) return undefined;
  }
}

/** A sign with the space around it. */
const sign = (one: string): RegExp =>
  one === ']' || one === '}' ? new RegExp(`\\s*\\${one}`, 'y') : new RegExp(`\\s*\\${one}\\s*`, 'y');

const wrong = (message: string, hint = FORM): SightlineError =>
  new SightlineError('invalid_argument', message, { hint });

const FORM = `Write each call as <bu_click> 5 ${END}: values of required fields first, then name=value.`;
