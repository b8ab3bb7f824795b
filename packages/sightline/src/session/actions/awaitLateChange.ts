import { setTimeout } from 'node:timers/promises';

/** Milliseconds in which a page that put off what it draws has drawn it. */
const LATE_MS = 500;
const POLL_INTERVAL_MS = 100;

/** Reads a page that came to rest as it was before, until it differs or has had its time. Undefined where it cannot be read any more. */
export async function awaitLateChange<T>(
  capture: () => Promise<T>,
  isUnchanged: (now: NonNullable<T>) => boolean,
  pause: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<T> {
  const end = performance.now() + LATE_MS;
  for (;;) {
    await pause(POLL_INTERVAL_MS);
    const now = await capture();
    if (!now || !isUnchanged(now) || performance.now() >= end) return now;
  }
}
