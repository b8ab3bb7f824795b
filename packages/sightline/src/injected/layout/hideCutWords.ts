import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import { boundingRect, contentRect, firstElementChild, localName } from '../dom/dom.ts';
import { OUT_OF_FLOW } from './hideUnpainted.ts';

/**
 * Words in the part of a box that is cut off, where a part of it shows: a high cell with its words at the bottom. `clips`: the
 * nearest row above each that cuts off what it holds, or -1.
 */
export function hideCutWords({ snapshot, textTagIndex }: CaptureContext, clips: Int32Array): void {
  const { parents, rows } = snapshot;
  let last = -1;
  for (let row = 1; row < parents.length; row++) {
    const parent = parents[row] as number;
    if (rows.tag[row] !== textTagIndex || parent === last) continue;
    last = parent;
    const clip = clips[parent] as number;
    if (clip < 0 || !crosses(parent, clip, snapshot) || snapshot.hasFlag(parent, Flag.InvisibleText))
      continue;
    if (staysCut(parent, clip, snapshot) && areCut(parent, clip, snapshot))
      snapshot.hideWords(parent, 'overflow');
  }
}

/** Whether a box shows in part, and nobody can scroll to the rest. */
function crosses(row: number, clip: number, snapshot: SnapshotBuilder): boolean {
  const [box, around] = [snapshot.boxOf(row), snapshot.boxOf(clip)];
  if (!box || !around) return false;
  const isOver = (start: 'x' | 'y', size: 'width' | 'height'): boolean =>
    box[start] < around[start] || box[start] + box[size] > around[start] + around[size];
  return (
    (isCutX(clip, snapshot) && isOver('x', 'width')) || (isCutY(clip, snapshot) && isOver('y', 'height'))
  );
}

const isCutX = (clip: number, { rows }: SnapshotBuilder): boolean =>
  ((rows.flags[clip] as number) & (Flag.ClipX | Flag.ScrollX)) === Flag.ClipX;
const isCutY = (clip: number, { rows }: SnapshotBuilder): boolean =>
  ((rows.flags[clip] as number) & (Flag.ClipY | Flag.ScrollY)) === Flag.ClipY;

/** What is out of the flow may lie in another box than the one that clips; the caret of an editor brings out what is in it. */
function staysCut(row: number, clip: number, snapshot: SnapshotBuilder): boolean {
  for (let up = row; up > clip; up = snapshot.parents[up] as number)
    if (snapshot.hasFlag(up, OUT_OF_FLOW | Flag.Editable)) return false;
  return true;
}

/** CSS pixels by which rounding lets words reach into what is shown. */
const TOLERANCE = 1;

function areCut(row: number, clip: number, snapshot: SnapshotBuilder): boolean {
  const [element, around] = [snapshot.elements[row], snapshot.elements[clip]];
  if (!element || !around || firstElementChild(element) || /^(?:html|body)$/.test(localName(around)))
    return false;
  // A script has scrolled it, and may again.
  if (around.scrollTop !== 0 || around.scrollLeft !== 0) return false;
  const [words, edges] = [contentRect(element), boundingRect(around)];
  if (words.width === 0 || words.height === 0) return false;
  const isBeside = (start: 'left' | 'top', end: 'right' | 'bottom'): boolean =>
    words[start] >= edges[end] - TOLERANCE || words[end] <= edges[start] + TOLERANCE;
  return (
    (isCutX(clip, snapshot) && isBeside('left', 'right')) ||
    (isCutY(clip, snapshot) && isBeside('top', 'bottom'))
  );
}
