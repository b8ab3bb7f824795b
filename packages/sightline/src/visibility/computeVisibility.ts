import type { Page } from '../snapshot/Page.ts';
import { runSteps, type Steps } from '../snapshot/runSteps.ts';
import { behindModal } from './behindModal.ts';
import { contained } from './contained.ts';
import { controlParts } from './controlParts.ts';
import { interactiveElements } from './interactiveElements.ts';
import type { InteractivityTier } from './interactivityTier.ts';
import { invisible } from './invisible.ts';
import { labels } from './labels.ts';
import { occluded } from './occluded.ts';
import { outsideViewport } from './outsideViewport.ts';
import { styledControls } from './styledControls.ts';
import type { Visibility, VisibilityDraft, VisibilityOptions, VisibilityRule } from './Visibility.ts';
import { wrappers } from './wrappers.ts';

/** The rules in order: what is hidden, what is requested, what is interactive, what needs a line of its own. */
export const markupPreset: readonly VisibilityRule[] = [
  invisible,
  styledControls,
  behindModal,
  occluded,
  outsideViewport,
  interactiveElements,
  contained,
  controlParts,
  wrappers,
];

/** The same, with the text of a label left to the name of its control. */
export const compactPreset: readonly VisibilityRule[] = [...markupPreset.slice(0, -1), labels, wrappers];

/** Runs the rules over a page; each node keeps the first decision on it, unless `styledControls` takes that back. Pure. */
export function computeVisibility(
  page: Page,
  preset: readonly VisibilityRule[] = compactPreset,
  options: VisibilityOptions = {},
): Visibility {
  return runSteps(computeVisibilityByRule(page, preset, options));
}

/** `computeVisibility` as a generator: the caller may pause between rules. */
export function* computeVisibilityByRule(
  page: Page,
  preset: readonly VisibilityRule[],
  options: VisibilityOptions,
): Steps<Visibility> {
  const visibility = createVisibility(page, options);
  for (const rule of preset) {
    rule.run(visibility);
    yield;
  }
  return visibility;
}

/** The state before the first rule. */
export function createVisibility(page: Page, options: VisibilityOptions): VisibilityDraft {
  const count = page.nodes.length;
  return {
    page,
    options: { viewportExpansion: options.viewportExpansion ?? -1 },
    decisions: new Array(count),
    tiers: new Array<InteractivityTier>(count),
    visibleBoxes: new Array(count),
    viewportPositions: new Array(count),
    interactive: new Uint8Array(count),
    visibleProxies: new Map(),
  };
}
