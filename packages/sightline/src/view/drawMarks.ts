import type { Box } from '../model/Page.ts';
import type { Color } from './colors.ts';
import { dotsOf, labelSize } from './digits.ts';
import { type InkOf, placeLabels, type Size } from './placeLabels.ts';

/** Pixels row by row, `channels` (3 or 4) bytes each. */
export interface Picture {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/** What is drawn of an element. */
export interface Drawn {
  number: number;
  color: Color;
  /** Pixels of the picture. */
  box: Box;
}

const WHITE: Color = [255, 255, 255];

/** An element's box with room for its line, and where its number stands. */
export interface Placed extends Drawn {
  label: Box;
}

/** Finds a place for each number. `zoom`: pixels a dot of a digit. */
export function placeMarks(drawn: readonly Drawn[], picture: Size, zoom: number, inkOf?: InkOf): Placed[] {
  const labelled = drawn.map(({ number, box }) => ({
    box: outset(box, zoom),
    label: labelSize(number, zoom),
  }));
  const labels = placeLabels(labelled, picture, inkOf);
  return drawn.map(({ number, color }, i) => ({
    number,
    color,
    box: labelled[i]?.box as Box,
    label: labels[i] as Box,
  }));
}

/** Draws a box around each element, with its number beside it. `scale`: pixels of the picture a CSS pixel. */
export function drawMarks(picture: Picture, drawn: readonly Drawn[], scale: number): void {
  const zoom = Math.max(1, Math.round(scale));
  const placed = placeMarks(drawn, picture, zoom, (place) => inkOf(picture, place) / zoom);
  for (const { box, color } of placed) outline(picture, box, color, zoom);
  for (const { number, color, label } of placed) {
    fill(picture, label, color);
    for (const { x, y } of dotsOf(number, zoom))
      fill(picture, { x: label.x + x, y: label.y + y, width: zoom, height: zoom }, WHITE);
  }
}

/** How much a pixel differs from the one before where something is drawn, of 255 in green. */
const EDGE = 24;

/** Edges as they are crossed from left to right: few on any ground, many in words. */
function inkOf({ width, channels, data }: Picture, box: Box): number {
  let edges = 0;
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x + 1; x < box.x + box.width; x++) {
      const at = (y * width + x) * channels + 1;
      if (Math.abs((data[at] as number) - (data[at - channels] as number)) > EDGE) edges++;
    }
  return edges;
}

/** A line as thick as two dots, the inner one white: it shows on any ground, and does not cover the control. */
function outline(picture: Picture, box: Box, color: Color, zoom: number): void {
  frame(picture, box, WHITE, zoom);
  frame(picture, outset(box, zoom), color, zoom);
  frame(picture, outset(box, 2 * zoom), color, zoom);
}

const outset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

function frame(picture: Picture, { x, y, width, height }: Box, color: Color, thick: number): void {
  fill(picture, { x, y, width, height: thick }, color);
  fill(picture, { x, y: y + height - thick, width, height: thick }, color);
  fill(picture, { x, y, width: thick, height }, color);
  fill(picture, { x: x + width - thick, y, width: thick, height }, color);
}

function fill({ width, height, channels, data }: Picture, box: Box, [red, green, blue]: Color): void {
  const left = Math.max(0, box.x);
  const right = Math.min(width, box.x + box.width);
  const bottom = Math.min(height, box.y + box.height);
  for (let y = Math.max(0, box.y); y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * channels;
      data[at] = red;
      data[at + 1] = green;
      data[at + 2] = blue;
      if (channels === 4) data[at + 3] = 255;
    }
}
