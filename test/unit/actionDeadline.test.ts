import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SnapshotBuilder } from '../../packages/sightline/src/injected/capture/SnapshotBuilder.ts';
import { StringTable } from '../../packages/sightline/src/injected/capture/StringTable.ts';
import { ActionDeadline } from '../../packages/sightline/src/session/actions/ActionDeadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('an action whose page never answers is refused when its time is over, and does nothing more', async () => {
  const deadline = new ActionDeadline();
  deadline.extend(8_000);
  let signal: AbortSignal | undefined;
  const acting = deadline.race((timeUp) => {
    signal = timeUp;
    return new Promise(() => undefined);
  });
  const outcome = acting.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(27_000);
  expect(signal?.aborted).toBe(false);
  deadline.extend(5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([signal?.aborted, await outcome]).toEqual([true, expect.objectContaining({ code: 'timeout' })]);
});

it('an action that is done in time leaves no timer', async () => {
  const deadline = new ActionDeadline();
  deadline.extend(1_000);
  expect(await deadline.race(async () => 'done')).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

it('a capture ends when its time is over, and says how far it came', () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const builder = new SnapshotBuilder(new StringTable(), 100);
  const addRows = (count: number): void => {
    for (let i = 0; i < count; i++) builder.addRow(-1, 0, 0, null);
  };
  addRows(10_000);
  now = 101;
  expect(() => addRows(10_000)).toThrow(/^The document cannot be captured in time: 1\d{4}$/);
  expect(() => builder.checkTime()).toThrow('in time');
});

it('a capture ends where a document shows too much', () => {
  const builder = new SnapshotBuilder(new StringTable());
  for (let row = 0; row < 1_500_000; row++) builder.addRow(row - 1, 0, 0, null);
  expect(() => builder.addRow(0, 0, 0, null)).toThrow('The document shows too much to be captured.');
});
