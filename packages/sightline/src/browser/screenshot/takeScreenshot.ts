import type { Locator, Page } from 'playwright-core';
import type { Highlight } from '../../injected/PageApi.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import { toBrowserError } from '../browserError.ts';
import type { FrameCapture } from '../frames/FrameTarget.ts';
import { pageTimeoutError, restlessPageError } from '../pageErrors.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Highlighter } from './Highlighter.ts';
import type { MaskedPicture } from './hideSecrets.ts';
import { screenshotMasked } from './screenshotMasked.ts';

export interface PageScreenshotOptions {
  /** The whole page, not only what the viewport shows. Default false. */
  fullPage?: boolean | undefined;
  /** A picture of the whole page that is larger is scaled down to this; default: none is. */
  maxPixels?: number | undefined;
  /** Only this element, scrolled into view. */
  element?: Locator;
  /** What is shown over the page while the picture is taken. */
  overlay?: (snapshot: Snapshot) => Highlight[];
  /** Milliseconds for all of it; default 10,000. */
  timeoutMs?: number | undefined;
}

/** PNG bytes, and what the page held just before. */
export interface PageScreenshot extends MaskedPicture {
  snapshot: Snapshot;
}

/** Captures the page, within milliseconds. */
type CaptureForScreenshot = (timeoutMs: number) => Promise<{ snapshot: Snapshot; captures: FrameCapture[] }>;

/** How often it begins again when the page changes under it. */
const MAX_ATTEMPTS = 5;

/** Captures the page and takes a screenshot, until the page does not change between the two: secrets are where they were captured. */
export async function takeScreenshot(
  page: Page,
  capture: CaptureForScreenshot,
  highlighter: Highlighter,
  options: PageScreenshotOptions,
): Promise<PageScreenshot> {
  const { fullPage = false, element, overlay, timeoutMs = 10_000 } = options;
  const { maxPixels = Number.POSITIVE_INFINITY } = options;
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    // The capture registers closed shadow roots, and finds the owner element of each frame.
    const { snapshot, captures } = await capture(deadline - performance.now());
    const includedCaptures = captures.filter(({ document }) => snapshot.documents.includes(document));
    if (overlay) await highlighter.show(overlay(snapshot));
    const acceptMoving = attempt === MAX_ATTEMPTS;
    const maskOptions = { fullPage, element, maxPixels, deadline, acceptMoving };
    const takingImage = screenshotMasked(page, includedCaptures, maskOptions);
    try {
      const picture = await withTimeout<MaskedPicture | 'late' | undefined>(
        takingImage,
        deadline - performance.now(),
        'late',
      );
      if (picture === 'late') throw pageTimeoutError(timeoutMs);
      if (picture) return { ...picture, snapshot };
    } catch (error) {
      throw toBrowserError(error, page);
    } finally {
      await highlighter.clear();
    }
  }
  throw restlessPageError();
}
