import { setTimeout } from 'node:timers/promises';

/** With the pause, 5 s: a machine that is busy elsewhere takes more than one to put the next page in place. */
const tries = 100;
const pauseMs = 50;

/**
 * Runs `work`, again while Chromium answers "Not attached to an active page": for a moment after a new
 * document has committed, the tab has no page of its own to ask.
 */
export async function whenAttached<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === tries || !String(error).includes('Not attached to an active page')) throw error;
      await setTimeout(pauseMs);
    }
  }
}
