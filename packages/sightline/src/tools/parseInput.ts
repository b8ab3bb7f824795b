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
  const parsed = tool.input.strict().safeParse(withPlainNumbers(tool, raw ?? {}));
  if (parsed.success) return parsed.data;
  const fields = inputFields(tool);
  const issue = parsed.error.issues[0];
  const field = fields.find(({ key }) => key === issue?.path[0]);
  if (field) {
    // The message of a pattern says what the pattern is for; that of any other check would be zod's own.
    const expected =
      field.kind === 'text' && issue?.code === 'invalid_format' ? issue.message : renderExpected(field);
    throw invalidField(fieldName(field), expected, (raw as Record<string, unknown>)[field.key]);
  }
  const knownFields = fields.map(fieldName).join(', ') || 'nothing';
  throw new SightlineError(
    'invalid_argument',
    `${tool.name}: ${issue?.message ?? 'the input is not an object'}.`,
    {
      hint: `It takes ${knownFields}.`,
    },
  );
}

/** Numbers of elements as answers write them, `[12]`, or as text, become numbers. */
function withPlainNumbers(tool: Tool, raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
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

function invalidField(name: string, expected: string, value: unknown): SightlineError {
  const received = value === undefined ? 'nothing' : JSON.stringify(value);
  return new SightlineError('invalid_argument', `${name} takes ${expected}, not ${received}.`);
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
