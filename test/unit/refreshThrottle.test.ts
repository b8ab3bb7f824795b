import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefreshThrottle } from '../../packages/sightline/src/browser/capture/RefreshThrottle.ts';
import type { FrameCapture, FrameTarget } from '../../packages/sightline/src/browser/frames/FrameTarget.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const target = {} as FrameTarget;

/** How often it asks, in captures of the same document so many milliseconds apart, each answer taking 10 ms. */
async function countRefreshes(
  throttle: RefreshThrottle,
  captures: { after: number; nodes?: number; listeners?: number; ids?: number[] }[],
): Promise<number> {
  let count = 0;
  for (const { after, nodes = 100, listeners = 1, ids = [1, 2] } of captures) {
    vi.advanceTimersByTime(after);
    const capture = {
      document: { key: 'k', rows: { id: ids } },
      nodes,
      listeners,
    } as unknown as FrameCapture;
    await throttle.refreshIfDue(target, [capture], async () => {
      count++;
      vi.advanceTimersByTime(10);
    });
  }
  return count;
}

test('without a reason, in a twentieth of the time', async () => {
  expect(await countRefreshes(new RefreshThrottle(), [{ after: 0 }, { after: 199 }])).toBe(1);
  expect(await countRefreshes(new RefreshThrottle(), [{ after: 0 }, { after: 200 }])).toBe(2);
});

test('at once with a new element or another count of listeners', async () => {
  expect(await countRefreshes(new RefreshThrottle(), [{ after: 0 }, { after: 1, ids: [1, 3] }])).toBe(2);
  expect(await countRefreshes(new RefreshThrottle(), [{ after: 0 }, { after: 1, listeners: 2 }])).toBe(2);
});

test('what would be a new node is asked for every 10 s, as long as there are as many', async () => {
  const finder = () => new RefreshThrottle({ findsNodes: true });
  expect(await countRefreshes(finder(), [{ after: 0 }, { after: 9_999 }])).toBe(1);
  expect(await countRefreshes(finder(), [{ after: 0 }, { after: 10_000 }])).toBe(2);
  expect(await countRefreshes(finder(), [{ after: 0 }, { after: 200, nodes: 101 }])).toBe(2);
  expect(await countRefreshes(finder(), [{ after: 0 }, { after: 199, nodes: 101 }])).toBe(1);
});
