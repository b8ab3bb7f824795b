import type { Session } from '../../session/Session.ts';
import { mapTextsTogether } from '../../snapshot/mapTexts.ts';
import { parseJson } from '../../snapshot/parseJson.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { untilAborted } from '../../snapshot/untilAborted.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import { toSightlineError } from '../../tools/runTool.ts';
import type { ReplyRecord } from '../Dialogue.ts';
import type { Usage } from '../models/Model.ts';
import type { PageObservation } from '../observation/observePage.ts';
import type { RunSecrets } from '../RunSecrets.ts';
import { renderCall } from '../tools/renderCall.ts';
import { type CallOutcome, redactCall, typedTextOf } from '../tools/ToolExecutor.ts';
import { type AssertableChange, assertableChanges } from './assertableChanges.ts';
import type { SnapshotStore } from './SnapshotStore.ts';
import type { TraceWriter } from './TraceWriter.ts';

/** Report of a step, without secrets; a line of the trace. */
export interface StepReport {
  n: number;
  /** Start, ISO 8601. */
  at: string;
  goal: string;
  url: string;
  snapshot: PageObservation['snapshot'];
  /** With snapshots: the numbered elements of the page, `[number, id]` by document. */
  numbers?: Record<string, [number: number, id: number][]>;
  /** The state message; `image`: with a screenshot. */
  state: string;
  image: boolean;
  thinking: string;
  nextGoal: string;
  /** All replies of the model, invalid ones too. */
  replies: ReplyRecord[];
  outcomes: OutcomeRecord[];
  undone?: string;
  tokens: Usage;
  ms: number;
}

/** A call outcome as reported. */
export type OutcomeRecord = Pick<
  CallOutcome,
  'kind' | 'text' | 'left' | 'target' | 'toTarget' | 'node' | 'toNode' | 'located' | 'isSecret' | 'ms'
> & {
  tool: string;
  input: unknown;
  error?: { code: string; message: string };
  /** What it changed that a test can check. */
  changes?: AssertableChange[];
};

/** A step in progress. */
export type PendingStep = Omit<StepReport, 'outcomes'> & { outcomes: CallOutcome[] };

export interface StepLogOptions {
  trace: TraceWriter;
  secrets: RunSecrets;
  session: Session;
  snapshots?: SnapshotStore | undefined;
  /** Called after each step. */
  onStep?: ((step: StepReport) => void) | undefined;
}

/** Collects step reports and passes them to the trace and to `onStep`. */
export class StepLog {
  readonly steps: StepReport[] = [];
  readonly #options: StepLogOptions;
  readonly #started = new Map<number, number>();
  /** Of the secrets, when what is written was redacted last. */
  #redactedVersion = 0;

  constructor(options: StepLogOptions) {
    this.#options = options;
  }

  beginStep(n: number): PendingStep {
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

  async endStep(pendingStep: PendingStep): Promise<void> {
    const { trace, secrets, snapshots, onStep } = this.#options;
    if (secrets.version !== this.#redactedVersion) {
      this.#redactedVersion = secrets.version;
      trace.redactWritten();
      snapshots?.redactSaved();
    }
    const ms = Math.round(performance.now() - (this.#started.get(pendingStep.n) ?? 0));
    const { replies, outcomes } = pendingStep;
    const record = {
      ...pendingStep,
      replies: redactReplies(replies, outcomes),
      outcomes: outcomes.map(toOutcomeRecord),
      ms,
    };
    const step: StepReport = secrets.redactAll(await this.#redactPageSecrets(record));
    // Reports drop the state: 100 pages in full would be too much.
    this.steps.push({ ...step, state: '' });
    trace.write({ kind: 'step', ...step });
    onStep?.(step);
  }

  /**
   * The page knows secrets that a person typed, this run does not. A page that is closed, or does not answer in time, is
   * not waited for.
   */
  async #redactPageSecrets<
    T extends { replies: unknown; thinking: string; nextGoal: string; outcomes: unknown },
  >(record: T): Promise<T> {
    const { replies, thinking, nextGoal, outcomes } = record;
    const parts = { replies, thinking, nextGoal, outcomes };
    const redact = () => mapTextsTogether(parts, (texts) => this.#options.session.redactSecrets(texts));
    const redacted = await untilAborted(redact, AbortSignal.timeout(PAGE_REDACTION_TIMEOUT_MS)).catch(
      () => undefined,
    );
    return { ...record, ...redacted };
  }
}

/** Milliseconds. */
const PAGE_REDACTION_TIMEOUT_MS = 1_000;

function toOutcomeRecord(outcome: CallOutcome): OutcomeRecord {
  const { call: _, error, data, ...rest } = outcome;
  const { code, message } = error ? toSightlineError(error) : { code: '', message: '' };
  const changes = outcome.kind === 'act' && !error ? assertableChanges(data) : [];
  return {
    ...redactCall(outcome),
    ...rest,
    ...(changes.length > 0 && { changes }),
    ...(error && { error: { code, message } }),
  };
}

/** What is typed: behind the field name in JSON, behind the name or the element number in special tokens. */
const TYPED_TEXT = /("(?:text|keys)"\s*:\s*|<bu_\w+>\s*(?:\d+\s+)?)("(?:[^"\\]|\\.)*")/g;

/** Redacts text typed into secret fields from the calls that typed it, however short. */
function redactReplies(replies: readonly ReplyRecord[], outcomes: readonly CallOutcome[]): ReplyRecord[] {
  const typed = outcomes.filter(({ isSecret }) => isSecret).map(({ call }) => typedTextOf(call));
  const isTyped = (value: unknown): boolean => typed.includes(String(value));
  return replies.map((reply) => ({
    ...reply,
    text: reply.text.replace(TYPED_TEXT, (whole, key: string, value: string) =>
      isTyped(parseJson(value)) ? `${key}"${REDACTED_PLACEHOLDER}"` : whole,
    ),
    calls: reply.calls.map((call) => {
      const text = typedTextOf(call);
      return text !== undefined && isTyped(text)
        ? { ...call, ...redactCall({ call, isSecret: true }) }
        : call;
    }),
  }));
}

/** `3. Find the button: query_elements {"text":"cart"}`. */
export function renderStepLine({ n, nextGoal, replies, outcomes, tokens }: StepReport): string {
  const actions = outcomes.map(
    ({ tool, input, error }) =>
      `${shorten(renderCall({ tool, input }), 100)}${error ? ` (${error.code})` : ''}`,
  );
  const fallback = replies.length > 0 ? 'nothing that could be understood' : 'no answer of the model';
  const summary = actions.join('; ') || fallback;
  return shorten(
    `${n}. ${nextGoal && `${shorten(nextGoal, 80)}: `}${summary} [${tokens.input + tokens.output} tokens]`,
    300,
  );
}
