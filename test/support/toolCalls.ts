import type { Tool } from '../../packages/sightline/src/tools/defineTool.ts';
import { type InputField, inputFields } from '../../packages/sightline/src/tools/inputFields.ts';

/** Texts for the fields of tools: of a field by its name, of all others `''`. The first is taken where a call needs some. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

/**
 * Inputs of a tool, derived from what it takes: each field with each value of these, beside the first values of those that it
 * needs. `fixed`: values of fields that are given wherever a tool has them.
 */
export function callsOf(tool: Tool, texts: FieldTexts, fixed: Readonly<Record<string, unknown>>): object[] {
  const fields = inputFields(tool);
  const given = Object.fromEntries(
    fields.filter(({ key }) => key in fixed).map(({ key }) => [key, fixed[key]]),
  );
  const valuesOf = (field: InputField): unknown[] => valuesOfKind(field, texts[field.key] ?? texts[''] ?? []);
  const needed = Object.fromEntries(
    fields.filter(({ required }) => required).map((field) => [field.key, valuesOf(field)[0]]),
  );
  const others = fields.filter(({ key }) => !(key in given));
  const inputs = others.flatMap((field) =>
    valuesOf(field).map((value) => ({ ...needed, ...given, [field.key]: value })),
  );
  const all = [{ ...needed, ...given }, ...inputs];
  return [...new Map(all.map((input) => [JSON.stringify(input), input])).values()];
}

function valuesOfKind(
  { kind, choices, minimum = 1, maximum = 100 }: InputField,
  texts: readonly string[],
): unknown[] {
  const numbers = [1, 2, 5, 60].filter((one) => one >= minimum && one <= maximum);
  switch (kind) {
    case 'integer':
    case 'number':
      return numbers;
    case 'element':
      return [...texts, ...numbers];
    case 'boolean':
      return [true, false];
    case 'choice':
      return choices.map((word) => (word === 'true' || word === 'false' ? word === 'true' : word));
    case 'list':
      return texts.map((text) => [text]);
    case 'texts by name':
      return texts.flatMap((text) => [{ value: text }, { Plan: text }]);
    case 'numbers by name':
      return numbers.map((number) => ({ a: number }));
    default:
      return [...texts];
  }
}
