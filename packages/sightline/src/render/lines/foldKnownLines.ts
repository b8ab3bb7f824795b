import { pluralize } from '../element/elementText.ts';
import type { RefOf, ViewLine } from '../RenderContext.ts';
import { writeParts } from '../writeParts.ts';
import { linesCost } from './fitLines.ts';
import { countElements } from './layoutLines.ts';

/** A shorter run costs hardly more than the line in its place. Tokens. */
const MIN_RUN_TOKENS = 40;
/** Places of one text that are tried: of texts that repeat all over a page, the first ones. */
const MAX_PLACES = 16;

/** What each line says, without the marks of what is new: two lines of the same key show a reader the same. */
export const lineKeys = (lines: readonly ViewLine[], refOf: RefOf): string[] =>
  lines.map(({ parts }) => writeParts(parts, refOf).replace(/\*\[(?=\d+\])/g, '['));

/**
 * Lines that stood one behind another in the last look too, word for word, are one line with a count: `(unchanged, 34
 * elements)`. Regions stay, and the heading above what is shown. `keys`: of these lines; `known`: those of the last look.
 */
export function foldKnownLines(
  lines: readonly ViewLine[],
  keys: readonly string[],
  known: readonly string[],
): ViewLine[] {
  const runs = new RunFinder(lines, keys, known);
  const output: ViewLine[] = [];
  for (let from = 0; from < lines.length; ) {
    const to = from + Math.max(1, runs.lengthAt(from));
    for (const span of withoutLastHeading(lines.slice(from, to), lines[to])) output.push(...foldSpan(span));
    from = to;
  }
  return output;
}

class RunFinder {
  readonly #lines: readonly ViewLine[];
  readonly #keys: readonly string[];
  readonly #known: readonly string[];
  readonly #places = new Map<string, number[]>();

  constructor(lines: readonly ViewLine[], keys: readonly string[], known: readonly string[]) {
    this.#lines = lines;
    this.#keys = keys;
    this.#known = known;
    for (const [at, key] of known.entries()) {
      const places = this.#places.get(key) ?? [];
      if (places.length < MAX_PLACES) places.push(at);
      this.#places.set(key, places);
    }
  }

  /** How many lines from here on, of one region, are those of a place in the last look. */
  lengthAt(from: number): number {
    const places = this.#places.get(this.#keys[from] as string) ?? [];
    return Math.max(0, ...places.map((place) => this.#runLength(from, place)));
  }

  #runLength(from: number, place: number): number {
    let length = 0;
    while (this.#isFoldable(from + length, from) && this.#keys[from + length] === this.#known[place + length])
      length++;
    return length;
  }

  #isFoldable(at: number, from: number): boolean {
    const line = this.#lines[at];
    return line !== undefined && line.kind !== 'region' && line.region === this.#lines[from]?.region;
  }
}

/** The last heading of a run is that of what comes behind it. */
function withoutLastHeading(run: ViewLine[], next: ViewLine | undefined): ViewLine[][] {
  const at = run.findLastIndex(({ kind }) => kind === 'heading');
  const heading = run[at];
  if (!heading || !next || next.kind === 'heading' || next.kind === 'region') return [run];
  return [run.slice(0, at), [heading], run.slice(at + 1)];
}

function foldSpan(span: ViewLine[]): ViewLine[] {
  const [first] = span;
  if (!first || span.length === 1 || linesCost(span) < MIN_RUN_TOKENS) return span;
  const omitted = countElements(span);
  const count = omitted > 0 ? pluralize(omitted, 'element') : pluralize(span.length, 'line');
  return [{ ...first, kind: 'note', parts: [`(unchanged, ${count})`], controlsOnly: false, omitted }];
}
