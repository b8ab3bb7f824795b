// Holds the types of `sightline/playwright` to what a suite writes: checked by the compiler, never run.
import { test as base, expect as baseExpect } from '@playwright/test';
import { matchers, sightline } from '../../packages/sightline/src/playwright/index.ts';

const test = base.extend(sightline);
const expect = baseExpect.extend(matchers);
test('x', async ({ page, sight }) => {
  await expect(page).toShow('a');
  await expect(sight).toOffer({ role: 'button', name: /x/ });
  const { text } = await sight.look({ maxTokens: 5 });
  text.trim();
  // @ts-expect-error no such call
  await sight.fly();
  // @ts-expect-error no role
  await expect(page).toOffer({ name: 'x' });
});
test.use({ sightlineReport: { inspect: false } });
