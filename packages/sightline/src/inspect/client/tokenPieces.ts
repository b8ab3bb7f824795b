/** Letters of a piece, more or less. */
const PIECE = 8_000;

/** A line that no token of the line before reaches into: it has words, and does not begin with a slash. */
const SEAM = /\n(?!\/)(?=[^\S\r\n]*\S)/g;

/**
 * A text in pieces that have as many o200k tokens together as it has: its pattern puts no token across these seams, since
 * only white space that ends a line, and slashes after it, are joined with what stands before.
 */
export function tokenPieces(text: string): string[] {
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > PIECE) {
    SEAM.lastIndex = at + PIECE;
    const seam = SEAM.exec(text);
    if (!seam) break;
    pieces.push(text.slice(at, seam.index + 1));
    at = seam.index + 1;
  }
  return [...pieces, text.slice(at)];
}
