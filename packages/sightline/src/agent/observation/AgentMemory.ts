import { estimateTokens } from '../../render/estimateTokens.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { AgentStep } from '../parseModelStep.ts';
import { renderCall } from '../tools/renderCall.ts';
import { type CallOutcome, redactCall } from '../tools/ToolExecutor.ts';
import { fitText } from './fitText.ts';

/** A tool answer that may still be useful. */
interface RememberedAnswer {
  step: number;
  title: string;
  text: string;
  /** Key of the page it is about; undefined for the page that is entered next. */
  document: string | undefined;
}

/** Characters of one step's line. */
const MAX_LINE_CHARS = 240;
/** Tokens of an answer from before the last step; the call that repeats it is shown above it. */
const OLDER_ANSWER_TOKENS = 200;
/** Notes kept. */
const MAX_NOTES = 20;

/**
 * A run's memory of bounded size: one line for each step (newest kept first), answers about the current page, and
 * notes. What tools answered is words of a page: it is rendered apart from what the model did and noted itself.
 */
export class AgentMemory {
  readonly #redact: (text: string) => string;
  readonly #lines: { step: number; line: string; result: string }[] = [];
  readonly #notes: string[] = [];
  #recentAnswers: RememberedAnswer[] = [];
  #lastStep = 0;

  /** `redact` runs before anything is truncated: half a secret would not be recognised. */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Forgets answers about other pages, except those of the last step, which the model has not seen yet. */
  enterDocument(document: string): void {
    for (const answer of this.#recentAnswers) answer.document ??= document;
    this.#recentAnswers = this.#recentAnswers.filter(
      (answer) => answer.step === this.#lastStep || answer.document === document,
    );
  }

  /** `undone`: calls that were not made, and why. */
  addStep(
    step: number,
    { nextGoal }: AgentStep,
    outcomes: readonly CallOutcome[],
    document: string,
    undone?: string,
  ): void {
    this.#lastStep = step;
    this.#recentAnswers = this.#recentAnswers.filter(
      (answer) => answer.document === document && !answer.title.startsWith(ACTED_MARK),
    );
    const navigatedAt = outcomes.findLastIndex(({ left }) => left);
    for (const [index, outcome] of outcomes.entries())
      this.#rememberAnswer(step, outcome, navigatedAt >= 0 && index > navigatedAt ? undefined : document);
    if (undone) this.#recentAnswers.push({ step, title: ACTED_MARK, text: this.#redact(undone), document });
    const parts = [
      nextGoal && `${shorten(this.#redact(nextGoal), 80)}:`,
      outcomes.map((outcome) => shorten(this.#redact(renderCall(redactCall(outcome))), 100)).join('; '),
      undone && `(${this.#redact(undone)})`,
    ];
    const results = outcomes
      .filter(({ kind }) => kind !== 'own')
      .map(({ text }) => shorten(this.#redact(firstResultLines(text)), 120));
    this.#lines.push({
      step,
      line: shorten(parts.filter(Boolean).join(' '), MAX_LINE_CHARS),
      result: shorten(results.join('; '), MAX_LINE_CHARS),
    });
  }

  #rememberAnswer(step: number, outcome: CallOutcome, document: string | undefined): void {
    const { kind, text, data } = outcome;
    if (typeof data.note === 'string') {
      this.#notes.push(shorten(data.note, 400));
      if (this.#notes.length > MAX_NOTES) this.#notes.shift();
    }
    if (kind === 'own') return;
    const title = `${kind === 'act' ? ACTED_MARK : ''}${this.#redact(renderCall(redactCall(outcome)))}`;
    this.#recentAnswers = this.#recentAnswers.filter((answer) => answer.title !== title);
    this.#recentAnswers.push({ step, title, text, document });
  }

  /** What fits the budget: step lines and notes first, then answers, newest first. */
  render(tokenBudget: number): { history: string; answers: string } {
    const { history, results } = this.#renderHistory(Math.min(tokenBudget * 0.35, 2_000));
    const notes =
      this.#notes.length > 0 ? `Notes:\n${this.#notes.map((text) => `- ${text}`).join('\n')}` : '';
    const head = [history, fitText(notes, Math.min(tokenBudget * 0.25, 1_500))].filter(Boolean);
    const spent = [...head, results].reduce((sum, part) => sum + estimateTokens(part) + 2, 0);
    const answers = [results, this.#renderAnswers(tokenBudget - spent)].filter(Boolean).join('\n\n');
    return { history: head.join('\n\n'), answers };
  }

  /** What was done, and what came of it: of all steps but the last, whose answers are shown in full. */
  #renderHistory(tokenBudget: number): { history: string; results: string } {
    const lines: string[] = [];
    const results: string[] = [];
    let spent = 20;
    for (const { step, line, result } of this.#lines.toReversed()) {
      const text = `${step}. ${line}`;
      const outcome = step === this.#lastStep || result === '' ? '' : `${step}. ${result}`;
      spent += estimateTokens(`${text}\n${outcome}\n`);
      if (spent > tokenBudget) break;
      lines.unshift(text);
      if (outcome) results.unshift(outcome);
    }
    if (this.#lines.length === 0) return { history: '', results: '' };
    const dropped = this.#lines.length - lines.length;
    const earlier = dropped > 0 ? [`(${dropped} earlier steps)`] : [];
    return {
      history: ['Steps so far:', ...earlier, ...lines].join('\n'),
      results: results.length > 0 ? ['Of earlier steps:', ...results].join('\n') : '',
    };
  }

  #renderAnswers(tokenBudget: number): string {
    const rendered: string[] = [];
    let left = tokenBudget - 10;
    for (const { step, title, text } of this.#recentAnswers.toReversed()) {
      const entry = title === ACTED_MARK ? text : `${title.replace(ACTED_MARK, '')}\n${text}`;
      const fitted =
        rendered.length === 0
          ? fitText(entry, left)
          : step === this.#lastStep
            ? entry
            : fitText(entry, OLDER_ANSWER_TOKENS);
      left -= estimateTokens(fitted) + 2;
      if (left < 0) break;
      rendered.unshift(fitted);
    }
    return rendered.join('\n\n');
  }
}

/** Marks the answer of an action: it is shown once, in the next step. */
const ACTED_MARK = '\u0000';

/** The head of an answer and its first result. */
const firstResultLines = (text: string): string => text.split('\n').slice(0, 2).join(' ');
