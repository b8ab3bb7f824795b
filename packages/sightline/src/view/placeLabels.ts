import type { Box } from '../model/Page.ts';
import { area, containedShare, intersect, isEmpty } from '../prune/geometry.ts';

export interface Size {
  width: number;
  height: number;
}

/** A box, and the size of the label that belongs to it. */
export interface Labelled {
  box: Box;
  label: Size;
}

/** How many pixels within a box are drawn on: words, lines, edges. */
export type InkOf = (place: Box) => number;

/** What it costs to cover a pixel of another control, of the label's own, and one that is drawn on. */
const COST = { other: 4, own: 2, ink: 5 };
/** What it costs to cover anything at all of a label, or of a control. */
const TOUCH = { label: 1e6, words: 400, control: 100 };
/** Pixels that are drawn on from which on it may be a letter, and not the edge of something. */
const LETTER = 20;
/** What the next best place costs over the one before, whatever it covers. */
const STEP = 2;

/**
 * Where each label stands: beside its box where there is room, so that it covers neither another label nor a
 * control, nor words; else where it covers least. Always inside the picture. Labels placed first have the choice.
 */
export function placeLabels(items: readonly Labelled[], picture: Size, inkOf: InkOf = () => 0): Box[] {
  const boxes = new Grid(items.map(({ box }) => box));
  const labels = new Grid([]);
  return items.map((item) => {
    const places = placesOf(item, picture);
    const costs = places.map(
      (place, i) => i * STEP + inkCost(inkOf(place)) + costOf(place, item.box, boxes, labels),
    );
    const best = places[costs.indexOf(Math.min(...costs))] as Box;
    labels.add(best);
    return best;
  });
}

/** Of the ink in a box as much as letters have, about, where words are known to stand and nothing else is. */
export function inkOfWords(words: readonly Box[]): InkOf {
  const grid = new Grid(words.map(withoutLeading));
  return (place) => {
    let ink = 0;
    for (const box of grid.near(place)) ink += DENSITY * area(intersect(place, box));
    return ink;
  };
}

/** The share of a line of text that is drawn on, of its height that is not. */
const DENSITY = 0.25;
const LEADING = 0.3;

function withoutLeading({ x, y, width, height }: Box): Box {
  const by = (Math.min(height, 24) * LEADING) / 2;
  return { x, y: y + by, width, height: height - 2 * by };
}

const inkCost = (ink: number): number => ink * COST.ink + (ink >= LETTER ? TOUCH.words : 0);

/** The places that a label may take, the best first: above, beside, below, then within its box. */
export function placesOf({ box, label }: Labelled, picture: Size): Box[] {
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
  const fitting = outside.filter(([x, y]) => isWithin({ x, y, width, height }, picture));
  return [...fitting, ...inside].map(([x, y]) => ({
    x: clamp(x, picture.width - width),
    y: clamp(y, picture.height - height),
    width,
    height,
  }));
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));

function isWithin({ x, y, width, height }: Box, picture: Size): boolean {
  return x >= 0 && y >= 0 && x + width <= picture.width && y + height <= picture.height;
}

function costOf(place: Box, own: Box, boxes: Grid, labels: Grid): number {
  let cost = 0;
  for (const label of labels.near(place)) cost += TOUCH.label * area(intersect(place, label));
  for (const box of boxes.near(place)) {
    // What holds the control covers nothing else there: a card with a button in it.
    if (box !== own && containedShare(own, box) === 1) continue;
    cost += TOUCH.control + area(intersect(place, box)) * (box === own ? COST.own : COST.other);
  }
  return cost;
}

/** Side of a cell, pixels. */
const CELL = 64;

/** More columns than any picture has. */
const COLUMNS = 2 ** 20;

/** Finds boxes near another one without asking all of them. */
class Grid {
  readonly #cells = new Map<number, Box[]>();

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) this.add(box);
  }

  add(box: Box): void {
    for (const key of cellsOf(box)) {
      const cell = this.#cells.get(key);
      if (cell) cell.push(box);
      else this.#cells.set(key, [box]);
    }
  }

  /** Those that share a pixel with it, each once. */
  near(place: Box): Set<Box> {
    const found = new Set<Box>();
    for (const key of cellsOf(place))
      for (const box of this.#cells.get(key) ?? []) if (!isEmpty(intersect(place, box))) found.add(box);
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
