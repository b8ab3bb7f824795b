import type { Locator, Page } from 'playwright-core';
import type { Snapshot } from '../model/Snapshot.ts';
import type { Highlight } from '../page/Highlights.ts';
import { browserError } from './browserError.ts';
import type { FrameCapture } from './captureFrame.ts';
import type { Highlighter } from './Highlighter.ts';
import { navigated, noAnswer } from './pageErrors.ts';
import { screenshotShielded } from './screenshot.ts';
import { withinTime } from './withinTime.ts';

export interface ScreenshotOptions {
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
export interface Shot {
  image: Buffer;
  snapshot: Snapshot;
}

/** Captures the page, within milliseconds. */
type Look = (timeoutMs: number) => Promise<{ snapshot: Snapshot; captures: FrameCapture[] }>;

/** How often it begins again when the page changes under it. */
const ATTEMPTS = 5;

/** Looks at a page and photographs it, until the picture is of what was looked at: secrets lie where they were seen. */
export async function photograph(
  page: Page,
  look: Look,
  highlighter: Highlighter,
  options: ScreenshotOptions,
): Promise<Shot> {
  const { fullPage = false, element, overlay, timeoutMs = 10_000 } = options;
  const { maxPixels = Number.POSITIVE_INFINITY } = options;
  const end = performance.now() + timeoutMs;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // It hands in the closed shadow roots, and finds which element holds which frame.
    const { snapshot, captures } = await look(end - performance.now());
    const shown = captures.filter(({ document }) => snapshot.documents.includes(document));
    if (overlay) await highlighter.show(overlay(snapshot));
    const taking = screenshotShielded(page, shown, { fullPage, element, maxPixels, end });
    try {
      const image = await withinTime<Buffer | 'late' | undefined>(taking, end - performance.now(), 'late');
      if (image === 'late') throw noAnswer(timeoutMs);
      if (image) return { image, snapshot };
    } catch (error) {
      throw browserError(error, page);
    } finally {
      await highlighter.clear();
    }
  }
  throw navigated(new Error('the page changed each time it was photographed'));
}
