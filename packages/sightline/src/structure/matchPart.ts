import type { PageNode } from '../snapshot/Page.ts';
import { isRemoved } from '../visibility/Visibility.ts';
import type { HeadingNode } from './headings.ts';
import type { LandmarkRegion } from './landmarks.ts';
import { matchRegion, normalizeName } from './matchRegion.ts';
import type { PageState } from './PageState.ts';

/** A part of the page: a region, the section under a heading, or an element. */
export type PagePart =
  | { kind: 'region'; region: LandmarkRegion }
  | { kind: 'section'; section: HeadingNode }
  | { kind: 'element'; node: PageNode };

interface NamedPart {
  part: PagePart;
  names: readonly string[];
}

/** Elements that hold others and are called something. */
const PART_ROLES: ReadonlySet<string> = new Set(
  'dialog alertdialog tabpanel group radiogroup form region table grid treegrid tree list listbox menu toolbar article figure feed'.split(
    ' ',
  ),
);

/** How a name fits what was asked for, the best first. */
const FITS: readonly ((name: string, key: string) => boolean)[] = [
  (name, key) => name === key,
  (name, key) => name.startsWith(key),
  (name, key) => name.includes(key),
];

/**
 * The part of the page that words name: a region as `matchRegion` has it; else what is called so, begins so, or has the words in its
 * name: the only region, the heading with the fewest other words, or the only other part.
 */
export function matchPart(pageState: PageState, query: string): PagePart | undefined {
  const region = matchRegion(pageState.regions, query);
  if (region) return { kind: 'region', region };
  const key = normalizeName(query);
  if (key === '') return undefined;
  const groups = [regionsOf(pageState), headingsOf(pageState), elementsOf(pageState)];
  for (const fits of FITS)
    for (const group of groups) {
      const found = group.filter(({ names }) => names.some((name) => fits(normalizeName(name), key)));
      const [first] = found;
      if (first && (found.length === 1 || first.part.kind === 'section')) return first.part;
    }
  return undefined;
}

const regionsOf = ({ regions }: PageState): NamedPart[] =>
  regions.map((region) => ({ part: { kind: 'region', region }, names: [region.address, region.name] }));

const headingsOf = ({ headings }: PageState): NamedPart[] =>
  [...headings]
    .sort((a, b) => a.text.length - b.text.length)
    .map((section) => ({ part: { kind: 'section', section }, names: [section.text] }));

const elementsOf = ({ visibility }: PageState): NamedPart[] =>
  visibility.page.nodes
    .filter((node) => node.name !== '' && PART_ROLES.has(node.role) && !isRemoved(visibility, node))
    .map((node) => ({ part: { kind: 'element', node }, names: [node.name] }));
