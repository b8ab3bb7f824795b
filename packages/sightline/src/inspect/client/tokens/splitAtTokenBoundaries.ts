/** Letters of a piece, more or less. */
const PIECE_CHARS = 8_000;

/** A line that no token of the line before reaches into: it has words, and does not begin with a slash. */
const TOKEN_BOUNDARY = /\n(?!\/)(?=[^\S\r\n]*\S)/g;

/**
 * A text in pieces that have as many o200k tokens together as it has: its pattern puts no token across these seams, since
 * only white space that ends a line, and slashes after it, are joined with what stands before.
 */
export function splitAtTokenBoundaries(text: string): string[] {
  const pieces: string[] = [];
  let position = 0;
  while (text.length - position > PIECE_CHARS) {
    TOKEN_BOUNDARY.lastIndex = position + PIECE_CHARS;
    const boundary = TOKEN_BOUNDARY.exec(text);
    if (!boundary) break;
    pieces.push(text.slice(position, boundary.index + 1));
    position = boundary.index + 1;
  }
  return [...pieces, text.slice(position)];
}
