/** The text on one line: runs of white space become one space, none at the ends. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The first `length` UTF-16 units, without half of a character at their end. */
export function startOf(text: string, length: number): string {
  return text.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, '');
}

/** At most `limit` UTF-16 units, the last an ellipsis where something was cut. */
export function truncate(text: string, limit: number): string {
  return text.length > limit ? `${startOf(text, limit - 1)}…` : text;
}

/** The text on one line: at most `limit` UTF-16 units, the last an ellipsis where it was cut. */
export function shorten(text: string, limit: number): string {
  return truncate(collapseSpaces(text.length > 20 * limit ? text.slice(0, 20 * limit) : text), limit);
}

/** Whether it has a letter or digit: a symbol alone, such as that of an icon font or `☆`, says nothing. */
export const hasWordCharacters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Without the colon or star that forms write behind a label: `Email *`, `Email:`. */
export const withoutLabelEnd = (text: string): string => text.replace(/(?<![\s:*])[\s:*]+$/, '');
