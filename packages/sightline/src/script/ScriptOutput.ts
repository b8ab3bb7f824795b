import { stripInvisible } from '../render/escape.ts';
import { estimateTokens } from '../render/estimateTokens.ts';
import { startOf } from '../snapshot/shorten.ts';

/** Characters kept of what a script prints, whatever is shown of it. */
const MAX_LENGTH = 400_000;
/** No text has more characters for a token, but one that says nothing. */
const MAX_TOKEN_LENGTH = 40;

/** What a script prints: bounded, and the rest counted. */
export class ScriptOutput {
  readonly #parts: string[] = [];
  #length = 0;
  #droppedLength = 0;

  add(text: string): void {
    const kept = text.slice(0, Math.max(0, MAX_LENGTH - this.#length));
    this.#droppedLength += text.length - kept.length;
    if (kept === '' && text !== '') return;
    this.#length += kept.length + 1;
    this.#parts.push(kept);
  }

  countDropped(length: number): void {
    this.#droppedLength += length;
  }

  /** All that is kept, a line for each `print`. */
  get text(): string {
    return this.#parts.join('\n');
  }

  /**
   * As much of what was printed as fits. `printed`: what was kept, without secrets. Page text in it can steer no terminal, and
   * begins no line as the report does, nor with other dashes.
   */
  shorten(printed: string, maxTokens: number): string {
    return startWithin(plainText(printed), maxTokens);
  }

  /** A line that counts what was printed and is not shown, where there is any. */
  restLines(printed: string, shown: string): string[] {
    const rest = plainText(printed).length - shown.length + this.#droppedLength;
    if (rest <= 0) return [];
    return [`${rest} more characters were printed: print less, or allow more tokens`];
  }
}

const plainText = (printed: string): string =>
  stripInvisible(printed).replace(/^(?=[^\S\n]*[\p{Pd}\u2212]{2})/gmu, '\\');

/** The longest start of a text in so many tokens, whole lines where they are short. */
function startWithin(text: string, maxTokens: number): string {
  const longest = text.slice(0, maxTokens * MAX_TOKEN_LENGTH);
  if (estimateTokens(longest) <= maxTokens) return longest;
  let [fits, exceeds] = [0, longest.length];
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1;
    if (estimateTokens(longest.slice(0, middle)) <= maxTokens) fits = middle;
    else exceeds = middle;
  }
  const lineEnd = longest.lastIndexOf('\n', fits);
  const end = lineEnd > fits * 0.8 ? lineEnd : fits;
  return startOf(longest, end);
}
