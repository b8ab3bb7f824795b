import type { PageNode } from '../../snapshot/Page.ts';
import { matchHeading, matchRegion, nearestHeading, nearestRegion } from '../../structure/findRegion.ts';
import type { PageState } from '../../structure/PageState.ts';
import { foldCase } from '../words/Tokenizer.ts';
import type { ElementQuery, MissingPlace } from './ElementQuery.ts';
import { hasState } from './elementStates.ts';
import { nearestGroup } from './nearestGroup.ts';
import { roleMatcher } from './roleMatcher.ts';

/** What excludes elements from the answer. */
export interface ElementFilter {
  name: string;
  test: (node: PageNode) => boolean;
}

/** `missing` receives the places that are not there. */
export function buildFilters(
  query: ElementQuery,
  pageState: PageState,
  missing: MissingPlace[],
): ElementFilter[] {
  const { role, attributes = {}, withinLandmark, state, near } = query;
  const filters: ElementFilter[] = [];
  if (role?.trim()) filters.push({ name: `role=${JSON.stringify(role)}`, test: roleMatcher(role) });
  for (const [key, value] of Object.entries(attributes))
    filters.push({ name: `${key}=${JSON.stringify(value)}`, test: attributeTest(key, value) });
  const region = withinLandmark?.trim() ? matchRegion(pageState.regions, withinLandmark) : undefined;
  if (region) filters.push({ name: `within ${region.address}`, test: (node) => region.node.contains(node) });
  else if (withinLandmark?.trim()) missing.push(missingRegion(withinLandmark, pageState));
  filters.push(...headingFilters(query, region?.node, pageState, missing));
  if (state) filters.push({ name: `state=${state}`, test: (node) => hasState(node, state) });
  if (near) {
    const group = nearestGroup(near, pageState);
    filters.push({ name: 'near', test: (node) => node !== near && group.contains(node) });
  }
  return filters;
}

function headingFilters(
  { nearHeading }: ElementQuery,
  region: PageNode | undefined,
  pageState: PageState,
  missing: MissingPlace[],
): ElementFilter[] {
  if (!nearHeading?.trim()) return [];
  const inside = pageState.headings.filter(({ node }) => region === undefined || region.contains(node));
  const heading = matchHeading(inside, nearHeading);
  if (!heading) {
    missing.push(missingHeading(nearHeading, pageState));
    return [];
  }
  const { node: start, end, text } = heading;
  return [
    { name: `under ${JSON.stringify(text)}`, test: ({ index }) => index >= start.index && index < end },
  ];
}

/** Regions or headings that are named where none is like the one that was asked for. */
const MAX_NAMES = 6;

function missingRegion(asked: string, { regions }: PageState): MissingPlace {
  const nearest = nearestRegion(regions, asked);
  return {
    kind: 'region',
    asked,
    nearest: nearest?.node,
    nearestName: nearest?.address,
    names: regions.slice(0, MAX_NAMES).map(({ address }) => address),
  };
}

/** A heading of these words that does not show (a dialog covers it) is nearer than any other. */
function missingHeading(asked: string, { headings, page }: PageState): MissingPlace {
  const words = foldCase(asked.trim());
  const hidden = page.nodes.find(({ role, name }) => role === 'heading' && foldCase(name).includes(words));
  const nearest = nearestHeading(headings, asked);
  const node = hidden ?? nearest?.node;
  return {
    kind: 'heading',
    asked,
    nearest: node,
    nearestName: hidden?.name ?? nearest?.text,
    names: headings.slice(0, MAX_NAMES).map(({ text }) => text),
  };
}

/** Compares values ignoring letter case; `*` matches any run of characters. No regular expressions. */
function attributeTest(key: string, value: string): (node: PageNode) => boolean {
  const expected = foldCase(value.trim());
  const parts = expected.split('*');
  return ({ attributes }) => {
    const raw = attributes[key] ?? attributes[`.${key}`];
    if (raw === undefined) return false;
    const actual = foldCase(raw.trim());
    if (expected === '' || actual === expected) return true;
    if (key === 'class') return actual.split(/\s+/).includes(expected);
    return parts.length > 1
      ? matchesWildcard(actual, parts)
      : (key === 'href' || key === 'src') && actual.endsWith(expected);
  };
}

function matchesWildcard(actual: string, parts: string[]): boolean {
  let offset = 0;
  for (const [i, part] of parts.entries()) {
    const start = i === 0 ? (actual.startsWith(part) ? 0 : -1) : actual.indexOf(part, offset);
    if (start < 0) return false;
    offset = start + part.length;
  }
  return parts.at(-1) === '' || actual.endsWith(parts.at(-1) as string);
}
