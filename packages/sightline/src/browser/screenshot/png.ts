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
