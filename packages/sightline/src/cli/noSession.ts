import { SightlineError } from '../snapshot/SightlineError.ts';

/** @returns `no_session` */
export function noSession(name: string, detail = ''): SightlineError {
  const openCommand = name === 'default' ? 'sightline open URL' : `sightline open URL --session ${name}`;
  return new SightlineError('no_session', `No session "${name}" is open${detail}.`, {
    hint: `Call \`${openCommand}\`.`,
  });
}
