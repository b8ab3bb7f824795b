import {
  MAX_ACTIONS,
  type ModelRequest,
  type QueryMode,
  renderCall,
  type ScriptedAnswer,
} from '../../../../sightline/src/internal.ts';
import { findMentions, type MentionQuery } from './elementMentions.ts';
import { foldedCalls } from './foldedCalls.ts';
import type { OracleStep } from './OracleStep.ts';
import { splitRequest } from './splitRequest.ts';

type Action = Record<string, Record<string, unknown>>;

/** Times that one step is tried before the oracle gives up. */
const MAX_TRIES = 3;
/** An action that failed, as the next step reports it. */
const FAILED_ACTION = /^(?:click|fill|select_option|check|press|back) [^\n]*\nerror: /m;
/** Parts that are unfolded at once. */
const MAX_UNFOLDED = 2;
/** Most actions of one answer: those of a form. */
const MAX_ACTIONS_PER_ANSWER = 8;

/**
 * A policy in the place of a model: it knows what is to be done (`steps`) and how to recognise it, sees what
 * a model would be sent and nothing else, and answers as a model would. What it does not see it searches for, in the
 * words that were written down for it; when those are used up it reads the region, then the whole page. In mode `off` it
 * unfolds what the outline folds.
 */
export class Oracle {
  readonly #steps: readonly OracleStep[];
  readonly #mode: QueryMode;
  readonly #maxCalls: number;
  #current = 0;
  /** What was asked for each step so far. */
  readonly #queryCounts = new Map<number, number>();
  /** Steps for which it asked what stands beside. */
  readonly #neighborQueries = new Set<number>();
  readonly #tries = new Map<number, number>();
  /** The calls that showed what was folded, as text, for the current step. */
  #unfolded = new Set<string>();
  /** What was done last, with the step that each call is of; `ahead`: what was asked for a step to come. */
  #lastCalls: { step: number; text: string; ahead?: boolean }[] = [];

  /** @param maxCalls of one answer; default: the fields of a form together, and what sends it */
  constructor(steps: readonly OracleStep[], mode: QueryMode, maxCalls = MAX_ACTIONS_PER_ANSWER) {
    this.#steps = steps;
    this.#mode = mode;
    this.#maxCalls = maxCalls;
  }

  answer(request: ModelRequest): ScriptedAnswer {
    if (request.system.startsWith('You choose')) return this.#chooseCandidate(request);
    const shown = splitRequest(request);
    this.#rewind(shown.answers);
    const step = this.#steps[this.#current];
    if (!step) return toAnswer('Everything is done.', 'End', [{ done: { text: 'Done.' } }]);
    if (step.do === 'answer') return this.#answerTask(step, shown.text);
    const actions = this.#possibleActions(shown.text);
    if (actions.length > 0)
      return toAnswer(`${describeStep(step)} is there.`, `${step.do} ${describeStep(step)}`.trim(), [
        ...actions,
        ...(this.#maxCalls > 1 ? this.#prefetchQueries(shown.text, MAX_ACTIONS - actions.length) : []),
      ]);
    const queries = this.#queries(shown.text);
    if (queries.length > 0)
      return toAnswer(
        `I need ${describeStep(step)}${step.want?.near ? ` of ${step.want.near}` : ''}.`,
        `Find ${describeStep(step)}`,
        queries,
      );
    return toAnswer('It is not to be found.', 'End', [
      { fail: { reason: `No ${describeStep(step)} is to be found.` } },
    ]);
  }

  /** What failed, or was not done since the page changed, is done again. */
  #rewind(answers: string): void {
    const undone = /^not done, since [^\n]*/m.exec(answers)?.[0];
    for (const { step, text } of this.#lastCalls.filter(({ ahead }) => ahead))
      if (undone?.includes(text)) this.#queryCounts.set(step, 0);
    this.#lastCalls = this.#lastCalls.filter(({ ahead }) => !ahead);
    const first = undone
      ? (this.#lastCalls.find(({ text }) => undone.includes(text)) ?? this.#lastCalls.at(-1))
      : undefined;
    const failed = FAILED_ACTION.test(answers) ? this.#lastExecuted(first?.step) : undefined;
    const rewindTo = failed ?? first?.step;
    if (rewindTo !== undefined) this.#current = Math.min(this.#current, rewindTo);
    if (failed !== undefined) this.#tries.set(failed, (this.#tries.get(failed) ?? 0) + 1);
    this.#lastCalls = [];
  }

  /** The step of the last call that was made: the one that failed. */
  #lastExecuted(undone: number | undefined): number | undefined {
    const executed =
      undone === undefined ? this.#lastCalls : this.#lastCalls.filter(({ step }) => step < undone);
    return executed.at(-1)?.step;
  }

  /** The actions that can be done with what is shown: those of a form together, and what sends it. */
  #possibleActions(text: string): Action[] {
    const actions: Action[] = [];
    for (let at = this.#current; at < this.#steps.length && actions.length < this.#maxCalls; at++) {
      const step = this.#steps[at];
      const action = step && (this.#tries.get(at) ?? 0) < MAX_TRIES ? actionFor(step, text) : undefined;
      if (!step || !action) break;
      actions.push(action);
      this.#lastCalls.push({ step: at, text: actionText(action) });
      this.#current = at + 1;
      this.#unfolded.clear();
      if (!isField(step)) break;
    }
    return actions;
  }

  /** Beside what it does: the first words for what comes next, where that is not shown yet. */
  #prefetchQueries(text: string, limit: number): Action[] {
    if (this.#mode === 'off') return [];
    const queries: Action[] = [];
    for (let at = this.#current; at < this.#steps.length && queries.length < limit; at++) {
      const step = this.#steps[at];
      const words = step?.say[0];
      if (!step || words === undefined || this.#queryCounts.get(at) || actionFor(step, text)) break;
      const query = step.do === 'answer' ? { search_text: { text: words } } : queryFor(words, step);
      this.#queryCounts.set(at, 1);
      this.#lastCalls.push({ step: at, text: actionText(query), ahead: true });
      queries.push(query);
      if (!isField(step)) break;
    }
    return queries;
  }

  /** What it would ask now: for this step, and for those that follow in the same form. */
  #queries(text: string): Action[] {
    if (this.#mode === 'off') return this.#unfold(text);
    const queries: Action[] = [];
    for (let at = this.#current; at < this.#steps.length && queries.length < this.#maxCalls; at++) {
      const step = this.#steps[at];
      if (!step?.want || step.do === 'answer') break;
      const query = at === this.#current ? this.#nextQuery(at, step, text) : this.#firstQuery(at, step, text);
      if (query) queries.push(query);
      if (!isField(step)) break;
    }
    return queries;
  }

  /** What the page says to call for what it leaves out: one part after the other, that is not shown yet. */
  #unfold(text: string): Action[] {
    const calls = foldedCalls(text).filter((call) => !this.#unfolded.has(actionText(call)));
    const next = calls.slice(0, MAX_UNFOLDED);
    for (const call of next) this.#unfolded.add(actionText(call));
    return next;
  }

  #firstQuery(at: number, step: OracleStep, text: string): Action | undefined {
    return (this.#queryCounts.get(at) ?? 0) === 0 ? this.#nextQuery(at, step, text) : undefined;
  }

  #nextQuery(at: number, step: OracleStep, shown: string): Action | undefined {
    const queryCount = this.#queryCounts.get(at) ?? 0;
    const neighborQuery = this.#neighborQuery(at, step, shown);
    if (neighborQuery) return neighborQuery;
    this.#queryCounts.set(at, queryCount + 1);
    const text = step.say[queryCount];
    if (text !== undefined) return queryFor(text, step);
    // Then for what it stands with, whatever that is.
    const near = step.want?.near ? [step.want.near] : [];
    const beside = near[queryCount - step.say.length];
    if (beside !== undefined) return { query_elements: { text: beside } };
    return this.#fallbackRead(queryCount - step.say.length - near.length, shown, 'full');
  }

  /** What it stands with is shown, and it is not: it asks, once, for what else is there. */
  #neighborQuery(at: number, { role, want }: OracleStep, shown: string): Action | undefined {
    if (!want?.near || this.#neighborQueries.has(at)) return undefined;
    const [anchor] = findMentions(shown, {
      name: new RegExp(want.near.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    });
    if (!anchor) return undefined;
    this.#neighborQueries.add(at);
    return { query_elements: { ...(role && { role }), near: anchor.number } };
  }

  /** Further ways to find what no words found: what is shown says which regions there are. */
  #fallbackRead(nth: number, shown: string, content: 'full' | 'text'): Action | undefined {
    const landmarks = /^ {2}(?:MAIN|DIALOG)\b/m.test(shown) ? ['MAIN'] : [];
    const readWholePage: Action = this.#mode === 'query' ? readRegion('PAGE', content) : { get_full_dom: {} };
    return [...landmarks.map((landmark) => readRegion(landmark, content)), readWholePage][nth];
  }

  #answerTask(step: OracleStep, text: string): ScriptedAnswer {
    const match = step.pattern === undefined ? undefined : new RegExp(step.pattern).exec(plainText(text));
    const answerText = match ? (match[1] ?? match[0]) : step.pattern === undefined ? step.value : undefined;
    if (answerText !== undefined) {
      this.#current = this.#steps.length;
      return toAnswer('The answer is shown.', 'Answer', [{ done: { text: answerText } }]);
    }
    const queries = this.#mode === 'off' ? this.#unfold(text) : this.#readingQueries(step, text);
    if (queries.length === 0)
      return toAnswer('It is not to be found.', 'End', [{ fail: { reason: 'The answer is not shown.' } }]);
    return toAnswer(`I need to read ${step.say[0] ?? 'the page'}.`, 'Read', queries);
  }

  #readingQueries(step: OracleStep, text: string): Action[] {
    const queryCount = this.#queryCounts.get(this.#current) ?? 0;
    this.#queryCounts.set(this.#current, queryCount + 1);
    const words = step.say[queryCount];
    if (words !== undefined) return [{ search_text: { text: words } }];
    const read = this.#fallbackRead(queryCount - step.say.length, text, 'text');
    return read ? [read] : [];
  }

  /** One choice of a tournament: the candidate that is wanted, or none. */
  #chooseCandidate({ messages }: ModelRequest): ScriptedAnswer {
    const last = messages.at(-1);
    const text = last && 'text' in last ? last.text : '';
    const matchingStep = this.#steps.find(
      ({ say }, at) => at >= this.#current && say.some((words) => text.includes(words)),
    );
    const mentionQuery = toMentionQuery(matchingStep ?? this.#steps[this.#current]);
    const candidates = text.split('\n').filter((line) => /^[B-F]\. \[/.test(line));
    const at = candidates.findIndex((line) => findMentions(line.slice(2), mentionQuery).length > 0);
    const letter = at < 0 ? 'A' : (candidates[at]?.[0] ?? 'A');
    return toAnswer(at < 0 ? 'None of them is meant.' : 'It is this one.', 'Choose', [
      { choose: { letter } },
    ]);
  }
}

const queryFor = (text: string, { role }: OracleStep): Action => ({
  query_elements: { text, ...(role && { role }) },
});

function actionText(action: Action): string {
  const [[tool, input] = ['', {}]] = Object.entries(action);
  return renderCall({ tool, input });
}

const readRegion = (landmark: string, content: 'full' | 'text'): Action => ({
  get_region: { landmark, content },
});

function actionFor(step: OracleStep, text: string): Action | undefined {
  const { value = '' } = step;
  if (step.do === 'back') return { back: {} };
  const index = step.want && findMentions(text, toMentionQuery(step))[0]?.number;
  if (step.do === 'press')
    return step.want && index === undefined ? undefined : { press: { keys: value, ...(index && { index }) } };
  if (index === undefined) return undefined;
  switch (step.do) {
    case 'fill':
      return { fill: { index, text: value } };
    case 'select':
      return { select_option: { index, options: [value] } };
    case 'check':
    case 'uncheck':
      return { check: { index, state: step.do === 'check' ? 'on' : 'off' } };
    default:
      return { click: { index } };
  }
}

/** As a reader takes it: emphasis and escapes are no part of what is said. */
const plainText = (text: string): string => text.replaceAll('**', '').replace(/\\(?=[^\w\s])/g, '');

/** What may be followed by more on the same page. */
const isField = (step: OracleStep): boolean => ['fill', 'select', 'check', 'uncheck'].includes(step.do);

function toMentionQuery(step: OracleStep | undefined): MentionQuery {
  const { name, near, nth } = step?.want ?? {};
  return { role: step?.role, name: name === undefined ? undefined : new RegExp(name), near, nth };
}

/** In words, as the oracle would say it. */
const describeStep = ({ say, role, value }: OracleStep): string =>
  say[0] ? `"${say[0]}"` : (role ?? value ?? 'the page');

const toAnswer = (thinking: string, next_goal: string, action: Action[]): ScriptedAnswer => ({
  thinking,
  next_goal,
  action,
});
