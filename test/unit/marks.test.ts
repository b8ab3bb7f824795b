import { describe, expect, test } from 'vitest';
import { digitPixels, labelSize } from '../../packages/sightline/src/render/marks/digitGlyphs.ts';
import { type Bitmap, drawMarks } from '../../packages/sightline/src/render/marks/drawMarks.ts';
import { findMarks, screenshotFrame } from '../../packages/sightline/src/render/marks/findMarks.ts';
import { MARK_COLORS, markColor, parseColor } from '../../packages/sightline/src/render/marks/markColors.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import {
  compactPreset,
  computeVisibility,
} from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { type El, el, type PageFacts, pageOf } from '../support/page.ts';

const pruningOf = (children: El[], facts?: PageFacts) =>
  computeVisibility(pageOf(children, facts), compactPreset, {});
const ids = (
  pruning: ReturnType<typeof pruningOf>,
  fullPage: boolean,
  picture?: { width: number; height: number },
) =>
  findMarks(pruning, screenshotFrame(pruning, fullPage, picture)).map(({ node, box }) => [
    node.attributes.id,
    box.x,
    box.y,
    box.width,
    box.height,
  ]);

const button = (id: string, box: [number, number, number, number]): El =>
  el('button', { attributes: { id }, box }, id);

describe('marks', () => {
  const children = [
    button('top', [10, 10, 80, 20]),
    button('edge', [10, 690, 80, 60]),
    button('far', [10, 2_000, 80, 20]),
    el('p', { box: [0, 800, 400, 20] }, 'Words'),
    el('button', { attributes: { id: 'gone' }, flags: Flag.DisplayNone }, 'Gone'),
  ];
  const scroll = { x: 0, y: 0, width: 1280, height: 3_000 };

  test('are of what can be used and is in view, as far as it is', () => {
    expect(ids(pruningOf(children, { scroll }), false)).toEqual([
      ['top', 10, 10, 80, 20],
      ['edge', 10, 690, 80, 30],
    ]);
  });

  test('follow the scrolled page, and the pixels of the screen', () => {
    const pruning = pruningOf(children, { scroll: { ...scroll, y: 1_900 } });
    expect(ids(pruning, false, { width: 2560, height: 1440 })).toEqual([['far', 20, 200, 160, 40]]);
    expect(ids(pruning, true, { width: 2560, height: 6000 })).toEqual([
      ['top', 20, 20, 160, 40],
      ['edge', 20, 1380, 160, 120],
      ['far', 20, 4000, 160, 40],
    ]);
  });

  test('of a link without area are where what it holds shows', () => {
    const image = el('img', { name: 'Sale', box: [50, 60, 100, 40] });
    const link = el('a', { attributes: { id: 'link', href: '/' }, box: [50, 60, 0, 0] }, image);
    expect(ids(pruningOf([link]), false)).toEqual([['link', 50, 60, 100, 40]]);
  });
});

describe('colours', () => {
  test('distinguish roles', () => {
    const page = pageOf([el('a', {}, 'x'), el('button', {}, 'y'), el('input', {}), el('div', {}, 'z')]);
    const colors = page.nodes.filter(({ isText }) => !isText).map((node) => markColor(node));
    expect(colors.slice(2)).toEqual([
      MARK_COLORS.blue,
      MARK_COLORS.red,
      MARK_COLORS.green,
      MARK_COLORS.black,
    ]);
  });

  test('have names, or are written as in CSS', () => {
    expect(parseColor('teal')).toEqual(MARK_COLORS.teal);
    expect(parseColor('#0af')).toEqual([0, 170, 255]);
    expect(parseColor('#00AaFf')).toEqual([0, 170, 255]);
    for (const wrong of ['', 'toString', '#12', '#1234567', 'rgb(0,0,0)'])
      expect(parseColor(wrong)).toBeUndefined();
  });
});

describe('a drawing', () => {
  const blank = (channels: number): Bitmap => ({
    width: 120,
    height: 80,
    channels,
    data: new Uint8Array(120 * 80 * channels).fill(200),
  });
  const at = ({ width, channels, data }: Bitmap, x: number, y: number): number[] => [
    ...data.subarray((y * width + x) * channels, (y * width + x) * channels + channels),
  ];

  test.each([3, 4])('is around the box, not on it (%d channels)', (channels) => {
    const picture = blank(channels);
    const box = { x: 40, y: 40, width: 50, height: 20 };
    drawMarks(picture, [{ ref: 7, color: [1, 2, 3], box }], 1);
    const opaque = channels === 4 ? [255] : [];
    const ground = [200, 200, 200, ...(channels === 4 ? [200] : [])];
    expect(at(picture, 39, 50)).toEqual([255, 255, 255, ...opaque]);
    for (const x of [38, 37, 91, 92]) expect(at(picture, x, 50)).toEqual([1, 2, 3, ...opaque]);
    expect(at(picture, 36, 50)).toEqual(ground);
    for (const [x, y] of [
      [40, 40],
      [89, 40],
      [40, 59],
      [89, 59],
    ] as const)
      expect(at(picture, x, y)).toEqual(ground);
  });

  test('shows the digits of its number, and each digit is another one', () => {
    const shapes = [...'0123456789'].map((digit) => JSON.stringify([...digitPixels(Number(digit), 1)]));
    expect(new Set(shapes).size).toBe(10);
    const picture = blank(3);
    drawMarks(picture, [{ ref: 12, color: [1, 2, 3], box: { x: 40, y: 40, width: 50, height: 20 } }], 1);
    const { width, height } = labelSize(12, 1);
    const white = [];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (at(picture, 39 + x, 39 - height + y)[0] === 255) white.push({ x, y });
    const dots = [...digitPixels(12, 1)].map((dot) => JSON.stringify(dot)).sort();
    expect(white.map((dot) => JSON.stringify(dot)).sort()).toEqual(dots);
  });

  test('stays in the picture', () => {
    const picture = blank(3);
    drawMarks(picture, [{ ref: 1, color: [1, 2, 3], box: { x: 0, y: 0, width: 120, height: 80 } }], 2);
    expect(picture.data).toHaveLength(120 * 80 * 3);
    expect(at(picture, 60, 40)).toEqual([200, 200, 200]);
  });
});
