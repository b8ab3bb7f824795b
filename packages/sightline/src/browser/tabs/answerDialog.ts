import type { Dialog } from 'playwright-core';
import { withCdpSession } from '../connect/withCdpSession.ts';

/** How dialogs are answered; `prompt`: accepted, and what asks for words is given these. */
export type DialogPolicy = 'dismiss' | 'accept' | { prompt: string };

/** A dialog that is open. */
export interface OpenDialog {
  /** `alert`, `confirm`, `prompt`. */
  type: string;
  message: string;
  /** Of a prompt, what it suggests. */
  defaultValue: string;
}

/** Says how a dialog is answered. */
export type DialogHandler = (dialog: OpenDialog) => Promise<DialogPolicy>;

/** What a policy makes of a dialog. A page that asks whether it may be left always may. */
export function dialogOutcome(dialog: Dialog, policy: DialogPolicy): 'accepted' | 'dismissed' {
  return dialog.type() === 'beforeunload' || policy !== 'dismiss' ? 'accepted' : 'dismissed';
}

/** Accepts or dismisses a dialog at once. A dialog whose page is closed needs no answer. */
export async function answerDialog(dialog: Dialog, policy: DialogPolicy): Promise<void> {
  const accept = dialogOutcome(dialog, policy) === 'accepted';
  const promptText = promptTextFor(dialog, policy);
  const page = dialog.page();
  try {
    await (accept ? dialog.accept(promptText) : dialog.dismiss());
  } catch {
    // Playwright answers only once, and Chromium may miss the answer while a page is replaced in its tab.
    if (!page || page.isClosed()) return;
    await withCdpSession(page, (cdp) =>
      cdp.send('Page.handleJavaScriptDialog', { accept, promptText }),
    ).catch(() => undefined);
  }
}

/** Without words of the policy's, a prompt keeps those it suggests. */
function promptTextFor(dialog: Dialog, policy: DialogPolicy): string | undefined {
  if (dialog.type() !== 'prompt') return undefined;
  return typeof policy === 'string' ? dialog.defaultValue() : policy.prompt;
}
