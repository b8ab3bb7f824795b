import { expect, test } from 'vitest';
import { SerialQueue } from '../../packages/sightline/src/session/SerialQueue.ts';
import { untilAborted } from '../../packages/sightline/src/snapshot/untilAborted.ts';

const never = new Promise<never>(() => undefined);

test('work that is not aborted settles as it does', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(async () => 1, signal)).toBe(1);
  expect(await untilAborted(() => 2, undefined)).toBe(2);
  await expect(untilAborted(() => Promise.reject(new Error('own')), signal)).rejects.toThrow('own');
});

test('an aborted call says why, and is not begun where that was so before', async () => {
  const controller = new AbortController();
  const call = untilAborted(() => never, controller.signal);
  controller.abort('enough');
  await expect(call).rejects.toMatchObject({ code: 'aborted', cause: 'enough', retryable: false });
  let begun = false;
  const late = untilAborted(() => {
    begun = true;
  }, controller.signal);
  await expect(late).rejects.toMatchObject({ code: 'aborted' });
  expect(begun).toBe(false);
});

test('what waits in a queue is aborted at once, and those behind it still come', async () => {
  const queue = new SerialQueue();
  const order: string[] = [];
  let finishFirst = (): void => undefined;
  const first = queue.run(() => new Promise<void>((resolve) => (finishFirst = resolve)));
  const controller = new AbortController();
  const second = queue.run(() => order.push('second'), controller.signal);
  const third = queue.run(() => order.push('third'));
  controller.abort();
  await expect(second).rejects.toMatchObject({ code: 'aborted' });
  finishFirst();
  await Promise.all([first, third]);
  expect(order).toEqual(['third']);
});
