import { setTimeout } from 'node:timers/promises';
import type { ApplicationTask, Site } from './Application.ts';
import type { CommandLine } from './CommandLine.ts';
import { findNumber, wordsOf } from './findNumber.ts';
import { splitStep } from './splitStep.ts';

/**
 * `done`; `wrong`: every command ended with 0, and the application has something else; `refused`: a command said no; `refused
 * though right`: one did, and the application has what was wanted; `not found`: no answer has a number for what a step needs.
 */
export type Outcome = 'done' | 'wrong' | 'refused' | 'refused though right' | 'not found';

export interface PlayedTask {
  application: string;
  task: string;
  outcome: Outcome;
  commands: number;
  /** o200k, of all answers. */
  tokens: number;
  /** Empty where it is done. */
  why: string;
  /** Every command with its answer. */
  log: string[];
}

/** A command that cannot be run, or ended with an error. */
class StepFailure extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

/** Plays a task, and asks the application what came of it. */
export async function playTask(
  application: string,
  { name, steps, check, expected }: ApplicationTask,
  commandLine: CommandLine,
  site: Site,
): Promise<PlayedTask> {
  const { commands, tokens } = commandLine;
  const player = new StepPlayer(commandLine, site);
  let failure: StepFailure | undefined;
  try {
    for (const step of steps) await player.play(step);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    failure = error;
  }
  const wrong = await differenceOf(check, expected, site, failure ? 0 : WAIT_FOR_STATE_MS);
  return {
    application,
    task: name,
    outcome: outcomeOf(failure, wrong),
    commands: commandLine.commands - commands,
    tokens: commandLine.tokens - tokens,
    why: failure?.message ?? wrong,
    log: player.log,
  };
}

function outcomeOf(failure: StepFailure | undefined, wrong: string): Outcome {
  if (!failure) return wrong === '' ? 'done' : 'wrong';
  return failure.outcome === 'refused' && wrong === '' ? 'refused though right' : failure.outcome;
}

/** Applications save a moment later. */
const WAIT_FOR_STATE_MS = 8_000;

/** Empty where the application has what it has to have. */
async function differenceOf(
  check: ApplicationTask['check'],
  expected: unknown,
  site: Site,
  waitMs: number,
): Promise<string> {
  const end = Date.now() + waitMs;
  for (;;) {
    const wanted = JSON.stringify(typeof expected === 'function' ? await expected(site) : expected);
    const state = JSON.stringify(await attempt(() => check(site)));
    if (state === wanted) return '';
    if (Date.now() >= end) return `wanted ${wanted}, is ${state}`;
    await setTimeout(250);
  }
}

async function attempt(check: () => unknown): Promise<unknown> {
  try {
    return await check();
  } catch (error) {
    return `not to be asked: ${error instanceof Error ? error.message : error}`;
  }
}

/** Plays the steps of one task, and keeps what was answered. */
class StepPlayer {
  readonly log: string[] = [];
  readonly #commandLine: CommandLine;
  readonly #site: Site;
  #last = '';

  constructor(commandLine: CommandLine, site: Site) {
    this.#commandLine = commandLine;
    this.#site = site;
    site.answer = '';
  }

  async play(step: string): Promise<void> {
    if (step.startsWith('answer ')) return this.#takeAnswer(step.slice('answer '.length));
    const [{ text: command } = { text: '' }, ...words] = splitStep(step);
    const args: string[] = [];
    for (const { text, isElement } of words)
      args.push(isElement ? await this.#numberOf(text) : text.replace(/^DATA\//, `${this.#site.data}/`));
    if (command === 'open') args[0] = new URL(args[0] ?? '', this.#site.origin).href;
    const { exitCode, text } = await this.#run(command, ...args);
    if (exitCode !== 0) throw new StepFailure('refused', `${step}: ${text.trim()}`);
  }

  /** Looks for it in the last answer, then in a look, then in what a query answers, then in a look at everything. */
  async #numberOf(wanted: string): Promise<string> {
    const ways: (readonly string[])[] = [[], ['look'], ['query', wordsOf(wanted)], ['look', '--full']];
    for (const way of ways) {
      const { text } = way.length === 0 ? { text: this.#last } : await this.#run(...way);
      const found = findNumber(text, wanted);
      if (found !== undefined) return String(found);
    }
    throw new StepFailure('not found', `no answer has a number for {${wanted}}`);
  }

  async #run(...args: string[]): ReturnType<CommandLine['run']> {
    const answer = await this.#commandLine.run(...args);
    this.#last = answer.text;
    this.log.push(`$ sightline ${args.join(' ')}\n${answer.text.trimEnd()}\n(exit ${answer.exitCode})`);
    return answer;
  }

  #takeAnswer(pattern: string): void {
    const [, found] = new RegExp(pattern, 'm').exec(this.#last) ?? [];
    if (found === undefined) throw new StepFailure('not found', `the answer has nothing like ${pattern}`);
    this.#site.answer = found;
  }
}
