import type { PageNode } from '../../snapshot/Page.ts';
import type { ItemContext } from '../../structure/itemContexts.ts';
import type { LandmarkIndex } from '../../structure/LandmarkIndex.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { escapeInline, quote, stripInvisible } from '../escape.ts';

/** The region and heading of an element: `MAIN > "Featured"`; '' if it has neither. */
export function locationText(node: PageNode, landmarkIndex: LandmarkIndex): string {
  const region = landmarkIndex.regionOf(node);
  const heading = landmarkIndex.headingOf(node);
  const parts = [region && escapeInline(region.address), heading && quote(heading.text.slice(0, 60))];
  return parts.filter(Boolean).join(' > ');
}

/** The region and heading of an element as data. */
export function locationData(
  node: PageNode,
  landmarkIndex: LandmarkIndex,
): { region: string | null; heading: string | null } {
  const region = landmarkIndex.regionOf(node);
  const heading = landmarkIndex.headingOf(node);
  return {
    region: region ? stripInvisible(region.address) : null,
    heading: heading ? stripInvisible(heading.text) : null,
  };
}

/** The row, item or card of an element as data: `row "Ada Lovelace"`. */
export const itemData = ({ kind, label }: ItemContext): string => `${kind} "${stripInvisible(label)}"`;

/** `NAV#2`, `NAV: "Primary"`, `MAIN`. */
export function regionHeader(region: LandmarkRegion): string {
  const ordinal = /#\d+$/.exec(region.address)?.[0] ?? '';
  return region.name ? `${region.label}${ordinal}: ${quote(region.name)}` : `${region.label}${ordinal}`;
}
