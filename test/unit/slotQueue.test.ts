import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SlotQueue } from '../../packages/sightline/src/session/pool/SlotQueue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queueOf = (options = {}): SlotQueue =>
  new SlotQueue({ slots: 2, maxWaiting: 2, waitMs: 1_000, ...options });

test('slots are taken in order, each by one', async () => {
  const queue = queueOf();
  const order: string[] = [];
  const take = (name: string): Promise<void> => queue.take().then(() => void order.push(name));
  await Promise.all([take('a'), take('b')]);
  const waiting = [take('c'), take('d')];
  expect([queue.taken, queue.waiting]).toEqual([2, 2]);
  await expect(queue.take()).rejects.toMatchObject({ code: 'too_large', retryable: true });
  queue.release();
  await waiting[0];
  queue.release();
  await waiting[1];
  expect([order, queue.taken, queue.waiting]).toEqual([['a', 'b', 'c', 'd'], 2, 0]);
  queue.release();
  queue.release();
  expect(queue.taken).toBe(0);
});

test('who waits too long, gives up or meets the end of the pool leaves the queue', async () => {
  const queue = queueOf({ slots: 1 });
  await queue.take();
  const controller = new AbortController();
  const waiting = [queue.take(controller.signal), queue.take()].map((taking) =>
    taking.catch((error) => error.code),
  );
  controller.abort();
  expect(await waiting[0]).toBe('aborted');
  expect(queue.waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting[1]).toBe('timeout');
  const last = queue.take().catch((error) => error.code);
  queue.close();
  expect(await last).toBe('no_session');
  await expect(queue.take()).rejects.toMatchObject({ code: 'no_session' });
  queue.release();
  expect([queue.taken, queue.waiting]).toEqual([0, 0]);
});

test('a slot that comes to who gives up at that moment is not lost', async () => {
  const queue = queueOf({ slots: 1 });
  await queue.take();
  const controller = new AbortController();
  const giving = queue.take(controller.signal).catch((error) => error.code);
  const next = queue.take();
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  queue.release();
  expect(await giving).toBe('aborted');
  await next;
  expect([queue.taken, queue.waiting]).toEqual([1, 0]);
});
