import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import type { HeadingNode } from '../../structure/headings.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { countByKind, pluralize, scrollText } from '../element/elementText.ts';
import { regionHeader } from '../element/location.ts';
import { escapeInline } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';

/** `NAV: "Primary"`, with its number if it is interactive; `MAIN (unchanged, 12 links)`. */
export function regionLine(
  region: LandmarkRegion,
  context: RenderContext,
  isUnchanged: boolean,
): (string | PageNode)[] {
  const { node } = region;
  const header = regionHeader(region);
  if (isUnchanged) return [`${header} (unchanged, ${countByKind(region, context)})`];
  const scroll = node.has(Flag.ScrollX | Flag.ScrollY) ? scrollText(node) : '';
  const busy = node.attributes['aria-busy'] === 'true' ? ' (still loading)' : '';
  const text = (region.name ? header : `${header}:`) + (scroll && ` (scroll: ${scroll})`) + busy;
  return context.pageState.visibility.interactive[node.index] === 1 ? [`${text} [`, node, ']'] : [text];
}

/** `## Orders (unchanged, 12 elements)`, in place of the whole section. */
export function unchangedSectionLine({ node, level, elementCount }: HeadingNode): string {
  const hashes = '#'.repeat(Math.min(level, 6));
  return `${hashes} ${escapeInline(node.name)} (unchanged, ${pluralize(elementCount, 'element')})`;
}
