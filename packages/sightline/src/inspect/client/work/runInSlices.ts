import type { Steps } from '../../../snapshot/runSteps.ts';

/** Approximate length of a slice, milliseconds. */
export const SLICE_MS = 20;

/** Works for about `ms` milliseconds; returns the result once it is complete. */
export function runFor<T>(steps: Steps<T>, ms: number): { value: T } | undefined {
  const end = performance.now() + ms;
  do {
    const step = steps.next();
    if (step.done) return { value: step.value };
  } while (performance.now() < end);
  return undefined;
}

/** Works in slices, so that the page stays responsive. Undefined if aborted. */
export async function runInSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  for (let done = runFor(steps, SLICE_MS); ; done = runFor(steps, SLICE_MS)) {
    if (done) return done.value;
    await yieldToEventLoop();
    if (signal.aborted) return undefined;
  }
}

export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
