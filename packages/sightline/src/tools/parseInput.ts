import { SightlineError } from '../model/SightlineError.ts';
import type { Tool } from './defineTool.ts';
import { type Field, fieldsOf } from './fieldsOf.ts';

/**
 * Checks raw input against a tool's schema and fills in defaults. `nameOf` says what the user calls a
 * field (default: its key). @throws SightlineError `invalid_argument`, naming the first field that is wrong
 */
export function parseInput(
  tool: Tool,
  raw: unknown,
  nameOf: (field: Field) => string = (field) => field.key,
): Record<string, unknown> {
  const parsed = tool.input.strict().safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  const fields = fieldsOf(tool);
  const issue = parsed.error.issues[0];
  const field = fields.find(({ key }) => key === issue?.path[0]);
  if (field) throw wrongField(field, (raw as Record<string, unknown>)[field.key], nameOf(field));
  const known = fields.map(nameOf).join(', ') || 'nothing';
  throw new SightlineError(
    'invalid_argument',
    `${tool.name}: ${issue?.message ?? 'the input is not an object'}.`,
    {
      hint: `It takes ${known}.`,
    },
  );
}

function wrongField(field: Field, value: unknown, name: string): SightlineError {
  const got = value === undefined ? 'nothing' : JSON.stringify(value);
  return new SightlineError('invalid_argument', `${name} takes ${expected(field)}, not ${got}.`);
}

function boundText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return '';
  return maximum === undefined ? ` of ${minimum} or more` : ` from ${minimum} to ${maximum}`;
}

function expected({ kind, choices, minimum, maximum }: Field): string {
  const bound = boundText(minimum, maximum);
  switch (kind) {
    case 'choice':
      return choices.length > 1 ? `one of ${choices.join(', ')}` : String(choices[0]);
    case 'integer':
      return `a whole number${bound}`;
    case 'number':
      return `a number${bound}`;
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'a list';
    case 'texts by name':
      return 'texts by name';
    case 'numbers by name':
      return 'numbers by name';
    case 'element':
      return 'the number of an element, or its id (elem-...)';
    case 'text':
      return 'text';
  }
}
