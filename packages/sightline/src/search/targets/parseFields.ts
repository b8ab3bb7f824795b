import { splitOutsideQuotes, unquote } from '../words/quotedWords.ts';
import type { FieldRequest } from './findFields.ts';

/** `First name=Ann; Email=ann@x.org`. A `;` in a value stays, unless `NAME=` follows it. */
export function parseFields(text: string): FieldRequest[] {
  const object = parseObject(text);
  if (object) return Object.entries(object).map(([field, value]) => ({ field, value: valueText(value) }));
  return joinValues(splitOutsideQuotes(text, /;/))
    .map((pair) => pair.trim().replace(/;$/, ''))
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at < 0) return { field: pair, value: '' };
      return { field: pair.slice(0, at).trim(), value: unquote(pair.slice(at + 1).trim()) };
    });
}

/** Whether a text is such pairs rather than the name of one field. */
export const looksLikeFields = (text: string): boolean =>
  (/^[^=;"#.[{]+=/.test(text) && !/^(?:css|role|text|xpath|id)=/.test(text)) ||
  parseObject(text) !== undefined;

/** `{"First name": "Ann", "Terms": true}`. */
function parseObject(text: string): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const valueText = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

/** A part without `NAME=` belongs to the value before it. */
function joinValues(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    if (joined.length === 0 || /^[^="]+=/.test(part)) joined.push(part);
    else joined[joined.length - 1] += `;${part}`;
  }
  return joined;
}
