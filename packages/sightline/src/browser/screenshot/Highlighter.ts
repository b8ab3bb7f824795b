import type { Page } from 'playwright-core';
import type { Highlight, PageApi } from '../../injected/PageApi.ts';
import { toBrowserError } from '../browserError.ts';
import { callPageScript } from '../frames/callPageScript.ts';
import { DocumentGoneError } from '../frames/DocumentGoneError.ts';
import type { FrameTarget } from '../frames/FrameTarget.ts';

/** Numbered boxes over a page, drawn by the page script of its main document. */
export class Highlighter {
  readonly #page: Page;
  readonly #target: FrameTarget;
  #isShowing = false;

  constructor(page: Page, target: FrameTarget) {
    this.#page = page;
    this.#target = target;
  }

  async show(highlights: Highlight[]): Promise<void> {
    this.#isShowing = true;
    await this.#call('showHighlights', highlights);
  }

  /** Removes them, if there are any. */
  async clear(): Promise<void> {
    if (!this.#isShowing) return;
    this.#isShowing = false;
    await this.#call('clearHighlights');
  }

  /** A document that is gone shows none. */
  async #call<M extends 'showHighlights' | 'clearHighlights'>(
    method: M,
    ...args: Parameters<PageApi[M]>
  ): Promise<void> {
    const frame = { target: this.#target, frameId: this.#target.rootFrameId };
    await callPageScript(frame, method, ...args).catch((error) => {
      if (!(error instanceof DocumentGoneError)) throw toBrowserError(error, this.#page);
    });
  }
}
