import { decode, encode } from 'fast-png';
import type { Box } from '../../snapshot/geometry.ts';

/** A picture as pixels: row by row, `channels` (3 or 4) bytes each. */
export interface Pixels {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/** Reads a PNG as the browser writes it: 8 bits a channel, with or without alpha. */
export function readPng(png: Uint8Array): Pixels {
  const { width, height, channels, data } = decode(png);
  return { width, height, channels, data: data as Uint8Array };
}

export function writePng(pixels: Pixels): Buffer {
  return Buffer.from(encode(pixels));
}

/** The part of a PNG within a box in its pixels, and where it begins; undefined where none is. Parts of pixels count as whole ones. */
export function cutPng(
  png: Uint8Array,
  { x, y, width, height }: Box,
): { image: Buffer; left: number; top: number } | undefined {
  const { data, channels, ...size } = readPng(png);
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [right, bottom] = [
    Math.min(size.width, Math.ceil(x + width)),
    Math.min(size.height, Math.ceil(y + height)),
  ];
  if (right <= left || bottom <= top) return undefined;
  const rows = new Uint8Array((right - left) * (bottom - top) * channels);
  for (let row = top; row < bottom; row++) {
    const start = (row * size.width + left) * channels;
    rows.set(
      data.subarray(start, start + (right - left) * channels),
      (row - top) * (right - left) * channels,
    );
  }
  return {
    image: writePng({ width: right - left, height: bottom - top, channels, data: rows }),
    left,
    top,
  };
}

const GREY = 128;

/** Paints boxes, in pixels of the picture, with one opaque grey. Parts of pixels count as whole ones. */
export function fillBoxes({ width, height, channels, data }: Pixels, boxes: readonly Box[]): void {
  for (const box of boxes) {
    const left = Math.max(0, Math.floor(box.x));
    const right = Math.min(width, Math.ceil(box.x + box.width));
    const bottom = Math.min(height, Math.ceil(box.y + box.height));
    for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y++) {
      const [start, end] = [(y * width + left) * channels, (y * width + right) * channels];
      data.fill(GREY, start, Math.max(start, end));
      for (let alpha = start + 3; channels === 4 && alpha < end; alpha += 4) data[alpha] = 255;
    }
  }
}
