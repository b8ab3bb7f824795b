/**
 * Insertions, deletions, replacements and exchanges of neighbours that make one word of the other (optimal string
 * alignment). Stops at `limit`: what is further off is answered as `limit + 1`.
 */
export function editDistance(a: string, b: string, limit = Number.MAX_SAFE_INTEGER): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchange ? at(beforeLast, j - 2) + 1 : replaced;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, exchanged));
    }
    if (Math.min(...row) > limit) return limit + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(at(last, b.length), limit + 1);
}

const at = (row: readonly number[], column: number): number => row[column] as number;
