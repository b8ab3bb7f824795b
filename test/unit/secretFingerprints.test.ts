import { expect, it } from 'vitest';
import { SecretRedactor } from '../../packages/sightline/src/injected/secrets/SecretRedactor.ts';
import { redactByFingerprints } from '../../packages/sightline/src/snapshot/secretFingerprints.ts';

const texts = [
  'Your password is hunter2, yes',
  'hunter22 and thunter2 are others',
  'hunter2',
  'aHVudGVyMg== in base64',
  'card 4111 1111 1111 1111 or 4111-1111-1111-1111 or 4111111111111111',
  '14111111111111111 is longer',
  'swordfish-and-more-swordfish',
  'nothing here',
  'émile a%20b & c?x=a+b+%26+c',
  '',
];

it('a text is redacted by fingerprints as by the secrets themselves', () => {
  const redactor = new SecretRedactor(new Set(['hunter2', '4111 1111 1111 1111', 'swordfish', 'a b & c']));
  for (const seed of [1, 77_777]) {
    const fingerprints = redactor.fingerprints(seed);
    for (const text of texts)
      expect(redactByFingerprints(text, fingerprints, seed)).toBe(redactor.redact(text));
    expect(JSON.stringify(fingerprints)).not.toMatch(/hunter|sword/);
  }
  expect(redactByFingerprints('hunter2', redactor.fingerprints(1), 2)).toBe('hunter2');
});
