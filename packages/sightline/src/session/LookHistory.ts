import { diffPages, isEmptyDiff } from '../diff/diffPages.ts';
import type { PageBaseline } from '../diff/PageBaseline.ts';
import type { PageStateCache } from '../render/PageStateCache.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { PageState } from '../structure/PageState.ts';
import type { LookOptions } from './SessionResult.ts';

/** What the looks of a session showed: the next look of the same reader marks what is new, and answers say whether the page has changed. */
export class LookHistory {
  readonly #pageStates: PageStateCache;
  #lastLooked: Snapshot | undefined;
  #lastQueried: Snapshot | undefined;
  #lastSnapshot: Snapshot | undefined;
  /** Cached result for these two. */
  #comparison: { lastLooked: Snapshot; lastQueried: Snapshot; changed: boolean } | undefined;
  #lookCount = 0;
  /** Of each reader, by view and style: another view may not have shown everything. */
  readonly #remembered = new WeakMap<object, Map<string, PageBaseline>>();

  constructor(pageStates: PageStateCache) {
    this.#pageStates = pageStates;
  }

  /** Number of the last look, null where there was none. */
  get lastNumber(): number | null {
    return this.#lookCount || null;
  }

  /** The page as the last look or question saw it. */
  get lastSnapshot(): Snapshot | undefined {
    return this.#lastSnapshot;
  }

  /** What the last look with these options showed. */
  previous(options: LookOptions): PageBaseline | undefined {
    return this.#rememberedOf(options).get(viewKey(options));
  }

  /** Whether the last look showed this snapshot: a page that did not change is not captured again. */
  isLastLook(snapshot: Snapshot): boolean {
    return snapshot === this.#lastLooked;
  }

  /** Returns the number of the look. Of one that was not complete, all regions are shown in full next time. */
  record(snapshot: Snapshot, options: LookOptions, baseline: PageBaseline, complete: boolean): number {
    this.#lastLooked = snapshot;
    this.#lastSnapshot = snapshot;
    this.#rememberedOf(options).set(
      viewKey(options),
      complete ? baseline : { ...baseline, sectionHashes: new Map(), lines: undefined },
    );
    return ++this.#lookCount;
  }

  #rememberedOf({ reader = this }: LookOptions): Map<string, PageBaseline> {
    const remembered = this.#remembered.get(reader) ?? new Map<string, PageBaseline>();
    this.#remembered.set(reader, remembered);
    return remembered;
  }

  /** The snapshot that the last question was about. */
  noteQuery(snapshot: Snapshot): void {
    this.#lastQueried = snapshot;
    this.#lastSnapshot = snapshot;
  }

  /** Whether the last question was about another document than the last look: what changed since then is no question. */
  isOtherPage(): boolean {
    const keyOf = (snapshot: Snapshot | undefined): string | undefined => snapshot?.documents[0]?.key;
    return keyOf(this.#lastLooked) !== keyOf(this.#lastQueried);
  }

  /** Whether the page differs from the last look in more than the focus. */
  hasChanged(): boolean {
    const [lastLooked, lastQueried] = [this.#lastLooked, this.#lastQueried];
    if (lastLooked === undefined || lastQueried === undefined || lastLooked === lastQueried) return false;
    if (this.#comparison?.lastLooked !== lastLooked || this.#comparison.lastQueried !== lastQueried) {
      const [before, after] = [lastLooked, lastQueried].map((one) => this.#pageStates.get(one, {}).pageState);
      const changed = !isEmptyDiff({
        ...diffPages(before as PageState, after as PageState),
        focus: undefined,
      });
      this.#comparison = { lastLooked, lastQueried, changed };
    }
    return this.#comparison.changed;
  }
}

function viewKey({
  view = 'outline',
  style = 'compact',
  interactiveOnly,
  viewportExpansion,
}: LookOptions): string {
  return `${view}/${style}/${interactiveOnly ?? false}/${viewportExpansion ?? -1}`;
}
