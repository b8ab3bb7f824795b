import { buildPage } from '../model/buildPage.ts';
import { identity } from '../model/Page.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { compactPreset, prune, seedPreset } from '../prune/prune.ts';
import { detectUnchanged, type Remembered, remember } from '../structure/changes.ts';
import { analyse } from '../structure/Structure.ts';
import type { NumberOf, Scene } from '../view/View.ts';
import type { ViewOptions } from './Session.ts';

/** A captured page, read: what every view and question starts from. */
export interface Reading {
  scene: Scene;
  /** What the next look will compare itself with. */
  remembered: Remembered;
  /** Milliseconds per stage. */
  timing: Record<string, number>;
}

/** From the wire to a scene: build, prune, analyse, compare with the look before. */
export function read(
  snapshot: Snapshot,
  options: ViewOptions,
  numberOf: NumberOf,
  previous: Remembered | undefined,
): Reading {
  const clock = stopwatch();
  const page = buildPage(snapshot);
  clock.lap('build');
  const style = options.style ?? 'compact';
  const preset = style === 'compact' ? compactPreset : seedPreset;
  const pruning = prune(page, preset, { viewportExpansion: options.viewportExpansion });
  clock.lap('prune');
  const structure = analyse(pruning);
  const remembered = remember(pruning, structure.regions, structure.headings);
  clock.lap('structure');
  const comparable = previous?.document === remembered.document ? previous : undefined;
  const scene: Scene = {
    structure,
    numberOf,
    style,
    isNew: (node) => comparable !== undefined && !comparable.elements.has(identity(node)),
    unchanged: detectUnchanged(remembered, comparable),
    interactiveOnly: options.interactiveOnly ?? false,
    full: options.full ?? false,
    maxTokens: options.maxTokens ?? Number.POSITIVE_INFINITY,
  };
  return { scene, remembered, timing: clock.laps };
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
