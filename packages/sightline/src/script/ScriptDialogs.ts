import { setTimeout } from 'node:timers/promises';
import type { DialogPolicy, OpenDialog } from '../browser/tabs/answerDialog.ts';
import { withTimeout } from '../browser/withTimeout.ts';
import type { SessionContext } from '../session/SessionContext.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { SecretFingerprint } from '../snapshot/secrets/secretFingerprints.ts';
import { truncate } from '../snapshot/shorten.ts';

/** Characters of a dialog's words that a script gets. */
const MAX_LENGTH = 1_000;
/** Milliseconds for a page to say what is secret. */
const PREPARE_TIMEOUT_MS = 1_000;
/** Milliseconds that a call of the script waits for a dialog to be answered. */
const OPEN_LIMIT_MS = 500;
const POLL_INTERVAL_MS = 20;
const UNCHECKED_PLACEHOLDER = '(withheld: the page did not answer whether these words hold a secret)';

/** What a script says to the dialogs of pages, while it runs and has a handler for them. */
export class ScriptDialogs {
  readonly #context: SessionContext;
  readonly #dispatch: (dialog: OpenDialog & { id: string }) => void;
  readonly #waiting = new Map<string, (policy: DialogPolicy) => void>();
  #fingerprints: readonly SecretFingerprint[] | undefined;
  #isHandling = false;
  #count = 0;

  /** `dispatch`: reports a dialog to the script. */
  constructor(context: SessionContext, dispatch: (dialog: OpenDialog & { id: string }) => void) {
    this.#context = context;
    this.#dispatch = dispatch;
  }

  /** From now on the script is asked. */
  async start(): Promise<void> {
    this.#isHandling = true;
    this.#context.source.tabs.dialogHandler = (dialog) =>
      new Promise((resolve) => {
        const id = String(++this.#count);
        this.#waiting.set(id, resolve);
        const { type, message, defaultValue } = dialog;
        this.#dispatch({
          id,
          type,
          message: this.#withoutSecrets(message),
          defaultValue: this.#withoutSecrets(defaultValue),
        });
      });
    await this.prepare();
  }

  /** Before what may open a dialog: as long as one is open, the page cannot be asked what is secret in its words. */
  async prepare(): Promise<void> {
    if (!this.#isHandling) return;
    const { seed } = this.#context.source.typedSecrets.hashed;
    const asking = this.#context.connection().then((page) => page.secretFingerprints(seed));
    this.#fingerprints = await withTimeout(asking, PREPARE_TIMEOUT_MS, undefined).catch(() => undefined);
  }

  /**
   * A page answers nothing while a dialog is open. Throws `invalid_argument` where one stays open: its handler waits for the page,
   * and the page for the handler.
   */
  async assertAnswered(): Promise<void> {
    const end = performance.now() + OPEN_LIMIT_MS;
    while (this.#waiting.size > 0) {
      if (performance.now() >= end)
        throw new SightlineError(
          'invalid_argument',
          'A dialog is open: until it is answered, the page waits.',
          {
            hint: 'In the handler call dialog.accept() or dialog.dismiss() before anything else.',
          },
        );
      await setTimeout(POLL_INTERVAL_MS);
    }
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

  #withoutSecrets(text: string): string {
    if (text === '') return text;
    if (!this.#fingerprints) return UNCHECKED_PLACEHOLDER;
    const redactor = this.#context.source.typedSecrets.redactorWith(this.#fingerprints);
    return truncate(redactor.redact(text), MAX_LENGTH);
  }
}
