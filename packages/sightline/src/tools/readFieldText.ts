import type { InputField } from './inputFields.ts';

const NUMBER_KINDS: ReadonlySet<InputField['kind']> = new Set(['integer', 'number', 'element']);

/**
 * The value of a field that was given as words. An invalid number stays text, so that the schema rejects it and the message
 * quotes it.
 */
export function readFieldText({ kind }: InputField, value: unknown): unknown {
  if (kind === 'choice' && (value === 'true' || value === 'false')) return value === 'true';
  if (kind === 'texts by name' || kind === 'numbers by name')
    return parsePairs(value, kind === 'numbers by name');
  if (!NUMBER_KINDS.has(kind) || typeof value !== 'string') return value;
  // Answers write numbers of elements in brackets.
  const text = value.trim().replace(/^\[(\d+)\]$/, '$1');
  // `0.042` is words: what `type` is given alone is typed.
  if (kind === 'element' && text.includes('.')) return value;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : value;
}

/** `NAME=VALUE`, several times. A number stands after the last equals sign, a text after the first. */
function parsePairs(value: unknown, numbers: boolean): unknown {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(
    value.map((pair: string) => {
      const at = numbers ? pair.lastIndexOf('=') : pair.indexOf('=');
      const [name, rest] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      const isNumber = numbers && rest.trim() !== '' && Number.isFinite(Number(rest));
      return [name.trim(), isNumber ? Number(rest) : rest];
    }),
  );
}
