import type { Dialog, Page } from 'playwright-core';
import { giveBackProtocolSession, takeProtocolSession } from '../connect/protocolSessions.ts';
import { withTimeout } from '../withTimeout.ts';
import type { OpenDialog } from './answerDialog.ts';

/** Milliseconds for a page without a dialog to answer. */
const RESPONSE_TIMEOUT_MS = 250;

/** A dialog that somebody else is to answer, and since when it is open (`performance.now()`). */
export interface LeftDialog extends OpenDialog {
  since: number;
}

/**
 * The dialogs that are left to somebody else. While one is open its page answers nothing; that it was answered is known from
 * nobody, so the page is asked.
 */
export class LeftDialogs {
  readonly #last = new WeakMap<Page, LeftDialog>();

  add(page: Page, dialog: Dialog, message: string): LeftDialog {
    const [type, defaultValue] = [dialog.type(), dialog.defaultValue()];
    const left = { type, message, defaultValue, since: performance.now() };
    this.#last.set(page, left);
    return left;
  }

  /** The one that is open on a page now. */
  async openOn(page: Page): Promise<LeftDialog | undefined> {
    const dialog = this.#last.get(page);
    if (!dialog) return undefined;
    if (!page.isClosed() && !(await isAnswering(page))) return dialog;
    if (this.#last.get(page) === dialog) this.#last.delete(page);
    return undefined;
  }
}

async function isAnswering(page: Page): Promise<boolean> {
  const asking = takeProtocolSession(page).then(async (session) => {
    try {
      await session.send('Runtime.evaluate', { expression: '1' });
      return true;
    } finally {
      giveBackProtocolSession(session, page);
    }
  });
  return withTimeout(asking, RESPONSE_TIMEOUT_MS, false).catch(() => false);
}
