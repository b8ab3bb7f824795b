import { countBy } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import type { PageState } from '../../structure/PageState.ts';
import type { ViewLine } from '../RenderContext.ts';

/**
 * Joins lines of rows that a grid writes in several parts, from left to right: pinned columns have a body or a table of their own.
 * So do notes of the same words on rows that are left out.
 */
export function joinSplitRows(lines: readonly ViewLine[], pageState: PageState): ViewLine[] {
  const linesOf = countBy(lines, rowOf);
  const firsts = new Map<readonly PageNode[], { line: ViewLine; parts: Map<PageNode, ViewLine> }>();
  const joined: ViewLine[] = [];
  const moved = new Set<PageNode>();
  for (const line of lines) {
    const row = rowOf(line);
    const split = row && linesOf.get(row) === 1 ? pageState.partsOf(row) : [];
    if (!row || split.length < 2) {
      joined.push(line);
      continue;
    }
    const first = firsts.get(split);
    if (first) {
      first.parts.set(row, line);
      moved.add(row);
    } else {
      const own = { ...line };
      firsts.set(split, { line: own, parts: new Map([[row, line]]) });
      joined.push(own);
    }
  }
  if (moved.size === 0) return [...lines];
  for (const [split, { line, parts }] of firsts)
    joinParts(
      line,
      split.flatMap((row) => parts.get(row) ?? []),
    );
  return headsFirst(withoutEmptyScrollers(withoutRepeatedNotes(joined), moved), firsts);
}

const rowOf = ({ node, kind }: ViewLine): PageNode | undefined =>
  kind === 'content' ? node?.closest(({ role }) => role === 'row' || TABLE_ROLES.has(role)) : undefined;

/** The heads of a grid may be written after the body that scrolls under them. */
function headsFirst(
  lines: readonly ViewLine[],
  split: ReadonlyMap<readonly PageNode[], { line: ViewLine }>,
): ViewLine[] {
  const ordered = [...lines];
  for (const [[row], { line }] of split) {
    if (!row?.children.some(({ role }) => role === 'columnheader')) continue;
    const grid = gridOf(row);
    const first = ordered.findIndex(({ node }) => grid && node && grid.contains(node));
    const at = ordered.indexOf(line);
    if (first >= 0 && first < at) ordered.splice(first, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}

function joinParts(line: ViewLine, parts: readonly ViewLine[]): void {
  line.parts = parts.flatMap((one, i) => (i === 0 ? one.parts : [' | ', ...one.parts]));
  line.controlsOnly = parts.every(({ controlsOnly }) => controlsOnly);
  line.omitted = parts.reduce((sum, { omitted = 0 }) => sum + omitted, 0);
}

/** `(37 more rows like these: ...)` of each body: of columns that stay, fewer rows may be shown. The largest count is kept, once. */
function withoutRepeatedNotes(lines: readonly ViewLine[]): ViewLine[] {
  const kept: ViewLine[] = [];
  for (const line of lines) {
    const before = kept.slice(-3).find((one) => isRepeated(line, one));
    if (!before) kept.push(line);
    else if (firstCount(line) > firstCount(before)) kept[kept.lastIndexOf(before)] = line;
  }
  return kept;
}

function isRepeated(line: ViewLine, before: ViewLine): boolean {
  if (line.kind !== 'note' || before.kind !== 'note') return false;
  const grid = gridOf(line.node);
  return grid !== undefined && grid === gridOf(before.node) && withoutCount(line) === withoutCount(before);
}

const COUNT = /\d+/;
const firstCount = ({ parts }: ViewLine): number => Number(COUNT.exec(parts.join())?.[0] ?? 0);
const withoutCount = ({ parts }: ViewLine): string => parts.join().replace(COUNT, '');

const gridOf = (node: PageNode | undefined): PageNode | undefined =>
  node?.closest(({ role }) => TABLE_ROLES.has(role));

/** Nothing is left under it: its rows are parts of others now. */
function withoutEmptyScrollers(lines: readonly ViewLine[], moved: ReadonlySet<PageNode>): ViewLine[] {
  const isScroller = ({ parts: [first] }: ViewLine): boolean =>
    typeof first === 'string' && first.startsWith('|SCROLL|(');
  const holdsMoved = ({ node }: ViewLine): boolean =>
    gridOf(node) !== undefined || (node !== undefined && [...moved].some((row) => node.contains(row)));
  return lines.filter(
    (line, i) => !isScroller(line) || !holdsMoved(line) || (lines[i + 1]?.depth ?? 0) > line.depth,
  );
}
