import type { DocumentSnapshot } from '../../snapshot/Snapshot.ts';
import type { FrameCapture, FrameTarget } from '../frames/FrameTarget.ts';

/** Asked again without a reason, it may take this share of the time; but it is once a second. */
const MAX_TIME_SHARE = 0.05;
/** Milliseconds. */
const MAX_INTERVAL_MS = 1_000;

/**
 * When what the browser alone knows of a target is to be asked for again: as soon as there are new elements,
 * which is when most of it comes, and otherwise every so often: the less it takes, the sooner.
 */
export class RefreshThrottle {
  readonly #lastRefreshes = new WeakMap<FrameTarget, { validUntil: number; stateKey: string }>();

  /** Runs `ask` where it is time to; what was captured then counts as known only when it ended well. */
  async refreshIfDue(
    target: FrameTarget,
    captures: FrameCapture[],
    refresh: () => Promise<void>,
  ): Promise<void> {
    const stateKey = stateKeyOf(captures);
    const lastRefresh = this.#lastRefreshes.get(target);
    const start = performance.now();
    if (lastRefresh?.stateKey === stateKey && start < lastRefresh.validUntil) return;
    await refresh();
    const end = performance.now();
    this.#lastRefreshes.set(target, {
      validUntil: end + Math.min((end - start) / MAX_TIME_SHARE, MAX_INTERVAL_MS),
      stateKey,
    });
  }
}

/** Documents, the newest element of each (ids are given in the order of first sight), and how many listeners there are. */
function stateKeyOf(captures: FrameCapture[]): string {
  return captures
    .map(({ document, listeners }) => `${document.key}/${highestId(document)}/${listeners}`)
    .join();
}

function highestId({ rows }: DocumentSnapshot): number {
  let highest = 0;
  for (const id of rows.id) if (id > highest) highest = id;
  return highest;
}
