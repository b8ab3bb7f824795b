import { type ReadTrace, readTrace, type TracedStep } from '../agent/readTrace.ts';
import type { InspectedOutcome, InspectedRun, InspectedStep } from './Inspection.ts';
import { TracedPages } from './TracedPages.ts';

/** A run, and the pictures that its model was shown, in the order of their numbers. */
export interface ReadRun {
  run: InspectedRun;
  pictures: Buffer[];
}

/** A trace as it is shown: a field that another version has not written is empty. @throws SightlineError `invalid_argument` */
export function readRun(path: string, source: string): ReadRun {
  const { task, model, steps, end }: ReadTrace = readTrace(path);
  const pages = new TracedPages(path);
  return {
    run: {
      source,
      task,
      model,
      steps: steps.map((step, at) => ({ ...stepOf(step, at), ...pages.draw(step) })),
      end: end && { success: end.success === true, reason: text(end.reason), text: text(end.text) },
    },
    pictures: pages.pictures,
  };
}

function stepOf(step: TracedStep, at: number): InspectedStep {
  const { goal, thinking, nextGoal, state, tokens, ms } = step as unknown as Record<string, unknown>;
  const { input, output } = (tokens ?? {}) as Record<string, unknown>;
  return {
    n: number(step.n) || at + 1,
    url: text(step.url),
    goal: text(goal),
    thinking: text(thinking),
    nextGoal: text(nextGoal),
    state: text(state),
    outcomes: Array.isArray(step.outcomes) ? step.outcomes.map(outcomeOf) : [],
    tokens: { input: number(input), output: number(output) },
    ms: number(ms),
  };
}

function outcomeOf({ tool, input, text: told, error, ms }: TracedStep['outcomes'][number]): InspectedOutcome {
  const { index } = (input ?? {}) as { index?: unknown };
  return {
    tool: text(tool),
    input: JSON.stringify(input ?? {}),
    text: text(told),
    target: typeof index === 'number' ? index : undefined,
    error: error ? `${text(error.code)}: ${text(error.message)}` : undefined,
    ms: number(ms),
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
