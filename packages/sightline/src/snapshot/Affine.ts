import type { Box } from './Page.ts';

/** From one plane to another: the point x, y lies at ax + cy + e, bx + dy + f. */
export interface Affine {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** What `inner` does first, and `outer` then. */
export function compose(outer: Affine, inner: Affine): Affine {
  const { a, b, c, d } = outer;
  return {
    a: a * inner.a + c * inner.b,
    b: b * inner.a + d * inner.b,
    c: a * inner.c + c * inner.d,
    d: b * inner.c + d * inner.d,
    e: a * inner.e + c * inner.f + outer.e,
    f: b * inner.e + d * inner.f + outer.f,
  };
}

/** The smallest upright box around where the box comes to lie, its edges rounded where it is scaled or turned. */
export function transformBox({ x, y, width, height }: Box, { a, b, c, d, e, f }: Affine): Box {
  if (a === 1 && b === 0 && c === 0 && d === 1) return { x: x + e, y: y + f, width, height };
  const left = Math.round(a * x + c * y + e + Math.min(0, a * width) + Math.min(0, c * height));
  const top = Math.round(b * x + d * y + f + Math.min(0, b * width) + Math.min(0, d * height));
  return {
    x: left,
    y: top,
    width: Math.round(Math.abs(a * width) + Math.abs(c * height)),
    height: Math.round(Math.abs(b * width) + Math.abs(d * height)),
  };
}
