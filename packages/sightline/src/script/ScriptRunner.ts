import { tmpdir } from 'node:os';
import { withTimeout } from '../browser/withTimeout.ts';
import { regionHeader } from '../render/element/location.ts';
import type { RenderContext } from '../render/RenderContext.ts';
import { openedDialogs } from '../session/actions/OpenDialogs.ts';
import type { ScriptOptions, ScriptResult } from '../session/ScriptOptions.ts';
import { SerialQueue } from '../session/SerialQueue.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import { throwIfAborted } from '../snapshot/untilAborted.ts';
import { type BoxOutcome, ScriptBox } from './box/ScriptBox.ts';
import { HeldInput } from './HeldInput.ts';
import { LocatorResolver } from './locators/LocatorResolver.ts';
import { PrintedLooks } from './report/PrintedLooks.ts';
import { renderScriptResult } from './report/renderScriptResult.ts';
import { scriptError } from './report/scriptError.ts';
import { ScriptDialogs } from './ScriptDialogs.ts';
import { ScriptHost } from './ScriptHost.ts';
import { ScriptLog } from './ScriptLog.ts';
import { ScriptOutput } from './ScriptOutput.ts';
import { ScriptPage } from './ScriptPage.ts';
import type { ScriptSession } from './ScriptSession.ts';
import { LiveAttributes } from './words/LiveAttributes.ts';
import type { WordContext } from './words/WordContext.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** For the page to be read before the script, or a third of its time. */
const MARK_TIMEOUT_MS = 5_000;
/** Characters of a script. */
const MAX_SOURCE_LENGTH = 500_000;
/** That what a script has begun is given to end, when the script itself has. */
const END_GRACE_MS = 2_000;

/** Runs the scripts of one session, one after another, in a box that keeps what they define. */
export class ScriptRunner {
  readonly #parts: ScriptSession;
  readonly #resolver: LocatorResolver;
  readonly #queue = new SerialQueue();
  readonly #box = new ScriptBox();
  readonly #printedLooks = new PrintedLooks();
  #hasReportedWait = false;
  /** All that scripts were given as `args`: the box may have kept it. */
  #given = '';

  constructor(parts: ScriptSession) {
    this.#parts = parts;
    this.#resolver = new LocatorResolver(parts.context);
  }

  /** Throws `invalid_argument` for a script that is too long; what goes wrong in it is the `failure` of the result. */
  run(source: string, options: ScriptOptions = {}): Promise<ScriptResult> {
    if (source.length > MAX_SOURCE_LENGTH)
      throw new SightlineError('invalid_argument', `A script has ${MAX_SOURCE_LENGTH} characters at most.`);
    return this.#queue.run(() => this.#run(source, options), options.signal);
  }

  close(): Promise<void> {
    return this.#box.close();
  }

  async #run(source: string, options: ScriptOptions): Promise<ScriptResult> {
    const { args = {}, timeoutMs = DEFAULT_TIMEOUT_MS, fresh = false, signal } = options;
    if (fresh) {
      await this.#box.reset();
      this.#given = '';
    }
    this.#given += `${JSON.stringify(args)}\n`;
    this.#box.warmUp();
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new SightlineError('timeout', 'The script was stopped.')),
      timeoutMs,
    );
    const stop = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
    const log = new ScriptLog({ reportsWaits: !this.#hasReportedWait });
    const output = new ScriptOutput();
    const wordContext = this.#createContext(log, stop, options);
    const host = new ScriptHost(wordContext, output);
    const { onSecret = () => undefined } = options;
    const { version } = this.#parts.context.source.typedSecrets;
    const stopListening = this.#parts.context.source.typedSecrets.listen(onSecret);
    try {
      const seen = this.#parts.context.history.lastSnapshot;
      log.mark = await this.#mark(timeoutMs);
      log.firstNotes.push(...this.#openedSince(seen, log.mark));
      await host.readAddress();
      const outcome = await this.#box.run({ source, args, host, signal: stop });
      await withTimeout(host.idle(), END_GRACE_MS, undefined);
      await wordContext.held.release();
      throwIfAborted(signal);
      const failure = failureOf(outcome, {
        source,
        place: host.stoppedAt,
        timeoutMs,
        isLate: deadline.signal.aborted,
      });
      this.#reportNeedlessWait(log);
      const ownSecrets = this.#parts.context.source.typedSecrets.among(this.#given, version);
      return await renderScriptResult(
        this.#parts,
        { log, output, failure, outcome, ownSecrets, printedLooks: this.#printedLooks },
        options,
      );
    } finally {
      clearTimeout(timer);
      stopListening();
      wordContext.dialogs.stop();
      void wordContext.held.release();
      // What was not waited for ends with the script.
      deadline.abort(new SightlineError('timeout', 'The script is over.'));
    }
  }

  /** Once: a model that reads it adds no more. */
  #reportNeedlessWait(log: ScriptLog): void {
    if (!log.needlessWait) return;
    this.#hasReportedWait = true;
    const { line } = log.needlessWait;
    const where = line === undefined ? '' : ` of line ${line}`;
    log.addGuess(`nothing changed in the wait${where}: each action waits until the page is at rest`);
  }

  /** The page as it is; undefined for one that does not answer: the script may open another. */
  async #mark(timeoutMs: number): Promise<RenderContext | undefined> {
    const limit = Math.min(MARK_TIMEOUT_MS, timeoutMs / 3);
    return withTimeout(this.#parts.session.mark(), limit, undefined).catch(() => undefined);
  }

  /** A dialog that opened by itself between two calls is reported by neither. */
  #openedSince(seen: Snapshot | undefined, mark: RenderContext | undefined): string[] {
    const now = mark?.pageState;
    if (!seen || !now || seen.documents[0]?.key !== now.page.documents[0]?.key) return [];
    const { pageState } = this.#parts.context.pageOf(seen);
    return openedDialogs(pageState, now).map(
      (region) => `note: before this script opened ${regionHeader(region)}`,
    );
  }

  #createContext(log: ScriptLog, signal: AbortSignal, { files }: ScriptOptions): WordContext {
    const cwd = process.cwd();
    return {
      ...this.#parts,
      log,
      signal,
      held: new HeldInput(),
      attributes: new LiveAttributes(),
      dialogs: new ScriptDialogs(this.#parts.context, (dialog) => void this.#box.dispatch('dialog', dialog)),
      page: new ScriptPage(this.#parts, this.#resolver, signal, (guess) => log.addGuess(guess)),
      files: files ?? { cwd, roots: [cwd, tmpdir()] },
    };
  }
}

function failureOf(
  { error }: BoxOutcome,
  end: { source: string; place: ScriptHost['stoppedAt']; timeoutMs: number; isLate: boolean },
): SightlineError | undefined {
  return error && scriptError(error, end);
}
