import { expect, test } from 'vitest';
import { whenAttached } from '../../packages/sightline/src/browser/whenAttached.ts';

const swapping = new Error('Protocol error (Page.getNavigationHistory): Not attached to an active page');

test('while one document takes the place of another, the question is asked again', async () => {
  let asked = 0;
  const answer = await whenAttached(async () => {
    if (++asked < 3) throw swapping;
    return 'here';
  });
  expect([answer, asked]).toEqual(['here', 3]);
});

test('any other refusal is told at once', async () => {
  let asked = 0;
  const refused = whenAttached(async () => {
    asked++;
    throw new Error('Target closed');
  });
  await expect(refused).rejects.toThrow('Target closed');
  expect(asked).toBe(1);
});
