import { isKeptAttribute } from '../../snapshot/capturedAttributes.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { matchHeading, matchRegions, nearestHeading, nearestRegion } from '../../structure/matchRegion.ts';
import type { PageState } from '../../structure/PageState.ts';
import { foldCase } from '../words/foldCase.ts';
import type { AttributeColumn, ElementQuery, MissingPlace } from './ElementQuery.ts';
import { hasState } from './elementStates.ts';
import { nearestGroup } from './nearestGroup.ts';
import { roleMatcher } from './roleMatcher.ts';

/** What excludes elements from the answer. */
export interface ElementFilter {
  kind?: 'role';
  name: string;
  /** It is about the element itself, not about where it stands. */
  isOfElement?: boolean;
  test: (node: PageNode) => boolean;
}

/** `missing` receives the places that are not there; `columns` hold attributes that the capture does not. */
export function buildFilters(
  query: ElementQuery,
  pageState: PageState,
  missing: MissingPlace[],
  columns: ReadonlyMap<string, AttributeColumn> = new Map(),
): ElementFilter[] {
  const { role, attributes = {}, withinLandmark, state, near } = query;
  const filters: ElementFilter[] = [];
  if (role?.trim())
    filters.push({
      kind: 'role',
      name: `role=${JSON.stringify(role)}`,
      test: roleMatcher(role),
      isOfElement: true,
    });
  for (const [key, value] of Object.entries(attributes)) {
    const column = columns.get(key);
    const test = attributeTest(key, value, column);
    if (column || isCaptured(key) || pageState.page.nodes.some(test))
      filters.push({ name: `${key}=${JSON.stringify(value)}`, test, isOfElement: true });
    else missing.push(missingAttribute(key));
  }
  const regions = withinLandmark?.trim() ? matchRegions(pageState.regions, withinLandmark) : [];
  const isInRegion = (node: PageNode): boolean => regions.some((region) => region.node.contains(node));
  if (regions.length > 0) filters.push({ name: `within ${regionsText(regions)}`, test: isInRegion });
  else if (withinLandmark?.trim()) missing.push(missingRegion(withinLandmark, pageState));
  filters.push(...headingFilters(query, regions.length > 0 ? isInRegion : () => true, pageState, missing));
  if (state) filters.push({ name: `state=${state}`, test: (node) => hasState(node, state) });
  if (near) {
    const group = nearestGroup(near, pageState);
    filters.push({ name: 'near', test: (node) => node !== near && group.contains(node) });
  }
  return filters;
}

/** `NAV:Primary`; of several `NAV (3 regions)`. */
function regionsText([first, ...others]: readonly LandmarkRegion[]): string {
  if (!first) return '';
  return others.length === 0 ? first.address : `${first.label} (${others.length + 1} regions)`;
}

function headingFilters(
  { nearHeading }: ElementQuery,
  isInside: (node: PageNode) => boolean,
  pageState: PageState,
  missing: MissingPlace[],
): ElementFilter[] {
  if (!nearHeading?.trim()) return [];
  const inside = pageState.headings.filter(({ node }) => isInside(node));
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

const missingAttribute = (asked: string): MissingPlace => ({
  kind: 'attribute',
  asked,
  nearest: undefined,
  nearestName: undefined,
  names: [],
});

/** Which option is selected is captured as a state; classes are captured of some elements only. */
const isCaptured = (key: string): boolean =>
  key.toLowerCase() === 'selected' || isKeptAttribute(key.toLowerCase());

/** Compares values ignoring letter case; `*` matches any run of characters. No regular expressions. */
function attributeTest(key: string, value: string, column?: AttributeColumn): (node: PageNode) => boolean {
  const expected = foldCase(value.trim());
  const lower = key.toLowerCase();
  const isMatch = (actual: string): boolean => matchesValue(lower, actual, expected);
  return (node) => {
    const { attributes } = node;
    const raw = column?.get(node) ?? attributes[key] ?? attributes[lower] ?? attributes[`.${lower}`];
    return raw !== undefined && (expected === '' || isMatch(foldCase(raw.trim())));
  };
}

function matchesValue(key: string, actual: string, expected: string): boolean {
  const parts = expected.split('*');
  const isEqual = (text: string): boolean =>
    parts.length > 1 ? matchesWildcard(text, parts) : text === expected;
  if (isEqual(actual)) return true;
  if (key === 'class') return actual.split(/\s+/).some(isEqual);
  return (key === 'href' || key === 'src') && parts.length === 1 && actual.endsWith(expected);
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
