import { SightlineError } from '../snapshot/SightlineError.ts';
import type { HeadingNode } from './headings.ts';
import type { LandmarkRegion } from './landmarks.ts';

/** Names the whole page where a region is expected. */
export const WHOLE_PAGE = 'PAGE';

/**
 * The region that a name means: `MAIN`, `NAV:Primary`, `nav#2`, `navigation`, `NAV: "Primary"`.
 * @throws SightlineError `not_found`, with the names there are
 */
export function findRegion(regions: readonly LandmarkRegion[], query: string): LandmarkRegion {
  const key = normalizeName(query);
  const exact = regions.find((region) => normalizeName(region.address) === key);
  const byRole =
    exact ??
    regions.find((region) => normalizeName(region.role) === key || normalizeName(region.label) === key);
  const byName = byRole ?? regions.find((region) => region.name !== '' && normalizeName(region.name) === key);
  const match = byName ?? regions.find((region) => normalizeName(`${region.role}:${region.name}`) === key);
  if (match) return match;
  const names = regions.map((region) => region.address).slice(0, 12);
  throw new SightlineError('not_found', `There is no region ${JSON.stringify(query)} on this page.`, {
    hint:
      names.length > 0
        ? `Its regions: ${names.join(', ')}.`
        : 'The page has no landmarks: PAGE is all of it.',
  });
}

/**
 * The heading whose text contains the query, the closest in length first.
 * @throws SightlineError `not_found`, with the headings there are
 */
export function findHeading(headings: readonly HeadingNode[], query: string): HeadingNode {
  const key = normalizeName(query);
  const matching = headings
    .filter((heading) => key !== '' && normalizeName(heading.text).includes(key))
    .sort((a, b) => a.text.length - b.text.length);
  if (matching[0]) return matching[0];
  const names = headings.map((heading) => JSON.stringify(heading.text)).slice(0, 8);
  throw new SightlineError('not_found', `There is no heading with ${JSON.stringify(query)} here.`, {
    hint: names.length > 0 ? `Headings: ${names.join(', ')}.` : 'There are no headings here.',
  });
}

function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/["'\\]/g, '')
    .replace(/\s*:\s*/g, ':')
    .replace(/\s+/g, ' ')
    .replace(/:$/, '')
    .trim();
}
