// The icon of the extension: an eye whose pupil is a line of sight.

import { encode } from 'fast-png';

const green = [11, 110, 79, 255];
const white = [255, 255, 255, 255];
const clear = [0, 0, 0, 0];
const samples = 4;

/** PNG of `size` x `size` pixels. */
export function drawIcon(size) {
  const data = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) data.set(pixel(x, y, size), (y * size + x) * 4);
  return encode({ width: size, height: size, data, channels: 4 });
}

/** The mean of what lies under a pixel, so that edges are smooth. */
function pixel(x, y, size) {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < samples * samples; i++) {
    const u = (x + ((i % samples) + 0.5) / samples) / size;
    const v = (y + (Math.floor(i / samples) + 0.5) / samples) / size;
    const [r, g, b, a] = colour(u * 2 - 1, v * 2 - 1);
    sum[0] += r * a;
    sum[1] += g * a;
    sum[2] += b * a;
    sum[3] += a;
  }
  const [r, g, b, a] = sum;
  return a === 0 ? clear : [r / a, g / a, b / a, a / samples ** 2].map(Math.round);
}

/** A rounded square, in it an eye as two arcs cut out, in it a pupil. Coordinates from -1 to 1. */
function colour(x, y) {
  const corner = Math.hypot(Math.max(Math.abs(x) - 0.62, 0), Math.max(Math.abs(y) - 0.62, 0));
  if (corner > 0.36) return clear;
  if (Math.hypot(x, y) < 0.3) return green;
  const isEye = Math.hypot(x, Math.abs(y) + 0.45) < 0.93;
  return isEye ? white : green;
}
