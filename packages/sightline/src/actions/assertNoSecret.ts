import type { FieldState } from '../injected/PageApi.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';

/** @throws SightlineError `not_accepted` with the message, for a field for secrets, whatever it holds */
export function assertNoSecret({ isSecret, isSecretElsewhere }: FieldState, message: string): void {
  if (isSecret || isSecretElsewhere)
    throw new SightlineError('not_accepted', message, { hint: 'Replace what it holds as a whole: fill.' });
}
