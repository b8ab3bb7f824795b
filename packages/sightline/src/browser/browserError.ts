import type { Page } from 'playwright-core';
import { parseRelayFailure } from '../relay/relayFailure.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';

/**
 * What an error of the engine means: `browser_closed`, `tab_closed`, `timeout`, else `internal`.
 * A SightlineError is returned as it is.
 */
export function toBrowserError(error: unknown, page?: Page): SightlineError {
  if (error instanceof SightlineError) return error;
  const message = firstLineOf(error);
  const relayError = parseRelayFailure(message);
  if (relayError) return relayError;
  const browser = page?.context().browser();
  if (browser?.isConnected() === false) return browserClosedError(error);
  if (/page crashed|target crashed/i.test(message)) return tabClosedError('The tab crashed.', error);
  if (/has been closed|target closed|session closed/i.test(message)) {
    return page && !page.isClosed()
      ? browserClosedError(error)
      : tabClosedError('The tab was closed.', error);
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new SightlineError('timeout', message, {
      hint: 'Try again, or allow more time.',
      retryable: true,
    });
  }
  return new SightlineError('internal', message, { hint: 'Look at the page again.', cause: error });
}

export function browserClosedError(cause?: unknown): SightlineError {
  return new SightlineError('browser_closed', 'The browser is no longer running.', {
    hint: 'Open the page again: a new browser is started for it.',
    cause,
  });
}

export function tabClosedError(
  message: string,
  cause?: unknown,
  hint = 'Open or reload a page, or switch to another tab.',
): SightlineError {
  return new SightlineError('tab_closed', message, { hint, cause });
}

/** The first line of an error's message, without the engine's prefix (`page.goto: `). */
export function firstLineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').replace(/^\w+\.\w+: /, '');
}
