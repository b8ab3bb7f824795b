import { nearestWord } from '../snapshot/nearestWord.ts';
import { unknownField } from '../snapshot/readOptions.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Tool } from './defineTool.ts';
import { type InputField, inputFields } from './inputFields.ts';

/**
 * Checks raw input against a tool's schema and fills in defaults. `nameOf` says what the user calls a
 * field (default: its key). @throws SightlineError `invalid_argument`, naming the first field that is wrong
 */
export function parseInput(
  tool: Tool,
  raw: unknown,
  fieldName: (field: InputField) => string = (field) => field.key,
): Record<string, unknown> {
  const fields = inputFields(tool);
  const named = withOwnNames(
    tool,
    raw ?? {},
    fields.map(({ key }) => key),
    fieldName,
  );
  const parsed = tool.input.strict().safeParse(withPlainNumbers(tool, named));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = fields.find(({ key }) => key === issue?.path[0]);
  if (field) {
    // The message of a pattern says what the pattern is for; that of any other check would be zod's own.
    const expected =
      field.kind === 'text' && issue?.code === 'invalid_format' ? issue.message : renderExpected(field);
    throw invalidField(fieldName(field), expected, named[field.key], {
      isHidden: field.kind === 'choice' && !tool.readOnly,
      choices: field.choices,
    });
  }
  throw new SightlineError('invalid_argument', `${tool.name}: ${issue?.message ?? 'the input is wrong'}.`);
}

/**
 * The input under the names of the tool's own fields: aliases, and `max_tokens` for `maxTokens`, are replaced. `keys`: the
 * fields that are taken. @throws SightlineError `invalid_argument` for another name, with the nearest there is, and for
 * one field under two names
 */
export function withOwnNames(
  tool: Tool,
  raw: unknown,
  keys: readonly string[],
  fieldName: (field: InputField) => string = (field) => field.key,
): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new SightlineError('invalid_argument', `${tool.name} takes an object.`, {
      hint: `It takes ${keys.join(', ') || 'nothing'}.`,
    });
  const named: Record<string, unknown> = {};
  const givenAs = new Map<string, string>();
  for (const [name, value] of Object.entries(raw)) {
    const own = ownField(tool, name, value, keys);
    if (!own) {
      const taken = inputFields(tool).filter(({ key }) => keys.includes(key));
      const names = [...keys, ...Object.keys(tool.aliases ?? {})];
      throw unknownField(tool.name, name, names, taken.map(fieldName));
    }
    const [key, ownValue] = own;
    if (ownValue === undefined) continue;
    const other = givenAs.get(key);
    if (other !== undefined)
      throw new SightlineError(
        'invalid_argument',
        `${tool.name}: ${other} and ${name} both say what ${key} is.`,
        {
          hint: `Give ${key} only.`,
        },
      );
    givenAs.set(key, name);
    named[key] = ownWord(tool, key, ownValue);
  }
  return named;
}

/** The field that a name stands for, with its value; undefined for none. */
function ownField(
  tool: Tool,
  name: string,
  value: unknown,
  keys: readonly string[],
): [key: string, value: unknown] | undefined {
  const { name: toolName, aliases = {} } = tool;
  if (keys.includes(name)) return [name, value];
  const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (typeof alias === 'string') return [alias, value];
  if (alias) {
    const text = String(value).toLowerCase();
    if (!Object.hasOwn(alias.values, text))
      throw invalidField(`${toolName}: ${name}`, `one of ${Object.keys(alias.values).join(', ')}`, value);
    return [alias.field, alias.values[text]];
  }
  const key = keys.find((one) => plainName(one) === plainName(name));
  if (key !== undefined) return [key, value];
  return ELEMENT_NAMES.has(name) && keys.includes('index') && takesElement(tool)
    ? ['index', value]
    : undefined;
}

/** What other tools call the element that is used. */
const ELEMENT_NAMES: ReadonlySet<string> = new Set([
  'element',
  'locator',
  'number',
  'ref',
  'selector',
  'target',
]);

const takesElement = (tool: Tool): boolean =>
  inputFields(tool).some(({ key, kind }) => key === 'index' && kind === 'element');

/** The choice that another word stands for; `HYBRID` is `hybrid`. */
function ownWord({ valueAliases = {} }: Tool, key: string, value: unknown): unknown {
  const words = valueAliases[key];
  if (!words || typeof value !== 'string') return value;
  const lower = value.toLowerCase();
  return Object.hasOwn(words, lower) ? words[lower] : lower;
}

/** `max_tokens`, `maxTokens` and `max-tokens` are one name. */
const plainName = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/** Numbers of elements as answers write them, `[12]`, or as text, become numbers. */
function withPlainNumbers(tool: Tool, raw: Record<string, unknown>): Record<string, unknown> {
  const written = Object.entries(raw).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && WRITTEN_NUMBER.test(entry[1]),
  );
  if (written.length === 0) return raw;
  const elements = inputFields(tool).filter(({ kind }) => kind === 'element');
  const numbers = written
    .filter(([key]) => elements.some((field) => field.key === key))
    .map(([key, value]) => [key, Number(value.replace(/[[\]\s]/g, ''))]);
  return { ...raw, ...Object.fromEntries(numbers) };
}

const WRITTEN_NUMBER = /^\s*(\[\d+\]|\d+)\s*$/;

/** `isHidden`: a word that an action was given, which may be a secret in the wrong place. `choices`: the words that are taken. */
function invalidField(
  name: string,
  expected: string,
  value: unknown,
  { isHidden = false, choices = [] }: { isHidden?: boolean; choices?: readonly string[] } = {},
): SightlineError {
  const received = value === undefined ? 'nothing' : JSON.stringify(value);
  const near = typeof value === 'string' ? nearestWord(value, choices) : undefined;
  return new SightlineError(
    'invalid_argument',
    `${name} takes ${expected}${isHidden ? '' : `, not ${received}`}.`,
    near === undefined ? {} : { hint: `Did you mean ${near}?` },
  );
}

function renderBounds(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return '';
  return maximum === undefined ? ` of ${minimum} or more` : ` from ${minimum} to ${maximum}`;
}

function renderExpected({ kind, choices, minimum, maximum }: InputField): string {
  const bounds = renderBounds(minimum, maximum);
  switch (kind) {
    case 'choice':
      return choices.length > 1 ? `one of ${choices.join(', ')}` : String(choices[0]);
    case 'integer':
      return `a whole number${bounds}`;
    case 'number':
      return `a number${bounds}`;
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'a list';
    case 'texts by name':
      return 'texts by name';
    case 'numbers by name':
      return 'numbers by name';
    case 'element':
      return 'the number of an element, or words for it';
    case 'text':
      return 'text';
  }
}
