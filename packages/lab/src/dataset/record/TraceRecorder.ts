import {
  contextOf,
  type ElementRef,
  type OutcomeRecord,
  observePage,
  type PageObservation,
  RunSecrets,
  redactUrl,
  refsByDocument,
  renderStateMessage,
  resolveSettings,
  type Session,
  SnapshotStore,
  TRACE_VERSION,
  TraceWriter,
} from '../../../../sightline/src/internal.ts';
import { InputRecorder } from './InputRecorder.ts';
import type { UserInput } from './listenForInput.ts';
import { toRecordedCall } from './toRecordedCall.ts';

const QUIET_MS = 400;
/** A person sees the whole page. */
const VIEW_SETTINGS = resolveSettings({ queryMode: 'off', view: 'flat', style: 'compact' });

/** The page as it was looked at last, and what was done to it since. */
interface ObservedPage {
  view: PageObservation;
  numbered: ElementRef[];
  locators: ReadonlyMap<number, unknown>;
  outcomes: OutcomeRecord[];
}

interface RecordedAction {
  tool: string;
  input: Record<string, unknown>;
  isSecret: boolean;
}

/** Watches a person use a page, and writes a trace as an agent would: each action a call on the number meant. */
export class TraceRecorder {
  readonly #session: Session;
  readonly #task: string;
  readonly #secrets = new RunSecrets();
  readonly #trace: TraceWriter;
  readonly #snapshots: SnapshotStore;
  #inputRecorder: InputRecorder | undefined;
  #page: Session['page'] | undefined;
  #stopListening: (() => void) | undefined;
  #observed: ObservedPage | undefined;
  #steps = 0;
  #actions = 0;
  #historyIndex = 0;
  #timer: NodeJS.Timeout | undefined;
  /** What is written, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #problem: unknown;
  readonly #quietMs: number;

  /**
   * `quietMs`: milliseconds without an event after which the page is looked at again; default 400.
   * @throws SightlineError `invalid_argument` where the trace cannot be written
   */
  constructor(session: Session, path: string, task: string, { quietMs = QUIET_MS } = {}) {
    this.#session = session;
    this.#task = task;
    this.#quietMs = quietMs;
    this.#trace = new TraceWriter(path, this.#secrets);
    this.#snapshots = new SnapshotStore(path, this.#secrets);
    const settings = { queryMode: 'off', view: 'flat', style: 'compact', snapshots: true };
    const at = new Date().toISOString();
    this.#trace.write({ kind: 'run', version: TRACE_VERSION, at, task, model: 'person', settings });
  }

  /** From now on, on the page that the session shows. */
  async start(): Promise<void> {
    const { page } = this.#session;
    this.#page = page;
    this.#stopListening = this.#session.onSecret((value) => void this.#secrets.add(value));
    this.#inputRecorder = await InputRecorder.open(page, (userInput) => this.#onInput(userInput));
    this.#historyIndex = (await this.#inputRecorder.historyIndex()) ?? 0;
    await this.#observe();
    page.on('framenavigated', this.#onNavigated);
  }

  /** Until here. Answers what was written. */
  async stop(): Promise<{ steps: number; actions: number }> {
    // The page may be gone already: what was recorded of it is written all the same.
    clearTimeout(this.#timer);
    await this.#work;
    this.#writeStep();
    await this.#inputRecorder?.close();
    this.#stopListening?.();
    const text = 'The person ended the recording.';
    const at = new Date().toISOString();
    this.#trace.write({ kind: 'end', at, success: true, reason: 'done', text, steps: this.#steps });
    return { steps: this.#steps, actions: this.#actions };
  }

  /** Settles when all that was recorded is written, and the page captured again. @throws what stood in the way */
  async idle(): Promise<void> {
    while (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#enqueue(() => this.#flushAndObserve());
      await this.#work;
    }
    await this.#work;
    if (this.#problem) throw this.#problem;
  }

  #onInput(userInput: UserInput): void {
    if (userInput.kind === 'typed') this.#rememberTyped(userInput.keys);
    if (userInput.kind === 'click') this.#rememberTyped('');
    const observed = this.#observed;
    if (!observed) return;
    const node = userInput.ids
      .map((id) => observed.numbered.find((one) => one.id === id && one.document === userInput.document))
      .find((one) => one !== undefined);
    const call = toRecordedCall(userInput, node?.number);
    if (call)
      this.#addAction(
        observed,
        { ...call, isSecret: userInput.isSecret && userInput.kind === 'value' },
        node,
      );
    this.#scheduleFlush();
  }

  /** As if the session had typed it: pages repeat it elsewhere, and clear the field. */
  #rememberTyped(keys: string): void {
    const { typedSecrets } = contextOf(this.#session).source;
    if (keys === 'Backspace') typedSecrets.takeBackKey();
    else if ([...keys].length > 1) typedSecrets.add(keys);
    else typedSecrets.addKey(keys || undefined);
  }

  #addAction(
    observed: ObservedPage,
    { tool, input, isSecret }: RecordedAction,
    node: ElementRef | undefined,
  ): void {
    const last = observed.outcomes.at(-1);
    const isSameElement = node !== undefined && last?.node?.number === node.number;
    // Letter by letter, the field holds the whole; the click that went into it, or before a second one, is part of that.
    const replacesLast =
      last?.tool === tool ? tool !== 'click' || input.double : last?.tool === 'click' && tool === 'fill';
    if (isSameElement && replacesLast && tool !== 'press') observed.outcomes.pop();
    const target = node && this.#session.lastShown(node.number);
    const located = node && observed.locators.get(node.number);
    observed.outcomes.push({
      tool,
      input,
      kind: 'act',
      text: '',
      left: false,
      ms: 0,
      ...(node && { node }),
      ...(target && { target }),
      ...(located !== undefined && { located }),
      ...(isSecret && { isSecret: true }),
    });
  }

  /** A page that comes on its own was asked for by its address, or by going back. */
  readonly #onNavigated = (frame: { parentFrame(): unknown; url(): string }): void => {
    if (frame.parentFrame()) return;
    this.#enqueue(async () => {
      const before = this.#historyIndex;
      const now = (await this.#inputRecorder?.historyIndex()) ?? before;
      this.#historyIndex = now;
      const last = this.#observed?.outcomes.at(-1);
      if (last) last.left = true;
      else if (this.#observed && frame.url() !== this.#observed.view.url)
        this.#addAction(this.#observed, navigationAction(now < before, frame.url()), undefined);
    });
    this.#scheduleFlush();
  };

  #scheduleFlush(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#enqueue(() => this.#flushAndObserve());
    }, this.#quietMs);
  }

  /** One after the other; what goes wrong is thrown at the end. */
  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error) => {
      if (this.#page?.isClosed() === false) this.#problem ??= error;
    });
  }

  async #flushAndObserve(): Promise<void> {
    this.#writeStep();
    await this.#observe();
  }

  async #observe(): Promise<void> {
    const { data } = await this.#session.look({ view: 'json', locators: true });
    const elements = (data.elements ?? []) as { index: number; locators?: unknown }[];
    const view = await observePage(this.#session, VIEW_SETTINGS, {
      tokenBudget: Number.POSITIVE_INFINITY,
    });
    this.#observed = {
      view,
      numbered: this.#session.elementRefs(),
      locators: new Map(elements.map(({ index, locators }) => [index, locators])),
      // What was done meanwhile.
      outcomes: this.#observed?.outcomes ?? [],
    };
  }

  #writeStep(): void {
    const observed = this.#observed;
    if (!observed || observed.outcomes.length === 0) return;
    const { view: observation, numbered, outcomes } = observed;
    const { captured, snapshot } = observation;
    const file = captured && this.#snapshots.save(captured);
    const numbers = refsByDocument(numbered, captured?.documents ?? []);
    this.#steps++;
    this.#actions += outcomes.length;
    this.#trace.write({
      kind: 'step',
      n: this.#steps,
      at: new Date().toISOString(),
      url: observation.url,
      snapshot: snapshot && { ...snapshot, ...(file !== undefined && { file }) },
      numbers,
      state: renderStateMessage({
        history: `Task: ${this.#task}`,
        answers: '',
        page: observation.text,
        footer: `Step ${this.#steps}.`,
      }),
      thinking: '',
      nextGoal: '',
      replies: [],
      outcomes,
      tokens: { input: 0, output: 0 },
      ms: 0,
    });
    observed.outcomes = [];
  }
}

const navigationAction = (isBack: boolean, url: string): RecordedAction => ({
  ...(isBack ? { tool: 'back', input: {} } : { tool: 'open', input: { url: redactUrl(url) } }),
  isSecret: false,
});
