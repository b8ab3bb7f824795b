import { diffPages, isEmptyDiff } from '../diff/diffPages.ts';
import type { PageBaseline } from '../diff/PageBaseline.ts';
import type { PageStateCache } from '../render/PageStateCache.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { PageState } from '../structure/PageState.ts';
import type { LookOptions } from './SessionResult.ts';

/** What the looks of a session saw: the next one tells what is new, and an answer whether the page is another since. */
export class LookHistory {
  readonly #pageStates: PageStateCache;
  /** What the last look saw, and what the last question was asked of. */
  #lastLooked: Snapshot | undefined;
  #lastQueried: Snapshot | undefined;
  /** Both of them, and whether they differ. */
  #comparison: { lastLooked: Snapshot; lastQueried: Snapshot; changed: boolean } | undefined;
  #lookCount = 0;
  /** What the last look of a view saw, by view and style: another view may not have told all of it. */
  readonly #rememberedByView = new Map<string, PageBaseline>();

  constructor(pageStates: PageStateCache) {
    this.#pageStates = pageStates;
  }

  /** What the last look was called, null where there was none. */
  get lastNumber(): number | null {
    return this.#lookCount || null;
  }

  /** What the last look with these options saw. */
  previous(options: LookOptions): PageBaseline | undefined {
    return this.#rememberedByView.get(viewKey(options));
  }

  /** Whether the last look saw this already: a page that did not change, of which nothing was captured anew. */
  isLastLook(snapshot: Snapshot): boolean {
    return snapshot === this.#lastLooked;
  }

  /** Keeps what a look saw, and answers what that look is called. Where not all was told, its parts are new next time. */
  record(snapshot: Snapshot, options: LookOptions, rememberedLook: PageBaseline, complete: boolean): number {
    this.#lastLooked = snapshot;
    this.#rememberedByView.set(
      viewKey(options),
      complete ? rememberedLook : { ...rememberedLook, sectionHashes: new Map() },
    );
    return ++this.#lookCount;
  }

  /** A question is asked of this. */
  noteQuery(snapshot: Snapshot): void {
    this.#lastQueried = snapshot;
  }

  /** Whether the page says something else than at the last look: that the focus moved is none of it. */
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
