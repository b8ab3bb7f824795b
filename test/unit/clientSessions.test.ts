import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CallScope, ClientSessions } from '../../packages/sightline/src/mcp/ClientSessions.ts';
import { SessionSlot } from '../../packages/sightline/src/tools/SessionSlot.ts';

const scope: CallScope = {
  files: '/nowhere',
  noSessionHint: '',
  signal: new AbortController().signal,
  progress: () => undefined,
};

let closed: string[];
let pool: ClientSessions;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(SessionSlot.prototype, 'isOpen', 'get').mockReturnValue(true);
  closed = [];
  const options = { idleMs: 1_800_000, maxSessions: 2, onClosed: (name: string) => void closed.push(name) };
  pool = new ClientSessions({ env: {}, calls: 'tools' }, options);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const call = (name: string): Promise<void> => pool.run(name, scope, async () => undefined);

test('a session without calls is closed, and each call puts that off', async () => {
  await call('a');
  vi.advanceTimersByTime(1_700_000);
  await call('a');
  vi.advanceTimersByTime(1_700_000);
  expect(closed).toEqual([]);
  vi.advanceTimersByTime(100_000);
  expect([closed, pool.has('a')]).toEqual([['a'], false]);
});

test('the sessions of a client that has left are closed after a minute, unless it is back', async () => {
  await call('a');
  await call('a.shop');
  pool.leave('a');
  vi.advanceTimersByTime(59_000);
  pool.stay('a');
  vi.advanceTimersByTime(120_000);
  expect(closed).toEqual([]);
  pool.leave('a');
  await call('a.shop');
  vi.advanceTimersByTime(60_000);
  expect(closed).toEqual(['a']);
});

test('a client that leaves during a call has its session until a minute after it', async () => {
  let finish = (): void => undefined;
  const running = pool.run('a', scope, () => new Promise<void>((resolve) => (finish = resolve)));
  await vi.advanceTimersByTimeAsync(0);
  pool.leave('a');
  vi.advanceTimersByTime(300_000);
  expect(closed).toEqual([]);
  finish();
  await running;
  vi.advanceTimersByTime(60_000);
  expect(closed).toEqual(['a']);
});

test('more sessions than the limit are refused, which does not close another', async () => {
  await call('a');
  await call('b');
  await expect(call('c')).rejects.toMatchObject({ code: 'too_large', retryable: true });
  expect([pool.has('a'), pool.has('b'), pool.has('c')]).toEqual([true, true, false]);
  // Nothing stays that was made for it.
  expect(closed).toEqual(['c']);
});
