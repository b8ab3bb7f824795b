import type { FieldState } from '../PageApi.ts';

const normalizeSpaces = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' ');

/** An input mask adds characters of its own, but keeps letters and digits. */
export function compareValues(value: string, expectedValue: string): FieldState['match'] {
  if (
    normalizeSpaces(value) === normalizeSpaces(expectedValue) ||
    normalizeSpaces(value).trim() === expectedValue.trim()
  )
    return 'equal';
  const alphanumericsOf = (text: string): string =>
    text
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  if (alphanumericsOf(value) !== '' && alphanumericsOf(value) === alphanumericsOf(expectedValue))
    return 'formatted';
  const number = Number(expectedValue);
  return expectedValue.trim() !== '' && value.trim() !== '' && Number(value) === number
    ? 'equal'
    : 'different';
}

/**
 * Whether two texts of an editor are the same with their lines and indentation. Editors may end in a line of their own, leave
 * blanks at the ends of lines, and part paragraphs by one empty line or none.
 */
export function isSameText(text: string, expected: string): boolean {
  const normalize = (one: string): string =>
    normalizeSpaces(one)
      .replace(/\u200b|\ufeff/g, '')
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n+/g, '\n')
      .replace(/^\n|\n$/g, '');
  return normalize(text) === normalize(expected);
}
