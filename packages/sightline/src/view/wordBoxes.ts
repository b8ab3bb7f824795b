import type { Box, PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { intersect, isEmpty } from '../prune/geometry.ts';
import type { Pruning } from '../prune/Pruning.ts';
import { inPicture, type PictureFrame } from './marks.ts';

/**
 * About where words stand in a picture: those of the page, and those in its fields. A snapshot knows the boxes of
 * elements only, so that text is taken to begin where its block does, or what stands before it in there ends.
 */
export function wordBoxes({ page, seen, verdicts }: Pruning, frame: PictureFrame): Box[] {
  const picture = { x: 0, y: 0, width: frame.width, height: frame.height };
  const before = lastBefore(page.nodes, seen);
  const after = lastBefore([...page.nodes].reverse(), seen);
  return page.nodes.flatMap((node) => {
    const rule = verdicts[node.index]?.rule;
    const words = node.isText ? node.text.trim() : fieldWords(node);
    const around = seen[node.index];
    if (words === '' || !around || rule === 'invisible' || rule === 'occluded') return [];
    const room = node.isText
      ? roomBetween(around, neighbour(before[node.index], seen), neighbour(after[node.index], seen))
      : around;
    const box = intersect(inPicture(filled(room, words), frame), picture);
    return isEmpty(box) ? [] : [box];
  });
}

/** For each node the last of the elements beside it that came before it, by its index. */
function lastBefore(nodes: readonly PageNode[], seen: Pruning['seen']): (PageNode | undefined)[] {
  const found: (PageNode | undefined)[] = new Array(nodes.length);
  const last: (PageNode | undefined)[] = new Array(nodes.length);
  for (const node of nodes) {
    if (!node.parent) continue;
    found[node.index] = last[node.parent.index];
    if (node.isElement && seen[node.index]) last[node.parent.index] = node;
  }
  return found;
}

/** What a field shows: its value, or what stands there until it has one. */
export function fieldWords({ tag, attributes }: PageNode): string {
  const { '.value': value, placeholder, value: label } = attributes;
  return FIELDS.has(tag) ? value || placeholder || label || '' : '';
}

const FIELDS: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);

/** Width of a letter, and height of a line, in heights of a letter. */
const WIDE = 0.54;
const LINE = 1.2;
/** Letters in a block are no higher, whatever its height; pixels. */
const HIGHEST = 16;
/** What a block may leave free before its words. */
const PADDING = 12;

/** As much of a room as words take on one line; all of it where they take more. */
function filled({ x, y, width, height }: Box, words: string): Box {
  const taken = words.length * WIDE * Math.min(height / LINE, HIGHEST) + PADDING;
  return { x, y, width: Math.min(width, taken), height };
}

interface Neighbour extends Box {
  isBlock: boolean;
}

function neighbour(node: PageNode | undefined, seen: Pruning['seen']): Neighbour | undefined {
  const box = node && seen[node.index];
  return box && { ...box, isBlock: node.has(Flag.Block) };
}

/** What a text has of the box of its element: all of it where that holds nothing else. */
function roomBetween(around: Box, before: Neighbour | undefined, after: Neighbour | undefined): Box {
  let { x, y } = around;
  let [right, bottom] = [around.x + around.width, around.y + around.height];
  if (before?.isBlock) y = before.y + before.height;
  else if (before) x = before.x + before.width;
  if (after?.isBlock) bottom = after.y;
  else if (after && after.x > x) right = after.x;
  // What stands on the same line tells where that is.
  const line = [before, after].find((one) => one && !one.isBlock);
  if (line) [y, bottom] = [line.y, line.y + line.height];
  const room = { x, y, width: right - x, height: bottom - y };
  return isEmpty(room) ? around : room;
}
