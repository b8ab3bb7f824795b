import { UNGROUPED } from '../diff/PageBaseline.ts';
import type { HeadingNode } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { WHOLE_PAGE } from '../structure/matchRegion.ts';
import type { SuggestedCall } from './CallFormatter.ts';
import { pluralize } from './element/elementText.ts';
import { escapeInline, quote } from './escape.ts';
import { findHeading, findRegion } from './findRegion.ts';
import { countElements, markOffscreen, packControls } from './lines/layoutLines.ts';
import { renderLines } from './lines/renderLines.ts';
import { writeLines } from './lines/writeLines.ts';
import { escapeMarkdownMarks } from './markdown/escapeMarkdown.ts';
import { renderMarkdown } from './markdown/renderMarkdown.ts';
import type { RenderContext, RenderedLine, RenderedText, ViewLine } from './RenderContext.ts';

export interface RegionOptions {
  /** Only the section under this heading of the region. */
  heading?: string;
  /** `interactive`: controls and headings; `text`: text as Markdown; `full` (default): both. */
  content?: 'interactive' | 'text' | 'full';
  /** First line, from 1, to continue an answer that was cut. Default 1. */
  from?: number;
}

/** A part of the page: a region, the whole page or what is in no region; optionally one section of it. */
interface RegionScope {
  address: string;
  region: LandmarkRegion | undefined;
  section: HeadingNode | undefined;
  from: number;
  to: number;
  isUngrouped: boolean;
}

/**
 * Renders one region, unfolded only if `context.full`. `PAGE` is the whole page, `(ungrouped)` what is in no region.
 * @throws SightlineError `not_found`
 */
export function renderRegion(
  context: RenderContext,
  name: string,
  options: RegionOptions = {},
): RenderedText {
  const { heading, content = 'full', from = 1 } = options;
  const scope = findScope(context, name, heading);
  if (content === 'text') return renderRegionText(context, scope, from);
  const regionContext = {
    ...context,
    interactiveOnly: content === 'interactive',
    unchanged: new Set<string>(),
  };
  const { region, section } = scope;
  const call = scopeCall(scope);
  const rendered = renderLines(regionContext, {
    regions: section === undefined,
    ungroupedOnly: scope.isUngrouped,
    from: firstNode(scope, context),
    to: scope.to,
    call,
  });
  const lines = scope.isUngrouped ? rendered.filter((line) => line.region === undefined) : rendered;
  const head = headerText(scope, scope.isUngrouped ? countElements(lines) : countInteractive(context, scope));
  const allLines = indentAndPack(lines, regionContext, region);
  if (from > 1 && from > allLines.length) return missingLine(from, allLines.length, head);
  const shown = allLines.slice(from - 1);
  const contentLines = new Set(shown);
  const formatCall = (count: number, neededTokens?: number): string =>
    context.formatCall({
      ...call,
      ...(content === 'full' && !context.full && { content }),
      from: from + count,
      full: context.full,
      ...(neededTokens !== undefined && { maxTokens: neededTokens }),
    });
  return writeLines(markOffscreen(shown, regionContext), regionContext, {
    indent: ' ',
    head,
    continuation: { isCounted: (line) => contentLines.has(line), formatCall },
  });
}

/** A region that can be used itself is written before its content. */
function firstNode({ region, section, from }: RegionScope, { pageState }: RenderContext): number {
  const isWritten = region && !section && pageState.visibility.interactive[region.node.index] === 1;
  return isWritten ? region.node.index : from;
}

function missingLine(from: number, lines: number, head: string): RenderedText {
  const text = `${head}\n (no line ${from}: there are ${lines})`;
  const note: RenderedLine = { kind: 'note', node: undefined, region: undefined };
  return { text, complete: true, lines: [note, note] };
}

function findScope({ pageState }: RenderContext, name: string, heading: string | undefined): RegionScope {
  const { visibility, regions, headings } = pageState;
  const isUngrouped = /^\(?ungrouped\)?$/i.test(name.trim());
  const isPage = /^page$/i.test(name.trim()) || isUngrouped;
  const region = isPage ? undefined : findRegion(regions, name);
  const inside = headings.filter(
    ({ node, landmark }) => (!region || region.node.contains(node)) && (!isUngrouped || !landmark),
  );
  const section = heading === undefined ? undefined : findHeading(inside, heading);
  const end = region?.node.end ?? visibility.page.nodes.length;
  return {
    address: region?.address ?? (isUngrouped ? UNGROUPED : WHOLE_PAGE),
    region,
    section,
    from: section?.node.index ?? (region ? region.node.index + 1 : 0),
    to: Math.min(section?.end ?? end, end),
    isUngrouped,
  };
}

function countInteractive({ pageState }: RenderContext, { region, section, from, to }: RegionScope): number {
  return section?.elementCount ?? region?.elementCount ?? pageState.counts.interactiveBetween(from, to);
}

function headerText({ address, region, section }: RegionScope, count: number): string {
  const sectionText = section ? ` > ${quote(section.text)}` : '';
  return `${region ? escapeInline(address) : address}${sectionText} (${pluralize(count, 'element')}):`;
}

const scopeCall = ({ address, section }: RegionScope): SuggestedCall => ({
  tool: 'get_region',
  landmark: address,
  ...(section && { heading: section.text }),
});

function renderRegionText(context: RenderContext, scope: RegionScope, from: number): RenderedText {
  const { region, isUngrouped } = scope;
  const { regions } = context.pageState;
  const call: SuggestedCall = { ...scopeCall(scope), content: 'text' };
  return renderMarkdown(context, {
    span: [scope.from, scope.to],
    regions: regions.filter((one) => one !== region),
    ...(isUngrouped && { excluded: new Set(regions.map(({ node }) => node)) }),
    head: escapeMarkdownMarks(headerText(scope, countInteractive(context, scope))),
    from,
    formatCall: (more) => context.formatCall({ ...call, full: context.full, ...more }),
  });
}

/** Indents the lines by one level and assigns them to the region. */
function indentAndPack(lines: ViewLine[], context: RenderContext, region?: LandmarkRegion): ViewLine[] {
  const indented = lines.map((line) => ({ ...line, depth: line.depth + 1, region: line.region ?? region }));
  return packControls(indented, context);
}
