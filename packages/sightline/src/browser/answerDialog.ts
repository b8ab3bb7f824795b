import type { Dialog } from 'playwright-core';
import { askPage } from './askPage.ts';

/** How dialogs are answered; `prompt`: accepted, and what asks for words is given these. */
export type DialogPolicy = 'dismiss' | 'accept' | { prompt: string };

/** What a policy makes of a dialog. A page that asks whether it may be left always may. */
export function answerTo(dialog: Dialog, policy: DialogPolicy): 'accepted' | 'dismissed' {
  return dialog.type() === 'beforeunload' || policy !== 'dismiss' ? 'accepted' : 'dismissed';
}

/** Accepts or dismisses a dialog at once. One that is gone with its page needs no answer. */
export async function answerDialog(dialog: Dialog, policy: DialogPolicy): Promise<void> {
  const accept = answerTo(dialog, policy) === 'accepted';
  const promptText = wordsFor(dialog, policy);
  const page = dialog.page();
  try {
    await (accept ? dialog.accept(promptText) : dialog.dismiss());
  } catch {
    // The engine answers once only; while a page takes over its tab, Chromium may not hear it.
    if (!page || page.isClosed()) return;
    await askPage(page, (cdp) => cdp.send('Page.handleJavaScriptDialog', { accept, promptText })).catch(
      () => undefined,
    );
  }
}

/** Without words of the policy's, a prompt keeps those it suggests. */
function wordsFor(dialog: Dialog, policy: DialogPolicy): string | undefined {
  if (dialog.type() !== 'prompt') return undefined;
  return typeof policy === 'string' ? dialog.defaultValue() : policy.prompt;
}
