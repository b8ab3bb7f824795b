import { setTimeout } from 'node:timers/promises';

/** With the pause, 5 s: a machine that is busy elsewhere takes more than one to put the next page in place. */
const MAX_ATTEMPTS = 100;
const RETRY_PAUSE_MS = 50;

/** For a moment after a new document has committed, the tab has no page of its own to ask, or nothing drawn to take a picture of. */
const PASSING = /Not attached to an active page|Unable to capture screenshot/;

/** Runs `operation`, again while Chromium answers what passes. */
export async function retryUntilAttached<T>(operation: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !PASSING.test(String(error))) throw error;
      await setTimeout(RETRY_PAUSE_MS);
    }
  }
}
