import { decode, encode } from 'fast-png';

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
