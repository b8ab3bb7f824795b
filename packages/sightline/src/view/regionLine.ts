import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import type { HeadingNode } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { escapeInline } from './escape.ts';
import { census, plural, regionHeader, scrollText } from './pieces.ts';
import type { Scene } from './View.ts';

/** `NAV: "Primary"`, with its number where it can be used; `MAIN (unchanged, 12 links)`. */
export function regionLine(
  region: LandmarkRegion,
  scene: Scene,
  isUnchanged: boolean,
): (string | PageNode)[] {
  const { node } = region;
  const header = regionHeader(region);
  if (isUnchanged) return [`${header} (unchanged, ${census(region, scene)})`];
  const scroll = node.has(Flag.ScrollX | Flag.ScrollY) ? scrollText(node) : '';
  const busy = node.attributes['aria-busy'] === 'true' ? ' (still loading)' : '';
  const text = (region.name ? header : `${header}:`) + (scroll && ` (scroll: ${scroll})`) + busy;
  return scene.structure.pruning.usable[node.index] === 1 ? [`${text} [`, node, ']'] : [text];
}

/** `## Orders (unchanged, 12 elements)`: for all that stands under it. */
export function unchangedSectionLine({ node, level, elementCount }: HeadingNode): string {
  const marks = '#'.repeat(Math.min(level, 6));
  return `${marks} ${escapeInline(node.name)} (unchanged, ${plural(elementCount, 'element')})`;
}
