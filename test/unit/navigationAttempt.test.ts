import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NavigationAttempt } from '../../packages/sightline/src/browser/navigation/NavigationAttempt.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const leave = (url: string): NavigationAttempt => {
  const page = Object.assign(new EventEmitter(), { url: () => url });
  return new NavigationAttempt(page as unknown as Page, 'https://a.test/');
};

test('a page that is left may keep its tab for four seconds, an empty one is never what keeps it', () => {
  const [page, empty] = [leave('https://b.test/'), leave('about:blank')];
  vi.advanceTimersByTime(3_999);
  expect([page.isBlockedByPage, empty.isBlockedByPage]).toEqual([false, false]);
  vi.advanceTimersByTime(20_000);
  expect([page.isBlockedByPage, empty.isBlockedByPage]).toEqual([true, false]);
});
