import type { PageNode } from '../model/Page.ts';
import type { Place } from '../prune/Pruning.ts';
import { UNGROUPED } from '../structure/changes.ts';
import { plural } from './pieces.ts';
import type { Line, Scene } from './View.ts';

/** Widest line that controls are packed into, characters. */
const PACKED_WIDTH = 110;

/**
 * Puts lines that hold nothing but controls side by side: `[1]<a>Home [2]<a>Products`. A row of several, and what holds
 * others (the column of a board), begin a line: what stands in them is theirs.
 */
export function pack(lines: Line[], { structure }: Scene): Line[] {
  const { counts, pruning } = structure;
  const placeOf = ({ node }: Line): Place | undefined => node && pruning.places[node.index];
  const groupOf = ({ node, parts }: Line): PageNode | undefined =>
    node && (counts.usable(node) > 1 ? node : numbersIn(parts) > 1 ? rowOf(node) : undefined);
  const packed: Line[] = [];
  let width = 0;
  let around: PageNode | undefined;
  for (const line of lines) {
    const last = packed.at(-1);
    const own = lengthOf(line);
    const group = groupOf(line);
    if (
      last?.controlsOnly &&
      line.controlsOnly &&
      group === undefined &&
      (!around || (line.node && around.contains(line.node))) &&
      sameLevel(last, line) &&
      placeOf(last) === placeOf(line) &&
      width + own < PACKED_WIDTH
    ) {
      last.parts.push(' ', ...line.parts);
      width += own + 1;
    } else {
      packed.push({ ...line, parts: [...line.parts] });
      width = own;
      around = group;
    }
  }
  return packed;
}

const rowOf = (node: PageNode): PageNode | undefined => node.closest(({ role }) => role === 'row');

function sameLevel(a: Line, b: Line): boolean {
  return a.depth === b.depth && a.region === b.region;
}

function lengthOf(line: Line): number {
  return line.parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 3), 0);
}

const PLACE_MARKS: Readonly<Record<Place, string>> = {
  viewport: '(in the viewport:)',
  above: '(offscreen above:)',
  below: '(offscreen below:)',
  aside: '(offscreen aside:)',
  scroller: '(offscreen in its scroller:)',
};

/**
 * Says where what follows shows, wherever that changes: what a scroll would bring into view is told,
 * and marked so. Nothing is said while all is in the viewport.
 */
export function markPlaces(lines: Line[], { structure }: Scene): Line[] {
  const { places } = structure.pruning;
  const marked: Line[] = [];
  let current: Place = 'viewport';
  for (const line of lines) {
    const place: Place =
      line.kind === 'region' || !line.node ? current : (places[line.node.index] ?? current);
    if (place !== current) {
      const { depth, region, node } = line;
      marked.push({ kind: 'note', depth, parts: [PLACE_MARKS[place]], region, node, controlsOnly: false });
      current = place;
    }
    marked.push(line);
  }
  return marked;
}

/**
 * Lines outside every region come last, under a header of their own (seed 001, rule 6), which stands for
 * them where they are what they were at the last look.
 */
export function groupOrphans(lines: Line[], scene: Scene): Line[] {
  const orphans = lines.filter((line) => !isGrouped(line));
  if (orphans.length === 0) return lines;
  const grouped = lines.filter(isGrouped);
  if (scene.unchanged.has(UNGROUPED) && !scene.full) {
    return [...grouped, header(`${UNGROUPED} (unchanged, ${plural(countOutside(scene), 'element')})`)];
  }
  const indented = orphans.map((line) => ({ ...line, depth: line.depth + 1 }));
  return [...grouped, header(`${UNGROUPED}:`), ...indented];
}

/** Not by the lines: a section that is unchanged as a whole has none for what it holds. */
function countOutside({ structure: { counts, pruning, regions } }: Scene): number {
  return regions
    .filter(({ parent, node }) => !parent && node.document.owner === undefined)
    .reduce(
      (left, { node }) => left - counts.usableBetween(node.index, node.end),
      counts.usableBetween(0, pruning.page.nodes.length),
    );
}

/** A region in a frame that lies in no region of the page stays with its frame. */
function isGrouped({ region }: Line): boolean {
  let outer = region;
  while (outer?.parent) outer = outer.parent;
  return outer !== undefined && outer.node.document.owner === undefined;
}

function header(text: string): Line {
  return { kind: 'region', depth: 0, parts: [text], region: undefined, node: undefined, controlsOnly: false };
}

/** Numbered elements in the lines. */
export function countOf(lines: Line[]): number {
  return lines.reduce((sum, { parts }) => sum + numbersIn(parts), 0);
}

const numbersIn = (parts: Line['parts']): number => parts.filter((part) => typeof part !== 'string').length;
