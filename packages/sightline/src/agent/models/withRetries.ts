import { setTimeout as sleep } from 'node:timers/promises';
import { APICallError } from 'ai';

export interface RetryOptions {
  /** Attempts in total. */
  attempts: number;
  /** Milliseconds before the second attempt; doubled before each further one. */
  waitMs: number;
  signal: AbortSignal;
}

/** Longest `Retry-After` that is respected, milliseconds. */
const MAX_WAIT_MS = 30_000;

/** Retries transient errors: server busy, restarting or rate limiting. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { attempts, waitMs, signal }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (attempt >= attempts || !APICallError.isInstance(error) || !error.isRetryable) throw error;
      const retryAfter = retryAfterMs(error.responseHeaders ?? {});
      await sleep(retryAfter ?? waitMs * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

/** `Retry-After`, in seconds or as a date. */
function retryAfterMs(headers: Record<string, string>): number | undefined {
  const header = headers['retry-after'];
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.min(MAX_WAIT_MS, Math.max(0, wait)) : undefined;
}
