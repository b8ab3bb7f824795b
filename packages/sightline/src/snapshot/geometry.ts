/** A rectangle in CSS pixels of the main document: scrolling the page does not change it. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A box that contains every page: nothing has clipped it yet. */
export const EVERYWHERE: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };

/** The intersection of two boxes; its width or height is 0 or less where they do not overlap. `a` itself where that lies in `b`. */
export function intersect(a: Box, b: Box): Box {
  const right = a.x + a.width;
  const bottom = a.y + a.height;
  const outerRight = b.x + b.width;
  const outerBottom = b.y + b.height;
  if (a.x >= b.x && a.y >= b.y && right <= outerRight && bottom <= outerBottom) return a;
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return { x, y, width: Math.min(right, outerRight) - x, height: Math.min(bottom, outerBottom) - y };
}

/** Whether two boxes share at least a CSS pixel: `!isEmpty(intersect(a, b))`, without a box being made. */
export function overlaps(a: Box, b: Box): boolean {
  return (
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) >= 1 &&
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) >= 1
  );
}

/** The box with a margin around it. */
export const outset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** A box thinner than one CSS pixel shows nothing to a person. */
export function isEmpty(box: Box): boolean {
  return box.width < 1 || box.height < 1;
}

export function area(box: Box): number {
  return isEmpty(box) ? 0 : box.width * box.height;
}

/** The share of `inner` that lies within `outer`, from 0 to 1. */
export function containedShare(inner: Box, outer: Box): number {
  const whole = area(inner);
  return whole === 0 ? 0 : area(intersect(inner, outer)) / whole;
}

/** `box` without `hole`: at most four boxes. */
export function subtract(box: Box, hole: Box): Box[] {
  const cut = intersect(box, hole);
  if (isEmpty(cut)) return [box];
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const cutRight = cut.x + cut.width;
  const cutBottom = cut.y + cut.height;
  return [
    { x: box.x, y: box.y, width: box.width, height: cut.y - box.y },
    { x: box.x, y: cutBottom, width: box.width, height: bottom - cutBottom },
    { x: box.x, y: cut.y, width: cut.x - box.x, height: cut.height },
    { x: cutRight, y: cut.y, width: right - cutRight, height: cut.height },
  ].filter((rest) => !isEmpty(rest));
}

/** An affine transform: the point x, y lands at ax + cy + e, bx + dy + f. */
export interface Affine {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** The transform that applies `inner`, then `outer`. */
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

/** The bounding box of the transformed box; rounded to whole pixels where it is scaled or rotated. */
export function transformBox(box: Box, { a, b, c, d, e, f }: Affine): Box {
  const { x, y, width, height } = box;
  if (a === 1 && b === 0 && c === 0 && d === 1)
    return e === 0 && f === 0 ? box : { x: x + e, y: y + f, width, height };
  const left = Math.round(a * x + c * y + e + Math.min(0, a * width) + Math.min(0, c * height));
  const top = Math.round(b * x + d * y + f + Math.min(0, b * width) + Math.min(0, d * height));
  return {
    x: left,
    y: top,
    width: Math.round(Math.abs(a * width) + Math.abs(c * height)),
    height: Math.round(Math.abs(b * width) + Math.abs(d * height)),
  };
}

/** The box whose four numbers begin at an offset. */
export const boxAt = (boxes: readonly number[], at: number): Box => ({
  x: boxes[at] as number,
  y: boxes[at + 1] as number,
  width: boxes[at + 2] as number,
  height: boxes[at + 3] as number,
});
