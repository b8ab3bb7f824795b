import { useEffect, useMemo, useReducer } from 'preact/hooks';
import type { Steps } from '../../../snapshot/runSteps.ts';
import { runFor, runInSlices, SLICE_MS, yieldToEventLoop } from './runInSlices.ts';

/**
 * The result of stepwise work: immediate for a usual page; computed in slices for a large one, undefined until
 * then.
 */
export function useSlicedWork<T>(start: () => Steps<T>, deps: readonly unknown[]): T | undefined {
  const work = useMemo(() => {
    const steps = start();
    return { steps, done: runFor(steps, SLICE_MS) };
  }, deps);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (work.done) return;
    const controller = new AbortController();
    void finishWork(work.steps, controller.signal).then((value) => {
      if (controller.signal.aborted) return;
      work.done = { value: value as T };
      rerender(undefined);
    });
    return () => controller.abort();
  }, [work]);
  return work.done?.value;
}

/** Yields before and after, so that rendering gets its own slice. */
async function finishWork<T>(steps: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  await yieldToEventLoop();
  const value = signal.aborted ? undefined : await runInSlices(steps, signal);
  await yieldToEventLoop();
  return value;
}
