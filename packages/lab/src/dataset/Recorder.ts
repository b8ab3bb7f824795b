import {
  type Numbered,
  type PageView,
  publicUrl,
  Secrets,
  type Session,
  SnapshotFolder,
  settle,
  type ToldOutcome,
  TRACE_VERSION,
  Trace,
  viewPage,
  writeState,
} from '../../../sightline/src/internal.ts';
import { callOfHeard } from './callOfHeard.ts';
import { Ear } from './Ear.ts';
import type { Heard } from './listen.ts';

/** Milliseconds without an event after which the page is looked at again. */
const QUIET = 400;
/** A person sees the whole page. */
const VIEW = settle({ queryMode: 'off', view: 'flat', style: 'compact' });

/** The page as it was looked at last, and what was done to it since. */
interface Scene {
  view: PageView;
  numbered: Numbered[];
  locators: ReadonlyMap<number, unknown>;
  outcomes: ToldOutcome[];
}

interface Deed {
  tool: string;
  input: Record<string, unknown>;
  isSecret: boolean;
}

/** Watches a person use a page, and writes a trace as an agent would: each deed a call on the number meant. */
export class Recorder {
  readonly #session: Session;
  readonly #task: string;
  readonly #secrets = new Secrets();
  readonly #trace: Trace;
  readonly #snapshots: SnapshotFolder;
  #ear: Ear | undefined;
  #scene: Scene | undefined;
  #steps = 0;
  #actions = 0;
  #history = 0;
  #timer: NodeJS.Timeout | undefined;
  /** What is written, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #problem: unknown;

  /** @throws SightlineError `invalid_argument` where the trace cannot be written */
  constructor(session: Session, path: string, task: string) {
    this.#session = session;
    this.#task = task;
    this.#trace = new Trace(path, this.#secrets);
    this.#snapshots = new SnapshotFolder(path, this.#secrets);
    const settings = { queryMode: 'off', view: 'flat', style: 'compact', snapshots: true };
    const at = new Date().toISOString();
    this.#trace.write({ kind: 'run', version: TRACE_VERSION, at, task, model: 'person', settings });
  }

  /** From now on, on the page that the session shows. */
  async begin(): Promise<void> {
    const { page } = this.#session;
    this.#ear = await Ear.open(page, (heard) => this.#hear(heard));
    this.#history = (await this.#ear.historyIndex()) ?? 0;
    await this.#look();
    page.on('framenavigated', this.#onNavigated);
  }

  /** Until here. Answers what was written. */
  async end(): Promise<{ steps: number; actions: number }> {
    // The page may be gone already: what was heard of it is written all the same.
    clearTimeout(this.#timer);
    await this.#work;
    this.#write();
    await this.#ear?.close();
    const text = 'The person ended the recording.';
    const at = new Date().toISOString();
    this.#trace.write({ kind: 'end', at, success: true, reason: 'done', text, steps: this.#steps });
    return { steps: this.#steps, actions: this.#actions };
  }

  /** When all that was heard is written, and the page looked at again. @throws what stood in the way */
  async idle(): Promise<void> {
    while (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#then(() => this.#turn());
      await this.#work;
    }
    await this.#work;
    if (this.#problem) throw this.#problem;
  }

  #hear(heard: Heard): void {
    const scene = this.#scene;
    if (!scene) return;
    const node = heard.ids
      .map((id) => scene.numbered.find((one) => one.id === id && one.document === heard.document))
      .find((one) => one !== undefined);
    const call = callOfHeard(heard, node?.number);
    if (call) this.#add(scene, { ...call, isSecret: heard.isSecret && heard.kind === 'value' }, node);
    this.#later();
  }

  #add(scene: Scene, { tool, input, isSecret }: Deed, node: Numbered | undefined): void {
    const last = scene.outcomes.at(-1);
    const isSame = node !== undefined && last?.node?.number === node.number;
    // Letter by letter, the field holds the whole; the click that went into it, or before a second one, is part of that.
    const isPart =
      last?.tool === tool ? tool !== 'click' || input.double : last?.tool === 'click' && tool === 'fill';
    if (isSame && isPart && tool !== 'press') scene.outcomes.pop();
    const target = node && this.#session.told(node.number);
    const located = node && scene.locators.get(node.number);
    scene.outcomes.push({
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
    this.#then(async () => {
      const before = this.#history;
      const now = (await this.#ear?.historyIndex()) ?? before;
      this.#history = now;
      const last = this.#scene?.outcomes.at(-1);
      if (last) last.left = true;
      else if (this.#scene && frame.url() !== this.#scene.view.url)
        this.#add(this.#scene, travel(now < before, frame.url()), undefined);
    });
    this.#later();
  };

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#then(() => this.#turn());
    }, QUIET);
  }

  /** One after the other; what goes wrong is told at the end. */
  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error) => {
      if (!this.#session.page.isClosed()) this.#problem ??= error;
    });
  }

  async #turn(): Promise<void> {
    this.#write();
    await this.#look();
  }

  async #look(): Promise<void> {
    const { data } = await this.#session.look({ view: 'json', locators: true });
    const elements = (data.elements ?? []) as { index: number; locators?: unknown }[];
    const view = await viewPage(this.#session, VIEW, Number.POSITIVE_INFINITY);
    this.#scene = {
      view,
      numbered: this.#session.numbered(),
      locators: new Map(elements.map(({ index, locators }) => [index, locators])),
      outcomes: [],
    };
  }

  #write(): void {
    const scene = this.#scene;
    if (!scene || scene.outcomes.length === 0) return;
    const { view, numbered, outcomes } = scene;
    const { captured, snapshot } = view;
    const file = captured && this.#snapshots.keep(captured);
    const numbers: Record<string, [number, number][]> = Object.fromEntries(
      (captured?.documents ?? []).map(({ key }) => [key, []]),
    );
    for (const { number, document, id } of numbered) numbers[document]?.push([number, id]);
    this.#steps++;
    this.#actions += outcomes.length;
    this.#trace.write({
      kind: 'step',
      n: this.#steps,
      at: new Date().toISOString(),
      url: view.url,
      snapshot: snapshot && { ...snapshot, ...(file !== undefined && { file }) },
      numbers,
      state: writeState({
        past: `Task: ${this.#task}`,
        answers: '',
        page: view.text,
        now: `Step ${this.#steps}.`,
      }),
      thinking: '',
      nextGoal: '',
      replies: [],
      outcomes,
      tokens: { input: 0, output: 0 },
      ms: 0,
    });
    scene.outcomes = [];
  }
}

const travel = (isBack: boolean, url: string): Deed => ({
  ...(isBack ? { tool: 'back', input: {} } : { tool: 'open', input: { url: publicUrl(url) } }),
  isSecret: false,
});
