import { CauseRanking } from '../../diff/CauseRanking.ts';
import type { PageDiff } from '../../diff/PageDiff.ts';
import { type DiffPart, isEmptyPart, splitByCause } from '../../diff/splitByCause.ts';
import type { VisibleItem } from '../../diff/VisibleItems.ts';
import { displayName } from '../../identity/displayName.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import { INTERACTIVE_ROLES } from '../../snapshot/roles.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { displayTag } from '../element/displayTag.ts';
import { pluralize } from '../element/elementText.ts';
import { regionHeader } from '../element/location.ts';
import { quote, stripInvisible } from '../escape.ts';
import type { RenderContext } from '../RenderContext.ts';
import type { TextParts } from '../writeParts.ts';
import { appearedSections, hasAppeared } from './appearedSections.ts';
import { changedSections, elementParts, groupByRegion, regionText } from './changedSections.ts';
import { changeReportData } from './changeReportData.ts';
import { fitSections, type ReportSection } from './fitSections.ts';
import { renderOtherPage } from './renderOtherPage.ts';
import {
  headSection,
  nothingChangedText,
  quoteText,
  type SettleSummary,
  settleSections,
  urlText,
  vanishedTransients,
} from './settleSections.ts';
import { isMostlyUnprinted, type PrintedText, withoutPrinted } from './withoutPrinted.ts';

export interface ChangeReportOptions {
  /** Upper bound in o200k tokens; default 400. */
  maxTokens?: number;
  /** `elementKey` of the element that was acted on: its having the focus is not reported. */
  actedOn?: string;
  /** The same element on the page after, or what is left around it: what it caused comes first. */
  anchor?: PageNode;
  /** A dialog closed, and nothing differs from the page as it was before it opened. */
  unchangedSinceOpened?: boolean;
  /** Of another page say only what it is, without a first look. Default false. */
  quiet?: boolean;
  /** What was entered on pages before this one, besides what the diff knows: of another page, items that say it are shown. */
  entered?: readonly string[];
  /** What the reader is shown beside the report: it is not repeated. */
  printed?: PrintedText;
  /** So much above the upper bound that leaves a little out: to ask for it would cost more. Default 0. */
  slackTokens?: number;
  /** The upper bound where hardly anything of what is new is in `printed`. Default `maxTokens`. */
  unprintedTokens?: number;
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
  options: ChangeReportOptions = {},
): ChangeReport {
  const { maxTokens = 400, unprintedTokens = maxTokens, slackTokens = 0, printed } = options;
  const reportContext: RenderContext = {
    ...context,
    style: 'compact',
    isNew: () => false,
    unchanged: new Set(),
    maxTokens,
    withoutCalls: options.quiet === true && printed !== undefined && printed.text.trim() !== '',
  };
  const summary = { ...settle, transients: vanishedTransients(reportContext, diff, settle) };
  const trailing = settleSections(summary);
  const data = () => changeReportData(reportContext, diff, summary);
  if (diff.otherPage)
    return { text: renderOtherPage(reportContext, diff, trailing, options), data: data(), isComplete: false };
  const changes = changeSections(reportContext, diff, options);
  const isUnprinted =
    printed !== undefined && unprintedTokens > maxTokens && isMostlyUnprinted(changes, printed);
  const unknown = withoutPrinted(changes, printed);
  const { text, isComplete } = fitSections(
    [...(printed?.isWholePage ? [] : pageSections(diff)), ...unknown, ...trailing],
    isUnprinted ? { ...reportContext, maxTokens: unprintedTokens } : reportContext,
    unknown.length < changes.length
      ? 'what changed was printed'
      : wordlessText(diff) || nothingChangedText(summary, reportContext),
    slackTokens,
  );
  return { text, data: data(), isComplete };
}

function pageSections({ url, title, scheme }: PageDiff): ReportSection[] {
  const sections: ReportSection[] = [];
  if (url) sections.push(headSection(`url: ${urlText(url.is)} (was ${urlText(url.was)})`));
  if (title) sections.push(headSection(`title: ${quoteText(title.is)} (was ${quoteText(title.was)})`));
  if (scheme) sections.push(headSection(`the page is ${scheme} now`));
  return sections;
}

/** What changed in the page, the most important first: with `cause`, what the action caused most surely. */
function changeSections(
  context: RenderContext,
  diff: PageDiff,
  { actedOn, anchor, unchangedSinceOpened }: ChangeReportOptions,
): ReportSection[] {
  const { opened, closed } = diff;
  const dialogs = [
    ...opened
      .filter((region) => !hasAppeared(region, diff))
      .map((region) => headSection(`opened ${regionHeader(region)}`)),
    ...closed.map((region) => headSection(`closed ${regionHeader(region)}`)),
    ...(unchangedSinceOpened ? [headSection('the page is as it was before that opened')] : []),
  ];
  const order = [...movedSections(context, diff), ...reorderedSections(diff)];
  const focus = focusSections(context, diff, actedOn);
  const rest = [...focus, ...scrolledSections(diff)];
  if (!anchor)
    return [
      ...dialogs,
      ...contentSections(context, diff, diff),
      ...coveredSections(context, diff),
      ...order,
      ...rest,
    ];
  const ranking = new CauseRanking(context.pageState, diff, anchor);
  const { readBack, caused, others, scrolledIntoView } = splitByCause(diff, ranking);
  const hasCause = [readBack, ...caused].some((part) => !isEmptyPart(part)) || dialogs.length > 0;
  const isCounted = hasCause || others.some((part) => !isEmptyPart(part));
  const otherSections = [...others, ...(isCounted ? [] : [scrolledIntoView])].flatMap((part) =>
    contentSections(context, diff, part, ranking),
  );
  return [
    ...contentSections(context, diff, readBack, ranking).map((one) => ({ ...one, isReadBack: true })),
    ...dialogs,
    ...caused.flatMap((part) => contentSections(context, diff, part, ranking)),
    ...order,
    ...(hasCause ? otherSections.map((one) => ({ ...one, maxTokens: MAX_UNRELATED_TOKENS })) : otherSections),
    ...coveredSections(context, diff),
    ...rest,
    ...(isCounted ? scrolledIntoViewSections(scrolledIntoView) : []),
  ];
}

/** For each region's part of what the action hardly caused, where it caused something else. */
const MAX_UNRELATED_TOKENS = 60;

/** What is new, changed, overwritten and gone, of one part of a diff. */
function contentSections(
  context: RenderContext,
  diff: PageDiff,
  part: DiffPart,
  ranking?: CauseRanking,
): ReportSection[] {
  return [
    ...appearedSections(context, part.appeared, diff, ranking),
    ...changedSections(context, part.changed, diff.changed),
    ...textSections(part),
    ...removedSections(part, diff),
  ];
}

function scrolledIntoViewSections({ appeared }: DiffPart): ReportSection[] {
  const count = appeared.reduce((sum, { items }) => sum + items.length, 0);
  return count > 0 ? [headSection(`new by scrolling: ${pluralize(count, 'element')}`)] : [];
}

function textSections({ texts }: DiffPart): ReportSection[] {
  return Array.from(groupByRegion(texts), ([region, group]) => ({
    head: `text in ${regionText(region)}: `,
    entries: group.map(({ was, is }) => [`${quoteText(is)} (was ${quoteText(was)})`]),
    separator: '; ',
  }));
}

/** Not an icon or a frame without words: `<span>` says nothing. */
const isWorthReporting = ({ text, node }: VisibleItem): boolean =>
  text.trim() !== '' || INTERACTIVE_ROLES.has(node.role);

/** Where nothing else changed. */
function wordlessText({ gone }: PageDiff): string {
  const count = gone.filter((item) => !isWorthReporting(item)).length;
  return count > 0 ? `gone: ${pluralize(count, 'element')} without words` : '';
}

/** By name, since the numbers are invalid now. The content of a closed dialog is not reported. */
function removedSections({ gone }: DiffPart, { closed }: PageDiff): ReportSection[] {
  const remaining = gone.filter(
    (item) => (item.region === undefined || !closed.includes(item.region)) && isWorthReporting(item),
  );
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

/** A dialog that opened or closed says so itself, and so does what appeared above them. */
function coveredSections({ pageState }: RenderContext, diff: PageDiff): ReportSection[] {
  const { covered, uncovered, opened, closed, appeared } = diff;
  const shown = appeared.flatMap(({ items }) => items.map(({ node }) => node));
  const isInView = (cover: PageNode): boolean => shown.some((node) => cover.contains(node));
  const unexplained = covered.filter(({ index }) => {
    const cover = pageState.visibility.decisions[index]?.by;
    return !cover || !isInView(cover);
  });
  return [
    ...(unexplained.length > 0 && opened.length === 0
      ? [headSection(`behind something else now: ${pluralize(unexplained.length, 'element')}`)]
      : []),
    ...(uncovered.length > 0 && closed.length === 0
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

function scrolledSections({ scrolled, scrolledAway }: PageDiff): ReportSection[] {
  const entries = scrolled.map(({ node, was, is }) => {
    const target = node ? (node.name ? `${quoteText(node.name)} ` : `<${displayTag(node, 'compact')}> `) : '';
    const axes = [
      was.y === is.y ? '' : `to y ${Math.round(is.y)} (was ${Math.round(was.y)})`,
      was.x === is.x ? '' : `to x ${Math.round(is.x)} (was ${Math.round(was.x)})`,
    ];
    return [target + axes.filter(Boolean).join(', ')];
  });
  const away = scrolledAway.filter(isWorthReporting).length;
  return [
    ...(away > 0 ? [headSection(`scrolled out of view: ${pluralize(away, 'element')}`)] : []),
    ...(entries.length > 0 ? [{ head: 'scrolled: ', entries, separator: '; ' }] : []),
  ];
}
