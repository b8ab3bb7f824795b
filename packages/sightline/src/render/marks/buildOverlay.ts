import type { Box } from '../../snapshot/geometry.ts';
import { type NumberedBox, placeMarkLabels } from './drawMarks.ts';
import type { ScreenshotFrame } from './findMarks.ts';
import { createTextInkMeasure } from './placeLabels.ts';

/** A numbered box over the page, in its CSS pixels. */
export interface OverlayMark {
  text: string;
  color: string;
  box: [x: number, y: number, width: number, height: number];
  label: [x: number, y: number, width: number, height: number];
}

/** The same as `drawMarks` draws, to be shown by the page itself. `words`: where there are any. */
export function buildOverlay(
  boxes: readonly NumberedBox[],
  frame: ScreenshotFrame,
  textBoxes: readonly Box[],
): OverlayMark[] {
  const toPageBox = ({ x, y, width, height }: Box): OverlayMark['box'] => [
    x + frame.x,
    y + frame.y,
    width,
    height,
  ];
  return placeMarkLabels(boxes, frame, 1, createTextInkMeasure(textBoxes)).map(
    ({ ref, color, box, label }) => ({
      text: String(ref),
      color: `rgb(${color.join()})`,
      box: toPageBox(box),
      label: toPageBox(label),
    }),
  );
}
