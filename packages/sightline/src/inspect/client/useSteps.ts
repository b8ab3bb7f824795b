import { useEffect, useMemo, useReducer } from 'preact/hooks';
import type { Steps } from '../../model/finish.ts';
import { goOn, inSlices, pause, SLICE } from './inSlices.ts';

/** What work comes to: of a page of usual size at once, of a large one in slices, undefined until then. */
export function useSteps<T>(begin: () => Steps<T>, deps: readonly unknown[]): T | undefined {
  const work = useMemo(() => {
    const steps = begin();
    return { steps, done: goOn(steps, SLICE) };
  }, deps);
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (work.done) return;
    const off = new AbortController();
    void rest(work.steps, off.signal).then((value) => {
      if (off.signal.aborted) return;
      work.done = { value: value as T };
      again(undefined);
    });
    return () => off.abort();
  }, [work]);
  return work.done?.value;
}

/** What is drawn after it is a slice of its own. */
async function rest<T>(steps: Steps<T>, signal: AbortSignal): Promise<T | undefined> {
  await pause();
  const value = signal.aborted ? undefined : await inSlices(steps, signal);
  await pause();
  return value;
}
