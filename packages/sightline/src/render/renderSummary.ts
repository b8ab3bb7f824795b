import { countBy } from '../snapshot/groupBy.ts';
import type { PageDocument, PageNode, Scroller } from '../snapshot/Page.ts';
import { TEXT_FIELD_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { shorten } from '../snapshot/shorten.ts';
import type { HeadingNode } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';
import { isRemoved } from '../visibility/Visibility.ts';
import { pluralize, unloadedWords } from './element/elementText.ts';
import { regionHeader } from './element/location.ts';
import { isUnreadable } from './element/unreadable.ts';
import { escapeInline, quote, stripInvisible } from './escape.ts';
import { estimateTokens, truncateToTokens } from './estimateTokens.ts';
import { MAX_INDENT_DEPTH, type RenderContext } from './RenderContext.ts';
import { TokenBudget } from './TokenBudget.ts';

/** One line with the title and URL of the page and how much of it is outside the viewport. */
export function pageLine(context: RenderContext): string {
  const scroll = scrollPosition(context.pageState);
  return `${placeLine(context)}${scroll && ` (${scroll})`}${loadingNote(context.pageState)}`;
}

/** One line with its title and URL. */
export function placeLine({ pageState, maxTokens }: RenderContext): string {
  const { title, address } = pageTitleAndUrl(pageState, maxTokens);
  return `Page: ${title} ${address}`;
}

/**
 * Title and URL, each in at most an eighth of the budget. The URL of a `data:` page may hold spaces and anything else.
 */
function pageTitleAndUrl({ visibility }: PageState, maxTokens: number): { title: string; address: string } {
  const { title, url } = visibility.page;
  const address = escapeInline(truncateToTokens(stripInvisible(url), maxTokens / 8));
  return {
    title: quote(truncateToTokens(stripInvisible(title), maxTokens / 8)),
    address: address.replaceAll(' ', '%20').replaceAll('"', '%22'),
  };
}

function scrollPosition(pageState: PageState): string {
  const { above, below } = pagesAround(pageState);
  if (above < 0.05 && below < 0.05) return '';
  return `${above.toFixed(1)} pages above, ${below.toFixed(1)} below`;
}

/** How many viewport heights are above and below: of the document, or of the element that scrolls in its place. */
function pagesAround({ visibility, regions }: PageState): { above: number; below: number } {
  const main = visibility.page.documents[0];
  if (!main || main.viewport.height <= 0) return { above: 0, below: 0 };
  const { scroll, viewport } = main;
  const scrolled = scroll.y + (scroll.top ?? 0);
  const below = Math.max(0, scroll.height - scrolled - viewport.height) / viewport.height;
  const documentPages = { above: scrolled / viewport.height, below };
  const shell =
    documentPages.below < 0.05 && documentPages.above < 0.05
      ? scrollShell(regions[0]?.node, main)
      : undefined;
  if (!shell) return documentPages;
  const { top, height, clientHeight } = shell;
  return { above: top / clientHeight, below: Math.max(0, height - clientHeight - top) / clientHeight };
}

/** The box around the landmarks that fills most of the viewport and scrolls. */
function scrollShell(inner: PageNode | undefined, main: PageDocument): Scroller | undefined {
  const shell = inner?.closest((node) => {
    const fills = node.box !== undefined && node.box.height > 0.6 * main.viewport.height;
    return fills && node !== inner && node.has(Flag.ScrollY) && (node.scroller?.clientHeight ?? 0) > 0;
  });
  return shell?.scroller;
}

function loadingNote({ visibility }: PageState): string {
  const state = visibility.page.documents[0]?.readyState;
  return state === 'loading' || state === 'interactive' ? ' (still loading)' : '';
}

export interface SummaryOptions {
  includeHeadings?: boolean;
  includeLandmarks?: boolean;
}

/** Landmarks and headings with their element counts (`get_page_summary`). */
export function renderSummary(context: RenderContext, options: SummaryOptions = {}): string {
  const { pageState } = context;
  const { includeHeadings = true, includeLandmarks = true } = options;
  const { title, address } = pageTitleAndUrl(pageState, context.maxTokens);
  const { above, below } = pagesAround(pageState);
  const lines = [
    `Page: ${title} (${address})${loadingNote(pageState)}`,
    `Viewport: ${above.toFixed(1)} pages above, ${below.toFixed(1)} pages below`,
  ];
  if (includeLandmarks) lines.push('', ...landmarkLines(context));
  if (includeHeadings && pageState.headings.length > 0) lines.push('', 'Headings:', ...headingLines(context));
  lines.push(...unreadableLines(context));
  const [region, look] = [context.formatCall({ tool: 'get_region' }), context.formatCall({ tool: 'look' })];
  lines.push('', `Use ${region} for the elements of one region, ${look} for all.`);
  return fitSummary(lines, context);
}

/** What no view can show: items that are not loaded yet, and canvases and media. */
function unreadableLines({ pageState }: RenderContext): string[] {
  const { visibility, unloaded } = pageState;
  const lists = [...unloaded.values()].map((items) => unloadedWords(items));
  const opaque = visibility.page.nodes.filter(
    (node) => isUnreadable(node) && !isRemoved(visibility, node) && visibility.interactive[node.index] !== 1,
  );
  const tags = [...countBy(opaque, ({ tag }) => tag)].map(([tag, count]) => pluralize(count, tag));
  const notes = [
    ...(tags.length > 0 ? [`unreadable: ${tags.join(', ')}`] : []),
    ...lists.slice(0, MAX_LISTS),
  ];
  return notes.length > 0 ? ['', ...notes] : [];
}

/** Most virtual lists in a summary. */
const MAX_LISTS = 5;

/** Most headings in a summary; `list_headings` has all. */
const MAX_HEADINGS = 40;

function landmarkLines({ pageState }: RenderContext): string[] {
  const { regions } = pageState;
  const grouped = regions
    .filter((region) => !region.parent)
    .reduce((sum, region) => sum + region.elementCount, 0);
  const total = pageState.counts.interactiveBetween(0, pageState.visibility.page.nodes.length);
  const lines = regions.map(
    (region) =>
      `${'  '.repeat(Math.min(region.depth + 1, MAX_INDENT_DEPTH))}${regionHeader(region)} (${regionCountText(region, pageState)})`,
  );
  if (total > grouped) lines.push(`  (ungrouped) (${pluralize(total - grouped, 'element')})`);
  return lines.length > 0 ? ['Landmarks:', ...lines] : ['Landmarks: none'];
}

/** `6 links` if all are of one kind, else `12 elements`. */
function regionCountText(region: LandmarkRegion, { visibility }: PageState): string {
  const kinds = new Set<string>();
  for (let i = region.node.index; i < region.node.end && kinds.size < 2; i++) {
    if (visibility.interactive[i] === 1) kinds.add(kindName(visibility.page.nodes[i]?.role ?? ''));
  }
  const kind = kinds.size === 1 ? ([...kinds][0] as string) : 'element';
  return pluralize(region.elementCount, kind);
}

function kindName(role: string): string {
  if (role === 'link' || role === 'button') return role;
  return TEXT_FIELD_ROLES.has(role) ? 'input' : 'element';
}

/**
 * The table of contents: `## Featured (MAIN, 4 elements)`, indented by level. Headings in folded items are left out.
 */
function headingLines({ pageState, formatCall, full }: RenderContext): string[] {
  const { headings, folds } = pageState;
  const folded = full ? [] : [...folds.values()];
  const isFolded = ({ node: { index } }: HeadingNode): boolean =>
    folded.some(({ from, to }) => from <= index && index < to);
  const shownLines = headings
    .filter((heading) => !isFolded(heading))
    .slice(0, MAX_HEADINGS)
    .map((heading) => '  '.repeat(Math.min(1 + depthOf(heading), MAX_INDENT_DEPTH)) + headingText(heading));
  const more = headings.length - shownLines.length;
  return more > 0
    ? [...shownLines, `  (${more} more: ${formatCall({ tool: 'list_headings' })})`]
    : shownLines;
}

export function headingText({ level, text, landmark, elementCount }: HeadingNode): string {
  const regionLabel = landmark?.label ?? 'ungrouped';
  const count = elementCount > 0 ? `, ${pluralize(elementCount, 'element')}` : '';
  return `${'#'.repeat(Math.min(level, 6))} ${escapeInline(shorten(text, 100))} (${regionLabel}${count})`;
}

function depthOf(heading: HeadingNode): number {
  let depth = 0;
  for (let ancestor = heading.parent; ancestor; ancestor = ancestor.parent) depth++;
  return depth;
}

/** URL, title, landmark names and the number of elements. */
export function renderMinimalSummary(context: RenderContext): string {
  const { pageState } = context;
  const { title, address } = pageTitleAndUrl(pageState, context.maxTokens);
  const total = pageState.counts.interactiveBetween(0, pageState.visibility.page.nodes.length);
  const names = pageState.regions.map((region) => region.address).map((address) => escapeInline(address));
  const lines = [
    `Page: ${title} (${address})${loadingNote(pageState)}`,
    `${pluralize(total, 'interactive element')}${names.length > 0 ? ` in ${names.join(', ')}` : ''}`,
    `Use ${context.formatCall({ tool: 'get_page_summary' })} for the structure, ${context.formatCall({ tool: 'get_region' })} for the elements of one region.`,
  ];
  return fitSummary(lines, context);
}

function fitSummary(lines: string[], { maxTokens, formatCall }: RenderContext): string {
  const text = lines.join('\n');
  if (estimateTokens(text) <= maxTokens) return text;
  const [head = '', ...rest] = lines;
  const budget = new TokenBudget(maxTokens - estimateTokens(head) - 15);
  const kept = [head, ...budget.takeFirst(rest, (line) => estimateTokens(`${line}\n`))];
  const calls = `${formatCall({ tool: 'list_headings' })}, ${formatCall({ tool: 'get_region' })}`;
  return [...kept, `(${lines.length - kept.length} more lines: ${calls})`].join('\n');
}
