import type { Locator } from 'playwright-core';
import type { PageConnection } from '../browser/PageConnection.ts';
import type { MaskedPicture } from '../browser/screenshot/hideSecrets.ts';
import type {
  PageScreenshot,
  PageScreenshotOptions,
  PageScreenshotOptions as ShotOptions,
} from '../browser/screenshot/takeScreenshot.ts';
import { buildOverlay, drawMarks, type NumberedBox } from '../render/marks/drawMarks.ts';
import { estimateTextBoxes } from '../render/marks/estimateTextBoxes.ts';
import { findMarks, type Mark, type ScreenshotFrame, screenshotFrame } from '../render/marks/findMarks.ts';
import { MARK_COLORS, markColor, parseColor, type RgbColor } from '../render/marks/markColors.ts';
import type { Size } from '../render/marks/placeLabels.ts';
import { elementKey, type PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import { type AbortOptions, untilAborted } from '../snapshot/untilAborted.ts';
import type { Visibility } from '../visibility/Visibility.ts';
import { writePrivateFile } from './files/writePrivateFile.ts';
import type { SessionContext } from './SessionContext.ts';
import type { CapturedScreenshot } from './SessionResult.ts';

export interface HighlightOptions {
  /** One colour for all: `red`, `blue`, `green`, `purple`, `orange`, `teal`, `black` or `#rrggbb`. Default: by role. */
  color?: string;
}

export interface ElementScreenshotOptions {
  path?: string | undefined;
  timeoutMs: number;
}

export interface ScreenshotOptions
  extends Pick<ShotOptions, 'fullPage' | 'timeoutMs'>,
    HighlightOptions,
    AbortOptions {
  /** File to write it to. */
  path?: string;
  /** Draw a box with its number around each interactive element in view. Default false. */
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
  /** Where each of them lies in the picture, in its pixels. */
  places: NumberedPlace[];
  /** Why it shows nothing, if it does not. */
  note?: string;
}

/** In a picture that is painted over as a whole. */
const COVERED_NOTE =
  'all of it is painted over: the page shows a secret by its style, or in a bubble of the browser, and where that is painted cannot be known';

const noteOf = ({ isCovered }: { isCovered: boolean }): { note?: string } =>
  isCovered ? { note: COVERED_NOTE } : {};

export interface NumberedPlace {
  number: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of a picture of a whole page: 16,000 CSS pixels of 1280 each. */
const MAX_PIXELS = 20_480_000;

/** How often a page that changes while the picture is taken is tried again. */
const MAX_ATTEMPTS = 3;

/** Takes pictures of the page, with numbers on interactive elements. */
export class ScreenshotService {
  readonly #session: SessionContext;

  constructor(session: SessionContext) {
    this.#session = session;
  }

  take({ signal, ...options }: ScreenshotOptions): Promise<Screenshot> {
    return untilAborted(() => this.#session.source.explainFailure(this.#take(options)), signal);
  }

  async #take(options: Omit<ScreenshotOptions, 'signal'>): Promise<Screenshot> {
    const { path, numbers = false, color, highlight = 'image', timeoutMs = 10_000, ...shot } = options;
    const colorFor = createColorPicker(color);
    const end = performance.now() + timeoutMs;
    const connection = await this.#session.connection(timeoutMs);
    const shotOptions = () => ({ ...shot, timeoutMs: Math.max(1, end - performance.now()) });
    const takePlain = async () => ({ ...(await this.#shoot(connection, shotOptions())), drawnMarks: [] });
    const takeWithOverlay = () => this.#takeWithOverlay(connection, shotOptions(), colorFor);
    const takeWithDrawnMarks = () => this.#takeWithDrawnMarks(connection, shotOptions, colorFor);
    const { image, drawnMarks, isCovered } = await (!numbers
      ? takePlain
      : highlight === 'page'
        ? takeWithOverlay
        : takeWithDrawnMarks)();
    await this.#session.source.tabs.eventsChecked();
    savePicture(path, image);
    const places = drawnMarks.map(placeOf);
    const size = pngSize(image);
    return {
      image,
      path,
      ...size,
      numbers: places.map(({ number }) => number),
      places,
      ...noteOf({ isCovered }),
    };
  }

  /**
   * The page at rest, as a picture and as the data that belongs to it. A page so tall that its picture
   * would take tens of megabytes and half a minute is scaled down.
   */
  async capture({
    fullPage = false,
    timeoutMs = 10_000,
    numbers = false,
  }: ShotOptions & Pick<ScreenshotOptions, 'numbers'>): Promise<CapturedScreenshot> {
    const end = performance.now() + timeoutMs;
    const connection = await this.#session.connection(timeoutMs);
    const shotOptions = () => ({
      fullPage,
      // Scaled by a protocol session of our own, the device that a host emulates would be lost with it.
      maxPixels: this.#session.source.isShared ? undefined : MAX_PIXELS,
      timeoutMs: Math.max(1, end - performance.now()),
    });
    const { image, snapshot, area } = await this.#captureStable(connection, shotOptions);
    await this.#session.source.tabs.eventsChecked();
    const picture = numbers ? (await this.#drawNumbers(image, snapshot, area, markColor)).image : image;
    return { snapshot, image: picture, ...pngSize(picture) };
  }

  /** A picture of what `element` finds alone. */
  async takeElement(
    connection: PageConnection,
    element: Locator,
    { path, timeoutMs }: ElementScreenshotOptions,
  ): Promise<Screenshot> {
    const { image, isCovered } = await this.#shoot(connection, { element, timeoutMs });
    await this.#session.source.tabs.eventsChecked();
    savePicture(path, image);
    return { image, path, ...pngSize(image), numbers: [], places: [], ...noteOf({ isCovered }) };
  }

  /** Shows boxes over the live page, until the next look or action removes them. Returns their numbers. */
  async highlight({ color }: HighlightOptions = {}): Promise<number[]> {
    const colorFor = createColorPicker(color);
    const connection = await this.#session.connection();
    const { drawnMarks, frame, visibility } = this.#buildMarks(
      await connection.capture(),
      { fullPage: true },
      colorFor,
    );
    await connection.highlight(buildOverlay(drawnMarks, frame, estimateTextBoxes(visibility, frame)));
    return drawnMarks.map(({ ref }) => ref);
  }

  async clearHighlights(): Promise<void> {
    await (await this.#session.connection()).clearHighlights();
  }

  async #takeWithDrawnMarks(
    connection: PageConnection,
    shotOptions: () => ShotOptions,
    colorFor: ColorPicker,
  ): Promise<AnnotatedScreenshot> {
    const { image, snapshot, area, isCovered } = await this.#captureStable(connection, shotOptions);
    return { ...(await this.#drawNumbers(image, snapshot, area, colorFor)), isCovered };
  }

  async #drawNumbers(
    image: Buffer,
    snapshot: Snapshot,
    area: CapturedArea,
    colorFor: ColorPicker,
  ): Promise<Omit<AnnotatedScreenshot, 'isCovered'>> {
    const { readPng, writePng } = await import('../browser/screenshot/png.ts');
    const { drawnMarks, frame } = this.#buildMarks(snapshot, area, colorFor);
    const bitmap = readPng(image);
    drawMarks(bitmap, drawnMarks, frame.scale);
    return { image: writePng(bitmap), drawnMarks };
  }

  /** Tries again where the boxes before and after the picture differ: the page moved meanwhile. */
  async #captureStable(
    connection: PageConnection,
    shotOptions: () => ShotOptions,
  ): Promise<PageScreenshot & { area: CapturedArea }> {
    for (let attempt = 1; ; attempt++) {
      const { fullPage } = shotOptions();
      const shot = await this.#shoot(connection, shotOptions());
      const area = { fullPage, picture: pngSize(shot.image) };
      const after = await connection.capture(shotOptions());
      if (attempt === MAX_ATTEMPTS || this.#isSame(shot.snapshot, after, area)) return { ...shot, area };
    }
  }

  async #takeWithOverlay(
    connection: PageConnection,
    shotOptions: ShotOptions,
    colorFor: ColorPicker,
  ): Promise<AnnotatedScreenshot> {
    let overlayMarks: NumberedBox[] = [];
    const overlay = (snapshot: Snapshot) => {
      const { drawnMarks, frame, visibility } = this.#buildMarks(snapshot, shotOptions, colorFor);
      overlayMarks = drawnMarks;
      return buildOverlay(drawnMarks, frame, estimateTextBoxes(visibility, frame));
    };
    const { image, isCovered } = await this.#shoot(connection, { ...shotOptions, overlay });
    return { image, isCovered, drawnMarks: overlayMarks };
  }

  async #shoot(connection: PageConnection, options: PageScreenshotOptions): Promise<PageScreenshot> {
    try {
      return await connection.screenshot(options);
    } finally {
      await this.#session.source.restoreDevice();
    }
  }

  #buildMarks(snapshot: Snapshot, area: CapturedArea, colorFor: ColorPicker): MarkDrawing {
    const { pageState, refOf } = this.#session.pageOf(snapshot).renderContext();
    const { marks, frame } = marksIn(pageState.visibility, area);
    const drawnMarks = marks.map(({ node, box }) => ({ ref: refOf(node), color: colorFor(node), box }));
    return { drawnMarks, frame, visibility: pageState.visibility };
  }

  #isSame(before: Snapshot, after: Snapshot, area: CapturedArea): boolean {
    if (before === after) return true;
    const [marksBefore, marksAfter] = [before, after].map((snapshot) => {
      const { marks } = marksIn(this.#session.pageOf(snapshot).pageState.visibility, area);
      return JSON.stringify(marks.map(({ node, box }) => [elementKey(node), box]));
    });
    return marksBefore === marksAfter;
  }
}

function placeOf({ ref, box }: NumberedBox): NumberedPlace {
  const { x, y, width, height } = box;
  const round = Math.round;
  return { number: ref, x: round(x), y: round(y), width: round(width), height: round(height) };
}

interface AnnotatedScreenshot extends MaskedPicture {
  drawnMarks: NumberedBox[];
}

interface MarkDrawing {
  drawnMarks: NumberedBox[];
  frame: ScreenshotFrame;
  visibility: Visibility;
}

interface CapturedArea {
  fullPage?: boolean | undefined;
  picture?: Size;
}

type ColorPicker = (node: PageNode) => RgbColor;

function marksIn(
  visibility: Visibility,
  { fullPage = false, picture }: CapturedArea,
): { marks: Mark[]; frame: ScreenshotFrame } {
  const frame = screenshotFrame(visibility, fullPage, picture);
  return { marks: findMarks(visibility, frame), frame };
}

function createColorPicker(color: string | undefined): ColorPicker {
  if (color === undefined) return markColor;
  const parsed = parseColor(color);
  if (parsed) return () => parsed;
  const names = Object.keys(MARK_COLORS).join(', ');
  throw new SightlineError('invalid_argument', `${shorten(color, 50)} is not a colour.`, {
    hint: `Give #rrggbb, or one of ${names}.`,
  });
}

function savePicture(path: string | undefined, image: Buffer): void {
  if (path === undefined) return;
  writePrivateFile(path, image, { errorPrefix: 'The screenshot cannot be saved', createFolder: true });
}

/** From the header of the file. */
function pngSize(png: Buffer): Size {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
