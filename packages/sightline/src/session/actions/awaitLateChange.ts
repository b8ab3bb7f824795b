import type { RenderContext } from '../../render/RenderContext.ts';

/** Milliseconds in which a page that put off what it draws has drawn it. */
const LATE_MS = 500;
const POLL_INTERVAL_MS = 100;

/** Reads a page that came to rest as it was before, until it differs or has had its time. Undefined where it cannot be read any more. */
export async function awaitLateChange(
  capture: () => Promise<RenderContext | undefined>,
  isUnchanged: (now: RenderContext) => boolean,
): Promise<RenderContext | undefined> {
  const end = performance.now() + LATE_MS;
  let now: RenderContext | undefined;
  do {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    now = await capture();
  } while (now && isUnchanged(now) && performance.now() < end);
  return now;
}
