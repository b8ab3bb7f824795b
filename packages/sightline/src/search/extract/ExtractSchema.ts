import { SightlineError } from '../../snapshot/SightlineError.ts';

/** A single value. */
export interface ValueSchema {
  kind: 'value';
  type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'date-time' | 'uri';
  /** What it may be, where that is listed. */
  choices: readonly unknown[] | undefined;
  minimum: number;
  maximum: number;
  /** Where the page shows none, it is null. */
  isNullable: boolean;
  /** Says more of what is meant. */
  description: string;
}

export interface ObjectSchema {
  kind: 'object';
  fields: readonly SchemaField[];
  description: string;
}

/** Records, or single values. */
export interface ListSchema {
  kind: 'list';
  items: ObjectSchema | ValueSchema;
  minItems: number;
  maxItems: number;
  description: string;
}

export interface SchemaField {
  key: string;
  schema: ValueSchema | ObjectSchema | ListSchema;
  isRequired: boolean;
}

export type ExtractSchema = ValueSchema | ObjectSchema | ListSchema;

type JsonSchema = Record<string, unknown>;

const REFUSED = ['$ref', 'oneOf', 'allOf', 'not', 'if', 'patternProperties', 'prefixItems'];
const MAX_DEPTH = 4;
const MAX_FIELDS = 100;

/** A JSON schema as it is extracted by. Throws `invalid_argument` for one that contradicts itself, or asks for what is not read. */
export function parseExtractSchema(given: unknown): ObjectSchema | ListSchema {
  const schema = parseNode(given, 'the schema', 0);
  if (schema.kind !== 'value') return schema;
  throw refusal('the schema', 'is of a single value', 'Ask for an object, or for an array of objects.');
}

function parseNode(given: unknown, path: string, depth: number): ExtractSchema {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw refusal(path, 'is no JSON schema', 'Give an object such as {"type":"object","properties":{...}}.');
  if (depth > MAX_DEPTH) throw refusal(path, 'is nested too deep', 'Ask for less at once.');
  const { isNullable, schema } = withoutNull(given as JsonSchema, path);
  const refused = REFUSED.find((key) => key in schema);
  if (refused)
    throw refusal(path, `has ${refused}, which is not read`, 'Write its fields and their types out.');
  const description = typeof schema.description === 'string' ? schema.description : '';
  const type = schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined);
  if (type === 'object') return { kind: 'object', fields: parseFields(schema, path, depth), description };
  if (type === 'array') return { ...parseList(schema, path, depth), description };
  return { ...parseValue({ ...schema, type }, path), isNullable, description };
}

/** That a value may be null too says nothing of where it is. */
function withoutNull(schema: JsonSchema, path: string): { schema: JsonSchema; isNullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((one) => one !== 'null');
    if (types.length !== 1) throw refusal(path, `has ${types.length} types`, 'Give it one.');
    return { schema: { ...schema, type: types[0] }, isNullable: types.length < schema.type.length };
  }
  if (!Array.isArray(schema.anyOf)) return { schema, isNullable: false };
  const { anyOf, ...rest } = schema;
  const others = anyOf.filter((one) => (one as JsonSchema)?.type !== 'null') as JsonSchema[];
  if (others.length !== 1)
    throw refusal(path, 'has anyOf of several types, which is not read', 'Give it one type.');
  return { schema: { ...rest, ...others[0] }, isNullable: others.length < anyOf.length };
}

function parseFields(schema: JsonSchema, path: string, depth: number): SchemaField[] {
  const properties = Object.entries((schema.properties ?? {}) as JsonSchema);
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  if (properties.length === 0) throw refusal(path, 'has no properties', 'Name the values to extract.');
  if (properties.length > MAX_FIELDS)
    throw refusal(path, 'has more than 100 properties', 'Ask for less at once.');
  const missing = required.find((key) => !properties.some(([name]) => name === key));
  if (missing !== undefined)
    throw refusal(
      path,
      `requires ${JSON.stringify(missing)}, which is none of its properties`,
      'Add it, or leave it out.',
    );
  return properties.map(([key, one]) => {
    const field = parseNode(one, `${path === 'the schema' ? '' : `${path}.`}${key}`, depth + 1);
    const isNullable = field.kind === 'value' && field.isNullable;
    return { key, schema: field, isRequired: required.includes(key) && !isNullable };
  });
}

function parseList(schema: JsonSchema, path: string, depth: number): Omit<ListSchema, 'description'> {
  const items = parseNode(schema.items, `${path}[]`, depth + 1);
  if (
    items.kind === 'list' ||
    (items.kind === 'object' && items.fields.some(({ schema: one }) => one.kind !== 'value'))
  )
    throw refusal(
      path,
      'holds objects or lists in its items',
      'Ask for a list of objects with single values.',
    );
  const [minItems, maxItems] = bounds(schema, 'minItems', 'maxItems', path);
  return { kind: 'list', items, minItems, maxItems };
}

const TYPES = ['string', 'number', 'integer', 'boolean'];
const FORMATS = ['date', 'date-time', 'uri'];

function parseValue(schema: JsonSchema, path: string): Omit<ValueSchema, 'description' | 'isNullable'> {
  const choices = 'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined);
  if (choices?.length === 0)
    throw refusal(path, 'allows no value: its enum is empty', 'List what it may be.');
  const type = (schema.type ?? (choices ? typeof choices[0] : 'string')) as string;
  if (!TYPES.includes(type))
    throw refusal(
      path,
      `is of the type ${JSON.stringify(type)}`,
      `There are: ${TYPES.join(', ')}, object, array.`,
    );
  const isOfType = (one: unknown): boolean =>
    type === 'integer' ? Number.isInteger(one) : typeof one === type;
  const wrong = choices?.find((one) => one !== null && !isOfType(one));
  if (wrong !== undefined)
    throw refusal(path, `is a ${type}, and may be ${JSON.stringify(wrong)}`, 'Make them one type.');
  const [minimum, maximum] = bounds(schema, 'minimum', 'maximum', path);
  const format = type === 'string' && FORMATS.includes(schema.format as string) ? schema.format : type;
  return { kind: 'value', type: format as ValueSchema['type'], choices, minimum, maximum };
}

function bounds(schema: JsonSchema, low: string, high: string, path: string): [number, number] {
  const from = (schema[low] as number | undefined) ?? Number.NEGATIVE_INFINITY;
  const to = (schema[high] as number | undefined) ?? Number.POSITIVE_INFINITY;
  if (from > to)
    throw refusal(path, `has a ${low} of ${from} above its ${high} of ${to}`, 'No value fits both.');
  return [from, to];
}

const refusal = (path: string, problem: string, hint: string): SightlineError =>
  new SightlineError('invalid_argument', `The schema cannot be extracted: ${path} ${problem}.`, { hint });
