import { UNGROUPED } from '../../diff/PageBaseline.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { ViewportPosition } from '../../visibility/Visibility.ts';
import { pluralize } from '../element/elementText.ts';
import type { RenderContext, ViewLine } from '../RenderContext.ts';

/** Widest line that controls are packed into, characters. */
const PACKED_WIDTH = 110;

/**
 * Puts lines of controls only side by side: `[1]<a>Home [2]<a>Products`. A table row with several, and an element with
 * others in it (the column of a board), begin a line. `isApart`: lines that stand beside none but their like.
 */
export function packControls(
  lines: ViewLine[],
  { pageState }: RenderContext,
  isApart: (line: ViewLine) => boolean = () => false,
): ViewLine[] {
  const { counts, visibility } = pageState;
  const positionOf = ({ node }: ViewLine): ViewportPosition | undefined =>
    node && visibility.viewportPositions[node.index];
  const groupNodeOf = ({ node, parts }: ViewLine): PageNode | undefined =>
    node && (counts.interactive(node) > 1 ? node : countRefParts(parts) > 1 ? rowAround(node) : undefined);
  const packed: ViewLine[] = [];
  let width = 0;
  let groupNode: PageNode | undefined;
  for (const line of lines) {
    const last = packed.at(-1);
    const lineWidth = widthOf(line);
    const group = groupNodeOf(line);
    if (
      last?.controlsOnly &&
      line.controlsOnly &&
      group === undefined &&
      (!groupNode || (line.node && groupNode.contains(line.node))) &&
      isSameLevel(last, line) &&
      isApart(last) === isApart(line) &&
      positionOf(last) === positionOf(line) &&
      width + lineWidth < PACKED_WIDTH
    ) {
      last.parts.push(' ', ...line.parts);
      width += lineWidth + 1;
    } else {
      packed.push({ ...line, parts: [...line.parts] });
      width = lineWidth;
      groupNode = group;
    }
  }
  return packed;
}

const rowAround = (node: PageNode): PageNode | undefined => node.closest(({ role }) => role === 'row');

function isSameLevel(a: ViewLine, b: ViewLine): boolean {
  return a.depth === b.depth && a.region === b.region;
}

function widthOf(line: ViewLine): number {
  return line.parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 3), 0);
}

const POSITION_NOTES: Readonly<Record<ViewportPosition, string>> = {
  viewport: '(in the viewport:)',
  above: '(offscreen above:)',
  below: '(offscreen below:)',
  aside: '(offscreen aside:)',
  scroller: '(offscreen in its scroller:)',
};

/** Adds a note wherever the position relative to the viewport changes; none while everything is in the viewport. */
export function markOffscreen(lines: ViewLine[], { pageState }: RenderContext): ViewLine[] {
  const { viewportPositions } = pageState.visibility;
  const marked: ViewLine[] = [];
  let current: ViewportPosition = 'viewport';
  for (const line of lines) {
    const position: ViewportPosition =
      line.kind === 'region' || !line.node ? current : (viewportPositions[line.node.index] ?? current);
    if (position !== current) {
      const { depth, region, node } = line;
      marked.push({
        kind: 'note',
        depth,
        parts: [POSITION_NOTES[position]],
        region,
        node,
        controlsOnly: false,
      });
      current = position;
    }
    marked.push(line);
  }
  return marked;
}

/**
 * Moves lines outside of all regions to the end, under a header of their own, which replaces them if they are
 * unchanged.
 */
export function groupUngroupedLines(lines: ViewLine[], context: RenderContext): ViewLine[] {
  const ungrouped = lines.filter((line) => !isGrouped(line));
  if (ungrouped.length === 0) return lines;
  const grouped = lines.filter(isGrouped);
  if (context.unchanged.has(UNGROUPED) && !context.full) {
    const count = countUngrouped(context);
    const text = `${UNGROUPED} (unchanged, ${pluralize(count, 'element')})`;
    return [...grouped, { ...headerLine(text), omitted: count }];
  }
  const indented = ungrouped.map((line) => ({ ...line, depth: line.depth + 1 }));
  return [...grouped, headerLine(`${UNGROUPED}:`), ...indented];
}

/** Not counted from the lines, since unchanged sections have none. */
function countUngrouped({ pageState: { counts, visibility, regions } }: RenderContext): number {
  return regions
    .filter(({ parent, node }) => !parent && node.document.owner === undefined)
    .reduce(
      (remaining, { node }) => remaining - counts.interactiveBetween(node.index, node.end),
      counts.interactiveBetween(0, visibility.page.nodes.length),
    );
}

/** A frame outside of all regions keeps its own regions. */
function isGrouped({ region }: ViewLine): boolean {
  let outer = region;
  while (outer?.parent) outer = outer.parent;
  return outer !== undefined && outer.node.document.owner === undefined;
}

function headerLine(text: string): ViewLine {
  return { kind: 'region', depth: 0, parts: [text], region: undefined, node: undefined, controlsOnly: false };
}

/** Interactive elements that the lines write with their numbers, or count. */
export function countElements(lines: readonly ViewLine[]): number {
  return lines.reduce((sum, { parts, omitted = 0 }) => sum + countRefParts(parts) + omitted, 0);
}

const countRefParts = (parts: ViewLine['parts']): number =>
  parts.filter((part) => typeof part !== 'string').length;
