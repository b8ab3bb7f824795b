import { shownName } from '../../../render/escape.ts';
import { parseJson } from '../../../snapshot/parseJson.ts';
import { SightlineError } from '../../../snapshot/SightlineError.ts';
import { REDACTED_PLACEHOLDER } from '../../../snapshot/urls/redactUrl.ts';

/** Issues that are named. */
const MAX_ISSUES = 5;
const MAX_INPUT = 1_000_000;
/** Parts of the input by choices and fields of the schema that are compared; what is beyond is left to the page. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 50;

type Schema = Record<string, unknown>;

/**
 * Checks the input of a tool of the page by the schema that the page gave, as JSON without secrets. What is not read of it is left to
 * the page: references, alternatives, patterns, and whatever holds a secret. Throws `invalid_argument`, `too_large`.
 */
export function checkToolInput(input: unknown, schema: string): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new SightlineError('invalid_argument', 'The input of a page tool is an object.', {
      hint: 'Give it as {"query":"lamp"}, by the fields that the tool names.',
    });
  if (JSON.stringify(input).length > MAX_INPUT)
    throw new SightlineError(
      'too_large',
      `The input of a page tool is at most ${MAX_INPUT} characters long.`,
    );
  const check = new InputCheck(isWithheld(schema));
  check.value(input, parseJson(schema), '');
  if (check.issues.length === 0) return input as Record<string, unknown>;
  throw new SightlineError(
    'invalid_argument',
    `The page tool does not take this input: ${check.issues.join('; ')}.`,
    { hint: 'Its fields are in the list of page tools.' },
  );
}

/** What is wrong, in words of ours and names of fields: no other word of a schema is in it. */
class InputCheck {
  readonly issues: string[] = [];
  readonly #holdsSecret: boolean;
  readonly #choices = new Map<Schema, ReadonlySet<string>>();
  #steps = 0;

  constructor(holdsSecret: boolean) {
    this.#holdsSecret = holdsSecret;
  }

  value(value: unknown, schema: unknown, path: string, depth = 0): void {
    if (!isSchema(schema) || depth > MAX_DEPTH || !this.#mayGoOn(1)) return;
    const problem =
      problemOf(value, schema) ?? (this.#isNoChoice(value, schema) ? 'is none of its choices' : undefined);
    if (problem) this.#add(path, problem);
    else if (Array.isArray(value))
      for (const [i, one] of value.entries()) this.value(one, schema.items, `${path}[${i}]`, depth + 1);
    else if (typeof value === 'object' && value !== null) this.#fields(value as Schema, schema, path, depth);
  }

  #fields(value: Schema, schema: Schema, path: string, depth: number): void {
    const pathOf = (name: string): string => (path === '' ? shownName(name) : `${path}.${shownName(name)}`);
    const properties = isSchema(schema.properties) ? schema.properties : {};
    const needed = Array.isArray(schema.required) ? schema.required : [];
    if (!this.#mayGoOn(needed.length)) return;
    for (const name of needed)
      if (typeof name === 'string' && !isWithheld(name) && !Object.hasOwn(value, name))
        this.#add(pathOf(name), 'is needed');
    const isClosed =
      schema.additionalProperties === false && !('patternProperties' in schema) && !this.#holdsSecret;
    for (const [name, one] of Object.entries(value)) {
      if (!this.#mayGoOn(1)) return;
      if (Object.hasOwn(properties, name)) this.value(one, properties[name], pathOf(name), depth + 1);
      else if (isClosed) this.#add(pathOf(name), 'is none of its fields');
    }
  }

  /** False where one of the choices holds a secret: whether the value is that one is not said. */
  #isNoChoice(value: unknown, schema: Schema): boolean {
    const choices = 'const' in schema ? [schema.const] : schema.enum;
    if (!Array.isArray(choices)) return false;
    const taken = this.#choices.get(schema) ?? new Set(choices.map((choice) => JSON.stringify(choice)));
    this.#choices.set(schema, taken);
    if (taken.has(JSON.stringify(value))) return false;
    if (!this.#holdsSecret) return true;
    return this.#mayGoOn(taken.size) && ![...taken].some(isWithheld);
  }

  #add(path: string, problem: string): void {
    if (this.issues.length < MAX_ISSUES)
      this.issues.push(path === '' ? `it ${problem}` : `${path}: ${problem}`);
  }

  #mayGoOn(steps: number): boolean {
    this.#steps += steps;
    return this.#steps <= MAX_STEPS && this.issues.length < MAX_ISSUES;
  }
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWithheld = (text: string): boolean => text.includes(REDACTED_PLACEHOLDER);

const IS_OF_TYPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => isSchema(value),
};

/** What is wrong with a value itself: its type or its size. */
function problemOf(value: unknown, schema: Schema): string | undefined {
  const types = [schema.type].flat();
  const isTyped = types.every((type) => typeof type === 'string' && Object.hasOwn(IS_OF_TYPE, type));
  if (isTyped && !types.some((type) => IS_OF_TYPE[type as string]?.(value)))
    return `is not of the type ${types.slice(0, 3).join(' or ')}`;
  if (typeof value === 'number') return rangeProblem(value, schema);
  if (typeof value === 'string')
    return sizeProblem([...value].length, schema.minLength, schema.maxLength, 'characters');
  return Array.isArray(value)
    ? sizeProblem(value.length, schema.minItems, schema.maxItems, 'items')
    : undefined;
}

function rangeProblem(value: number, schema: Schema): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === 'number' && value < minimum) return `is below ${minimum}`;
  if (typeof maximum === 'number' && value > maximum) return `is above ${maximum}`;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `is not above ${exclusiveMinimum}`;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return `is not below ${exclusiveMaximum}`;
  return undefined;
}

function sizeProblem(size: number, least: unknown, most: unknown, unit: string): string | undefined {
  if (typeof least === 'number' && size < least) return `has fewer than ${least} ${unit}`;
  return typeof most === 'number' && size > most ? `has more than ${most} ${unit}` : undefined;
}
