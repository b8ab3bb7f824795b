import type { DocumentSnapshot } from '../../snapshot/Snapshot.ts';
import type { FrameCapture, FrameTarget } from '../frames/FrameTarget.ts';

/** Asked again without a reason, it may take this share of the time; but it is once a second. */
const MAX_TIME_SHARE = 0.05;
/** Milliseconds. */
const MAX_INTERVAL_MS = 1_000;
/** What was asked beside a capture takes at least this, milliseconds, though nobody waits for it. */
const MIN_EARLY_MS = 10;
/** The same where what is asked for would be a new node, and there are as many nodes as before. */
const MAX_NODE_INTERVAL_MS = 10_000;

/**
 * When what the browser alone knows of a target is to be asked for again: as soon as there are new elements,
 * which is when most of it comes, and otherwise every so often: the less it takes, the sooner.
 */
export class RefreshThrottle {
  readonly #findsNodes: boolean;
  readonly #lastRefreshes = new WeakMap<
    FrameTarget,
    { endedAt: number; validMs: number; stateKey: string; nodes: number }
  >();

  /** `findsNodes`: what is asked for are nodes, which the browser counts. */
  constructor({ findsNodes = false } = {}) {
    this.#findsNodes = findsNodes;
  }

  /** Whether it is time to, whatever has changed. */
  isOverdue(target: FrameTarget): boolean {
    const last = this.#lastRefreshes.get(target);
    if (!last) return true;
    return performance.now() - last.endedAt >= (this.#findsNodes ? MAX_NODE_INTERVAL_MS : last.validMs);
  }

  /**
   * Runs `refresh` where it is time to; what was captured then counts as known only when it ended well. `isAsked`: the browser
   * was asked already, so that it is time in any case.
   */
  async refreshIfDue(
    target: FrameTarget,
    captures: FrameCapture[],
    refresh: () => Promise<void>,
    { isAsked = false } = {},
  ): Promise<void> {
    const stateKey = stateKeyOf(captures);
    // The target's: each of its captures has it.
    const nodes = captures[0]?.nodes ?? 0;
    const last = this.#lastRefreshes.get(target);
    const start = performance.now();
    if (!isAsked && last?.stateKey === stateKey) {
      const hasSameNodes = this.#findsNodes && last.nodes === nodes;
      const validMs = hasSameNodes ? MAX_NODE_INTERVAL_MS : last.validMs;
      if (start - last.endedAt < validMs) return;
    }
    await refresh();
    const endedAt = performance.now();
    const cost = Math.max(endedAt - start, isAsked ? MIN_EARLY_MS : 0);
    const validMs = Math.min(cost / MAX_TIME_SHARE, MAX_INTERVAL_MS);
    this.#lastRefreshes.set(target, { endedAt, validMs, stateKey, nodes });
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
