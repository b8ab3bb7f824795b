import { FILLED } from '../model/publicUrl.ts';
import type { Session } from '../session/Session.ts';
import { toSightlineError } from '../tools/runTool.ts';
import type { Said } from './Dialogue.ts';
import { oneLine } from './fitText.ts';
import { type Outcome, tellCall } from './Hands.ts';
import type { Usage } from './Model.ts';
import type { Secrets } from './Secrets.ts';
import type { SnapshotFolder } from './SnapshotFolder.ts';
import { callText } from './shownInput.ts';
import type { Trace } from './Trace.ts';
import { untilAborted } from './untilAborted.ts';
import type { PageView } from './viewPage.ts';

/** What a step came to, without secrets: a line of the trace. */
export interface StepReport {
  n: number;
  /** When it began, ISO 8601. */
  at: string;
  goal: string;
  url: string;
  snapshot: PageView['snapshot'];
  /** With snapshots: the elements of that page that have a number, `[number, id]` by document. */
  numbers?: Record<string, [number: number, id: number][]>;
  /** What the model was shown; `image`: with a picture. */
  state: string;
  image: boolean;
  thinking: string;
  nextGoal: string;
  /** Every answer of the model, those that could not be understood too. */
  replies: Said[];
  outcomes: ToldOutcome[];
  undone?: string;
  tokens: Usage;
  ms: number;
}

/** An outcome as it is told. */
export type ToldOutcome = Pick<
  Outcome,
  'kind' | 'text' | 'left' | 'target' | 'toTarget' | 'node' | 'toNode' | 'located' | 'isSecret' | 'ms'
> & {
  tool: string;
  input: unknown;
  error?: { code: string; message: string };
};

/** A step that is being done. */
export type Entry = Omit<StepReport, 'outcomes'> & { outcomes: Outcome[] };

export interface ReportParts {
  trace: Trace;
  secrets: Secrets;
  session: Session;
  snapshots?: SnapshotFolder | undefined;
  /** Hears each step as soon as it is done. */
  onStep?: ((step: StepReport) => void) | undefined;
}

/** Keeps what was done, and hands it on: to the trace, to whoever watches. */
export class Report {
  readonly steps: StepReport[] = [];
  readonly #parts: ReportParts;
  readonly #started = new Map<number, number>();

  constructor(parts: ReportParts) {
    this.#parts = parts;
  }

  begin(n: number): Entry {
    this.#started.set(n, performance.now());
    const empty = {
      goal: '',
      url: '',
      snapshot: undefined,
      state: '',
      image: false,
      thinking: '',
      nextGoal: '',
    };
    return {
      n,
      at: new Date().toISOString(),
      ...empty,
      replies: [],
      outcomes: [],
      tokens: { input: 0, output: 0 },
      ms: 0,
    };
  }

  async end(entry: Entry): Promise<void> {
    const { trace, secrets, snapshots, onStep } = this.#parts;
    if (entry.outcomes.some(({ isSecret }) => isSecret)) {
      trace.censor();
      snapshots?.censor();
    }
    const ms = Math.round(performance.now() - (this.#started.get(entry.n) ?? 0));
    const { replies, outcomes } = entry;
    const told = {
      ...entry,
      replies: toldReplies(replies, outcomes),
      outcomes: outcomes.map(toldOutcome),
      ms,
    };
    const step: StepReport = secrets.maskAll(await this.#withoutPageSecrets(told));
    // A report keeps less than the trace: 100 pages in full would be much.
    this.steps.push({ ...step, state: '' });
    trace.write({ kind: 'step', ...step });
    onStep?.(step);
  }

  /** The page knows secrets that a person typed; a page that is gone or does not answer is not waited for. */
  async #withoutPageSecrets<
    T extends { replies: unknown; thinking: string; nextGoal: string; outcomes: unknown },
  >(told: T): Promise<T> {
    const { replies, thinking, nextGoal, outcomes } = told;
    const said = JSON.stringify({ replies, thinking, nextGoal, outcomes });
    const asked = this.#parts.session.withoutSecrets(textsIn(JSON.parse(said)));
    const texts = await untilAborted(asked, AbortSignal.timeout(PATIENCE)).catch(() => undefined);
    if (!texts) return told;
    const queue = texts.values();
    return { ...told, ...(replaceTexts(JSON.parse(said), () => queue.next().value ?? '') as Partial<T>) };
  }
}

/** Milliseconds. */
const PATIENCE = 1_000;

function toldOutcome(outcome: Outcome): ToldOutcome {
  const { call: _, error, data: __, ...rest } = outcome;
  const { code, message } = error ? toSightlineError(error) : { code: '', message: '' };
  return { ...tellCall(outcome), ...rest, ...(error && { error: { code, message } }) };
}

/** Behind the field's name in JSON, behind the element's number in special tokens. */
const TYPED = /("text"\s*:\s*|<bu_\w+>\s*\d+\s+)("(?:[^"\\]|\\.)*")/g;

/** What was typed into secret fields taken out of the calls that typed it, however short it is. */
function toldReplies(replies: readonly Said[], outcomes: readonly Outcome[]): Said[] {
  const typed = outcomes
    .filter(({ isSecret }) => isSecret)
    .map(({ call }) => (call.input as { text: string }).text);
  const isTyped = (value: unknown): boolean => typed.includes(String(value));
  return replies.map((said) => ({
    ...said,
    text: said.text.replace(TYPED, (whole, key: string, value: string) =>
      isTyped(parseText(value)) ? `${key}"${FILLED}"` : whole,
    ),
    calls: said.calls.map((call) => {
      const { text } = (call.input ?? {}) as { text?: unknown };
      return text !== undefined && isTyped(text) ? { ...call, ...tellCall({ call, isSecret: true }) } : call;
    }),
  }));
}

function parseText(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  replaceTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceTexts(one, replace)]));
}

/** `3. Find the button: query_elements {"text":"cart"}`. */
export function lineOf({ n, nextGoal, replies, outcomes, tokens }: StepReport): string {
  const did = outcomes.map(
    ({ tool, input, error }) =>
      `${oneLine(callText({ tool, input }), 100)}${error ? ` (${error.code})` : ''}`,
  );
  const none = replies.length > 0 ? 'nothing that could be understood' : 'no answer of the model';
  const what = did.join('; ') || none;
  return oneLine(
    `${n}. ${nextGoal && `${oneLine(nextGoal, 80)}: `}${what} [${tokens.input + tokens.output} tokens]`,
    300,
  );
}
