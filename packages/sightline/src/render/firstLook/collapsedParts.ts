import type { PageNode } from '../../snapshot/Page.ts';
import { SIDE_ROLES, TEXT_FIELD_ROLES } from '../../snapshot/roles.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { findSideLists } from '../../structure/findSideLists.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { countByKind, pluralize } from '../element/elementText.ts';
import { regionHeader } from '../element/location.ts';
import { quote } from '../escape.ts';
import { countOmitted } from '../lines/countOmitted.ts';
import { addressOutsideRegions } from '../lines/fitLines.ts';
import type { RenderContext } from '../RenderContext.ts';
import type { TextParts } from '../writeParts.ts';

/** A region with no more controls and characters costs no more than the line that would replace it. */
const MAX_SMALL_COUNT = 3;
const MAX_SMALL_LENGTH = 80;
/** Entries of a list that are named in the line. */
const FIRST_NAMES = 3;
/** Fields that are named in the line. */
const MAX_FIELDS = 2;

/**
 * The parts that a first look shows as one line each, with that line: navigation, banner, footer, sidebars, and lists of
 * links beside the content. `NAV: "Primary" (12 links, current [3] "Orders")`.
 */
export function collapsedParts(
  context: RenderContext,
  known: ReadonlySet<LandmarkRegion>,
  knownLinks: ReadonlySet<PageNode>,
): Map<PageNode, TextParts> {
  const { pageState } = context;
  const parts = knownParts(context, known, knownLinks);
  for (const region of pageState.regions)
    if (isCollapsed(region, context) && !parts.has(region.node))
      parts.set(region.node, [regionHeader(region), ...content(region.node, context)]);
  for (const list of sideLists(context)) parts.set(list, sideListLine(list, context));
  return parts;
}

const sideLists = (context: RenderContext): PageNode[] =>
  findSideLists(context.pageState).filter((list) => !isFiltered(list, context));

/**
 * The lists of links beside the content, for a look at the whole page, with the call that shows each:
 * `side list "Objects" [7]: "inject", "debug", "complete"… (80 more elements: get_region MAIN full)`.
 */
export function collapsedSideLists(context: RenderContext): Map<PageNode, TextParts> {
  const { regionAt } = context.pageState;
  return new Map(
    sideLists(context).map((list) => {
      const landmark = regionAt[list.index]?.address ?? addressOutsideRegions(context);
      const call = context.formatCall({ tool: 'get_region', landmark, full: true });
      const head = [...sideListHead(list, context), `]${firstNames(list, context)}`];
      const parts = [...head, ...shownControls(list, context)];
      const count = countOmitted(list, parts, context.pageState);
      return [list, [...parts, ` (${pluralize(count, 'more element')}: ${call})`]];
    }),
  );
}

/** Whether something was entered in a field of it: what it holds is what was looked for. */
function isFiltered(list: PageNode, { pageState }: RenderContext): boolean {
  const { page, interactive } = pageState.visibility;
  return page
    .subtree(list)
    .some(
      ({ index, role, attributes }) =>
        interactive[index] === 1 && TEXT_FIELD_ROLES.has(role) && attributes['.value'],
    );
}

/**
 * The regions and links that the reader has seen on the page before, each in a line: `NAV: "Primary" (12 links, as before)`,
 * `as before (12 links: "Home", "Orders", "Stock"…)`.
 */
export function knownParts(
  context: RenderContext,
  known: ReadonlySet<LandmarkRegion>,
  knownLinks: ReadonlySet<PageNode>,
): Map<PageNode, TextParts> {
  const parts = new Map<PageNode, TextParts>();
  for (const node of knownLinks)
    parts.set(node, ['as before', ...content(node, context).slice(0, -1), `${firstNames(node, context)})`]);
  for (const region of known) {
    const { node } = region;
    if (!isCollapsed(region, context)) continue;
    parts.set(node, [regionHeader(region), ...content(node, context).slice(0, -1), ', as before)']);
  }
  return parts;
}

function isCollapsed({ role, node, elementCount }: LandmarkRegion, { pageState }: RenderContext): boolean {
  if (!SIDE_ROLES.has(role)) return false;
  const isSmall = elementCount <= MAX_SMALL_COUNT && pageState.counts.textLength(node) <= MAX_SMALL_LENGTH;
  // What a page is about may stand in its banner.
  return !isSmall && !pageState.regions.some((one) => one.role === 'main' && node.contains(one.node));
}

/** `side list "Objects" [7] (80 links)`. */
function sideListLine(list: PageNode, context: RenderContext): TextParts {
  const [count, ...others] = content(list, context);
  return [...sideListHead(list, context), ']', `${count}${firstNames(list, context)}`, ...others];
}

function sideListHead(list: PageNode, { pageState: { headings, landmarkIndex } }: RenderContext): TextParts {
  const inside = headings.find(({ node }) => list.contains(node));
  const label = list.name || (inside ?? landmarkIndex.headingOf(list))?.text || '';
  return [`side list${label && ` ${quote(shorten(label, 60))}`} [`, list];
}

/** `: "inject", "debug", "complete"…`. */
function firstNames(list: PageNode, { pageState }: RenderContext): string {
  const { page, interactive } = pageState.visibility;
  const names: string[] = [];
  for (let i = list.index + 1; i < list.end && names.length < FIRST_NAMES; i++) {
    const { name, role } = page.nodes[i] as PageNode;
    if (interactive[i] === 1 && name && !TEXT_FIELD_ROLES.has(role)) names.push(quote(shorten(name, 30)));
  }
  return names.length > 0 ? `: ${names.join(', ')}…` : '';
}

/** ` (12 links, current [3] "Orders", field [4] "Search")`. */
function content(node: PageNode, context: RenderContext): TextParts {
  return [` (${countByKind({ node }, context)}`, ...shownControls(node, context), ')'];
}

/** `, current [3] "Orders", field [4] "Search"`. */
function shownControls(node: PageNode, { pageState: { visibility } }: RenderContext): TextParts {
  const controls = visibility.page.subtree(node).filter(({ index }) => visibility.interactive[index] === 1);
  const current = controls.find(isCurrent);
  const fields = controls.filter(({ role }) => TEXT_FIELD_ROLES.has(role)).slice(0, MAX_FIELDS);
  return [...(current ? named('current', current) : []), ...fields.flatMap((field) => named('field', field))];
}

const named = (word: string, node: PageNode): TextParts => [
  `, ${word} [`,
  node,
  `]${node.name && ` ${quote(shorten(node.name, 40))}`}`,
];

const CURRENT_CLASS = /(?:^|\s)(?:is-)?(?:active|current|selected)(?:\s|$)/i;

/** The entry of the page that is open, by its ARIA state, else by the usual classes of it or its item. */
function isCurrent({ attributes, parent }: PageNode): boolean {
  const { 'aria-current': current, 'aria-selected': selected } = attributes;
  if (current !== undefined) return current !== 'false' && current !== '';
  if (selected !== undefined) return selected === 'true';
  const item = parent?.role === 'listitem' ? parent : undefined;
  return [attributes.class, item?.attributes.class].some((value) => value && CURRENT_CLASS.test(value));
}
