import type { PageBaseline } from '../../packages/sightline/src/diff/PageBaseline.ts';
import {
  buildRenderContext as makeScene,
  PageStateCache,
} from '../../packages/sightline/src/render/PageStateCache.ts';
import type { RenderContext } from '../../packages/sightline/src/render/RenderContext.ts';
import { renderFlat, renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { RefRegistry } from '../../packages/sightline/src/session/refs/RefRegistry.ts';
import type { ViewOptions } from '../../packages/sightline/src/session/Session.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, type PageFacts, snapshotOf } from './page.ts';

/** A scene of a literal page, with numbers from 1. */
export function sceneOf(
  children: (El | string)[],
  options: ViewOptions = {},
  facts?: PageFacts,
): RenderContext {
  return sceneFrom(snapshotOf(children, facts), options).scene;
}

export function sceneFrom(
  snapshot: Snapshot,
  options: ViewOptions = {},
  previous?: PageBaseline,
  numbers = new RefRegistry(),
): { scene: RenderContext; remembered: PageBaseline; numbers: RefRegistry } {
  const reading = new PageStateCache().get(snapshot, options);
  const numberOf = numbers.createRefAssigner(reading.pageState);
  return { scene: makeScene(reading, options, numberOf, previous), remembered: reading.baseline(), numbers };
}

/** The outline's lines below the page line. */
export function outlineOf(children: (El | string)[], options?: ViewOptions, facts?: PageFacts): string[] {
  return body(renderOutline(sceneOf(children, options, facts)).text);
}

export function flatOf(children: (El | string)[], options?: ViewOptions, facts?: PageFacts): string[] {
  return body(renderFlat(sceneOf(children, options, facts)).text);
}

function body(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('Page: '));
}
