import type { Frame, FrameLocator, Page } from 'playwright-core';
import { SELECTOR_ENGINE } from '../locators/selectorEngine.ts';
import { staleDocumentError } from '../pageErrors.ts';
import type { DocumentPlacement } from './joinDocuments.ts';

/** Where Playwright finds the elements of each document of a page: the page itself, or a frame in it. */
export class DocumentScopes {
  readonly #page: Page;
  #placements: ReadonlyMap<string, DocumentPlacement> = new Map();
  /** Frames of documents that no locator finds its way to, by key. */
  #unlocatableFrames = new Map<string, Frame>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** From now on it is these documents, by key. */
  async update(placements: ReadonlyMap<string, DocumentPlacement>): Promise<void> {
    this.#placements = placements;
    await this.#findUnlocatableFrames();
  }

  /** Throws `stale` for a document that is not among them. */
  scopeOf(documentKey: string): Page | Frame | FrameLocator {
    const placement = this.#placements.get(documentKey);
    if (!placement) throw staleDocumentError(documentKey);
    if (placement.parentKey === undefined) return this.#page;
    const frame = this.#unlocatableFrames.get(documentKey);
    if (frame) return frame;
    return this.scopeOf(placement.parentKey).frameLocator(
      `${SELECTOR_ENGINE}=${placement.parentKey}/${placement.ownerId}`,
    );
  }

  /** Playwright has a frame for what an `object` holds, but no way from the element to it. */
  async #findUnlocatableFrames(): Promise<void> {
    const keys = [...this.#placements].flatMap(([key, { hasFrameLocator }]) =>
      hasFrameLocator ? [] : [key],
    );
    const previous = this.#unlocatableFrames;
    this.#unlocatableFrames = new Map();
    for (const key of keys) {
      const frames = [previous.get(key), ...this.#page.frames()];
      for (const frame of frames) {
        if (!frame || !(await showsDocument(frame, key))) continue;
        this.#unlocatableFrames.set(key, frame);
        break;
      }
    }
  }
}

async function showsDocument(frame: Frame, documentKey: string): Promise<boolean> {
  const matches = frame.locator(`${SELECTOR_ENGINE}=${documentKey}`).count();
  return (await matches.catch(() => 0)) === 1;
}
