import type { Dialog } from 'playwright-core';
import { askPage } from './askPage.ts';

/** Accepts or dismisses a dialog at once. One that is gone with its page needs no answer. */
export async function answerDialog(dialog: Dialog, answer: 'accepted' | 'dismissed'): Promise<void> {
  const accept = answer === 'accepted';
  const page = dialog.page();
  try {
    await (accept ? dialog.accept() : dialog.dismiss());
  } catch {
    // The engine answers once only; while a page takes over its tab, Chromium may not hear it.
    if (!page || page.isClosed()) return;
    await askPage(page, (cdp) => cdp.send('Page.handleJavaScriptDialog', { accept })).catch(() => undefined);
  }
}
