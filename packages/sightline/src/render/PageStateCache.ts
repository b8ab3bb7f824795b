import { buildPageBaseline, findUnchangedSections, type PageBaseline } from '../diff/PageBaseline.ts';
import { GivenIds, StableIds } from '../identity/StableIds.ts';
import { buildPage } from '../snapshot/buildPage.ts';
import { lazy } from '../snapshot/lazy.ts';
import type { Page } from '../snapshot/Page.ts';
import { runSteps, type Steps } from '../snapshot/runSteps.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import { PageState } from '../structure/PageState.ts';
import { compactPreset, computeVisibilityByRule, markupPreset } from '../visibility/computeVisibility.ts';
import { type CallFormatter, formatToolCall } from './CallFormatter.ts';
import type { RefOf, RenderContext, ViewOptions } from './RenderContext.ts';

/** What is computed of a snapshot whatever is asked: cached, since an unchanged page is looked at again. */
export interface CachedPageState {
  pageState: PageState;
  /** What the next snapshot is compared with; computed when it is first asked for. */
  baseline: () => PageBaseline;
  /** Milliseconds per stage. */
  timing: Record<string, number>;
}

/** Computes the state of snapshots, once for each combination of style and viewport expansion. */
export class PageStateCache {
  readonly #pages = new WeakMap<Snapshot, { page: Page; stableIds: StableIds }>();
  readonly #givenIds = new GivenIds();
  readonly #entries = new WeakMap<Snapshot, Map<string, CachedPageState>>();
  readonly #snapshots = new WeakMap<PageState, Snapshot>();

  /** What a state was computed of. */
  snapshotOf(pageState: PageState): Snapshot | undefined {
    return this.#snapshots.get(pageState);
  }

  get(snapshot: Snapshot, options: ViewOptions): CachedPageState {
    return runSteps(this.getInSteps(snapshot, options));
  }

  /** The same in steps. */
  *getInSteps(
    snapshot: Snapshot,
    { style = 'compact', viewportExpansion = -1 }: ViewOptions,
  ): Steps<CachedPageState> {
    const entries = this.#entries.get(snapshot) ?? new Map<string, CachedPageState>();
    this.#entries.set(snapshot, entries);
    const key = `${style}/${viewportExpansion}`;
    const cached = entries.get(key);
    if (cached) return { ...cached, timing: { build: 0, prune: 0, structure: 0 } };
    const entry = yield* this.#build(snapshot, style, viewportExpansion);
    // Two callers may compute it at a time, step by step.
    const first = entries.get(key) ?? entry;
    entries.set(key, first);
    return first;
  }

  *#build(
    snapshot: Snapshot,
    style: 'compact' | 'markup',
    viewportExpansion: number,
  ): Steps<CachedPageState> {
    const clock = startStopwatch();
    const { page, stableIds } = this.#pageFor(snapshot);
    clock.lap('build');
    const preset = style === 'compact' ? compactPreset : markupPreset;
    const visibility = yield* computeVisibilityByRule(page, preset, { viewportExpansion });
    clock.lap('prune');
    const pageState = new PageState(visibility, stableIds);
    this.#snapshots.set(pageState, snapshot);
    clock.lap('structure');
    return { pageState, baseline: lazy(() => buildPageBaseline(pageState)), timing: clock.laps };
  }

  #pageFor(snapshot: Snapshot): { page: Page; stableIds: StableIds } {
    const cached = this.#pages.get(snapshot);
    if (cached) return cached;
    const page = buildPage(snapshot);
    const created = { page, stableIds: new StableIds(page, this.#givenIds) };
    this.#pages.set(snapshot, created);
    return created;
  }
}

/** The least in which a view can say what it is of, and what it leaves out: a smaller budget counts as this. */
const MIN_TOKENS = 50;

/** A context for rendering, with what changed since `previous`. */
export function buildRenderContext(
  { pageState, baseline }: CachedPageState,
  options: ViewOptions,
  refOf: RefOf,
  previous: PageBaseline | undefined,
  formatCall: CallFormatter = formatToolCall,
): RenderContext {
  const current = previous && baseline();
  const comparable = previous?.document === current?.document ? previous : undefined;
  return {
    pageState,
    refOf,
    style: options.style ?? 'compact',
    isNew: (node) => comparable !== undefined && !comparable.elements.get(node.document.key)?.has(node.id),
    unchanged: current ? findUnchangedSections(current, comparable) : new Set(),
    isUnchanged: comparable !== undefined && comparable.sectionHashes === current?.sectionHashes,
    knownLines: comparable?.url === current?.url ? comparable?.lines : undefined,
    interactiveOnly: options.interactiveOnly ?? false,
    full: options.full ?? false,
    maxTokens: Math.max(MIN_TOKENS, options.maxTokens ?? Number.POSITIVE_INFINITY),
    formatCall,
  };
}

export interface Stopwatch {
  laps: Record<string, number>;
  /** Names the time since the last lap, in milliseconds. */
  lap(name: string): void;
}

export function startStopwatch(): Stopwatch {
  const laps: Record<string, number> = {};
  let last = performance.now();
  return {
    laps,
    lap(name) {
      const now = performance.now();
      laps[name] = now - last;
      last = now;
    },
  };
}
