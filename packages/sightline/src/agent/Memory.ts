import { estimateTokens } from '../view/tokens.ts';
import { fitText, oneLine } from './fitText.ts';
import { type Outcome, tellCall } from './Hands.ts';
import type { Step } from './readStep.ts';
import { callText } from './shownInput.ts';

/** An answer of the page that may still be worth reading. */
interface Kept {
  step: number;
  title: string;
  text: string;
  /** The page that it is about; undefined: the one that is entered next. */
  document: string | undefined;
}

/** Characters of one step's line. */
const LONGEST = 240;
/** Tokens of an answer that a step has been taken on: the call that brings it again stands above it. */
const OLDER = 200;
/** Notes that are kept. */
const MOST_NOTES = 20;

/**
 * What a model remembers of a run, in a space that does not grow: each step as one line, the newest first to stay;
 * answers as long as the page is the one they are about; notes.
 */
export class Memory {
  readonly #mask: (text: string) => string;
  readonly #lines: { step: number; line: string; short: string }[] = [];
  readonly #notes: string[] = [];
  #kept: Kept[] = [];
  #last = 0;

  /** `mask` takes secrets out of what is remembered, before anything is cut: half a secret is not known again. */
  constructor(mask: (text: string) => string = (text) => text) {
    this.#mask = mask;
  }

  /** Another page came: what was read of the one before is forgotten, but for what nobody has seen yet. */
  enter(document: string): void {
    for (const one of this.#kept) one.document ??= document;
    this.#kept = this.#kept.filter((one) => one.step === this.#last || one.document === document);
  }

  /** `undone`: why the rest of the step was not done, if it was not. */
  add(
    step: number,
    { nextGoal }: Step,
    outcomes: readonly Outcome[],
    document: string,
    undone?: string,
  ): void {
    this.#last = step;
    this.#kept = this.#kept.filter((one) => one.document === document && !one.title.startsWith(ACTED));
    const leftAt = outcomes.findLastIndex(({ left }) => left);
    for (const [at, outcome] of outcomes.entries())
      this.#keep(step, outcome, leftAt >= 0 && at > leftAt ? undefined : document);
    if (undone) this.#kept.push({ step, title: ACTED, text: this.#mask(undone), document });
    const tell = (learns: boolean): string => {
      const did = outcomes.map((outcome) => this.#line(outcome, learns)).join('; ');
      const parts = [
        nextGoal && `${oneLine(this.#mask(nextGoal), 80)}:`,
        did,
        undone && `(${this.#mask(undone)})`,
      ];
      return oneLine(parts.filter(Boolean).join(' '), LONGEST);
    };
    this.#lines.push({ step, line: tell(true), short: tell(false) });
  }

  #keep(step: number, outcome: Outcome, document: string | undefined): void {
    const { kind, text, data } = outcome;
    if (typeof data.note === 'string') {
      this.#notes.push(oneLine(data.note, 400));
      if (this.#notes.length > MOST_NOTES) this.#notes.shift();
    }
    if (kind === 'own') return;
    const title = `${kind === 'act' ? ACTED : ''}${this.#mask(callText(tellCall(outcome)))}`;
    this.#kept = this.#kept.filter((one) => one.title !== title);
    this.#kept.push({ step, title, text, document });
  }

  /** `click {"index":4} -> clicked [4]<button>Save`. */
  #line(outcome: Outcome, learns: boolean): string {
    const { text, kind } = outcome;
    const learnt = kind === 'own' || !learns ? '' : ` -> ${oneLine(this.#mask(learntFrom(text)), 120)}`;
    return `${oneLine(this.#mask(callText(tellCall(outcome))), 100)}${learnt}`;
  }

  /** Everything that fits: the line of every step and notes; then answers, the newest first to be kept. */
  tell(room: number): { past: string; answers: string } {
    const history = this.#history(Math.min(room * 0.35, 2_000));
    const notes =
      this.#notes.length > 0 ? `Notes:\n${this.#notes.map((text) => `- ${text}`).join('\n')}` : '';
    const head = [history, fitText(notes, Math.min(room * 0.25, 1_500))].filter(Boolean);
    const left = room - head.reduce((sum, part) => sum + estimateTokens(part) + 2, 0);
    return { past: head.join('\n\n'), answers: this.#answers(left) };
  }

  #history(room: number): string {
    const told: string[] = [];
    let spent = 20;
    for (const { step, line, short } of this.#lines.toReversed()) {
      // What the last step brought stands in full among the answers.
      const text = `${step}. ${step === this.#last ? short : line}`;
      spent += estimateTokens(`${text}\n`);
      if (spent > room) break;
      told.unshift(text);
    }
    if (this.#lines.length === 0) return '';
    const dropped = this.#lines.length - told.length;
    return ['Steps so far:', ...(dropped > 0 ? [`(${dropped} earlier steps)`] : []), ...told].join('\n');
  }

  #answers(room: number): string {
    const told: string[] = [];
    let left = room - 10;
    for (const { step, title, text } of this.#kept.toReversed()) {
      const entry = title === ACTED ? text : `${title.replace(ACTED, '')}\n${text}`;
      const fitted =
        told.length === 0 ? fitText(entry, left) : step === this.#last ? entry : fitText(entry, OLDER);
      left -= estimateTokens(fitted) + 2;
      if (left < 0) break;
      told.unshift(fitted);
    }
    return told.join('\n\n');
  }
}

/** Marks what an action answered: it is told once, in the step after. */
const ACTED = '\u0000';

/** The head of an answer, and the first that it found. */
const learntFrom = (text: string): string => text.split('\n').slice(0, 2).join(' ');
