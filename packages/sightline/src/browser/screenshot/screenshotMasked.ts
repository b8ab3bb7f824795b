import { randomInt } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import type { PictureView, SecretAreasResponse } from '../../injected/PageApi.ts';
import { IDENTITY, transformBox } from '../../snapshot/geometry.ts';
import type { SecretFingerprint } from '../../snapshot/secrets/secretFingerprints.ts';
import { retryUntilAttached } from '../connect/retryUntilAttached.ts';
import { type FrameAddress, tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture, FrameTarget } from '../frames/FrameTarget.ts';
import { withTimeout } from '../withTimeout.ts';
import { boundingBox, type MaskedPicture, type PictureFrame, paintOver, placeAreas } from './hideSecrets.ts';

interface MaskedScreenshotOptions {
  fullPage: boolean;
  /** Only this one, scrolled into view. */
  element: Locator | undefined;
  /** With `fullPage`: a larger picture is scaled down to this. */
  maxPixels: number;
  /** When it must be done, by `performance.now()`. */
  deadline: number;
  /** What moves all the time: all that lies between is painted over. Default: undefined is the answer. */
  acceptMoving: boolean;
}

/** How much longer than the screenshot may take the documents note where their secrets are, milliseconds. */
const NOTING_MARGIN_MS = 5_000;
/** Milliseconds for a document to answer with them. */
const STOP_TIMEOUT_MS = 1_000;

/**
 * A PNG of the page, in which the secrets that the documents of `captures` painted are painted over. Undefined where that may
 * not be all: one of them went away, another took its place, or what is secret moved. The picture is discarded then.
 */
export async function screenshotMasked(
  page: Page,
  captures: FrameCapture[],
  options: MaskedScreenshotOptions,
): Promise<MaskedPicture | undefined> {
  const remainingMs = Math.max(1, options.deadline - performance.now());
  // Before anything is noted: what scrolls, moves.
  if (options.element) await options.element.scrollIntoViewIfNeeded({ timeout: remainingMs });
  const documents = captures.map((capture) => new DocumentAreas(capture));
  const held = await secretsOf(captures);
  const started = await Promise.all(
    documents.map((document) => document.start(captures, held, remainingMs + NOTING_MARGIN_MS)),
  );
  try {
    if (started.includes(false)) return undefined;
    const pictured = await takePicture(page, captures, options);
    const noted = new Map<FrameCapture, SecretAreasResponse>();
    for (const [i, response] of (await Promise.all(documents.map((document) => document.stop()))).entries())
      if (response) noted.set(captures[i] as FrameCapture, response);
    const [main] = captures;
    const { view, scrolled } = (main && noted.get(main)) ?? {};
    if (!pictured || !view || noted.size < captures.length) return undefined;
    const boxes = placeAreas(noted);
    if (boxes.length === 0) return { image: pictured.image, isCovered: false };
    const isMoving = [...noted.values()].some(({ moved }) => moved);
    if (scrolled || (isMoving && !options.acceptMoving)) return undefined;
    return await paintOver(pictured.image, isMoving ? [boundingBox(boxes)] : boxes, pictured.frame(view));
  } finally {
    await Promise.all(documents.map((document) => document.stop()));
  }
}

interface TakenPicture {
  image: Buffer;
  frame: (view: PictureView) => PictureFrame;
}

/** Undefined where the element that it shows has moved meanwhile. */
async function takePicture(
  page: Page,
  [main]: FrameCapture[],
  { fullPage, element, maxPixels, deadline }: MaskedScreenshotOptions,
): Promise<TakenPicture | undefined> {
  // Hiding the caret would leave traces in the page.
  const options = { timeout: Math.max(1, deadline - performance.now()), caret: 'initial' } as const;
  const shownWidth = main && !fullPage ? await scaledWidth(main.target) : undefined;
  if (main && shownWidth) return takeShownPicture(main.target, shownWidth, element, options);
  if (element) return takeElementPicture(element, options);
  const wholePage = ({ pageX, pageY, pageWidth }: PictureView): PictureFrame => ({
    x: pageX,
    y: pageY,
    width: pageWidth,
  });
  const scaled = fullPage && main ? await screenshotScaled(main.target, maxPixels) : undefined;
  if (scaled) return { image: scaled.image, frame: (view) => ({ ...wholePage(view), width: scaled.width }) };
  const image = await retryUntilAttached(() => page.screenshot({ ...options, fullPage }));
  const shown = (view: PictureView): PictureFrame => ({ ...view, width: widthOf(image) / view.density });
  return { image, frame: fullPage ? wholePage : shown };
}

/**
 * CSS pixels of the page from left to right on the screen, where a phone shows a part of its width, enlarged or not, or shows it
 * smaller and begins left of it or above it; else undefined.
 */
async function scaledWidth({ session }: FrameTarget): Promise<number | undefined> {
  const { cssVisualViewport, cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
  const { scale, clientWidth, pageX, pageY } = cssVisualViewport;
  const isPart = scale > 1 || cssLayoutViewport.clientWidth - clientWidth > 1;
  return isPart || (scale < 1 && Math.min(pageX, pageY) < 0) ? clientWidth : undefined;
}

/**
 * What the screen shows, or what that shows of an element. On such a screen a picture that is asked for by its place in the page
 * (`clip`), as Playwright does, may be one of another place.
 */
async function takeShownPicture(
  { session }: FrameTarget,
  shownWidth: number,
  element: Locator | undefined,
  options: { timeout: number },
): Promise<TakenPicture | undefined> {
  const before = element && (await element.boundingBox(options));
  const { data } = await retryUntilAttached(() => session.send('Page.captureScreenshot', { format: 'png' }));
  const after = element && (await element.boundingBox(options));
  if (before === null || JSON.stringify(before) !== JSON.stringify(after)) return undefined;
  const shown = Buffer.from(data, 'base64');
  const frame = ({ x, y }: PictureView): PictureFrame => ({ x, y, width: shownWidth });
  if (!before) return { image: shown, frame };
  const { cutPng } = await import('./png.ts');
  const scale = widthOf(shown) / shownWidth;
  const cut = cutPng(shown, transformBox(before, { ...IDENTITY, a: scale, d: scale }));
  return (
    cut && {
      image: cut.image,
      frame: ({ x, y }) => ({
        x: x + cut.left / scale,
        y: y + cut.top / scale,
        width: widthOf(cut.image) / scale,
      }),
    }
  );
}

/** Of a PNG, pixels: the first number of its header. */
const widthOf = (png: Buffer): number => png.readUInt32BE(16);

async function takeElementPicture(
  element: Locator,
  options: { timeout: number; caret: 'initial' },
): Promise<TakenPicture | undefined> {
  const before = await element.boundingBox(options);
  const image = await retryUntilAttached(() => element.screenshot(options));
  const after = await element.boundingBox(options);
  if (!before || JSON.stringify(before) !== JSON.stringify(after)) return undefined;
  // As Playwright rounds the box that it pictures.
  const floor = (value: number): number => Math.floor(value + 1e-3);
  const frame = ({ scrollX, scrollY }: PictureView): PictureFrame => {
    const [x, y] = [before.x + scrollX, before.y + scrollY];
    return { x: floor(x), y: floor(y), width: Math.ceil(x + before.width - 1e-3) - floor(x) };
  };
  return { image, frame };
}

/** The whole page within so many pixels, scaled by the browser; undefined where it is no larger than that. */
async function screenshotScaled(
  { session }: FrameTarget,
  maxPixels: number,
): Promise<{ image: Buffer; width: number } | undefined> {
  if (!Number.isFinite(maxPixels)) return undefined;
  const { cssContentSize, cssLayoutViewport, layoutViewport } = await session.send('Page.getLayoutMetrics');
  const { width, height } = cssContentSize;
  const density = layoutViewport.clientWidth / cssLayoutViewport.clientWidth || 1;
  const scale = Math.sqrt(maxPixels / (width * height)) / density;
  if (scale >= 1) return undefined;
  const { data } = await retryUntilAttached(() =>
    session.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height, scale },
    }),
  );
  return { image: Buffer.from(data, 'base64'), width };
}

/** What each document receives of the secrets of the others; nothing where there is only one. */
async function secretsOf(captures: FrameCapture[]): Promise<HeldSecrets> {
  const seed = randomInt(2 ** 31);
  const holders = captures.length < 2 ? [] : captures.filter(({ holdsSecrets }) => holdsSecrets);
  const asking = holders.map(
    async (holder) => [holder, (await tryCallPageScript(holder, 'secretFingerprints', seed)) ?? []] as const,
  );
  return { seed, fingerprints: new Map(await Promise.all(asking)) };
}

interface HeldSecrets {
  seed: number;
  fingerprints: ReadonlyMap<FrameCapture, readonly SecretFingerprint[]>;
}

/** The areas of one document. */
class DocumentAreas {
  readonly #capture: FrameCapture;
  /** The document's own frame address: one that takes its place noted nothing. */
  readonly #frame: FrameAddress;

  constructor(capture: FrameCapture) {
    this.#capture = capture;
    const { target, frameId } = capture;
    this.#frame = { target, frameId, contextId: target.contextOf(frameId)?.uniqueId ?? '' };
  }

  /** Leaves out the frames among `captures`: each is asked itself. False where the document is gone. */
  async start(
    captures: FrameCapture[],
    { seed, fingerprints }: HeldSecrets,
    milliseconds: number,
  ): Promise<boolean> {
    const { key } = this.#capture.document;
    const owners = captures.flatMap(({ document: { owner } }) => (owner?.document === key ? [owner.id] : []));
    const others = [...fingerprints].flatMap(([holder, held]) => (holder === this.#capture ? [] : held));
    const request = {
      safeFrames: owners,
      milliseconds: Math.round(milliseconds),
      others: { seed, fingerprints: others },
      inPage: this.#capture === captures[0],
    };
    return (await tryCallPageScript(this.#frame, 'startSecretAreas', key, request)) ?? false;
  }

  /** What was noted until now by the document that the frame still shows; undefined the second time, too. */
  async stop(): Promise<SecretAreasResponse | undefined> {
    const stopping = tryCallPageScript(this.#frame, 'stopSecretAreas');
    const response = await withTimeout(stopping, STOP_TIMEOUT_MS, undefined);
    const { target, frameId, contextId } = this.#frame;
    return target.contextOf(frameId)?.uniqueId === contextId ? response : undefined;
  }
}
