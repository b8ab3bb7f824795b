import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';

/** The error that a call is refused with. Throws where nothing, or something else, was thrown. */
export function errorOf(run: () => unknown): SightlineError {
  try {
    run();
  } catch (error) {
    if (error instanceof SightlineError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
