import type { Page } from 'playwright-core';
import type { Highlight } from '../page/Highlights.ts';
import { browserError } from './browserError.ts';
import { evaluate, Gone } from './captureFrame.ts';
import type { World } from './World.ts';

/** Numbered boxes over a page, drawn by the page script of its main document. */
export class Highlighter {
  readonly #page: Page;
  readonly #world: World;
  #isShowing = false;

  constructor(page: Page, world: World) {
    this.#page = page;
    this.#world = world;
  }

  async show(highlights: Highlight[]): Promise<void> {
    this.#isShowing = true;
    await this.#ask(`highlights.show(${JSON.stringify(highlights)})`);
  }

  /** Takes them off, if there are any. */
  async clear(): Promise<void> {
    if (!this.#isShowing) return;
    this.#isShowing = false;
    await this.#ask('highlights.clear()');
  }

  /** A document that went away meanwhile needs no answer. */
  async #ask(call: string): Promise<void> {
    const context = this.#world.contextOf(this.#world.rootFrameId)?.uniqueId;
    if (context === undefined) return;
    await evaluate(this.#world, context, `globalThis.__sightline?.${call}`).catch((error) => {
      if (!(error instanceof Gone)) throw browserError(error, this.#page);
    });
  }
}
