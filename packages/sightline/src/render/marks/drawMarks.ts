import type { Box } from '../../snapshot/geometry.ts';
import { outset } from '../../snapshot/geometry.ts';
import { digitPixels, labelSize } from './digitGlyphs.ts';
import type { ScreenshotFrame } from './findMarks.ts';
import type { RgbColor } from './markColors.ts';
import { createTextInkMeasure, type MeasureInk, placeLabels, type Size } from './placeLabels.ts';

/** Pixels row by row, `channels` (3 or 4) bytes each. */
export interface Bitmap {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/** An element to mark. */
export interface NumberedBox {
  ref: number;
  color: RgbColor;
  /** Pixels of the picture. */
  box: Box;
}

const WHITE: RgbColor = [255, 255, 255];

/** A box with room for its outline, and where its number is drawn. */
interface LabelledBox extends NumberedBox {
  label: Box;
}

/** Finds a place for each number. `zoom`: pixels a dot of a digit. */
function placeMarkLabels(
  boxes: readonly NumberedBox[],
  bounds: Size,
  zoom: number,
  measureInk?: MeasureInk,
): LabelledBox[] {
  const requests = boxes.map(({ ref, box }) => ({
    box: outset(box, zoom),
    label: labelSize(ref, zoom),
  }));
  const labels = placeLabels(requests, bounds, measureInk);
  return boxes.map(({ ref, color }, i) => ({
    ref,
    color,
    box: requests[i]?.box as Box,
    label: labels[i] as Box,
  }));
}

/** Draws a box around each element, with its number beside it. `scale`: pixels of the picture per CSS pixel. */
export function drawMarks(bitmap: Bitmap, boxes: readonly NumberedBox[], scale: number): void {
  const zoom = Math.max(1, Math.round(scale));
  const marks = placeMarkLabels(
    boxes,
    bitmap,
    zoom,
    (candidate) => measureBitmapInk(bitmap, candidate) / zoom,
  );
  for (const { box, color } of marks) drawOutline(bitmap, box, color, zoom);
  for (const { ref, color, label } of marks) {
    fillRect(bitmap, label, color);
    for (const { x, y } of digitPixels(ref, zoom))
      fillRect(bitmap, { x: label.x + x, y: label.y + y, width: zoom, height: zoom }, WHITE);
  }
}

/** A box and its number over the page, in CSS pixels of the page. */
export interface OverlayMark {
  text: string;
  color: string;
  box: [x: number, y: number, width: number, height: number];
  label: [x: number, y: number, width: number, height: number];
}

/** The marks of `drawMarks` for a page to show itself. `textBoxes`: where text is, which labels should not cover. */
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

/** Least difference in green, of 255, between two pixels at an edge. */
const EDGE_THRESHOLD = 24;

/** Counts edges from left to right: few on any background, many in text. */
function measureBitmapInk({ width, channels, data }: Bitmap, box: Box): number {
  let edges = 0;
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x + 1; x < box.x + box.width; x++) {
      const offset = (y * width + x) * channels + 1;
      if (Math.abs((data[offset] as number) - (data[offset - channels] as number)) > EDGE_THRESHOLD) edges++;
    }
  return edges;
}

/** An outline as thick as two dots and a white one inside it: visible on any background, outside of the control. */
function drawOutline(bitmap: Bitmap, box: Box, color: RgbColor, zoom: number): void {
  strokeRect(bitmap, box, WHITE, zoom);
  strokeRect(bitmap, outset(box, zoom), color, zoom);
  strokeRect(bitmap, outset(box, 2 * zoom), color, zoom);
}

function strokeRect(bitmap: Bitmap, { x, y, width, height }: Box, color: RgbColor, thickness: number): void {
  fillRect(bitmap, { x, y, width, height: thickness }, color);
  fillRect(bitmap, { x, y: y + height - thickness, width, height: thickness }, color);
  fillRect(bitmap, { x, y, width: thickness, height }, color);
  fillRect(bitmap, { x: x + width - thickness, y, width: thickness, height }, color);
}

function fillRect({ width, height, channels, data }: Bitmap, box: Box, [red, green, blue]: RgbColor): void {
  const left = Math.max(0, box.x);
  const right = Math.min(width, box.x + box.width);
  const bottom = Math.min(height, box.y + box.height);
  for (let y = Math.max(0, box.y); y < bottom; y++)
    for (let x = left; x < right; x++) {
      const offset = (y * width + x) * channels;
      data[offset] = red;
      data[offset + 1] = green;
      data[offset + 2] = blue;
      if (channels === 4) data[offset + 3] = 255;
    }
}
