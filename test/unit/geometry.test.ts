import { expect, test } from 'vitest';
import { intersect } from '../../packages/sightline/src/snapshot/geometry.ts';

test('of a box within another no copy is made: a page has one for each of its elements', () => {
  const box = { x: 1, y: 2, width: 3, height: 4 };
  expect(intersect(box, { x: 0, y: 0, width: 10, height: 10 })).toBe(box);
  expect(intersect(box, { x: 2, y: 0, width: 10, height: 3 })).toEqual({ x: 2, y: 2, width: 2, height: 1 });
  expect(intersect(box, { x: 9, y: 0, width: 1, height: 9 }).width).toBeLessThanOrEqual(0);
});
