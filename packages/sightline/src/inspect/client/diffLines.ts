/** A line of the comparison: on both sides, only on the first (gone), or only on the second (new). */
export interface DiffLine {
  kind: 'same' | 'gone' | 'new';
  /** Index on each side; -1 if missing. */
  before: number;
  after: number;
}

/**
 * Compares lines in linear time (Heckel, 1978): lines that are unique on both sides are paired, then equal
 * neighbours of pairs. Moved lines count as gone and new.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const pairs = pairLines(before, after);
  const keptPairs = new Set(increasing(pairs));
  const lines: DiffLine[] = [];
  let index = 0;
  for (const [to, from] of pairs.entries()) {
    if (from < 0 || !keptPairs.has(to)) continue;
    while (index < from) lines.push({ kind: 'gone', before: index++, after: -1 });
    pushNew(lines, to);
    lines.push({ kind: 'same', before: from, after: to });
    index = from + 1;
  }
  while (index < before.length) lines.push({ kind: 'gone', before: index++, after: -1 });
  pushNew(lines, after.length);
  return lines;
}

/** Appends the lines of the second side before `to` that are still missing. */
function pushNew(lines: DiffLine[], to: number): void {
  const lastAfter = lines.findLast((line) => line.after >= 0)?.after ?? -1;
  for (let index = lastAfter + 1; index < to; index++) lines.push({ kind: 'new', before: -1, after: index });
}

/** For each line of the second side the index of its equal on the first, or -1. */
function pairLines(before: readonly string[], after: readonly string[]): number[] {
  const places = countPlaces(before);
  const counts = countPlaces(after);
  const pairs = after.map((line) => {
    const found = places.get(line);
    return found?.count === 1 && counts.get(line)?.count === 1 ? found.index : -1;
  });
  const taken = new Set(pairs);
  const pair = (to: number, from: number): void => {
    if (to < 0 || to >= after.length || pairs[to] !== -1 || taken.has(from)) return;
    if (before[from] === undefined || before[from] !== after[to]) return;
    pairs[to] = from;
    taken.add(from);
  };
  pair(0, 0);
  for (let to = 0; to < after.length; to++)
    if ((pairs[to] as number) >= 0) pair(to + 1, (pairs[to] as number) + 1);
  pair(after.length - 1, before.length - 1);
  for (let to = after.length - 1; to >= 0; to--)
    if ((pairs[to] as number) >= 0) pair(to - 1, (pairs[to] as number) - 1);
  return pairs;
}

function countPlaces(lines: readonly string[]): Map<string, { index: number; count: number }> {
  const places = new Map<string, { index: number; count: number }>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known) known.count++;
    else places.set(line, { index, count: 1 });
  }
  return places;
}

/** The longest increasing subsequence (patience sorting). */
function increasing(pairs: readonly number[]): number[] {
  const tails: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [to, from] of pairs.entries()) {
    if (from < 0) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as number) < from) low = middle + 1;
      else high = middle;
    }
    before.set(to, tails[low - 1]);
    tails[low] = to;
  }
  const run: number[] = [];
  for (let to = tails.at(-1); to !== undefined; to = before.get(to)) run.push(to);
  return run.reverse();
}
