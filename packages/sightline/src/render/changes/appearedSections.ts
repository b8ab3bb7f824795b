import type { CauseRanking } from '../../diff/CauseRanking.ts';
import type { AddedSpan } from '../../diff/findAddedSpans.ts';
import type { PageDiff } from '../../diff/PageDiff.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { regionHeader } from '../element/location.ts';
import { escapeReportLineStart } from '../escape.ts';
import { toolLines } from '../firstLook/Toolbars.ts';
import { foldNumberRuns } from '../lines/foldNumberRuns.ts';
import { joinSplitRows } from '../lines/joinSplitRows.ts';
import { packControls } from '../lines/layoutLines.ts';
import { renderLines } from '../lines/renderLines.ts';
import type { RenderContext, ViewLine } from '../RenderContext.ts';
import type { TextParts } from '../writeParts.ts';
import { groupByRegion, regionText } from './changedSections.ts';
import type { ReportSection } from './fitSections.ts';
import { quoteText } from './settleSections.ts';

/** Entries that are shown of a list that opened. */
const MAX_OPENED_ENTRIES = 5;

/** What is new, by region; dialogs that opened first. `ranking`: to show only the first entries of lists that opened. */
export function appearedSections(
  context: RenderContext,
  spans: readonly AddedSpan[],
  { opened, rebuilt }: Pick<PageDiff, 'opened' | 'rebuilt'>,
  ranking?: CauseRanking,
): ReportSection[] {
  const listOf = (span: AddedSpan) => rebuilt.find(({ rows }) => rows.some((row) => holds(span, row)));
  const inLists = rebuilt.flatMap((list) => {
    const own = spans.filter((span) => listOf(span) === list);
    if (own.length === 0) return [];
    const { rows, size, region } = list;
    const head = `${rows.length} of ${size} ${list.kind} differ in ${regionText(region)}:`;
    return [{ head, ...entriesOf(own, context, ranking), separator: '\n ', isDialog: false }];
  });
  const others = spans.filter((span) => !listOf(span));
  const sections = Array.from(groupByRegion(others), ([region, group]) => {
    const isDialog = region !== undefined && opened.includes(region);
    const head = isDialog ? `opened ${regionHeader(region)}:` : `new in ${regionText(region)}:`;
    return { head, ...entriesOf(group, context, ranking), separator: '\n ', isDialog };
  });
  return [...inLists, ...sections.filter(({ entries, isDialog }) => isDialog || entries.length > 0)].sort(
    (a, b) => Number(b.isDialog) - Number(a.isDialog),
  );
}

const holds = ({ from, to }: AddedSpan, { index, end }: PageNode): boolean => from < end && to > index;

/** True for a dialog whose content is reported as new. */
export function hasAppeared(region: LandmarkRegion, { appeared }: PageDiff): boolean {
  return appeared.some((span) => span.region === region);
}

function entriesOf(
  spans: readonly AddedSpan[],
  context: RenderContext,
  ranking: CauseRanking | undefined,
): Pick<ReportSection, 'entries' | 'lateEntries'> {
  // The parts of a grid's row are new each for itself.
  const joined = joinSplitRows(
    spans.flatMap((span) => linesOf(span, context, ranking)),
    context.pageState,
  );
  const lines = foldNumberRuns(joined, context, () => context.formatCall({ tool: 'look', full: true }));
  const isTools = toolLines(context.pageState);
  const packed = packControls(lines, context, isTools).map((line) => ({
    entry: entryOf(line),
    isLate: isTools(line),
  }));
  return {
    entries: packed.map(({ entry }) => entry),
    lateEntries: new Set(packed.filter(({ isLate }) => isLate).map(({ entry }) => entry)),
  };
}

function linesOf(span: AddedSpan, context: RenderContext, ranking: CauseRanking | undefined): ViewLine[] {
  const { from, to, region, items, isLoose } = span;
  const node = context.pageState.visibility.page.nodes[from] as PageNode;
  if (isLoose) {
    const parts = items.flatMap(({ text }) => (text === '' ? [] : [quoteText(text)]));
    if (parts.length === 0) return [];
    return [{ kind: 'content', depth: 0, parts, region, node, controlsOnly: false }];
  }
  // The region itself is in the head of the section.
  const isRegion = node === region?.node && context.pageState.visibility.interactive[from] !== 1;
  const range = { regions: false, from: isRegion ? from + 1 : from, to };
  const isList = items.filter((item) => ranking?.openedListAround(item.node)).length > MAX_OPENED_ENTRIES;
  if (!ranking || !isList) return withoutRest(renderLines(context, range));
  return cutOpenedLists(renderLines({ ...context, full: true }, range), context, ranking);
}

/** Handles are counted only where nothing else is new. */
function withoutRest(lines: ViewLine[]): ViewLine[] {
  const others = lines.filter(({ isRest }) => isRest !== true);
  return others.length > 0 ? others : lines;
}

/** The first entries of each list, then how many more there are. */
function cutOpenedLists(lines: ViewLine[], context: RenderContext, ranking: CauseRanking): ViewLine[] {
  const lists = new Map<PageNode, { count: number; last: ViewLine }>();
  const kept = lines.filter((line) => {
    const list = line.node && ranking.openedListAround(line.node);
    if (!list) return true;
    const entry = lists.get(list) ?? { count: 0, last: line };
    lists.set(list, entry);
    if (++entry.count <= MAX_OPENED_ENTRIES) entry.last = line;
    return entry.count <= MAX_OPENED_ENTRIES;
  });
  return kept.flatMap((line) => {
    const cut = [...lists.values()].find(({ last, count }) => last === line && count > MAX_OPENED_ENTRIES);
    if (!cut) return [line];
    const note = `(${cut.count - MAX_OPENED_ENTRIES} more: ${context.formatCall({ tool: 'look' })})`;
    return [line, { ...line, kind: 'note' as const, parts: [note], controlsOnly: true }];
  });
}

function entryOf({ depth, parts }: ViewLine): TextParts {
  const numberAt = parts.findIndex((part) => typeof part !== 'string');
  const count = numberAt < 0 ? parts.length : numberAt;
  const words = parts.slice(0, count).join('');
  const escaped = escapeReportLineStart(words);
  const shown = escaped === words ? parts : [escaped, ...parts.slice(count)];
  return [' '.repeat(Math.min(depth, 10)), ...shown];
}
