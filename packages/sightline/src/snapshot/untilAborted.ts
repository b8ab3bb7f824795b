import { SightlineError } from './SightlineError.ts';

/** What every call takes that waits for a page. */
export interface AbortOptions {
  /** Aborting it ends the call: it throws `aborted`, with the signal's reason as `cause`. */
  signal?: AbortSignal | undefined;
}

/**
 * Settles as `work` does, or rejects with `aborted` as soon as the signal is aborted. Where it is aborted already, the work
 * is not begun.
 */
export async function untilAborted<T>(
  work: () => T | Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return work();
  throwIfAborted(signal);
  let rejectAborted = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    rejectAborted = () => reject(abortedError(signal));
  });
  signal.addEventListener('abort', rejectAborted, { once: true });
  const working = Promise.resolve(work());
  try {
    return await Promise.race([working, aborted]);
  } finally {
    signal.removeEventListener('abort', rejectAborted);
    working.catch(() => undefined);
  }
}

/** Throws `aborted` where the signal is. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

function abortedError(signal: AbortSignal): SightlineError {
  return new SightlineError('aborted', 'The call was aborted.', {
    hint: 'What it had done by then is done: look at the page.',
    cause: signal.reason,
  });
}
