import type { ElementChange, PageDiff, ScrollChange } from '../../diff/diffPages.ts';
import type { PropertyChange } from '../../diff/elementProperties.ts';
import type { AddedSpan } from '../../diff/findAddedSpans.ts';
import type { VisibleItem } from '../../diff/VisibleItems.ts';
import { displayName } from '../../identity/displayName.ts';
import { addToGroup } from '../../snapshot/groupBy.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import { displayTag } from '../element/displayTag.ts';
import { pluralize } from '../element/elementText.ts';
import { regionHeader } from '../element/location.ts';
import { escapeReportLineStart, quote, stripInvisible } from '../escape.ts';
import { estimateTokens } from '../estimateTokens.ts';
import { packControls } from '../lines/layoutLines.ts';
import { renderLines } from '../lines/renderLines.ts';
import type { RenderContext, ViewLine } from '../RenderContext.ts';
import { renderMinimalSummary } from '../renderSummary.ts';
import type { TextParts } from '../writeParts.ts';
import { changeReportData } from './changeReportData.ts';
import { fitSections, type ReportSection } from './fitSections.ts';
import {
  headSection,
  nothingChangedText,
  quoteText,
  type SettleSummary,
  settleSections,
  urlText,
  vanishedTransients,
} from './settleSections.ts';

export interface ChangeReportOptions {
  /** Upper bound in o200k tokens; default 400. */
  maxTokens?: number;
  /** `elementKey` of the element that was acted on: its having the focus is not reported. */
  actedOn?: string;
}

export interface ChangeReport {
  /** What changed, for a model. Numbers in it can be used in calls. */
  text: string;
  /** The same as data, in lists of 30 at most. */
  data: Record<string, unknown>;
  /** The text contains everything that changed and still exists. */
  isComplete: boolean;
}

/** Renders what an action changed. `context` is of the page after it. */
export function renderChangeReport(
  context: RenderContext,
  diff: PageDiff,
  settle: SettleSummary,
  { maxTokens = 400, actedOn }: ChangeReportOptions = {},
): ChangeReport {
  const reportContext: RenderContext = {
    ...context,
    style: 'compact',
    isNew: () => false,
    unchanged: new Set(),
    maxTokens,
  };
  const summary = { ...settle, transients: vanishedTransients(reportContext, diff, settle) };
  const trailing = settleSections(summary);
  const { text, isComplete } = diff.otherPage
    ? { text: renderOtherPage(reportContext, diff, trailing), isComplete: false }
    : fitSections(
        [...addressSections(diff), ...changeSections(reportContext, diff, actedOn), ...trailing],
        reportContext,
        nothingChangedText(summary),
      );
  return { text, data: changeReportData(reportContext, diff, summary), isComplete };
}

function renderOtherPage(
  context: RenderContext,
  { url, title }: PageDiff,
  trailing: ReportSection[],
): string {
  const previous = [title && quote(shorten(stripInvisible(title.was), 80)), url && urlText(url.was)]
    .filter(Boolean)
    .join(' ');
  const head = `another page${previous && ` (was ${previous})`}:`;
  const room = context.maxTokens - estimateTokens(head) - 10;
  const page = renderMinimalSummary({ ...context, maxTokens: Math.max(60, room / 2) });
  const restContext = { ...context, maxTokens: room - estimateTokens(page) };
  const rest = trailing.length > 0 ? fitSections(trailing, restContext, '').text : '';
  return [head, page, rest].filter(Boolean).join('\n');
}

function addressSections({ url, title }: PageDiff): ReportSection[] {
  const sections: ReportSection[] = [];
  if (url) sections.push(headSection(`url: ${urlText(url.is)} (was ${urlText(url.was)})`));
  if (title) sections.push(headSection(`title: ${quoteText(title.is)} (was ${quoteText(title.was)})`));
  return sections;
}

/** What changed in the page, the most important first. */
function changeSections(
  context: RenderContext,
  diff: PageDiff,
  actedOn: string | undefined,
): ReportSection[] {
  const { opened, closed } = diff;
  return [
    ...opened
      .filter((region) => !hasAppeared(region, diff))
      .map((region) => headSection(`opened ${regionHeader(region)}`)),
    ...closed.map((region) => headSection(`closed ${regionHeader(region)}`)),
    ...appearedSections(context, diff),
    ...changedSections(context, diff),
    ...textSections(diff),
    ...removedSections(diff),
    ...coveredSections(diff),
    ...movedSections(context, diff),
    ...reorderedSections(diff),
    ...focusSections(context, diff, actedOn),
    ...scrolledSections(diff.scrolled),
  ];
}

const regionText = (region: LandmarkRegion | undefined): string =>
  region ? regionHeader(region) : 'the page';

function appearedSections(context: RenderContext, { appeared, opened }: PageDiff): ReportSection[] {
  const groups = groupByRegion(appeared);
  const sections = Array.from(groups, ([region, spans]) => {
    const isDialog = region !== undefined && opened.includes(region);
    const head = isDialog ? `opened ${regionHeader(region)}:` : `new in ${regionText(region)}:`;
    const lines = packControls(
      spans.flatMap((span) => linesOf(span, context)),
      context,
    );
    return { head, entries: lines.map(entryOf), separator: '\n ', isDialog };
  });
  return sections.sort((a, b) => Number(b.isDialog) - Number(a.isDialog));
}

/** True for a dialog whose content is reported as new. */
function hasAppeared(region: LandmarkRegion, { appeared }: PageDiff): boolean {
  return appeared.some((span) => span.region === region);
}

function linesOf({ from, to, region, items, isLoose }: AddedSpan, context: RenderContext): ViewLine[] {
  const node = context.pageState.visibility.page.nodes[from] as PageNode;
  if (isLoose) {
    const parts = items.flatMap(({ text }) => (text === '' ? [] : [quoteText(text)]));
    if (parts.length === 0) return [];
    return [{ kind: 'content', depth: 0, parts, region, node, controlsOnly: false }];
  }
  // The region itself is in the head of the section.
  const isRegion = node === region?.node && context.pageState.visibility.interactive[from] !== 1;
  return renderLines(context, { regions: false, from: isRegion ? from + 1 : from, to });
}

function entryOf({ depth, parts }: ViewLine): TextParts {
  const [first, ...rest] = parts;
  const start = typeof first === 'string' ? escapeReportLineStart(first) : first;
  return [' '.repeat(Math.min(depth, 10)), ...(start === undefined ? [] : [start]), ...rest];
}

function changedSections(context: RenderContext, { changed }: PageDiff): ReportSection[] {
  return Array.from(groupByRegion(changed), ([region, group]) => ({
    head: `changed in ${regionText(region)}: `,
    entries: changeEntries(
      group.filter(({ node }) => !isShownBySelect(node, changed)).sort((a, b) => factRank(a) - factRank(b)),
      context,
    ),
    separator: '; ',
  }));
}

/** This many elements with the same change (a menu that disables the page behind it) are reported together. */
const MIN_ALIKE = 4;

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
    return [[...elementParts(first.node, context), ` and ${others.length} more ${changeText}`]];
  });
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

/** `[12]<input "Email">`; without a number if it is not interactive. */
function elementParts(node: PageNode, { pageState }: RenderContext): TextParts {
  const label = stripInvisible(displayName(node)).trim();
  const name = label ? ` ${quote(shorten(label, 60))}` : '';
  const tag = `<${displayTag(node, 'compact')}${name}>`;
  return pageState.visibility.interactive[node.index] === 1 ? ['[', node, `]${tag}`] : [tag];
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

function textSections({ texts }: PageDiff): ReportSection[] {
  return Array.from(groupByRegion(texts), ([region, group]) => ({
    head: `text in ${regionText(region)}: `,
    entries: group.map(({ was, is }) => [`${quoteText(is)} (was ${quoteText(was)})`]),
    separator: '; ',
  }));
}

/** By name, since the numbers are invalid now. The content of a closed dialog is not reported. */
function removedSections({ gone, closed }: PageDiff): ReportSection[] {
  const remaining = gone.filter(({ region }) => region === undefined || !closed.includes(region));
  return Array.from(groupByRegion(remaining), ([region, group]) => ({
    head: `gone from ${regionText(region)}: `,
    entries: group.map(({ kind, node, text }) => [
      kind === 'text'
        ? quoteText(text)
        : `<${displayTag(node, 'compact')}${text && ` ${quote(shorten(stripInvisible(text), 60))}`}>`,
    ]),
    separator: ', ',
    maxEntries: 4,
    isUnrecoverable: true,
  }));
}

function coveredSections({ covered, uncovered }: PageDiff): ReportSection[] {
  return [
    ...(covered.length > 0
      ? [headSection(`behind something else now: ${pluralize(covered.length, 'element')}`)]
      : []),
    ...(uncovered.length > 0
      ? [headSection(`can be reached again: ${pluralize(uncovered.length, 'element')}`)]
      : []),
  ];
}

/** `[7]<div "Fix roof"> now after "Call supplier"`. */
function movedSections(context: RenderContext, { moved }: PageDiff): ReportSection[] {
  return Array.from(groupByRegion(moved), ([region, group]) => ({
    head: `moved in ${regionText(region)}: `,
    entries: group.map(({ items, previousItem: precedingItem }) => [
      ...movedParts(items, context),
      ' now ',
      ...positionParts(precedingItem, items, context),
    ]),
    separator: '; ',
  }));
}

/** Most items reported of those that moved together. */
const MAX_MOVED_TOGETHER = 3;

function movedParts(items: readonly VisibleItem[], context: RenderContext): TextParts {
  const [first] = items;
  const isPartOfFirst = ({ kind, text }: VisibleItem): boolean =>
    kind === 'text' && first?.kind === 'element' && displayName(first.node).includes(text);
  const unmentioned = items.filter((item) => !isPartOfFirst(item));
  const shown = unmentioned.slice(0, MAX_MOVED_TOGETHER).flatMap(({ kind, node, text }, i) => {
    const parts = kind === 'element' ? elementParts(node, context) : [quoteText(text)];
    return i === 0 ? parts : [' ', ...parts];
  });
  const more = unmentioned.length - MAX_MOVED_TOGETHER;
  return more > 0 ? [...shown, ` and ${more} more`] : shown;
}

function positionParts(
  precedingItem: VisibleItem | undefined,
  [first]: readonly VisibleItem[],
  context: RenderContext,
): TextParts {
  if (!precedingItem || !first) return ['the first'];
  const isInside = precedingItem.node !== first.node && precedingItem.node.contains(first.node);
  return [
    isInside ? 'the first in ' : 'after ',
    ...(precedingItem.kind === 'element'
      ? elementParts(precedingItem.node, context)
      : [quoteText(precedingItem.text)]),
  ];
}

function reorderedSections({ reordered }: PageDiff): ReportSection[] {
  const regions = [...reordered].map((region) => [regionText(region)]);
  return regions.length > 0 ? [{ head: 'another order in: ', entries: regions, separator: '; ' }] : [];
}

/** New elements say themselves that they have the focus. */
function focusSections(
  context: RenderContext,
  { focus, appeared }: PageDiff,
  actedOn: string | undefined,
): ReportSection[] {
  const { is } = focus ?? {};
  if (!focus || (is && elementKey(is) === actedOn)) return [];
  // A click on an element that takes no focus removes it from the focused one: nothing to report.
  if (!is) return actedOn === undefined ? [headSection('focus: on nothing')] : [];
  if (appeared.some(({ items }) => items.some(({ node }) => node === is))) return [];
  return [{ head: 'focus: ', entries: [elementParts(is, context)], separator: '' }];
}

function scrolledSections(scrolled: ScrollChange[]): ReportSection[] {
  const entries = scrolled.map(({ node, was, is }) => {
    const target = node ? (node.name ? `${quoteText(node.name)} ` : `<${displayTag(node, 'compact')}> `) : '';
    const axes = [
      was.y === is.y ? '' : `to y ${Math.round(is.y)} (was ${Math.round(was.y)})`,
      was.x === is.x ? '' : `to x ${Math.round(is.x)} (was ${Math.round(was.x)})`,
    ];
    return [target + axes.filter(Boolean).join(', ')];
  });
  return entries.length > 0 ? [{ head: 'scrolled: ', entries, separator: '; ' }] : [];
}

function groupByRegion<T extends { region: LandmarkRegion | undefined }>(
  items: readonly T[],
): Map<LandmarkRegion | undefined, T[]> {
  const groups = new Map<LandmarkRegion | undefined, T[]>();
  for (const item of items) addToGroup(groups, item.region, item);
  return groups;
}
