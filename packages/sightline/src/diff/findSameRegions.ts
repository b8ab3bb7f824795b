import type { PageNode } from '../snapshot/Page.ts';
import { SIDE_ROLES } from '../snapshot/roles.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';
import { isRemoved } from '../visibility/Visibility.ts';

/** The regions around the content of a page that another page had too, with the same words and controls. */
export function findSameRegions(before: PageState, after: PageState): Set<LandmarkRegion> {
  const framesOf = ({ regions }: PageState): LandmarkRegion[] =>
    regions.filter(({ role }) => SIDE_ROLES.has(role));
  const keyOf = ({ role, name, node }: LandmarkRegion, state: PageState): string =>
    JSON.stringify([role, name, contentOf(node, state)]);
  const known = new Set(framesOf(before).map((region) => keyOf(region, before)));
  return new Set(framesOf(after).filter((region) => known.has(keyOf(region, after))));
}

/** The words and controls that show in an element. */
export function contentOf(node: PageNode, { visibility }: PageState): string {
  const parts: string[] = [];
  for (let i = node.index + 1; i < node.end; i++) {
    const one = visibility.page.nodes[i];
    if (!one || isRemoved(visibility, one)) continue;
    if (one.isText) parts.push(collapseSpaces(one.text));
    else if (visibility.interactive[i] === 1) parts.push(`${one.role} ${one.name}`);
  }
  return JSON.stringify(parts.filter((part) => part !== ''));
}
