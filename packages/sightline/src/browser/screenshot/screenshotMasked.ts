import { randomInt } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import type { SecretFingerprint } from '../../snapshot/secrets/secretFingerprints.ts';
import { retryUntilAttached } from '../connect/retryUntilAttached.ts';
import { type FrameAddress, tryCallPageScript } from '../frames/callPageScript.ts';
import type { FrameCapture, FrameTarget } from '../frames/FrameTarget.ts';
import { withTimeout } from '../withTimeout.ts';

interface MaskedScreenshotOptions {
  fullPage: boolean;
  /** Only this one, scrolled into view. */
  element: Locator | undefined;
  /** With `fullPage`: a larger picture is scaled down to this. */
  maxPixels: number;
  /** When it must be done, by `performance.now()`. */
  deadline: number;
}

/** How much longer than the screenshot may take the mask stays, milliseconds: it must not end before. */
const MASK_MARGIN_MS = 5_000;
/** Milliseconds for a document to remove its mask. */
const MASK_REMOVAL_TIMEOUT_MS = 1_000;

/**
 * A PNG of the page taken while the documents of `captures` are masked. Undefined where one of them was not masked all
 * the time (it went away, another took its place): the image is discarded then.
 */
export async function screenshotMasked(
  page: Page,
  captures: FrameCapture[],
  { fullPage, element, maxPixels, deadline }: MaskedScreenshotOptions,
): Promise<Buffer | undefined> {
  const remainingMs = Math.max(1, deadline - performance.now());
  const masks = captures.map((capture) => new DocumentMask(capture));
  const held = await secretsOf(captures);
  const applied = await Promise.all(
    masks.map((mask) => mask.apply(captures, held, remainingMs + MASK_MARGIN_MS)),
  );
  try {
    if (applied.includes(false)) return undefined;
    // Only the mask changes the page: hiding the caret would leave traces.
    const screenshotOptions = { timeout: remainingMs, caret: 'initial' } as const;
    const [main] = captures;
    const scaledImage = fullPage && main ? await screenshotScaled(main.target, maxPixels) : undefined;
    const image =
      scaledImage ??
      (await retryUntilAttached(() =>
        element ? element.screenshot(screenshotOptions) : page.screenshot({ ...screenshotOptions, fullPage }),
      ));
    const stayedMasked = await Promise.all(masks.map((mask) => mask.remove()));
    return stayedMasked.includes(false) ? undefined : image;
  } finally {
    await Promise.all(masks.map((mask) => mask.remove()));
  }
}

/** The whole page within so many pixels, scaled by the browser; undefined where it is no larger than that. */
async function screenshotScaled({ session }: FrameTarget, maxPixels: number): Promise<Buffer | undefined> {
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
  return Buffer.from(data, 'base64');
}

/** What each document would be told by of the secrets of the others; nothing where there is only one. */
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

/** The mask of one document. */
class DocumentMask {
  readonly #capture: FrameCapture;
  /** The document's own frame address: one that takes its place is not masked. */
  readonly #frame: FrameAddress;

  constructor(capture: FrameCapture) {
    this.#capture = capture;
    const { target, frameId } = capture;
    this.#frame = { target, frameId, contextId: target.contextOf(frameId)?.uniqueId ?? '' };
  }

  /** Leaves out the frames among `captures`: each has a mask of its own. False where the document is gone. */
  async apply(
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
    };
    return (await tryCallPageScript(this.#frame, 'applyScreenshotMask', key, request)) ?? false;
  }

  /** Whether it was applied until now, to the document that the frame still shows. */
  async remove(): Promise<boolean> {
    const removing = tryCallPageScript(this.#frame, 'removeScreenshotMask');
    const wasMasked = await withTimeout(removing, MASK_REMOVAL_TIMEOUT_MS, false);
    const { target, frameId, contextId } = this.#frame;
    return wasMasked === true && target.contextOf(frameId)?.uniqueId === contextId;
  }
}
