import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';

/** Records the box of a row, in whole CSS pixels of the document; returns the flag that says so. */
export function addBox(row: number, rect: DOMRect, context: CaptureContext): number {
  const { snapshot } = context;
  const offset = snapshot.rows.boxes.length;
  snapshot.boxOffsets[row] = offset;
  writeBox(offset, rect, context);
  return Flag.Box;
}

/** Writes a box at an offset of the column: at its end, or over the one that stands there. */
export function writeBox(
  offset: number,
  { left, top, right, bottom }: DOMRect,
  { snapshot, scrollX, scrollY }: CaptureContext,
): void {
  const { boxes } = snapshot.rows;
  const x = roundToInt(left + scrollX);
  const y = roundToInt(top + scrollY);
  boxes[offset] = x;
  boxes[offset + 1] = y;
  boxes[offset + 2] = roundToInt(right + scrollX) - x;
  boxes[offset + 3] = roundToInt(bottom + scrollY) - y;
}

/** A small integer for the engine too, never -0: a column of those costs half. */
const roundToInt = (value: number): number => Math.floor(value + 0.5) | 0;
