/** How often, in frames, and for how long a node must change to count as one that always does. */
const MIN_FRAMES = 10;
const MIN_DURATION_MS = 400;

/**
 * Separates changes that recur at the same place (a clock, a countdown, an animation by script) from those
 * that lead somewhere. What adds elements always leads somewhere.
 */
export class PeriodicMutationFilter {
  readonly #seen = new WeakMap<Node, { first: number; last: number; frames: number }>();

  /** Notes a change; true where its place has been changing in frame after frame. */
  isPeriodic(record: MutationRecord, now: number): boolean {
    if (record.type === 'childList' && [...record.addedNodes].some((node) => node instanceof Element))
      return false;
    const { target } = record;
    const seen = this.#seen.get(target);
    if (!seen) {
      this.#seen.set(target, { first: now, last: now, frames: 1 });
      return false;
    }
    if (now > seen.last) seen.frames++;
    seen.last = now;
    return seen.frames >= MIN_FRAMES && now - seen.first >= MIN_DURATION_MS;
  }
}
