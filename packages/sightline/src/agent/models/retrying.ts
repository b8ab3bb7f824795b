import { setTimeout as sleep } from 'node:timers/promises';
import { APICallError } from 'ai';

export interface RetryOptions {
  /** Tries in all. */
  attempts: number;
  /** Milliseconds before the second try; twice as many before each that follows. */
  waitMs: number;
  signal: AbortSignal;
}

/** Longest that a server's own wish to wait is heeded, milliseconds. */
const LONGEST = 30_000;

/** Tries again what may come right by itself: a server that is busy, restarting, or wants us to slow down. */
export async function retrying<T>(
  work: () => Promise<T>,
  { attempts, waitMs, signal }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (attempt >= attempts || !APICallError.isInstance(error) || !error.isRetryable) throw error;
      const asked = waitAsked(error.responseHeaders ?? {});
      await sleep(asked ?? waitMs * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

/** `Retry-After`, in seconds or as a date. */
function waitAsked(headers: Record<string, string>): number | undefined {
  const told = headers['retry-after'];
  if (told === undefined) return undefined;
  const seconds = Number(told);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(told) - Date.now();
  return Number.isFinite(wait) ? Math.min(LONGEST, Math.max(0, wait)) : undefined;
}
