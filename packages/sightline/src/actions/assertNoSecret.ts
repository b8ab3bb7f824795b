import type { PageConnection } from '../browser/PageConnection.ts';
import type { FieldState } from '../injected/PageApi.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { REDACTED_PLACEHOLDER } from '../snapshot/urls/redactUrl.ts';

/**
 * Where a part of what repeats a secret is selected, it could be copied to where it is shown.
 * @throws SightlineError `not_accepted`
 */
export async function assertNoSecretSelected(connection: PageConnection, field?: FieldState): Promise<void> {
  const asking = connection.documentKeys.map((key) =>
    connection.callPageScript(key, 'selectsSecret').catch(() => false),
  );
  if (!field?.value.includes(REDACTED_PLACEHOLDER) && !(await Promise.all(asking)).includes(true)) return;
  throw new SightlineError('not_accepted', 'What is selected repeats a secret, or stands beside one.', {
    hint: 'Select other words (select-text), or click beside them.',
  });
}

/** @throws SightlineError `not_accepted` with the message, for a field for secrets, whatever it holds */
export function assertNoSecret({ isSecret, isSecretElsewhere }: FieldState, message: string): void {
  if (isSecret || isSecretElsewhere)
    throw new SightlineError('not_accepted', message, { hint: 'Replace what it holds as a whole: fill.' });
}
