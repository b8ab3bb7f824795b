import type { HeadingNode } from './headings.ts';
import type { LandmarkRegion } from './landmarks.ts';
import { nearestName } from './nearestName.ts';

/** Names the whole page where a region is expected. */
export const WHOLE_PAGE = 'PAGE';

/** The region that a name means: `MAIN`, `NAV:Primary`, `nav#2`, `navigation`, `NAV#2: "Primary"`; of several of a kind the first. */
export function matchRegion(regions: readonly LandmarkRegion[], query: string): LandmarkRegion | undefined {
  const key = normalizeName(query);
  return regions.find(({ address }) => normalizeName(address) === key) ?? matchRegions(regions, query)[0];
}

/** The regions that a name means: all of a kind (`NAV`, `navigation`, `footer`) or of a name, else that of an address. */
export function matchRegions(regions: readonly LandmarkRegion[], query: string): LandmarkRegion[] {
  const key = normalizeName(query);
  const ofKind = (kind: string): LandmarkRegion[] =>
    regions.filter(({ role, label, node }) =>
      [role, label, node.tag].some((one) => normalizeName(one) === kind),
    );
  const [, kind = '', position] = /^(.+)#(\d+)$/.exec(key) ?? [];
  const tests: (() => LandmarkRegion[])[] = [
    () => ofKind(key),
    () => regions.filter((region) => writtenNames(region).some((name) => normalizeName(name) === key)),
    () => regions.filter(({ name }) => name !== '' && normalizeName(name) === key),
    () => regions.filter(({ address, label }) => normalizeName(label + ordinalOf(address)) === key),
    () => ofKind(kind).slice(Number(position) - 1, Number(position)),
  ];
  for (const test of tests) {
    const found = test();
    if (found.length > 0) return found;
  }
  // A header of a view ends with what the region holds: `NAV: "Primary" (3 links)`.
  const header = query.replace(/\s*\([^()]*\):?\s*$/, '');
  return header === query || header.trim() === '' ? [] : matchRegions(regions, header);
}

/** The one region that a key as views write it means, with its kind in capitals: `MAIN#2`, `REGION:Sidebar`, `FORM: "New order"`. */
export function regionOfKey(regions: readonly LandmarkRegion[], key: string): LandmarkRegion | undefined {
  const written = normalizeName(key);
  const isMeant = (name: string): boolean => normalizeName(name) === written;
  const found = regions.filter(
    (region) => key.trim().startsWith(region.label) && writtenNames(region).some(isMeant),
  );
  return found.find(({ address }) => isMeant(address)) ?? (found.length === 1 ? found[0] : undefined);
}

/** `#2` of a second one. */
const ordinalOf = (address: string): string => /#\d+$/.exec(address)?.[0] ?? '';

/** Its address, the header that views write (`NAV#2: "Primary"`), and its role with its name. */
function writtenNames({ address, label, name, role }: LandmarkRegion): string[] {
  const ordinal = ordinalOf(address);
  return [address, `${label}${ordinal}:${name}`, `${role}${ordinal}:${name}`, `${role}:${name}`];
}

/** The region whose address or name is most like the one that was asked for. */
export function nearestRegion(regions: readonly LandmarkRegion[], query: string): LandmarkRegion | undefined {
  const names = regions.flatMap(({ address, name }) => [address, name].filter((one) => one !== ''));
  const nearest = nearestName(names, query);
  return regions.find(({ address, name }) => address === nearest || name === nearest);
}

/** The heading whose text contains the query, the closest in length first. */
export function matchHeading(headings: readonly HeadingNode[], query: string): HeadingNode | undefined {
  const key = normalizeName(query);
  return headings
    .filter((heading) => key !== '' && normalizeName(heading.text).includes(key))
    .sort((a, b) => a.text.length - b.text.length)[0];
}

/** The heading most like the one that was asked for. */
export function nearestHeading(headings: readonly HeadingNode[], query: string): HeadingNode | undefined {
  const nearest = nearestName(
    headings.map(({ text }) => text),
    query,
  );
  return headings.find(({ text }) => text === nearest);
}

/** Without letter case, quotes and spaces around colons. */
export function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/["'\\]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?: ?/g, ':')
    .replace(/:$/, '')
    .trim();
}
