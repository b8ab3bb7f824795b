import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTextBoxes } from '../../packages/sightline/src/render/marks/estimateTextBoxes.ts';
import { findMarks, screenshotFrame } from '../../packages/sightline/src/render/marks/findMarks.ts';
import {
  createTextInkMeasure,
  type LabelRequest,
  labelPositions,
  placeLabels,
} from '../../packages/sightline/src/render/marks/placeLabels.ts';
import { type Box, containedShare, intersect } from '../../packages/sightline/src/snapshot/geometry.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { computeVisibility } from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { type El, el, pageOf } from '../support/page.ts';

const PICTURE = { width: 400, height: 300 };
const LABEL = { width: 20, height: 14 };

const meets = (a: Box, b: Box): boolean => {
  const { width, height } = intersect(a, b);
  return width > 0 && height > 0;
};

/** Boxes that lie in the picture, as those of elements in view do; some of them on each other. */
const boxes = fc.array(
  fc
    .record({
      x: fc.integer({ min: 0, max: 398 }),
      y: fc.integer({ min: 0, max: 298 }),
      width: fc.integer({ min: 1, max: 200 }),
      height: fc.integer({ min: 1, max: 60 }),
    })
    .map((box) => intersect(box, { x: 0, y: 0, ...PICTURE })),
  { maxLength: 40 },
);

const labelled = (from: readonly Box[]): LabelRequest[] => from.map((box) => ({ box, label: LABEL }));

describe('labels', () => {
  test('lie inside the picture', () => {
    fc.assert(
      fc.property(boxes, (from) => {
        for (const { x, y, width, height } of placeLabels(labelled(from), PICTURE)) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(PICTURE.width);
          expect(y + height).toBeLessThanOrEqual(PICTURE.height);
          expect({ width, height }).toEqual(LABEL);
        }
      }),
    );
  });

  test('cover an earlier one only where every place does, and a control only where every place covers something', () => {
    fc.assert(
      fc.property(boxes, (from) => {
        const items = labelled(from);
        const labels = placeLabels(items, PICTURE);
        for (const [i, label] of labels.entries()) {
          const earlier = labels.slice(0, i);
          const own = from[i] as Box;
          const controls = from.filter((box, j) => j === i || containedShare(own, box) < 1);
          const places = labelPositions(items[i] as LabelRequest, PICTURE);
          const isOnLabel = (place: Box) => earlier.some((other) => meets(place, other));
          const isOnAny = (place: Box) => isOnLabel(place) || controls.some((box) => meets(place, box));
          if (isOnLabel(label)) expect(places.filter((place) => !isOnLabel(place))).toEqual([]);
          if (isOnAny(label)) expect(places.filter((place) => !isOnAny(place))).toEqual([]);
        }
      }),
    );
  });

  test('stand above their box, beside it at the upper edge, below in the corner; in a full picture within', () => {
    const places = placeLabels(
      labelled([
        { x: 100, y: 100, width: 50, height: 20 },
        { x: 200, y: 0, width: 50, height: 20 },
        { x: 0, y: 0, width: 50, height: 10 },
      ]),
      PICTURE,
    );
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [100, 86],
      [180, 3],
      [50, 0],
    ]);
    const [only] = placeLabels(labelled([{ x: 0, y: 0, ...PICTURE }]), PICTURE);
    expect(only).toEqual({ x: 0, y: 0, ...LABEL });
  });

  test('keep off what is drawn where there is blank ground as near', () => {
    const words: Box = { x: 90, y: 80, width: 40, height: 20 };
    const inkOf = (place: Box): number => (meets(place, words) ? 100 : 0);
    const [place] = placeLabels(labelled([{ x: 100, y: 100, width: 50, height: 20 }]), PICTURE, inkOf);
    expect(place).toMatchObject({ x: 130, y: 86 });
  });

  test('keep off the words of the page, within a field rather than on what it is called', () => {
    const field = (y: number): El => el('input', { box: [10, y, 200, 20] });
    const called = (words: string, y: number): El =>
      el('label', { flags: Flag.Block, box: [10, y, 200, 18] }, words);
    const full = 'A name so long that it takes all the width of the field';
    const pruning = computeVisibility(
      pageOf([
        el(
          'form',
          { box: [10, 40, 200, 180] },
          called('Name', 52),
          field(70),
          called(full, 132),
          field(150),
          called(full, 170),
        ),
      ]),
    );
    const frame = { ...screenshotFrame(pruning, false), width: 220, height: 300 };
    const words = estimateTextBoxes(pruning, frame);
    expect(words.map(({ x, y, width }) => [x, y, width < 60])).toEqual([
      [10, 52, true],
      [10, 132, false],
      [10, 170, false],
    ]);
    const items = findMarks(pruning, frame).map(({ box }) => ({ box, label: LABEL }));
    const placed = placeLabels(items, frame, createTextInkMeasure(words));
    expect(placed.map(({ x, y }) => [x, y])).toEqual([
      [190, 56],
      [10, 150],
    ]);
  });

  test('words stand beside what stands on their line, and in a field at its beginning', () => {
    const pruning = computeVisibility(
      pageOf([
        el(
          'label',
          { box: [10, 10, 300, 40] },
          el('input', { attributes: { '.value': 'Ada' }, box: [10, 20, 100, 20] }),
          'Member',
        ),
      ]),
    );
    expect(
      estimateTextBoxes(pruning, screenshotFrame(pruning, false)).map(({ x, y, height }) => [x, y, height]),
    ).toEqual([
      [10, 20, 20],
      [110, 20, 20],
    ]);
  });
});
