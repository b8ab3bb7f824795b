import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ActionContextOptions } from '../../packages/sightline/src/actions/ElementAccess.ts';
import { ElementAccess } from '../../packages/sightline/src/actions/ElementAccess.ts';

class Access extends ElementAccess {
  protected override isClear = async (): Promise<boolean> => true;
}

test('of a page that answers late, the answer counts that it is asked for when the time is over', async () => {
  const access = new Access({ timeoutMs: 5_000 } as ActionContextOptions);
  const answers = [true, false];
  const isMissing = async (): Promise<boolean> => {
    await wait(60);
    return answers.shift() as boolean;
  };
  expect(await access.staysTrue(isMissing, 50)).toBe(false);
  expect(await access.staysTrue(async () => true, 50)).toBe(true);
});
