import type { z } from 'zod';
import { toBrowserError } from '../browser/browserError.ts';
import { withTimeout } from '../browser/withTimeout.ts';
import { SerialQueue } from '../session/SerialQueue.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { redactUrl } from '../snapshot/urls/redactUrl.ts';
import type { BoxState, ScriptPlace } from './box/boxMessages.ts';
import type { BoxCall, BoxHost } from './box/ScriptBox.ts';
import type { ScriptOutput } from './ScriptOutput.ts';
import { actionWords } from './words/actionWords.ts';
import { evaluateWords } from './words/evaluateWords.ts';
import { inputWords } from './words/inputWords.ts';
import { pageWords } from './words/pageWords.ts';
import { readWords } from './words/readWords.ts';
import type { RunWord, WordContext } from './words/WordContext.ts';
import { type ScriptWord, wordSchemas } from './words/wordSchemas.ts';

const words: Readonly<Record<string, unknown>> = {
  ...actionWords,
  ...inputWords,
  ...evaluateWords,
  ...readWords,
  ...pageWords,
};

/** Words that change the page, or which page there is: one at a time, in the order in which the script calls them. */
const QUEUED: ReadonlySet<string> = new Set([
  ...Object.keys(actionWords),
  ...Object.keys(inputWords),
  ...Object.keys(evaluateWords),
  'goto',
  'reload',
  'goBack',
  'goForward',
  'switchTab',
  'newTab',
  'closeTab',
]);

/** Words that need no answer of the page. */
const WITHOUT_PAGE: ReadonlySet<string> = new Set([
  'answerDialog',
  'handleDialogs',
  'setDefaultTimeout',
  'waitForTimeout',
]);

/** Words at which a dialog is open or the page is not asked: they lead to no other address. */
const STAYING: ReadonlySet<string> = new Set(['answerDialog', 'handleDialogs', 'setDefaultTimeout']);

/** Milliseconds for a page to say what of its address is secret. */
const ADDRESS_TIMEOUT_MS = 1_000;

/** Calls of one script. */
const MAX_CALLS = 100_000;

/** Answers the calls of one script: checks what came from the box, and does it. */
export class ScriptHost implements BoxHost {
  readonly #context: WordContext;
  readonly #output: ScriptOutput;
  readonly #queue = new SerialQueue();
  readonly #running = new Set<ScriptPlace>();
  #callCount = 0;
  /** As the browser has it, and as scripts are shown it. */
  #address: { url: string; shown: string; page?: unknown } = { url: '', shown: '' };
  /** Of the call that was under way when the script was stopped. */
  #stoppedAt: ScriptPlace | undefined;

  constructor(context: WordContext, output: ScriptOutput) {
    this.#context = context;
    this.#output = output;
    const noteStop = (): void => {
      [this.#stoppedAt] = this.#running;
    };
    context.signal.addEventListener('abort', noteStop, { once: true });
  }

  /** Where in the script the call is that was under way when it was stopped. */
  get stoppedAt(): ScriptPlace | undefined {
    return this.#stoppedAt;
  }

  async call({ word, params, place }: BoxCall): Promise<unknown> {
    this.#context.signal.throwIfAborted();
    if (++this.#callCount > MAX_CALLS)
      throw new SightlineError('too_large', `A script makes ${MAX_CALLS} calls at most.`);
    const input = parseParams(word, params);
    const run = words[word] as RunWord<ScriptWord>;
    if (!WITHOUT_PAGE.has(word)) await this.#context.dialogs.assertAnswered();
    const line = place?.earlier ? undefined : place?.line;
    const perform = async (): Promise<unknown> => {
      if (QUEUED.has(word)) await this.#context.dialogs.prepare();
      this.#context.signal.throwIfAborted();
      return run(this.#context, input as never, line);
    };
    if (place) this.#running.add(place);
    try {
      return await (QUEUED.has(word) ? this.#queue.run(perform) : perform());
    } catch (error) {
      if (error instanceof SightlineError && error.afterInput) this.#context.log.addFailedAction();
      throw error;
    } finally {
      if (place) this.#running.delete(place);
      if (!STAYING.has(word)) await this.readAddress();
    }
  }

  /** Where the page is now, without its secrets, which it alone knows; without its path where it does not answer. */
  async readAddress(): Promise<void> {
    const { session, context } = this.#context;
    const page = context.source.tabs.activePage;
    const url = page?.url() ?? '';
    if (url === this.#address.url && page === this.#address.page) return;
    const masked = redactUrl(url);
    const redacting = session.redactSecrets([masked]).catch(() => []);
    const { typedSecrets } = context.source;
    const [shown = typedSecrets.redact(originOf(masked))] = await withTimeout<string[]>(
      redacting,
      ADDRESS_TIMEOUT_MS,
      [],
    );
    this.#address = { url, shown: typedSecrets.redactBeginnings(shown), page };
  }

  print(text: string): void {
    this.#output.add(text);
    this.#context.log.addPrinted(text);
  }

  countDropped(length: number): void {
    this.#output.countDropped(length);
  }

  state(): BoxState {
    return { url: this.#context.context.source.typedSecrets.redact(this.#address.shown) };
  }

  describeError(error: unknown): { code: string; message: string; hint: string } {
    const { code, message, hint } = this.#toSightlineError(error);
    return { code, message, hint };
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    await this.#queue.run(() => undefined);
  }

  #toSightlineError(error: unknown): SightlineError {
    const isKnown = error instanceof SightlineError;
    if (isKnown && error.code !== 'aborted') return error;
    if (this.#context.signal.aborted) return new SightlineError('timeout', 'The script was stopped.');
    try {
      const known = toBrowserError(error, this.#context.session.page);
      if (known instanceof SightlineError) return known;
    } catch (closed) {
      if (closed instanceof SightlineError) return closed;
    }
    const [message = ''] = String((error as Error)?.message ?? error).split('\n');
    return new SightlineError('internal', `Something unexpected failed: ${message}`, { cause: error });
  }
}

const originOf = (url: string): string => (URL.canParse(url) ? `${new URL(url).origin}/` : '');

/** Throws `invalid_argument` that says what is wrong, in the words of the script. */
function parseParams(word: string, params: unknown): unknown {
  const schema = Object.hasOwn(wordSchemas, word) ? wordSchemas[word as ScriptWord] : undefined;
  if (!schema || !Object.hasOwn(words, word))
    throw new SightlineError('invalid_argument', `There is no word ${JSON.stringify(word)} for scripts.`);
  const parsed = (schema as z.ZodType).safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  throw new SightlineError(
    'invalid_argument',
    `${word}: ${path && path !== word ? `${path}: ` : ''}${issue?.message ?? 'wrong'}.`,
    {
      hint: fieldsHint(schema),
    },
  );
}

function fieldsHint(schema: z.ZodObject): string {
  const fields = Object.keys(schema.shape).filter((name) => name !== 'locator');
  return fields.length > 0 ? `It takes ${fields.join(', ')}.` : 'It takes nothing.';
}
