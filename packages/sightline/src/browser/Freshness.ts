import type { DocumentSnapshot } from '../model/Snapshot.ts';
import type { FrameCapture } from './captureFrame.ts';
import type { World } from './World.ts';

/** Asked again without a reason, it may take this share of the time; but it is once a second. */
const SHARE = 0.05;
/** Milliseconds. */
const ASK_AGAIN = 1_000;

/**
 * When what the browser alone knows of a target is to be asked for again: as soon as there are new elements,
 * which is when most of it comes, and otherwise every so often: the less it takes, the sooner.
 */
export class Freshness {
  readonly #asked = new WeakMap<World, { until: number; newest: string }>();

  /** Runs `ask` where it is time to; what was captured then counts as known only when it ended well. */
  async renew(world: World, captures: FrameCapture[], ask: () => Promise<void>): Promise<void> {
    const newest = newestOf(captures);
    const asked = this.#asked.get(world);
    const start = performance.now();
    if (asked?.newest === newest && start < asked.until) return;
    await ask();
    const end = performance.now();
    this.#asked.set(world, { until: end + Math.min((end - start) / SHARE, ASK_AGAIN), newest });
  }
}

/** Documents, the newest element of each (ids are given in the order of first sight), and how many listeners there are. */
function newestOf(captures: FrameCapture[]): string {
  return captures
    .map(({ document, listeners }) => `${document.key}/${newestId(document)}/${listeners}`)
    .join();
}

function newestId({ rows }: DocumentSnapshot): number {
  let newest = 0;
  for (const id of rows.id) if (id > newest) newest = id;
  return newest;
}
