import { pluralize } from '../../render/element/elementText.ts';
import { estimateTokens } from '../../render/estimateTokens.ts';

/** A shorter run costs hardly more than the line in its place. Tokens. */
const MIN_RUN_TOKENS = 40;
/** Looks that are kept: the last ones. */
const MAX_LOOKS = 8;

/** The looks that scripts of a session printed: what stood in one, word for word, is not printed again. */
export class PrintedLooks {
  readonly #looks: (readonly string[])[] = [];

  /** What was printed, in whose looks runs of lines that were printed before are one: `(unchanged, 34 elements)`. */
  fold(printed: string, looks: readonly string[]): string {
    let text = printed;
    for (const look of new Set(looks)) {
      if (look === '' || !text.includes(look)) continue;
      const lines = look.split('\n');
      const folded = this.#foldLines(lines).join('\n');
      text = text.replace(look, () => folded);
      this.#looks.push(lines);
      if (this.#looks.length > MAX_LOOKS) this.#looks.shift();
    }
    return text;
  }

  #foldLines(lines: readonly string[]): string[] {
    const output: string[] = [];
    for (let from = 0; from < lines.length; ) {
      const run = lines.slice(from, from + this.#runLength(lines, from));
      const elements = run.join('').match(/\[\d+\]</g)?.length ?? 0;
      const isLong = elements > 0 && estimateTokens(run.join('\n')) >= MIN_RUN_TOKENS;
      const indent = /^ */.exec(lines[from] as string)?.[0] ?? '';
      output.push(
        isLong ? `${indent}(unchanged, ${pluralize(elements, 'element')})` : (lines[from] as string),
      );
      from += isLong ? run.length : 1;
    }
    return output;
  }

  /** How many lines from here on stand so in a look that was printed before. */
  #runLength(lines: readonly string[], from: number): number {
    const lengths = this.#looks.flatMap((look) =>
      look.map((_, at) => {
        let length = 0;
        while (from + length < lines.length && look[at + length] === lines[from + length]) length++;
        return length;
      }),
    );
    return Math.max(0, ...lengths);
  }
}
