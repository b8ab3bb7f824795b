import { nearestWord } from './nearestWord.ts';
import { SightlineError } from './SightlineError.ts';

/** What a field takes: whatever its type says; a number; of all words, these only, one or a list of them. */
export type FieldKind = true | 'number' | readonly string[];

/** The names of the fields of `T`, with what each takes; the compiler holds the list complete. */
export type FieldNames<T> = Readonly<Record<keyof Required<T>, FieldKind>>;

/** What other names of fields stand for. */
export type FieldAliases<T> = Readonly<Record<string, keyof T & string>>;

/**
 * The options of a call under their own names: `within_landmark` is taken for `withinLandmark`, `aliases` for what they
 * stand for. @throws SightlineError `invalid_argument` for what is no object, for a name or a word that there is not, with the
 * nearest that there is, for what is no number, and for one field under two names
 */
export function readOptions<T extends object>(
  method: string,
  options: T,
  fields: FieldNames<T>,
  aliases: FieldAliases<T> = {},
): T {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw refusal(`${method} takes an object with ${list(fields)}, not ${describeValue(options)}.`, '');
  const unknown = Object.keys(options).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length === 0) return withKnownValues(method, options, fields);
  const renamed = { ...options } as Record<string, unknown>;
  for (const name of unknown) {
    const field = fieldOf(name, fields, aliases);
    if (field === undefined) {
      const names = Object.keys(fields);
      throw unknownField(method, name, [...names, ...Object.keys(aliases)], names);
    }
    if (renamed[field] !== undefined)
      throw refusal(`${method}: ${name} and ${field} are two names of one field.`, `Give ${field} only.`);
    renamed[field] = renamed[name];
    delete renamed[name];
  }
  return withKnownValues(method, renamed as T, fields);
}

function withKnownValues<T extends object>(method: string, options: T, fields: FieldNames<T>): T {
  for (const [name, value] of Object.entries(options)) {
    const kind = fields[name as keyof T];
    if (value === undefined || kind === true) continue;
    if (kind === 'number') {
      if (typeof value === 'number' && !Number.isNaN(value)) continue;
      throw refusal(`${method}: ${name} takes a number, not ${describeValue(value)}.`, '');
    }
    const words: unknown[] = Array.isArray(value) ? value : [value];
    const unknown = words.find((word) => typeof word === 'string' && !kind.includes(word));
    if (typeof unknown === 'string') throw unknownWord(`${method}: ${name}`, unknown, kind);
  }
  return options;
}

function unknownWord(field: string, word: string, words: readonly string[]): SightlineError {
  const near = nearestWord(word, words);
  return refusal(
    `${field} takes one of ${words.join(', ')}, not ${describeValue(word)}.`,
    near === undefined ? '' : `Did you mean ${near}?`,
  );
}

function fieldOf<T>(name: string, fields: FieldNames<T>, aliases: FieldAliases<T>): string | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  const camelCase = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(fields, camelCase) ? camelCase : undefined;
}

/** A call that was given a field that it does not have. `names`: all that it takes; `shown`: as its caller writes them. */
export function unknownField(
  method: string,
  name: string,
  names: readonly string[],
  shown: readonly string[],
): SightlineError {
  const near = nearestWord(name, names);
  const all = `It takes ${shown.join(', ') || 'nothing'}.`;
  const message = `${method} takes no ${JSON.stringify(name.slice(0, 100))}.`;
  return refusal(message, near === undefined ? all : `Did you mean ${near}?`);
}

const list = (fields: object): string => Object.keys(fields).join(', ');

const describeValue = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : String(value);

const refusal = (message: string, hint: string): SightlineError =>
  new SightlineError('invalid_argument', message, { hint });
