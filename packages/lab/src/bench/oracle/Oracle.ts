import {
  callText,
  MOST_ACTIONS,
  type QueryMode,
  type Question,
  type ScriptedAnswer,
} from '../../../../sightline/src/internal.ts';
import type { OracleStep } from './OracleStep.ts';
import { shownIn } from './shownIn.ts';
import { findWanted, type Wanted } from './sightings.ts';

type Action = Record<string, Record<string, unknown>>;

/** Times that one step is tried before the oracle gives up. */
const TRIES = 3;
/** An action that failed, as the step after tells it. */
const FAILED = /^(?:click|fill|select_option|check|press|back) [^\n]*\nerror: /m;
/** Most actions of one answer: those of a form. */
const MOST = 8;

/**
 * A policy in the place of a model: it knows what is to be done (`steps`) and how to tell when it sees it, sees what
 * a model would be sent and nothing else, and answers as a model would. What it does not see it searches for, in the
 * words that were written down for it; when those are used up it reads the region, then the whole page.
 */
export class Oracle {
  readonly #steps: readonly OracleStep[];
  readonly #mode: QueryMode;
  #at = 0;
  /** What was asked for each step so far. */
  readonly #asked = new Map<number, number>();
  /** Steps for which it asked what stands beside. */
  readonly #besides = new Set<number>();
  readonly #tries = new Map<number, number>();
  /** What was done last, with the step that each call is of; `ahead`: what was asked for a step to come. */
  #issued: { step: number; text: string; ahead?: boolean }[] = [];

  constructor(steps: readonly OracleStep[], mode: QueryMode) {
    this.#steps = steps;
    this.#mode = mode;
  }

  answer(question: Question): ScriptedAnswer {
    if (question.system.startsWith('You choose')) return this.#choose(question);
    const shown = shownIn(question);
    this.#goBack(shown.answers);
    const step = this.#steps[this.#at];
    if (!step) return said('Everything is done.', 'End', [{ done: { text: 'Done.' } }]);
    if (step.do === 'answer') return this.#tell(step, shown.text);
    const acts = this.#actOn(shown.text);
    if (acts.length > 0)
      return said(`${nameOf(step)} is there.`, `${step.do} ${nameOf(step)}`.trim(), [
        ...acts,
        ...this.#askAhead(shown.text, MOST_ACTIONS - acts.length),
      ]);
    const asks = this.#ask(shown.text);
    if (asks.length > 0)
      return said(
        `I need ${nameOf(step)}${step.want?.near ? ` of ${step.want.near}` : ''}.`,
        `Find ${nameOf(step)}`,
        asks,
      );
    return said('It is not to be found.', 'End', [
      { fail: { reason: `No ${nameOf(step)} is to be found.` } },
    ]);
  }

  /** What failed, or was not done since the page changed, is done again. */
  #goBack(answers: string): void {
    const undone = /^not done, since [^\n]*/m.exec(answers)?.[0];
    for (const { step, text } of this.#issued.filter(({ ahead }) => ahead))
      if (undone?.includes(text)) this.#asked.set(step, 0);
    this.#issued = this.#issued.filter(({ ahead }) => !ahead);
    const first = undone
      ? (this.#issued.find(({ text }) => undone.includes(text)) ?? this.#issued.at(-1))
      : undefined;
    const failed = FAILED.test(answers) ? this.#lastDone(first?.step) : undefined;
    const back = failed ?? first?.step;
    if (back !== undefined) this.#at = Math.min(this.#at, back);
    if (failed !== undefined) this.#tries.set(failed, (this.#tries.get(failed) ?? 0) + 1);
    this.#issued = [];
  }

  /** The step of the last call that was made: the one that failed. */
  #lastDone(undone: number | undefined): number | undefined {
    const made = undone === undefined ? this.#issued : this.#issued.filter(({ step }) => step < undone);
    return made.at(-1)?.step;
  }

  /** The actions that can be done with what is shown: those of a form together, and what sends it. */
  #actOn(text: string): Action[] {
    const acts: Action[] = [];
    for (let at = this.#at; at < this.#steps.length && acts.length < MOST; at++) {
      const step = this.#steps[at];
      const act = step && (this.#tries.get(at) ?? 0) < TRIES ? actOf(step, text) : undefined;
      if (!step || !act) break;
      acts.push(act);
      this.#issued.push({ step: at, text: textOf(act) });
      this.#at = at + 1;
      if (!isField(step)) break;
    }
    return acts;
  }

  /** Beside what it does: the first words for what comes next, where that is not shown yet. */
  #askAhead(text: string, room: number): Action[] {
    if (this.#mode === 'off') return [];
    const asks: Action[] = [];
    for (let at = this.#at; at < this.#steps.length && asks.length < room; at++) {
      const step = this.#steps[at];
      const words = step?.say[0];
      if (!step || words === undefined || this.#asked.get(at) || actOf(step, text)) break;
      const ask = step.do === 'answer' ? { search_text: { text: words } } : search(words, step);
      this.#asked.set(at, 1);
      this.#issued.push({ step: at, text: textOf(ask), ahead: true });
      asks.push(ask);
      if (!isField(step)) break;
    }
    return asks;
  }

  /** What it would ask now: for this step, and for those that follow in the same form. */
  #ask(text: string): Action[] {
    if (this.#mode === 'off') return [];
    const asks: Action[] = [];
    for (let at = this.#at; at < this.#steps.length && asks.length < MOST; at++) {
      const step = this.#steps[at];
      if (!step?.want || step.do === 'answer') break;
      const ask = at === this.#at ? this.#next(at, step, text) : this.#first(at, step, text);
      if (ask) asks.push(ask);
      if (!isField(step)) break;
    }
    return asks;
  }

  #first(at: number, step: OracleStep, text: string): Action | undefined {
    return (this.#asked.get(at) ?? 0) === 0 ? this.#next(at, step, text) : undefined;
  }

  #next(at: number, step: OracleStep, shown: string): Action | undefined {
    const asked = this.#asked.get(at) ?? 0;
    const others = this.#beside(at, step, shown);
    if (others) return others;
    this.#asked.set(at, asked + 1);
    const text = step.say[asked];
    if (text !== undefined) return search(text, step);
    // Then for what it stands with, whatever that is.
    const near = step.want?.near ? [step.want.near] : [];
    const beside = near[asked - step.say.length];
    if (beside !== undefined) return { query_elements: { text: beside } };
    return this.#readOn(asked - step.say.length - near.length, shown, 'full');
  }

  /** What it stands with is shown, and it is not: it asks, once, for what else is there. */
  #beside(at: number, { role, want }: OracleStep, shown: string): Action | undefined {
    if (!want?.near || this.#besides.has(at)) return undefined;
    const [anchor] = findWanted(shown, {
      name: new RegExp(want.near.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
    });
    if (!anchor) return undefined;
    this.#besides.add(at);
    return { query_elements: { ...(role && { role }), near: anchor.number } };
  }

  /** Further ways to find what no words found: what is shown says which regions there are. */
  #readOn(nth: number, shown: string, content: 'full' | 'text'): Action | undefined {
    const landmarks = /^ {2}(?:MAIN|DIALOG)\b/m.test(shown) ? ['MAIN'] : [];
    const whole: Action = this.#mode === 'query' ? readRegion('PAGE', content) : { get_full_dom: {} };
    return [...landmarks.map((landmark) => readRegion(landmark, content)), whole][nth];
  }

  #tell(step: OracleStep, text: string): ScriptedAnswer {
    const match = step.pattern === undefined ? undefined : new RegExp(step.pattern).exec(asRead(text));
    const found = match ? (match[1] ?? match[0]) : step.pattern === undefined ? step.value : undefined;
    if (found !== undefined) {
      this.#at = this.#steps.length;
      return said('The answer is shown.', 'Answer', [{ done: { text: found } }]);
    }
    const asked = this.#asked.get(this.#at) ?? 0;
    this.#asked.set(this.#at, asked + 1);
    const words = step.say[asked];
    const ask =
      this.#mode === 'off'
        ? undefined
        : words !== undefined
          ? { search_text: { text: words } }
          : this.#readOn(asked - step.say.length, text, 'text');
    if (!ask)
      return said('It is not to be found.', 'End', [{ fail: { reason: 'The answer is not shown.' } }]);
    return said(`I need to read ${words ?? 'the page'}.`, 'Read', [ask]);
  }

  /** One choice of a tournament: the candidate that is wanted, or none. */
  #choose({ messages }: Question): ScriptedAnswer {
    const last = messages.at(-1);
    const text = last && 'text' in last ? last.text : '';
    const asking = this.#steps.find(
      ({ say }, at) => at >= this.#at && say.some((words) => text.includes(words)),
    );
    const wanted = wantedOf(asking ?? this.#steps[this.#at]);
    const candidates = text.split('\n').filter((line) => /^[B-F]\. \[/.test(line));
    const at = candidates.findIndex((line) => findWanted(line.slice(2), wanted).length > 0);
    const letter = at < 0 ? 'A' : (candidates[at]?.[0] ?? 'A');
    return said(at < 0 ? 'None of them is meant.' : 'It is this one.', 'Choose', [{ choose: { letter } }]);
  }
}

const search = (text: string, { role }: OracleStep): Action => ({
  query_elements: { text, ...(role && { role }) },
});

function textOf(action: Action): string {
  const [[tool, input] = ['', {}]] = Object.entries(action);
  return callText({ tool, input });
}

const readRegion = (landmark: string, content: 'full' | 'text'): Action => ({
  get_region: { landmark, content },
});

function actOf(step: OracleStep, text: string): Action | undefined {
  const { value = '' } = step;
  if (step.do === 'back') return { back: {} };
  const index = step.want && findWanted(text, wantedOf(step))[0]?.number;
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
const asRead = (text: string): string => text.replaceAll('**', '').replace(/\\(?=[^\w\s])/g, '');

/** What may be followed by more on the same page. */
const isField = (step: OracleStep): boolean => ['fill', 'select', 'check', 'uncheck'].includes(step.do);

function wantedOf(step: OracleStep | undefined): Wanted {
  const { name, near, nth } = step?.want ?? {};
  return { role: step?.role, name: name === undefined ? undefined : new RegExp(name), near, nth };
}

/** In words, as the oracle would say it. */
const nameOf = ({ say, role, value }: OracleStep): string =>
  say[0] ? `"${say[0]}"` : (role ?? value ?? 'the page');

const said = (thinking: string, next_goal: string, action: Action[]): ScriptedAnswer => ({
  thinking,
  next_goal,
  action,
});
