import { readPng } from '../../packages/sightline/src/browser/screenshot/png.ts';

/** Where two pictures differ: `380x20 at 8,120`; '' where they do not. */
export function differenceBetween(one: Buffer, other: Buffer): string {
  if (one.equals(other)) return '';
  const [a, b] = [readPng(one), readPng(other)];
  if (a.width !== b.width || a.height !== b.height) return `${a.width}x${a.height}, ${b.width}x${b.height}`;
  const places = [...a.data.keys()]
    .filter((i) => a.data[i] !== b.data[i])
    .map((i) => Math.floor(i / a.channels));
  const [xs, ys] = [places.map((i) => i % a.width), places.map((i) => Math.floor(i / a.width))];
  const least = (of: number[]): number => of.reduce((x, y) => Math.min(x, y));
  const size = (of: number[]): number => of.reduce((x, y) => Math.max(x, y)) - least(of) + 1;
  return `${size(xs)}x${size(ys)} at ${least(xs)},${least(ys)}`;
}
