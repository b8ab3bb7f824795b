import type { Locator, Page } from 'playwright-core';
import { evaluate, type FrameCapture } from './captureFrame.ts';
import type { World } from './World.ts';
import { whenAttached } from './whenAttached.ts';
import { withinTime } from './withinTime.ts';

interface Shot {
  fullPage: boolean;
  /** Only this one, scrolled into view. */
  element: Locator | undefined;
  /** With `fullPage`: a larger picture is scaled down to this. */
  maxPixels: number;
  /** When it must be done, by `performance.now()`. */
  end: number;
}

/** How much longer than the shot may take the paint stays up, milliseconds: it must not come down during it. */
const SPARE = 5_000;
/** Milliseconds in which the paint of a document should be off again. */
const LOWERING = 1_000;

/**
 * A PNG of the page taken while the documents of `captures` are shielded. Undefined where one of them was not
 * shielded from beginning to end (it went away, another took its place): the picture is thrown away then.
 */
export async function screenshotShielded(
  page: Page,
  captures: FrameCapture[],
  { fullPage, element, maxPixels, end }: Shot,
): Promise<Buffer | undefined> {
  const left = Math.max(1, end - performance.now());
  const shields = captures.map((capture) => new DocumentShield(capture));
  const raised = await Promise.all(shields.map((shield) => shield.raise(captures, left + SPARE)));
  try {
    if (raised.includes(false)) return undefined;
    // Nothing is done to the page but the paint: hiding the caret would leave traces.
    const how = { timeout: left, caret: 'initial' } as const;
    const [main] = captures;
    const scaled = fullPage && main ? await scaledShot(main.world, maxPixels) : undefined;
    const image =
      scaled ??
      (await whenAttached(() => (element ? element.screenshot(how) : page.screenshot({ ...how, fullPage }))));
    const held = await Promise.all(shields.map((shield) => shield.lower()));
    return held.includes(false) ? undefined : image;
  } finally {
    await Promise.all(shields.map((shield) => shield.lower()));
  }
}

/** The whole page within so many pixels, scaled by the browser; undefined where it is no larger than that. */
async function scaledShot({ session }: World, maxPixels: number): Promise<Buffer | undefined> {
  if (!Number.isFinite(maxPixels)) return undefined;
  const { cssContentSize, cssLayoutViewport, layoutViewport } = await session.send('Page.getLayoutMetrics');
  const { width, height } = cssContentSize;
  const density = layoutViewport.clientWidth / cssLayoutViewport.clientWidth || 1;
  const scale = Math.sqrt(maxPixels / (width * height)) / density;
  if (scale >= 1) return undefined;
  const { data } = await whenAttached(() =>
    session.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height, scale },
    }),
  );
  return Buffer.from(data, 'base64');
}

/** The shield of one document, seen from here. */
class DocumentShield {
  readonly #capture: FrameCapture;
  /** The document's context: that of another one that takes its place is not asked. */
  readonly #context: string | undefined;

  constructor(capture: FrameCapture) {
    this.#capture = capture;
    this.#context = capture.world.contextOf(capture.frameId)?.uniqueId;
  }

  /** Vouches for the frames among `captures`: each is shielded by itself. False where the document is gone. */
  raise(captures: FrameCapture[], milliseconds: number): Promise<boolean> {
    const { key } = this.#capture.document;
    const owners = captures.flatMap(({ document: { owner } }) => (owner?.document === key ? [owner.id] : []));
    const call = `__sightline.shield.raise(${JSON.stringify(owners)}, ${Math.round(milliseconds)})`;
    return this.#ask(`__sightline.key === ${JSON.stringify(key)} && (${call}, true)`);
  }

  /** Whether it was up until now, over the document that the frame still shows. */
  async lower(): Promise<boolean> {
    const wasUp = await withinTime(this.#ask('__sightline.shield.lower()'), LOWERING, false);
    const { world, frameId } = this.#capture;
    return wasUp && world.contextOf(frameId)?.uniqueId === this.#context;
  }

  async #ask(expression: string): Promise<boolean> {
    if (this.#context === undefined) return false;
    return evaluate(this.#capture.world, this.#context, expression).then(
      (answer) => answer === 'true',
      () => false,
    );
  }
}
