import { SightlineError } from '../snapshot/SightlineError.ts';
import type { HeadingNode } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { matchPart, type PagePart } from '../structure/matchPart.ts';
import { matchHeading, nearestHeading, nearestRegion } from '../structure/matchRegion.ts';
import type { PageState } from '../structure/PageState.ts';
import { quote } from './escape.ts';

/**
 * The part of the page that a name means: see `matchPart`.
 * @throws SightlineError `not_found`, with the nearest and the names there are
 */
export function findPart(pageState: PageState, query: string): PagePart {
  const match = matchPart(pageState, query);
  if (match) return match;
  const { regions } = pageState;
  const nearest = nearestRegion(regions, query);
  const names = regions.slice(0, 12).map(addressText);
  throw new SightlineError('not_found', `There is no region ${quote(query)} on this page.`, {
    hint:
      names.length > 0
        ? `${nearestText(nearest && addressText(nearest))}Its regions: ${names.join(', ')}.`
        : 'The page has no landmarks: PAGE is all of it.',
  });
}

/**
 * The heading that a text means: see `matchHeading`.
 * @throws SightlineError `not_found`, with the nearest and the headings there are
 */
export function findHeading(headings: readonly HeadingNode[], query: string): HeadingNode {
  const match = matchHeading(headings, query);
  if (match) return match;
  const nearest = nearestHeading(headings, query);
  const names = headings.slice(0, 8).map(({ text }) => quote(text));
  throw new SightlineError('not_found', `There is no heading with ${quote(query)} here.`, {
    hint:
      names.length > 0
        ? `${nearestText(nearest && quote(nearest.text))}Headings: ${names.join(', ')}.`
        : 'There are no headings here.',
  });
}

/** In quotes where it holds words of the page: an error speaks in our voice. */
const addressText = ({ address }: LandmarkRegion): string =>
  /^[\w:#-]+$/.test(address) ? address : quote(address);

const nearestText = (name: string | undefined): string => (name === undefined ? '' : `Nearest: ${name}. `);
