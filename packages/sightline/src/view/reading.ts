import { buildPage } from '../model/buildPage.ts';
import { finish, type Steps } from '../model/finish.ts';
import { identity, type Page } from '../model/Page.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { compactPreset, pruneByRule, seedPreset } from '../prune/prune.ts';
import { detectUnchanged, type Remembered, remember } from '../structure/changes.ts';
import { analyse, type Structure } from '../structure/Structure.ts';
import { StableIds } from '../structure/stableIds.ts';
import { type Phrasing, phraseTool } from './call.ts';
import type { NumberOf, Scene, ViewOptions } from './View.ts';

/** What a snapshot comes to, whatever is asked of it: kept, since a page that did not change is looked at again. */
export interface Reading {
  structure: Structure;
  /** What the next look will compare itself with. */
  remembered: Remembered;
  /** Milliseconds per stage. */
  timing: Record<string, number>;
}

/** Reads snapshots, each once for every way of pruning it that is asked for. */
export class Reader {
  readonly #pages = new WeakMap<Snapshot, { page: Page; stableIds: StableIds }>();
  readonly #readings = new WeakMap<Snapshot, Map<string, Reading>>();

  read(snapshot: Snapshot, options: ViewOptions): Reading {
    return finish(this.reading(snapshot, options));
  }

  /** The same in steps. */
  *reading(snapshot: Snapshot, { style = 'compact', viewportExpansion = -1 }: ViewOptions): Steps<Reading> {
    const readings = this.#readings.get(snapshot) ?? new Map<string, Reading>();
    this.#readings.set(snapshot, readings);
    const key = `${style}/${viewportExpansion}`;
    const known = readings.get(key);
    if (known) return { ...known, timing: { build: 0, prune: 0, structure: 0 } };
    const reading = yield* this.#interpret(snapshot, style, viewportExpansion);
    // Two may read it at a time, step by step.
    const first = readings.get(key) ?? reading;
    readings.set(key, first);
    return first;
  }

  *#interpret(snapshot: Snapshot, style: 'compact' | 'markup', viewportExpansion: number): Steps<Reading> {
    const clock = stopwatch();
    const { page, stableIds } = this.#pageOf(snapshot);
    clock.lap('build');
    const preset = style === 'compact' ? compactPreset : seedPreset;
    const pruning = yield* pruneByRule(page, preset, { viewportExpansion });
    clock.lap('prune');
    const structure = analyse(pruning, stableIds);
    const remembered = remember(pruning, structure.regions, structure.headings);
    clock.lap('structure');
    return { structure, remembered, timing: clock.laps };
  }

  #pageOf(snapshot: Snapshot): { page: Page; stableIds: StableIds } {
    const known = this.#pages.get(snapshot);
    if (known) return known;
    const page = buildPage(snapshot);
    const made = { page, stableIds: new StableIds(page) };
    this.#pages.set(snapshot, made);
    return made;
  }
}

/** A scene of what was read, marked with what changed since `previous`. */
export function sceneOf(
  { structure, remembered }: Reading,
  options: ViewOptions,
  numberOf: NumberOf,
  previous: Remembered | undefined,
  call: Phrasing = phraseTool,
): Scene {
  const comparable = previous?.document === remembered.document ? previous : undefined;
  return {
    structure,
    numberOf,
    style: options.style ?? 'compact',
    isNew: (node) => comparable !== undefined && !comparable.elements.has(identity(node)),
    unchanged: detectUnchanged(remembered, comparable),
    interactiveOnly: options.interactiveOnly ?? false,
    full: options.full ?? false,
    maxTokens: options.maxTokens ?? Number.POSITIVE_INFINITY,
    call,
  };
}

export interface Stopwatch {
  laps: Record<string, number>;
  /** Names the time since the last lap, in milliseconds. */
  lap(name: string): void;
}

export function stopwatch(): Stopwatch {
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
