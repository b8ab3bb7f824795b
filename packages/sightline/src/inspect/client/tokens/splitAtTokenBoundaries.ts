/** Approximate length of a piece, characters. */
const PIECE_CHARS = 8_000;

/** A line break that no token crosses: the next line has words and does not begin with a slash. */
const TOKEN_BOUNDARY = /\n(?!\/)(?=[^\S\r\n]*\S)/g;

/**
 * Splits a text into pieces with the same number of o200k tokens in total. No token crosses these boundaries: the
 * tokenizer joins only white space at the end of a line, and slashes after it, with what precedes.
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
