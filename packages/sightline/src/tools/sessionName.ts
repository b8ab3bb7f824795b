import { SightlineError } from '../snapshot/SightlineError.ts';

/** Whether a session may have this name: 1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first. */
export const isSessionName = (name: string): boolean => /^[A-Za-z\d][\w.-]{0,63}$/.test(name);

/** @returns `invalid_argument` for a name that `isSessionName` refuses */
export function badSessionName(name: string): SightlineError {
  return new SightlineError('invalid_argument', `${JSON.stringify(name)} cannot be the name of a session.`, {
    hint: 'Use 1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first.',
  });
}
