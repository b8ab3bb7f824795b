/** The text on one line: runs of white space become one space, none at the ends. */
export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The text on one line: at most `limit` UTF-16 units, the last an ellipsis where it was cut. */
export function shorten(text: string, limit: number): string {
  const line = collapseSpaces(text.length > 20 * limit ? text.slice(0, 20 * limit) : text);
  if (line.length <= limit) return line;
  // Never half of a character.
  return `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
