import type { Box } from './Page.ts';

/** The plane: what nothing has clipped yet. */
export const EVERYWHERE: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };

/** The part two boxes share; its width or height is 0 or less where they share none. */
export function intersect(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  };
}

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

/** What is left of `box` after `hole` is cut out: at most four boxes. */
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
