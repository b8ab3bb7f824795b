import { type RunTrace, readTrace, type TracedStep } from '../agent/trace/readTrace.ts';
import { asText } from '../snapshot/parseJson.ts';
import type { InspectedOutcome, InspectedRun, InspectedStep } from './Inspection.ts';
import { TracedPages } from './TracedPages.ts';

/** A run with the screenshots that its model was shown, in order. */
export interface RunWithPictures {
  run: InspectedRun;
  pictures: Buffer[];
}

/**
 * Reads a trace for display; fields missing in older versions are empty. @throws SightlineError `invalid_argument`
 */
export function readTracedRun(path: string, source: string): RunWithPictures {
  const { task, model, steps, end }: RunTrace = readTrace(path);
  const pages = new TracedPages(path);
  return {
    run: {
      source,
      task,
      model,
      steps: steps.map((step, index) => ({ ...toInspectedStep(step, index), ...pages.drawStep(step) })),
      end: end && { success: end.success === true, reason: asText(end.reason), text: asText(end.text) },
    },
    pictures: pages.pictures,
  };
}

function toInspectedStep(step: TracedStep, index: number): InspectedStep {
  const { goal, thinking, nextGoal, state, tokens, ms } = step as unknown as Record<string, unknown>;
  const { input, output } = (tokens ?? {}) as Record<string, unknown>;
  return {
    n: asNumber(step.n) || index + 1,
    url: asText(step.url),
    goal: asText(goal),
    thinking: asText(thinking),
    nextGoal: asText(nextGoal),
    state: asText(state),
    outcomes: Array.isArray(step.outcomes) ? step.outcomes.map(toInspectedOutcome) : [],
    tokens: { input: asNumber(input), output: asNumber(output) },
    ms: asNumber(ms),
  };
}

function toInspectedOutcome({
  tool,
  input,
  text: resultText,
  error,
  ms,
}: TracedStep['outcomes'][number]): InspectedOutcome {
  const { index } = (input ?? {}) as { index?: unknown };
  return {
    tool: asText(tool),
    input: JSON.stringify(input ?? {}),
    text: asText(resultText),
    target: typeof index === 'number' ? index : undefined,
    error: error ? `${asText(error.code)}: ${asText(error.message)}` : undefined,
    ms: asNumber(ms),
  };
}

const asNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;
