import { type Box, intersect, isEmpty } from '../../snapshot/geometry.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';
import type { Visibility } from '../../visibility/Visibility.ts';
import { type ScreenshotFrame, toScreenshotBox } from './findMarks.ts';

/**
 * Estimates where text is in a screenshot: text nodes and the text in fields. A snapshot has boxes of elements only,
 * so text is assumed to start where its block does, or where the element before it ends.
 */
export function estimateTextBoxes(
  { page, visibleBoxes, decisions }: Visibility,
  frame: ScreenshotFrame,
): Box[] {
  const bounds = { x: 0, y: 0, width: frame.width, height: frame.height };
  const before = precedingSiblings(page.nodes, visibleBoxes);
  const after = precedingSiblings([...page.nodes].reverse(), visibleBoxes);
  return page.nodes.flatMap((node) => {
    const rule = decisions[node.index]?.rule;
    const text = node.isText ? node.text.trim() : fieldDisplayText(node);
    const ownBox = visibleBoxes[node.index];
    if (text === '' || !ownBox || rule === 'invisible' || rule === 'occluded') return [];
    const available = node.isText
      ? boxBetween(
          ownBox,
          neighbourBox(before[node.index], visibleBoxes),
          neighbourBox(after[node.index], visibleBoxes),
        )
      : ownBox;
    const box = intersect(toScreenshotBox(textExtent(available, text), frame), bounds);
    return isEmpty(box) ? [] : [box];
  });
}

/** For each node, by index, the last element before it with the same parent. */
function precedingSiblings(
  nodes: readonly PageNode[],
  visibleBoxes: Visibility['visibleBoxes'],
): (PageNode | undefined)[] {
  const found: (PageNode | undefined)[] = new Array(nodes.length);
  const last: (PageNode | undefined)[] = new Array(nodes.length);
  for (const node of nodes) {
    if (!node.parent) continue;
    found[node.index] = last[node.parent.index];
    if (node.isElement && visibleBoxes[node.index]) last[node.parent.index] = node;
  }
  return found;
}

/** The visible text of a field: its value, else its placeholder. */
export function fieldDisplayText({ tag, attributes }: PageNode): string {
  const { '.value': value, placeholder, value: label } = attributes;
  return FIELD_TAGS.has(tag) ? value || placeholder || label || '' : '';
}

/** Width of a letter and height of a line, in font heights. */
const GLYPH_WIDTH = 0.54;
const LINE_HEIGHT = 1.2;
/** Largest font height assumed; pixels. */
const MAX_GLYPH_HEIGHT = 16;
/** Space before the text of a block; pixels. */
const PADDING = 12;

/** The part of a box that text takes on one line; all of it if it is longer. */
function textExtent({ x, y, width, height }: Box, text: string): Box {
  const textWidth = text.length * GLYPH_WIDTH * Math.min(height / LINE_HEIGHT, MAX_GLYPH_HEIGHT) + PADDING;
  return { x, y, width: Math.min(width, textWidth), height };
}

interface NeighbourBox extends Box {
  isBlock: boolean;
}

function neighbourBox(
  node: PageNode | undefined,
  visibleBoxes: Visibility['visibleBoxes'],
): NeighbourBox | undefined {
  const box = node && visibleBoxes[node.index];
  return box && { ...box, isBlock: node.has(Flag.Block) };
}

/** The part of the box of its element that is left for a text between its neighbours. */
function boxBetween(ownBox: Box, before: NeighbourBox | undefined, after: NeighbourBox | undefined): Box {
  let { x, y } = ownBox;
  let [right, bottom] = [ownBox.x + ownBox.width, ownBox.y + ownBox.height];
  if (before?.isBlock) y = before.y + before.height;
  else if (before) x = before.x + before.width;
  if (after?.isBlock) bottom = after.y;
  else if (after && after.x > x) right = after.x;
  // A neighbour on the same line shows where that line is.
  const lineNeighbour = [before, after].find((one) => one && !one.isBlock);
  if (lineNeighbour) [y, bottom] = [lineNeighbour.y, lineNeighbour.y + lineNeighbour.height];
  const available = { x, y, width: right - x, height: bottom - y };
  return isEmpty(available) ? ownBox : available;
}
