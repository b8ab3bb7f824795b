import type { Locator } from 'playwright-core';
import type { PageDoor } from '../browser/PageDoor.ts';
import type { ScreenshotOptions as ShotOptions } from '../browser/photograph.ts';
import { identity, type PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { shorten } from '../model/shorten.ts';
import type { Pruning } from '../prune/Pruning.ts';
import { COLORS, type Color, colorOf, parseColor } from '../view/colors.ts';
import { type Drawn, drawMarks } from '../view/drawMarks.ts';
import { frameOf, type Mark, marksOf, type PictureFrame } from '../view/marks.ts';
import { overlayOf } from '../view/overlay.ts';
import type { Size } from '../view/placeLabels.ts';
import type { Scene } from '../view/View.ts';
import { wordBoxes } from '../view/wordBoxes.ts';
import { writePrivately } from './writePrivately.ts';

export interface HighlightOptions {
  /** One colour for all: `red`, `blue`, `green`, `purple`, `orange`, `teal`, `black` or `#rrggbb`. Default: by role. */
  color?: string;
}

export interface ElementShotOptions {
  path?: string | undefined;
  timeoutMs: number;
}

export interface ScreenshotOptions extends Pick<ShotOptions, 'fullPage' | 'timeoutMs'>, HighlightOptions {
  /** File to write it to. */
  path?: string;
  /** Draw a box with its number around each element in view that can be used. Default false. */
  numbers?: boolean;
  /** Drawn onto the picture (`image`, default), or over the page for as long as it is taken. */
  highlight?: 'image' | 'page';
}

/** A picture of the page: PNG bytes, and their size in device pixels. */
export interface Screenshot {
  image: Buffer;
  /** Where it was written, if it was. */
  path: string | undefined;
  width: number;
  height: number;
  /** The numbers that were drawn, in document order. */
  numbers: number[];
}

/** A page and its picture: PNG bytes, and their size in device pixels. */
export interface Capture {
  snapshot: Snapshot;
  image: Buffer;
  width: number;
  height: number;
}

/** What a camera needs of its session. */
export interface Scenery {
  door(timeoutMs?: number): Promise<PageDoor>;
  /** What a snapshot shows. */
  read(snapshot: Snapshot): Scene;
  /** Settles when what pages did on their own can be told. */
  settled(): Promise<void>;
}

/** Pixels of a picture of a whole page: 16,000 CSS pixels of 1280 each. */
const MOST = 20_480_000;

/** How often a page that moves while it is photographed is tried again. */
const ATTEMPTS = 3;

/** Takes pictures of the page, with numbers on what can be used. */
export class Camera {
  readonly #scenery: Scenery;

  constructor(scenery: Scenery) {
    this.#scenery = scenery;
  }

  async take(options: ScreenshotOptions = {}): Promise<Screenshot> {
    const { path, numbers = false, color, highlight = 'image', timeoutMs = 10_000, ...shot } = options;
    const pick = pickerOf(color);
    const end = performance.now() + timeoutMs;
    const door = await this.#scenery.door(timeoutMs);
    const how = () => ({ ...shot, timeoutMs: Math.max(1, end - performance.now()) });
    const plain = async () => ({ ...(await door.screenshot(how())), drawn: [] });
    const overlaid = () => this.#overlaid(door, how(), pick);
    const drawing = () => this.#drawn(door, how, pick);
    const { image, drawn } = await (!numbers ? plain : highlight === 'page' ? overlaid : drawing)();
    await this.#scenery.settled();
    if (path !== undefined) writePrivately(path, image, 'The screenshot cannot be saved');
    return { image, path, ...sizeOf(image), numbers: drawn.map(({ number }) => number) };
  }

  /**
   * The page at rest, as a picture without numbers and as the data that belongs to it. A page so tall that its picture
   * would take tens of megabytes and half a minute is scaled down.
   */
  async capture({ fullPage = false, timeoutMs = 10_000 }: ShotOptions = {}): Promise<Capture> {
    const end = performance.now() + timeoutMs;
    const door = await this.#scenery.door(timeoutMs);
    const how = () => ({ fullPage, maxPixels: MOST, timeoutMs: Math.max(1, end - performance.now()) });
    const { image, snapshot } = await this.#still(door, how);
    await this.#scenery.settled();
    return { snapshot, image, ...sizeOf(image) };
  }

  /** A picture of what `element` finds alone. */
  async takeOf(
    door: PageDoor,
    element: Locator,
    { path, timeoutMs }: ElementShotOptions,
  ): Promise<Screenshot> {
    const { image } = await door.screenshot({ element, timeoutMs });
    await this.#scenery.settled();
    if (path !== undefined) writePrivately(path, image, 'The screenshot cannot be saved');
    return { image, path, ...sizeOf(image), numbers: [] };
  }

  /** Shows boxes over the live page, until the next look or action takes them off. Answers their numbers. */
  async highlight({ color }: HighlightOptions = {}): Promise<number[]> {
    const pick = pickerOf(color);
    const door = await this.#scenery.door();
    const { drawn, frame, pruning } = this.#draw(await door.capture(), { fullPage: true }, pick);
    await door.highlight(overlayOf(drawn, frame, wordBoxes(pruning, frame)));
    return drawn.map(({ number }) => number);
  }

  async clearHighlights(): Promise<void> {
    await (await this.#scenery.door()).clearHighlights();
  }

  /** Onto the picture. */
  async #drawn(door: PageDoor, how: () => ShotOptions, pick: Picker): Promise<DrawnShot> {
    const { readPng, writePng } = await import('../browser/pixels.ts');
    const { image, snapshot, what } = await this.#still(door, how);
    const { drawn, frame } = this.#draw(snapshot, what, pick);
    const picture = readPng(image);
    drawMarks(picture, drawn, frame.scale);
    return { image: writePng(picture), drawn };
  }

  /** The boxes before and after the picture must be the same, or the page moved meanwhile. */
  async #still(
    door: PageDoor,
    how: () => ShotOptions,
  ): Promise<{ image: Buffer; snapshot: Snapshot; what: Shown }> {
    for (let attempt = 1; ; attempt++) {
      const { fullPage } = how();
      const { image, snapshot } = await door.screenshot(how());
      const what = { fullPage, picture: sizeOf(image) };
      const after = await door.capture(how());
      if (attempt === ATTEMPTS || this.#isSame(snapshot, after, what)) return { image, snapshot, what };
    }
  }

  async #overlaid(door: PageDoor, how: ShotOptions, pick: Picker): Promise<DrawnShot> {
    let shown: Drawn[] = [];
    const overlay = (snapshot: Snapshot) => {
      const { drawn, frame, pruning } = this.#draw(snapshot, how, pick);
      shown = drawn;
      return overlayOf(drawn, frame, wordBoxes(pruning, frame));
    };
    const { image } = await door.screenshot({ ...how, overlay });
    return { image, drawn: shown };
  }

  #draw(snapshot: Snapshot, what: Shown, pick: Picker): Drawing {
    const { structure, numberOf } = this.#scenery.read(snapshot);
    const { marks, frame } = marksIn(structure.pruning, what);
    const drawn = marks.map(({ node, box }) => ({ number: numberOf(node), color: pick(node), box }));
    return { drawn, frame, pruning: structure.pruning };
  }

  #isSame(before: Snapshot, after: Snapshot, what: Shown): boolean {
    if (before === after) return true;
    const [then, now] = [before, after].map((snapshot) => {
      const { marks } = marksIn(this.#scenery.read(snapshot).structure.pruning, what);
      return JSON.stringify(marks.map(({ node, box }) => [identity(node), box]));
    });
    return then === now;
  }
}

interface DrawnShot {
  image: Buffer;
  drawn: Drawn[];
}

interface Drawing {
  drawn: Drawn[];
  frame: PictureFrame;
  pruning: Pruning;
}

interface Shown {
  fullPage?: boolean | undefined;
  picture?: Size;
}

type Picker = (node: PageNode) => Color;

function marksIn(
  pruning: Pruning,
  { fullPage = false, picture }: Shown,
): { marks: Mark[]; frame: PictureFrame } {
  const frame = frameOf(pruning, fullPage, picture);
  return { marks: marksOf(pruning, frame), frame };
}

function pickerOf(color: string | undefined): Picker {
  if (color === undefined) return colorOf;
  const one = parseColor(color);
  if (one) return () => one;
  const names = Object.keys(COLORS).join(', ');
  throw new SightlineError('invalid_argument', `No colour: ${shorten(color, 50)}`, {
    hint: `Give #rrggbb, or one of ${names}.`,
  });
}

/** From the header that every PNG begins with. */
function sizeOf(png: Buffer): Size {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
