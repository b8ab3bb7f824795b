import { shorten, startOf } from '../snapshot/shorten.ts';

/**
 * An upper estimate of the o200k tokens of a text, without the tokenizer's 2 MB of tables: it may be
 * high by a quarter, and is not low on what Sightline writes (`test/unit/tokens.test.ts` holds it
 * against the real tokenizer).
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let line = new LineTokens();
  for (const [piece] of text.matchAll(TOKEN_PATTERN)) {
    line.add(piece);
    if (!piece.includes('\n')) continue;
    tokens += line.tokens();
    line = new LineTokens();
  }
  return Math.ceil(tokens + line.tokens());
}

/** The start of a text, on one line, in at most so many tokens. */
export function truncateToTokens(text: string, tokens: number): string {
  let fitted = shorten(text, 150);
  while (fitted.length > 1 && estimateTokens(fitted) > tokens)
    fitted = shorten(fitted, Math.ceil(fitted.length * 0.7));
  return fitted;
}

/** The start of a text, with its lines, in at most so many tokens. */
export function cutToTokens(text: string, tokens: number): string {
  let cut = startOf(text, tokens * 6);
  while (cut !== '' && estimateTokens(cut) > tokens) cut = startOf(cut, Math.floor(cut.length * 0.8));
  return cut;
}

/** The splits of o200k, simplified: words with the space before them, digits by three, runs of signs. */
const TOKEN_PATTERN = / ?\p{L}+|\d{1,3}|\s+| ?[^\s\p{L}\d]+/gu;

/**
 * Of a word of at least four letters: begins with two, or ends in some, as hardly any does in the languages that the tokenizer's table
 * is made of. Of words that are drawn backwards two of five do, of others one of thirty.
 */
const STRANGE =
  /^(?![aeiouy]|.[aeiouy]|b[lr]|c[hlr]|d[rw]|f[lr]|g[hlnr]|kn|p[hlrs]|qu|rh|s[chklmnpqtw]|t[hrw]|w[hr])|(?:[bcijquvz]|[bcdfghjkmnpqstvwxz][lmnrwb])$/i;
const STRANGE_SHARE = 0.25;

/** Of one line: where enough of its words are strange, as those that a page draws backwards are (`<bdo dir=rtl>`, U+202E), no table has any. */
class LineTokens {
  #words = 0;
  #strangeWords = 0;
  #known = 0;
  #unknown = 0;

  add(piece: string): void {
    if (!/^ ?[a-z]+$/i.test(piece)) {
      const tokens = pieceTokens(piece);
      this.#known += tokens;
      this.#unknown += tokens;
      return;
    }
    const word = piece.trimStart();
    // Without a space before it, it is rarer in the tokenizer's table, above all within a hash.
    const glued = piece[0] === ' ' ? 0 : 0.1;
    this.#known += wordTokens(word) + glued;
    this.#unknown += Math.max(1, word.length / 1.9) + glued;
    if (word.length < 4) return;
    this.#words++;
    if (STRANGE.test(word)) this.#strangeWords++;
  }

  tokens(): number {
    const isStrange = this.#strangeWords > 0 && this.#strangeWords >= STRANGE_SHARE * this.#words;
    return isStrange ? this.#unknown : this.#known;
  }
}

/** Of what is no word in Latin letters. */
function pieceTokens(piece: string): number {
  const first = piece.charCodeAt(piece[0] === ' ' && piece.length > 1 ? 1 : 0);
  if (first >= 48 && first <= 57) return 1;
  if (piece.trim() === '') return piece.includes('\n') && !piece.endsWith('\n') ? 2 : 1;
  if (first < 128) return Math.max(1, piece.trimStart().length / 2);
  // Letters with combining marks are rarely in the table.
  const marks = piece.match(/\p{M}/gu)?.length ?? 0;
  return Math.max(1, (new TextEncoder().encode(piece).length + 2 * marks) / 2.6);
}

/** Common words are one token, which most words up to nine letters are; odd ones break about every three. */
function wordTokens(word: string): number {
  if (word.length <= 3) return 1;
  if (/[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]{5}|^[A-Z]{4,}$|[a-z][A-Z]/.test(word))
    return Math.ceil(word.length / 3);
  if (word.length <= 6) return 1.1;
  return word.length <= 9 ? 1.4 : word.length / 6;
}
