import { useEffect, useMemo, useReducer } from 'preact/hooks';
import type { Steps } from '../../../snapshot/runSteps.ts';
import { runFor, runInSlices, SLICE_MS, yieldToEventLoop } from './runInSlices.ts';

/** What work comes to: of a page of usual size at once, of a large one in slices, undefined until then. */
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

/** What is drawn after it is a slice of its own. */
async function finishWork<T>(steps: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  await yieldToEventLoop();
  const value = signal.aborted ? undefined : await runInSlices(steps, signal);
  await yieldToEventLoop();
  return value;
}
