import { expect, it } from 'vitest';
import { DocumentGoneError } from '../../packages/sightline/src/browser/frames/DocumentGoneError.ts';
import { TypedSecrets } from '../../packages/sightline/src/browser/TypedSecrets.ts';
import { redactLogged } from '../../packages/sightline/src/session/developer/DeveloperContext.ts';
import type { SessionContext } from '../../packages/sightline/src/session/SessionContext.ts';

it('a document that goes while it is asked for its secrets is an error of ours, after which one may ask again', async () => {
  const connection = {
    typedSecrets: new TypedSecrets(),
    targets: async () => [],
    redactSecrets: () => Promise.reject(new DocumentGoneError('uniqueContextId not found')),
  };
  const context = {
    source: { checkRules: () => undefined, tabs: { logOf: () => ({ requests: [] }) } },
    connection: async () => connection,
  } as unknown as SessionContext;
  await expect(redactLogged(['a'], context)).rejects.toMatchObject({ code: 'navigated', retryable: true });
});
