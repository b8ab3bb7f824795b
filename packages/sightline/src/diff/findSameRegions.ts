import { SIDE_ROLES } from '../snapshot/roles.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';
import { isRemoved } from '../visibility/Visibility.ts';

/** The regions around the content of a page that another page had too, with the same words and controls. */
export function findSameRegions(before: PageState, after: PageState): Set<LandmarkRegion> {
  const framesOf = ({ regions }: PageState): LandmarkRegion[] =>
    regions.filter(({ role }) => SIDE_ROLES.has(role));
  const known = new Set(framesOf(before).map((region) => contentOf(region, before)));
  return new Set(framesOf(after).filter((region) => known.has(contentOf(region, after))));
}

function contentOf({ role, name, node }: LandmarkRegion, { visibility }: PageState): string {
  const parts = [role, name];
  for (let i = node.index + 1; i < node.end; i++) {
    const one = visibility.page.nodes[i];
    if (!one || isRemoved(visibility, one)) continue;
    if (one.isText) parts.push(collapseSpaces(one.text));
    else if (visibility.interactive[i] === 1) parts.push(`${one.role} ${one.name}`);
  }
  return JSON.stringify(parts.filter((part) => part !== ''));
}
