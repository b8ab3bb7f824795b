import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { Place } from './joinDocuments.ts';
import { staleDocument } from './pageErrors.ts';
import { ENGINE } from './selectorEngine.ts';

/** Where Playwright finds the elements of each document of a page: the page itself, or a frame in it. */
export class DocumentScopes {
  readonly #page: Page;
  #places: ReadonlyMap<string, Place> = new Map();
  /** Frames of documents that no locator finds its way to, by key. */
  #unframed = new Map<string, Frame>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** From now on it is these documents, by key. */
  async follow(places: ReadonlyMap<string, Place>): Promise<void> {
    this.#places = places;
    await this.#findUnframed();
  }

  /** Throws `stale` for a document that is not among them. */
  of(documentKey: string): Page | Frame | FrameLocator {
    const place = this.#places.get(documentKey);
    if (!place) throw staleDocument(documentKey);
    if (place.parentKey === undefined) return this.#page;
    const frame = this.#unframed.get(documentKey);
    if (frame) return frame;
    return this.of(place.parentKey).frameLocator(`${ENGINE}=${place.parentKey}/${place.ownerId}`);
  }

  /** Playwright has a frame for what an `object` holds, but no way from the element to it. */
  async #findUnframed(): Promise<void> {
    const keys = [...this.#places].flatMap(([key, { isFramed }]) => (isFramed ? [] : [key]));
    const known = this.#unframed;
    this.#unframed = new Map();
    for (const key of keys) {
      const frames = [known.get(key), ...this.#page.frames()];
      for (const frame of frames) {
        if (!frame || !(await holds(frame, key))) continue;
        this.#unframed.set(key, frame);
        break;
      }
    }
  }
}

async function holds(frame: Frame, documentKey: string): Promise<boolean> {
  const found = frame.locator(`${ENGINE}=${documentKey}`).count();
  return (await found.catch(() => 0)) === 1;
}
