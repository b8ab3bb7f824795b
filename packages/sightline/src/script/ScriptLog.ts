import type { TabEvent } from '../browser/tabs/TabEvent.ts';
import type { SettleSummary } from '../render/changes/settleSections.ts';
import type { RenderContext } from '../render/RenderContext.ts';
import type { ActionResult } from '../session/actions/ActionResult.ts';
import type { MousePress } from '../session/actions/MousePress.ts';
import type { ScriptStep } from '../session/ScriptOptions.ts';
import type { Navigation } from '../session/Session.ts';
import { elementKey, type PageNode } from '../snapshot/Page.ts';

/** A line that says nothing of what the page shows: what was not found, or an address. */
const EMPTY_LINE = /^(?:\[\]|\{\}|0|null|undefined|false|""|https?:\/\/\S*|\s)*$/;

/** What a script has done so far, and the page as it was before. */
export class ScriptLog {
  readonly steps: ScriptStep[] = [];
  readonly events: TabEvent[] = [];
  /** Clicks at which nothing changed that is seen. */
  readonly idleSteps: ScriptStep[] = [];
  /** What is reported first: what a table did not give, a dialog that was in the way. */
  readonly firstNotes: string[] = [];
  /** How an element was taken that is not quite what the script named. */
  readonly guesses: string[] = [];
  /** Fields that the script gave a text, with its line, the last of each. */
  readonly filled = new Map<string, { node: PageNode; line: number | undefined }>();
  /** Where the mouse was pressed to be moved, on the page that the script is at. */
  presses: MousePress[] = [];
  /** The script is at another document, or in another tab, than it began in. */
  hasLeft = false;
  /** An action had used the mouse or keyboard before it failed. */
  hasFailedAction = false;
  /** What `changes` compare with: the page at the beginning, or as it had settled after it was opened. */
  mark: RenderContext | undefined;
  /** The last page that the script opened. */
  opened: Navigation | undefined;
  /** Actions since then, or since the beginning. */
  actionCount = 0;
  /** The page as it was when an action had led to it, and how many actions there were then. */
  arrival: { page: RenderContext; actionCount: number } | undefined;
  /** What stood in the fields of the last page that an action left. */
  entered: readonly string[] = [];
  /** The last look that the script took, where nothing was done since. */
  look: { text: string; complete: boolean } | undefined;
  /** The texts of all looks that it took. */
  readonly looks: string[] = [];
  /** The script has printed something of the page as it is after the last action. */
  hasAnswer = false;
  /** The first wait for some time behind an action in which nothing changed on the page. */
  needlessWait: { line: number | undefined } | undefined;
  /** Whether such a wait is reported: once a session. */
  readonly reportsWaits: boolean;
  #settles: SettleSummary[] = [];
  #isActionLast = false;

  constructor({ reportsWaits }: { reportsWaits: boolean }) {
    this.reportsWaits = reportsWaits;
  }

  addAction({ text, data, arrival }: ActionResult, line: number | undefined): void {
    this.#addDone(text, line);
    if (arrival) this.arrival = { page: arrival, actionCount: this.actionCount };
    if (Array.isArray(data.events)) this.events.push(...(data.events as TabEvent[]));
    if (data.otherPage === true) {
      this.hasLeft = true;
      this.presses = [];
    }
    if (Array.isArray(data.entered)) this.entered = data.entered as string[];
    this.#isActionLast = data.settle !== undefined;
    if (data.settle) this.#settles.push(data.settle as SettleSummary);
  }

  /** Of the step that was added last. */
  noteIdleStep(): void {
    this.idleSteps.push(...this.steps.slice(-1));
  }

  addFilled(node: PageNode, text: string, line: number | undefined): void {
    if (text === '') this.filled.delete(elementKey(node));
    else this.filled.set(elementKey(node), { node, line });
  }

  /** Of an action that failed: the page may have reacted to a part of it. */
  addFailedAction(): void {
    this.hasFailedAction = true;
    this.#isActionLast = false;
    this.actionCount++;
  }

  addNavigation(
    navigation: Navigation,
    mark: RenderContext | undefined,
    text: string,
    line: number | undefined,
  ): void {
    this.steps.push({ line, text });
    this.#isActionLast = false;
    this.opened = navigation;
    this.hasLeft = true;
    this.presses = [];
    this.mark = mark;
    this.look = undefined;
    this.hasAnswer = false;
    this.entered = [];
    this.arrival = undefined;
    this.actionCount = 0;
    this.#settles = [];
  }

  addLook(look: { text: string; complete: boolean }): void {
    this.look = look;
    this.looks.push(look.text);
  }

  addPrinted(text: string): void {
    this.hasAnswer ||= text.split('\n').some((line) => !EMPTY_LINE.test(line));
  }

  /** Whether the page was at rest after what was done last. */
  get isAtRest(): boolean {
    return this.#isActionLast && this.#settles.at(-1)?.settled === true;
  }

  addGuess(guess: string): void {
    this.guesses.push(guess);
  }

  /** What was done without waiting for what it does. */
  addInput(text: string, line: number | undefined): void {
    this.#isActionLast = false;
    this.#addDone(text, line);
  }

  addStep(text: string, line: number | undefined): void {
    this.steps.push({ line, text });
  }

  #addDone(text: string, line: number | undefined): void {
    this.steps.push({ line, text });
    this.actionCount++;
    this.look = undefined;
    this.hasAnswer = false;
  }

  /** What the actions since the mark saw pass. */
  get settle(): SettleSummary {
    return {
      settled: this.#settles.at(-1)?.settled ?? true,
      ...(this.#settles.at(-1)?.reason && { reason: this.#settles.at(-1)?.reason }),
      transients: this.#settles.flatMap(({ transients }) => transients),
      requests: { failed: this.#settles.flatMap(({ requests }) => requests.failed) },
      consoleErrors: this.#settles.flatMap(({ consoleErrors }) => consoleErrors),
    };
  }
}
