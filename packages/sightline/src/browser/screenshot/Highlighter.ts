import type { Page } from 'playwright-core';
import type { Highlight } from '../../injected/overlay/HighlightOverlay.ts';
import { toBrowserError } from '../browserError.ts';
import { DocumentGoneError, evaluateInContext } from '../capture/captureFrame.ts';
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
    await this.#callPageScript(`highlights.show(${JSON.stringify(highlights)})`);
  }

  /** Takes them off, if there are any. */
  async clear(): Promise<void> {
    if (!this.#isShowing) return;
    this.#isShowing = false;
    await this.#callPageScript('highlights.clear()');
  }

  /** A document that went away meanwhile needs no answer. */
  async #callPageScript(call: string): Promise<void> {
    const context = this.#target.contextOf(this.#target.rootFrameId)?.uniqueId;
    if (context === undefined) return;
    await evaluateInContext(this.#target, context, `globalThis.__sightline?.${call}`).catch((error) => {
      if (!(error instanceof DocumentGoneError)) throw toBrowserError(error, this.#page);
    });
  }
}
