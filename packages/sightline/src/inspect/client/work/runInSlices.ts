import type { Steps } from '../../../snapshot/runSteps.ts';

/** Milliseconds that work holds up everything else, about. */
export const SLICE_MS = 20;

/** Goes on for so many milliseconds, and to the end of a step; answers what the work came to, once it has. */
export function runFor<T>(steps: Steps<T>, ms: number): { value: T } | undefined {
  const end = performance.now() + ms;
  do {
    const step = steps.next();
    if (step.done) return { value: step.value };
  } while (performance.now() < end);
  return undefined;
}

/** Works in slices between which the page answers. Undefined where it was called off. */
export async function runInSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let done = runFor(steps, SLICE_MS); ; done = runFor(steps, SLICE_MS)) {
    if (done) return done.value;
    await yieldToEventLoop();
    if (signal.aborted) return undefined;
  }
}

export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
