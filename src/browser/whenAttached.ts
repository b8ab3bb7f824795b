import { setTimeout } from 'node:timers/promises';

const tries = 20;
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
