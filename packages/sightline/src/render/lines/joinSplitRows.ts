import type { PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import type { ViewLine } from '../RenderContext.ts';

/**
 * Joins lines of rows that a grid writes in several parts: pinned columns have a body of their own, with rows of the same
 * `aria-rowindex`. So do notes of the same words on rows that are left out.
 */
export function joinSplitRows(lines: readonly ViewLine[]): ViewLine[] {
  const firstOf = new Map<PageNode, Map<string, { row: PageNode; line: ViewLine }>>();
  const linesOf = countLines(lines);
  const joined: ViewLine[] = [];
  for (const line of lines) {
    const row = rowOf(line);
    const grid = row?.closest(({ role }) => TABLE_ROLES.has(role));
    const key = row?.attributes['aria-rowindex'];
    if (!row || !grid || key === undefined || linesOf.get(row) !== 1) {
      joined.push(line);
      continue;
    }
    const rows = firstOf.get(grid) ?? new Map<string, { row: PageNode; line: ViewLine }>();
    firstOf.set(grid, rows);
    const first = rows.get(key);
    if (first && first.row.parent !== row.parent) append(first.line, line);
    else {
      const own = { ...line, parts: [...line.parts] };
      rows.set(key, { row, line: own });
      joined.push(own);
    }
  }
  return joined.length < lines.length ? withoutEmptyScrollers(withoutRepeatedNotes(joined)) : [...lines];
}

const rowOf = ({ node, kind }: ViewLine): PageNode | undefined =>
  kind === 'content' ? node?.closest(({ role }) => role === 'row' || TABLE_ROLES.has(role)) : undefined;

function countLines(lines: readonly ViewLine[]): Map<PageNode, number> {
  const counts = new Map<PageNode, number>();
  for (const line of lines) {
    const row = rowOf(line);
    if (row) counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  return counts;
}

function append(line: ViewLine, { parts, controlsOnly, omitted = 0 }: ViewLine): void {
  line.parts.push(' | ', ...parts);
  line.controlsOnly &&= controlsOnly;
  line.omitted = (line.omitted ?? 0) + omitted;
}

/** `(37 more rows like these: ...)` of each body. */
function withoutRepeatedNotes(lines: readonly ViewLine[]): ViewLine[] {
  const isRepeated = ({ kind, parts, node }: ViewLine, before: ViewLine): boolean =>
    kind === 'note' &&
    before.kind === 'note' &&
    parts.join() === before.parts.join() &&
    gridOf(node) !== undefined &&
    gridOf(node) === gridOf(before.node);
  return lines.filter(
    (line, i) => !lines.slice(Math.max(0, i - 3), i).some((before) => isRepeated(line, before)),
  );
}

const gridOf = (node: PageNode | undefined): PageNode | undefined =>
  node?.closest(({ role }) => TABLE_ROLES.has(role));

/** Nothing is left under it: its rows are parts of others now. */
function withoutEmptyScrollers(lines: readonly ViewLine[]): ViewLine[] {
  const isScroller = ({ parts: [first] }: ViewLine): boolean =>
    typeof first === 'string' && first.startsWith('|SCROLL|(');
  return lines.filter(
    (line, i) => !isScroller(line) || !gridOf(line.node) || (lines[i + 1]?.depth ?? 0) > line.depth,
  );
}
