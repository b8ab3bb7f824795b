import type { DialogPolicy, OpenDialog } from '../browser/tabs/answerDialog.ts';
import type { SessionContext } from '../session/SessionContext.ts';

/** What a script says to the dialogs of pages, while it runs and has a handler for them. */
export class ScriptDialogs {
  readonly #context: SessionContext;
  readonly #dispatch: (dialog: OpenDialog & { id: string }) => void;
  readonly #waiting = new Map<string, (policy: DialogPolicy) => void>();
  #isHandling = false;
  #count = 0;

  /** `dispatch`: tells the script of a dialog. */
  constructor(context: SessionContext, dispatch: (dialog: OpenDialog & { id: string }) => void) {
    this.#context = context;
    this.#dispatch = dispatch;
  }

  /** From now on the script is asked. */
  start(): void {
    this.#isHandling = true;
    this.#context.source.tabs.dialogHandler = (dialog) =>
      new Promise((resolve) => {
        const id = String(++this.#count);
        this.#waiting.set(id, resolve);
        this.#dispatch({ ...dialog, id });
      });
  }

  answer({ id, accept, text }: { id: string; accept: boolean; text?: string | undefined }): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    resolve?.(accept ? (text === undefined ? 'accept' : { prompt: text }) : 'dismiss');
  }

  /** The script has ended: what is still open is dismissed. */
  stop(): void {
    if (!this.#isHandling) return;
    this.#context.source.tabs.dialogHandler = undefined;
    for (const resolve of this.#waiting.values()) resolve('dismiss');
    this.#waiting.clear();
  }
}
