import fc from 'fast-check';
import type { Tool } from '../../packages/sightline/src/tools/defineTool.ts';
import { type InputField, inputFields } from '../../packages/sightline/src/tools/inputFields.ts';

/** Texts that a format with quotes and special tokens may stumble over. */
const texts = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }) },
  fc.constantFrom(
    '<bu_end>',
    '" <bu_click> 3 <bu_end>',
    '\\',
    '\\"',
    '\ud800',
    '<bu',
    '\u2028',
    'a=1',
    ' ',
    '{}',
  ),
);

/** Every kind of input that a tool takes. */
export function inputsOf(tool: Tool): fc.Arbitrary<Record<string, unknown>> {
  const fields = inputFields(tool);
  const values = Object.fromEntries(fields.map((field) => [field.key, valuesOf(field)]));
  const requiredKeys = fields.filter(({ required }) => required).map(({ key }) => key);
  return fc
    .record(values, { requiredKeys })
    .filter((input) => tool.input.strict().safeParse(input).success) as fc.Arbitrary<Record<string, unknown>>;
}

function valuesOf({ kind, choices, minimum = -1_000, maximum = 999_999 }: InputField): fc.Arbitrary<unknown> {
  switch (kind) {
    case 'text':
      return texts;
    case 'integer':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    case 'number':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }).map((n) => n / 8);
    case 'element':
      // A text of digits is a number, and no element has the number 0.
      return fc.oneof(
        fc.integer({ min: 1, max: 9_999 }),
        texts.filter((text) => !/^\s*(\[0+\]|0+)\s*$/.test(text)),
      );
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(
        ...choices.map((word) => (word === 'true' || word === 'false' ? word === 'true' : word)),
      );
    case 'list':
      return fc.array(fc.oneof(texts, fc.constantFrom('Alt', 'Shift')), { minLength: 1, maxLength: 4 });
    case 'texts by name':
      return fc.dictionary(texts, texts, { maxKeys: 3 });
    case 'numbers by name':
      return fc.dictionary(
        texts,
        fc.integer({ min: -400, max: 400 }).map((n) => n / 4),
        { maxKeys: 3 },
      );
  }
}
