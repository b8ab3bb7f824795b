import type { PropertyChange } from '../../diff/elementProperties.ts';
import type { ElementChange } from '../../diff/PageDiff.ts';
import { displayName } from '../../identity/displayName.ts';
import { addToGroup } from '../../snapshot/groupBy.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { findCellContext } from '../../structure/cellContext.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { displayTag } from '../element/displayTag.ts';
import { regionHeader } from '../element/location.ts';
import { quote, stripInvisible } from '../escape.ts';
import { itemText } from '../explainNode.ts';
import type { RenderContext } from '../RenderContext.ts';
import type { TextParts } from '../writeParts.ts';
import type { ReportSection } from './fitSections.ts';
import { quoteText } from './settleSections.ts';

/** `changed in MAIN: [12]<input "Email"> value "a" (was "")`. `all`: of which a select says what its option says. */
export function changedSections(
  context: RenderContext,
  changed: readonly ElementChange[],
  all: readonly ElementChange[],
): ReportSection[] {
  const reported = changed.filter(({ node }) => !isShownBySelect(node, all));
  return Array.from(groupByRegion(reported), ([region, group]) => ({
    head: `changed in ${regionText(region)}: `,
    entries: changeEntries(
      group.sort((a, b) => factRank(a) - factRank(b)),
      context,
    ),
    separator: '; ',
  }));
}

/** This many elements with the same change (a menu that disables the page behind it) are reported together. */
const MIN_ALIKE = 4;
/** Elements that are named of those that can be used now: the next step needs their numbers. */
const MAX_ENABLED = 10;
/** What `disabled` says where it is gone. */
const ENABLED = 'not disabled';

function changeEntries(group: readonly ElementChange[], context: RenderContext): TextParts[] {
  const alike = new Map<string, ElementChange[]>();
  for (const change of group) {
    const changeText = change.changes.map(factText).join(', ');
    addToGroup(alike, changeText, change);
  }
  return Array.from(alike).flatMap(([changeText, [first, ...others]]) => {
    if (!first) return [];
    if (others.length + 1 < MIN_ALIKE)
      return [first, ...others].map(({ node }) => [...elementParts(node, context), ` ${changeText}`]);
    if (changeText === ENABLED) return [enabledParts([first, ...others], context)];
    return [[...elementParts(first.node, context), ` and ${others.length} more ${changeText}`]];
  });
}

/** `[12]<input "From">, [13]<input "To"> and 3 more not disabled`. */
function enabledParts(changes: readonly ElementChange[], context: RenderContext): TextParts {
  const named = changes.slice(0, MAX_ENABLED).map(({ node }) => elementParts(node, context));
  const more = changes.length - named.length;
  const list = named.flatMap((parts, i) => (i === 0 ? parts : [', ', ...parts]));
  return [...list, `${more > 0 ? ` and ${more} more` : ''} ${ENABLED}`];
}

/** True for an option of a select that is reported too: its value says which option is selected. */
function isShownBySelect(node: PageNode, changed: readonly ElementChange[]): boolean {
  const select = node.tag === 'option' ? node.closest(({ tag }) => tag === 'select') : undefined;
  return select !== undefined && changed.some((one) => one.node === select);
}

const FACT_RANKS: ReadonlyMap<string, number> = new Map([
  ['href', 1],
  ['src', 1],
  ['class', 2],
  ['style', 2],
]);

/** Addresses after states and values; classes, which change all the time, last. */
function factRank({ changes: [change] }: ElementChange): number {
  return FACT_RANKS.get(change?.fact ?? '') ?? 0;
}

/** `[12]<input "Email">`; without a number if it is not interactive. A field without a label is called as its row. */
export function elementParts(node: PageNode, context: RenderContext): TextParts {
  const { pageState } = context;
  const cell = findCellContext(node, pageState.visibility);
  const cellLabel = cell && [cell.rowHead, cell.column].filter(Boolean).join(', ');
  const label = stripInvisible(cellLabel ?? displayName(node)).trim();
  const name = label ? ` ${quote(shorten(label, 60))}` : '';
  const tag = `<${displayTag(node, 'compact')}${name}>`;
  if (pageState.visibility.interactive[node.index] !== 1) return [tag];
  return ['[', node, `]${tag}${name ? '' : itemText(node, context)}`];
}

const OPPOSITES: Readonly<Record<string, string>> = {
  expanded: 'collapsed',
  open: 'closed',
  playing: 'paused',
};

/** `value "2" (was "1")`, `checked`, `not checked`, `class "done" added`. */
function factText({ fact, was, is }: PropertyChange): string {
  if (fact === 'class') return classText(was, is);
  if (fact === 'name' && was !== '' && is !== '') return `was called ${quoteText(was)}`;
  const isState = [was, is].every((value) => value === '' || value === 'true' || value === 'false');
  if (isState && fact !== 'name' && fact !== 'value') {
    return is === 'true' ? fact : (OPPOSITES[fact] ?? `not ${fact}`);
  }
  if (is === '' && fact === 'current') return 'not current';
  if (is === '') return `${fact} empty (was ${quoteText(was)})`;
  return `${fact} ${quoteText(is)}${was === '' ? '' : ` (was ${quoteText(was)})`}`;
}

function classText(was: string, is: string): string {
  const [before, after] = [was, is].map((text) => text.split(' ').filter(Boolean)) as [string[], string[]];
  const added = after.filter((word) => !before.includes(word)).join(' ');
  const removed = before.filter((word) => !after.includes(word)).join(' ');
  const texts = [
    added && `class ${quoteText(added)} added`,
    removed && `class ${quoteText(removed)} removed`,
  ];
  return texts.filter(Boolean).join(', ') || 'class in another order';
}

export const regionText = (region: LandmarkRegion | undefined): string =>
  region ? regionHeader(region) : 'the page';

export function groupByRegion<T extends { region: LandmarkRegion | undefined }>(
  items: readonly T[],
): Map<LandmarkRegion | undefined, T[]> {
  const groups = new Map<LandmarkRegion | undefined, T[]>();
  for (const item of items) addToGroup(groups, item.region, item);
  return groups;
}
