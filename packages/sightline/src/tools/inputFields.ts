import { z } from 'zod';
import type { Tool } from './defineTool.ts';

/** One input field of a tool, as hosts without zod need it. */
export interface InputField {
  key: string;
  /** `element`: a number, or words for it. */
  kind:
    | 'boolean'
    | 'integer'
    | 'number'
    | 'text'
    | 'choice'
    | 'list'
    | 'texts by name'
    | 'numbers by name'
    | 'element';
  /** Of kind `choice`. */
  choices: string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  required: boolean;
  description: string;
  /** `--max-tokens`; none for what is given by position only. */
  flag?: string;
  /** `-o`, where there is one. */
  short?: string;
  /** Other flags that the command line takes for it: `--limit`. */
  aliases: string[];
  /** What the help calls its value: `N`, `FILE`. */
  valueName: string;
  /** Offered by the command line only. */
  cliOnly: boolean;
}

interface JsonField {
  type?: string | string[];
  const?: unknown;
  enum?: string[];
  anyOf?: JsonField[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  additionalProperties?: { type?: string };
  items?: JsonField;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  propertyNames?: unknown;
}

/** The JSON Schema of a tool's input, without what only the command line offers. For MCP and agents. */
export function inputSchema({ input, cli }: Tool): Record<string, unknown> {
  const cliOnlyFields: Record<string, true> = Object.fromEntries(
    (cli.cliOnly ?? []).map((key) => [key, true]),
  );
  const {
    $schema: _,
    properties = {},
    ...schema
  } = toJsonSchema(input.omit(cliOnlyFields as Parameters<typeof input.omit>[0])) as JsonSchema;
  const fields = Object.entries(properties).map(([key, field]) => [key, withoutBounds(field)]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** What a model has to know of a field. Bounds are named where they are overstepped, and most never are; choices speak for themselves. */
function withoutBounds(field: JsonField): JsonField {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, propertyNames, ...rest } = field;
  const { items, type, description = '', ...kept } = elementForModels(rest);
  if (kept.default === false || (Array.isArray(kept.default) && kept.default.length === 0))
    delete kept.default;
  const isSaid = description === '' || (kept.enum !== undefined && !description.includes(':'));
  return {
    ...(type !== undefined && !kept.enum && { type }),
    ...kept,
    ...(items && { items: withoutBounds(items) }),
    ...(!isSaid && { description }),
  };
}

/** The JSON Schema of a tool's data; undefined for a tool that answers in words only. */
export function outputSchema({ output }: Tool): Record<string, unknown> | undefined {
  if (!output) return undefined;
  const { $schema: _, ...schema } = toJsonSchema(output.schema);
  return schema;
}

/** The input in short: the fields of its `brief`, with what a model has to know of each. All fields are accepted. */
export function briefSchema(tool: Tool, { more = false } = {}): Record<string, unknown> {
  const { properties = {}, required = [], ...rest } = inputSchema(tool) as JsonSchema;
  const { fields = Object.keys(properties), moreFields = [] } = tool.brief ?? {};
  const briefFields = more ? [...fields, ...moreFields] : fields;
  const requiredFields = required.filter((key) => briefFields.includes(key));
  return {
    ...rest,
    properties: Object.fromEntries(briefFields.map((key) => [key, briefField(key, properties[key] ?? {})])),
    ...(requiredFields.length > 0 && { required: requiredFields }),
  };
}

interface JsonSchema extends Record<string, unknown> {
  properties?: Record<string, JsonField>;
  required?: string[];
}

/** An element as models are shown it: a number or words, without bounds. */
export function elementForModels(field: JsonField): JsonField {
  const { anyOf, ...rest } = field;
  return anyOf?.some(({ type }) => type === 'integer') ? { ...rest, type: ['integer', 'string'] } : field;
}

function briefField(key: string, field: JsonField): Record<string, unknown> {
  const {
    type,
    enum: choices,
    anyOf,
    items,
    description,
    additionalProperties,
  } = elementForModels(field) as Record<string, unknown>;
  // The host describes `index` once for all tools; choices need no description.
  const described = key === 'index' ? {} : { description };
  if (choices) return { enum: choices };
  if (Array.isArray(anyOf)) return { type: anyOf.map((one: JsonField) => one.type), ...described };
  return {
    type,
    ...(items === undefined ? {} : { items: { type: 'string' } }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...described,
  };
}

/** A tool's input fields in the order of the schema. */
export function inputFields(tool: Tool): InputField[] {
  const { properties = {}, required = [] } = toJsonSchema(tool.input) as {
    properties?: Record<string, JsonField>;
    required?: string[];
  };
  return Object.entries(properties).map(([key, field]) =>
    buildField(tool, key, field, required.includes(key)),
  );
}

function buildField(tool: Tool, key: string, field: JsonField, required: boolean): InputField {
  const { cli } = tool;
  const kind = fieldKind(field);
  const isPositional = cli.positionals?.includes(key) && cli.flags?.[key] === undefined;
  const flag = isPositional ? undefined : `--${cli.flags?.[key] ?? kebabCase(key)}`;
  return {
    key,
    kind,
    choices: field.enum ?? (kind === 'choice' ? choicesIn(field) : []),
    minimum: field.minimum,
    maximum: field.maximum,
    default: field.default,
    required,
    description: field.description ?? '',
    flag,
    short: cli.short?.[key] && `-${cli.short[key]}`,
    aliases: flag === undefined ? [] : aliasesOf(key, flag, tool),
    valueName: cli.valueNames?.[key] ?? (kind === 'integer' || kind === 'number' ? 'N' : key.toUpperCase()),
    cliOnly: cli.cliOnly?.includes(key) ?? false,
  };
}

/** What the tool says, and the field's own name where no other flag is called so. */
function aliasesOf(key: string, flag: string, { aliases: names = {}, cli }: Tool): string[] {
  const { aliases = {}, flags = {} } = cli;
  const others = Object.keys(names).filter((name) => names[name] === key);
  const given = [...(aliases[key] ?? []), ...others.map(kebabCase)].map((name) => `--${name}`);
  const own = `--${kebabCase(key)}`;
  const isFree = own !== flag && !Object.values(flags).includes(own.slice(2));
  return isFree ? [...given, own] : given;
}

/** `true`, `false`, and a word beside them. */
function choicesIn({ anyOf = [] }: JsonField): string[] {
  return anyOf.flatMap(({ type, const: word }) => (type === 'boolean' ? ['true', 'false'] : [String(word)]));
}

function fieldKind({ type, enum: choices, anyOf, additionalProperties }: JsonField): InputField['kind'] {
  if (anyOf) return anyOf.some(({ type: memberType }) => memberType === 'boolean') ? 'choice' : 'element';
  if (choices) return 'choice';
  if (type === 'object') return additionalProperties?.type === 'number' ? 'numbers by name' : 'texts by name';
  if (type === 'boolean' || type === 'integer' || type === 'number') return type;
  return type === 'array' ? 'list' : 'text';
}

// zod writes the bounds of safe integers, which are noise to a model.
function toJsonSchema(input: z.ZodObject): Record<string, unknown> {
  return z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
}

/** `max_results` and `maxResults` as `max-results`. */
export const kebabCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
