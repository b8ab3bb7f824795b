import type { Snapshot } from '../../packages/sightline/src/model/Snapshot.ts';
import { Numbers } from '../../packages/sightline/src/session/Numbers.ts';
import type { ViewOptions } from '../../packages/sightline/src/session/Session.ts';
import type { Remembered } from '../../packages/sightline/src/structure/changes.ts';
import { flat } from '../../packages/sightline/src/view/flat.ts';
import { outline } from '../../packages/sightline/src/view/outline.ts';
import { sceneOf as makeScene, Reader } from '../../packages/sightline/src/view/reading.ts';
import type { Scene } from '../../packages/sightline/src/view/View.ts';
import { type El, type PageFacts, snapshotOf } from './page.ts';

/** A scene of a literal page, with numbers from 1. */
export function sceneOf(children: (El | string)[], options: ViewOptions = {}, facts?: PageFacts): Scene {
  return sceneFrom(snapshotOf(children, facts), options).scene;
}

export function sceneFrom(
  snapshot: Snapshot,
  options: ViewOptions = {},
  previous?: Remembered,
  numbers = new Numbers(),
): { scene: Scene; remembered: Remembered; numbers: Numbers } {
  const reading = new Reader().read(snapshot, options);
  const numberOf = numbers.teller(reading.structure);
  return { scene: makeScene(reading, options, numberOf, previous), remembered: reading.remembered, numbers };
}

/** The outline's lines below the page line. */
export function outlineOf(children: (El | string)[], options?: ViewOptions, facts?: PageFacts): string[] {
  return body(outline(sceneOf(children, options, facts)).text);
}

export function flatOf(children: (El | string)[], options?: ViewOptions, facts?: PageFacts): string[] {
  return body(flat(sceneOf(children, options, facts)).text);
}

function body(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('Page: '));
}
