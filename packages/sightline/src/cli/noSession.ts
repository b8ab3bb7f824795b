import { SightlineError } from '../model/SightlineError.ts';

/** @returns `no_session` */
export function noSession(name: string, why = ''): SightlineError {
  const call = name === 'default' ? 'sightline open URL' : `sightline open URL --session ${name}`;
  return new SightlineError('no_session', `No session "${name}" is open${why}.`, {
    hint: `Call \`${call}\`.`,
  });
}
