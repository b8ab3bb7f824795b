import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';

/** Records the box of a row, in whole CSS pixels of the document; returns the flag that says so. */
export function addBox(
  row: number,
  { left, top, right, bottom }: DOMRect,
  { snapshot, scrollX, scrollY }: CaptureContext,
): number {
  const { boxes } = snapshot.rows;
  const x = roundToInt(left + scrollX);
  const y = roundToInt(top + scrollY);
  snapshot.boxOffsets[row] = boxes.length;
  boxes.push(x, y, roundToInt(right + scrollX) - x, roundToInt(bottom + scrollY) - y);
  return Flag.Box;
}

/** A small integer for the engine too, never -0: a column of those costs half. */
const roundToInt = (value: number): number => Math.floor(value + 0.5) | 0;
