import { expect, test } from 'vitest';
import { retryUntilAttached } from '../../packages/sightline/src/browser/connect/retryUntilAttached.ts';

test.each([
  'Protocol error (Page.getNavigationHistory): Not attached to an active page',
  'page.screenshot: Protocol error (Page.captureScreenshot): Unable to capture screenshot',
])('while one document takes the place of another, the question is asked again: %s', async (message) => {
  let asked = 0;
  const answer = await retryUntilAttached(async () => {
    if (++asked < 3) throw new Error(message);
    return 'here';
  });
  expect([answer, asked]).toEqual(['here', 3]);
});

test('any other refusal is shown at once', async () => {
  let asked = 0;
  const refused = retryUntilAttached(async () => {
    asked++;
    throw new Error('Target closed');
  });
  await expect(refused).rejects.toThrow('Target closed');
  expect(asked).toBe(1);
});
