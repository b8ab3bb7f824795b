import { finish, type Steps } from '../model/finish.ts';
import type { Page } from '../model/Page.ts';
import { behindModal } from './behindModal.ts';
import { contained } from './contained.ts';
import { invisible } from './invisible.ts';
import { labels } from './labels.ts';
import { numbered } from './numbered.ts';
import { occluded } from './occluded.ts';
import type { PruneOptions, Pruning, Rule } from './Pruning.ts';
import { styledControls } from './styledControls.ts';
import type { Tier } from './tier.ts';
import { viewport } from './viewport.ts';
import { wrappers } from './wrappers.ts';

/** The order of seed 002: invisible, occluded, asked for, numbered, contained, wrappers; two rules of our own among them. */
export const seedPreset: readonly Rule[] = [
  invisible,
  styledControls,
  behindModal,
  occluded,
  viewport,
  numbered,
  contained,
  wrappers,
];

/** The same, with each label told as the name of its control. */
export const compactPreset: readonly Rule[] = [...seedPreset.slice(0, -1), labels, wrappers];

/** Runs the rules over a page, each node keeping the first verdict on it. Pure. */
export function prune(
  page: Page,
  preset: readonly Rule[] = compactPreset,
  options: PruneOptions = {},
): Pruning {
  return finish(pruneByRule(page, preset, options));
}

/** The same, a rule a step. */
export function* pruneByRule(page: Page, preset: readonly Rule[], options: PruneOptions): Steps<Pruning> {
  const pruning = beginPruning(page, options);
  for (const rule of preset) {
    rule.run(pruning);
    yield;
  }
  return pruning;
}

/** What the rules of a preset are run on, before the first. */
export function beginPruning(page: Page, options: PruneOptions): Pruning {
  const count = page.nodes.length;
  return {
    page,
    options: { viewportExpansion: options.viewportExpansion ?? -1 },
    verdicts: new Array(count),
    tiers: new Array<Tier>(count),
    seen: new Array(count),
    places: new Array(count),
    usable: new Uint8Array(count),
    standIns: new Map(),
  };
}
