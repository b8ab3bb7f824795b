import { SightlineError } from '../snapshot/SightlineError.ts';

/** The value of `promise`, or `fallback` after `timeoutMs` milliseconds. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, fallback: T): Promise<T> {
  // A late rejection must not be unhandled.
  promise.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, fallback);
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** The value of `promise`. Throws `timeout` with the message after `timeoutMs` milliseconds. */
export function withTimeoutError<T>(promise: Promise<T>, timeoutMs: number, message: string): Promise<T> {
  const late = Symbol();
  return withTimeout<T | typeof late>(promise, timeoutMs, late).then((value) => {
    if (value !== late) return value as T;
    throw new SightlineError('timeout', message, {
      hint: 'Open another page, or close the tab.',
      retryable: true,
    });
  });
}
