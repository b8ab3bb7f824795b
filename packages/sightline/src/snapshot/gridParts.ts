import { type Box, overlaps } from './geometry.ts';
import { groupBy } from './groupBy.ts';
import { TABLE_ROLES } from './roles.ts';
import type { DocumentSnapshot } from './Snapshot.ts';

/** The rows of a document, with the texts that they name. */
type WrittenRows = Pick<DocumentSnapshot, 'rows' | 'strings'>;

/** Which rows of its grid, by `aria-rowindex`, a part of it holds. */
interface Span {
  first: number;
  last: number;
}

/**
 * The parts of a grid that lie over each other, such as heads and columns that stay where others scroll: children of one element,
 * each with its rows, in the order of these. By parent: the rows of its children; only where they stand in another. Parts that lie
 * side by side, or count their rows anew, stand as they are seen.
 */
export function sortGridParts(
  { rows, strings }: WrittenRows,
  positions: ReadonlyMap<number, number>,
  boxes: readonly (Box | undefined)[],
): Map<number, number[]> {
  const spans = spansOf({ rows, strings }, positions);
  const siblings = groupBy(
    [...spans.keys()].sort((a, b) => a - b),
    (part) => part - (rows.up[part] as number),
  );
  const sorted = new Map<number, number[]>();
  for (const [parent, parts] of siblings) {
    if (!areLayered(parts, boxes)) continue;
    const order = [...parts].sort((a, b) => compareSpans(spans.get(a) as Span, spans.get(b) as Span));
    if (order.some((part, i) => part !== parts[i])) sorted.set(parent, order);
  }
  return sorted;
}

/** More children than this are rows in boxes of their own. */
const MAX_PARTS = 16;

/** Whether some of them lie over each other. */
function areLayered(parts: readonly number[], boxes: readonly (Box | undefined)[]): boolean {
  const placed = parts.length > MAX_PARTS ? [] : parts.flatMap((part) => boxes[part] ?? []);
  return placed.some((box, i) => placed.slice(i + 1).some((other) => overlaps(box, other)));
}

/** Of each element between a grid and its rows. */
function spansOf({ rows, strings }: WrittenRows, positions: ReadonlyMap<number, number>): Map<number, Span> {
  const spans = new Map<number, Span>();
  const roleOf = (row: number): string => strings[rows.role[row] as number] as string;
  for (const [row, position] of positions) {
    if (roleOf(row) !== 'row') continue;
    for (let up = row - (rows.up[row] as number); up > 0; up -= rows.up[up] as number) {
      if (TABLE_ROLES.has(roleOf(up))) break;
      const { first, last } = spans.get(up) ?? { first: position, last: position };
      spans.set(up, { first: Math.min(first, position), last: Math.max(last, position) });
    }
  }
  return spans;
}

const compareSpans = (a: Span, b: Span): number => a.first - b.first || a.last - b.last;
