import { area, type Box, containedShare, intersect, overlaps } from '../../snapshot/geometry.ts';
import { addToGroup } from '../../snapshot/groupBy.ts';

export interface Size {
  width: number;
  height: number;
}

/** A box, and the size of the label that belongs to it. */
export interface LabelRequest {
  box: Box;
  label: Size;
}

/** How many pixels in a box are drawn on: text, lines, edges. */
export type MeasureInk = (position: Box) => number;

/** Cost of covering a pixel of another control, of the own control, and one that is drawn on. */
const PIXEL_COST = { other: 4, own: 2, ink: 5 };
/** Cost of covering any part of a label, of text, or of a control. */
const OVERLAP_COST = { label: 1e6, words: 400, control: 100 };
/** Least number of drawn pixels that may be a letter. */
const MIN_LETTER_INK = 20;
/** Cost of each step down in the order of positions. */
const RANK_COST = 2;

/**
 * The position of each label: beside its box if possible, so that it covers no label, control or text; else where it
 * covers least. Always inside the picture. Earlier labels choose first.
 */
export function placeLabels(
  items: readonly LabelRequest[],
  bounds: Size,
  measureInk: MeasureInk = () => 0,
): Box[] {
  const boxes = new BoxGrid(items.map(({ box }) => box));
  const labels = new BoxGrid([]);
  return items.map((item) => {
    const positions = labelPositions(item, bounds);
    const costs = positions.map(
      (position, i) =>
        i * RANK_COST + inkCost(measureInk(position)) + costOf(position, item.box, boxes, labels),
    );
    const best = positions[costs.indexOf(Math.min(...costs))] as Box;
    labels.add(best);
    return best;
  });
}

/** Estimates the ink in a box from the boxes of text alone. */
export function createTextInkMeasure(textBoxes: readonly Box[]): MeasureInk {
  const grid = new BoxGrid(textBoxes.map(withoutLeading));
  return (position) => {
    let ink = 0;
    for (const box of grid.overlapping(position)) ink += DENSITY * area(intersect(position, box));
    return ink;
  };
}

/** The share of a line of text that is drawn on, and of its height that is empty. */
const DENSITY = 0.25;
const LEADING = 0.3;

function withoutLeading({ x, y, width, height }: Box): Box {
  const inset = (Math.min(height, 24) * LEADING) / 2;
  return { x, y: y + inset, width, height: height - 2 * inset };
}

const inkCost = (ink: number): number =>
  ink * PIXEL_COST.ink + (ink >= MIN_LETTER_INK ? OVERLAP_COST.words : 0);

/** The positions of a label, best first: above, beside, below, then within its box. */
export function labelPositions({ box, label }: LabelRequest, bounds: Size): Box[] {
  const { width, height } = label;
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const middle = Math.round(box.y + (box.height - height) / 2);
  const center = Math.round(box.x + (box.width - width) / 2);
  const above = box.y - height;
  const before = box.x - width;
  const outside: [x: number, y: number][] = [
    [box.x, above],
    [right - width, above],
    [before, middle],
    [right, middle],
    [center, above],
    [before, above],
    [right, above],
    [before, box.y],
    [right, box.y],
    [box.x, bottom],
    [right - width, bottom],
    [center, bottom],
    [before, bottom],
    [right, bottom],
  ];
  const inside: [x: number, y: number][] = [
    [box.x, box.y],
    [right - width, box.y],
    [right - width, bottom - height],
    [box.x, bottom - height],
    [right - width, middle],
    [center, middle],
  ];
  const fitting = outside.filter(([x, y]) => isWithin({ x, y, width, height }, bounds));
  return [...fitting, ...inside].map(([x, y]) => ({
    x: clamp(x, bounds.width - width),
    y: clamp(y, bounds.height - height),
    width,
    height,
  }));
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));

function isWithin({ x, y, width, height }: Box, bounds: Size): boolean {
  return x >= 0 && y >= 0 && x + width <= bounds.width && y + height <= bounds.height;
}

function costOf(position: Box, ownBox: Box, boxes: BoxGrid, labels: BoxGrid): number {
  let cost = 0;
  for (const label of labels.overlapping(position))
    cost += OVERLAP_COST.label * area(intersect(position, label));
  for (const box of boxes.overlapping(position)) {
    // A container of the control covers nothing else there: a card with a button in it.
    if (box !== ownBox && containedShare(ownBox, box) === 1) continue;
    cost +=
      OVERLAP_COST.control +
      area(intersect(position, box)) * (box === ownBox ? PIXEL_COST.own : PIXEL_COST.other);
  }
  return cost;
}

/** Side of a cell, pixels. */
const CELL = 64;

/** More columns than any picture has. */
const COLUMNS = 2 ** 20;

/** A spatial index of boxes. */
class BoxGrid {
  readonly #cells = new Map<number, Box[]>();

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) this.add(box);
  }

  add(box: Box): void {
    for (const key of cellsOf(box)) addToGroup(this.#cells, key, box);
  }

  /** The boxes that share a pixel with it. */
  overlapping(position: Box): Set<Box> {
    const found = new Set<Box>();
    for (const key of cellsOf(position))
      for (const box of this.#cells.get(key) ?? []) if (overlaps(position, box)) found.add(box);
    return found;
  }
}

function cellsOf({ x, y, width, height }: Box): number[] {
  const keys: number[] = [];
  const right = Math.floor((x + Math.max(width, 1) - 1) / CELL);
  const bottom = Math.floor((y + Math.max(height, 1) - 1) / CELL);
  for (let row = Math.floor(y / CELL); row <= bottom; row++)
    for (let column = Math.floor(x / CELL); column <= right; column++) keys.push(row * COLUMNS + column);
  return keys;
}
