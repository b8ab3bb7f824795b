/** The text on one line, white space collapsed: at most `limit` UTF-16 units, the last an ellipsis where it was cut. */
export function shorten(text: string, limit: number): string {
  const line = (text.length > 20 * limit ? text.slice(0, 20 * limit) : text).replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  // Never half of a character.
  return `${line.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
