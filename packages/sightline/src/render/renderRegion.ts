import { UNGROUPED } from '../diff/PageBaseline.ts';
import type { PageNode } from '../snapshot/Page.ts';
import type { HeadingNode } from '../structure/headings.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PagePart } from '../structure/matchPart.ts';
import { WHOLE_PAGE } from '../structure/matchRegion.ts';
import type { PageState } from '../structure/PageState.ts';
import type { SuggestedCall } from './CallFormatter.ts';
import { pluralize } from './element/elementText.ts';
import { escapeInline, quote } from './escape.ts';
import { elementLabel } from './explainNode.ts';
import { findHeading, findPart } from './findRegion.ts';
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
  element: PageNode | undefined;
  from: number;
  to: number;
  isUngrouped: boolean;
}

/**
 * Renders one region, or another part of the page: see `matchPart`; unfolded only if `context.full`. `PAGE` is the whole page,
 * `(ungrouped)` what is in no region.
 * @throws SightlineError `not_found`
 */
export function renderRegion(
  context: RenderContext,
  name: string | PageNode,
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
  const call = scopeCall(scope, context);
  const rendered = renderLines(regionContext, {
    regions: section === undefined,
    ungroupedOnly: scope.isUngrouped,
    from: firstNode(scope, context),
    to: scope.to,
    call,
  });
  const lines = scope.isUngrouped ? rendered.filter((line) => line.region === undefined) : rendered;
  const head = headerText(
    scope,
    scope.isUngrouped ? countElements(lines) : countInteractive(context, scope),
    context,
  );
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

function findScope(
  { pageState }: RenderContext,
  asked: string | PageNode,
  heading: string | undefined,
): RegionScope {
  const name = typeof asked === 'string' ? asked.trim() : '';
  const isUngrouped = /^\(?ungrouped\)?$/i.test(name);
  const isWhole = isUngrouped || /^page$/i.test(name);
  const part = isWhole ? undefined : toPart(pageState, asked);
  const scope = { ...scopeOf(part, pageState), isUngrouped };
  if (isUngrouped) scope.address = UNGROUPED;
  if (heading === undefined) return scope;
  const inside = pageState.headings.filter(
    ({ node, landmark }) => node.index >= scope.from && node.index < scope.to && (!isUngrouped || !landmark),
  );
  const section = findHeading(inside, heading);
  return { ...scope, section, from: section.node.index, to: Math.min(section.end, scope.to) };
}

const toPart = (pageState: PageState, asked: string | PageNode): PagePart =>
  typeof asked === 'string' ? findPart(pageState, asked) : { kind: 'element', node: asked };

function scopeOf(part: PagePart | undefined, { page }: PageState): Omit<RegionScope, 'isUngrouped'> {
  const whole = { address: WHOLE_PAGE, region: undefined, section: undefined, element: undefined };
  if (part?.kind === 'region') {
    const { region } = part;
    return { ...whole, address: region.address, region, from: region.node.index + 1, to: region.node.end };
  }
  if (part?.kind === 'section') {
    const { section } = part;
    return { ...whole, section, from: section.node.index, to: section.end };
  }
  if (part) return { ...whole, element: part.node, from: part.node.index, to: part.node.end };
  return { ...whole, from: 0, to: page.nodes.length };
}

function countInteractive({ pageState }: RenderContext, { region, section, from, to }: RegionScope): number {
  return section?.elementCount ?? region?.elementCount ?? pageState.counts.interactiveBetween(from, to);
}

function headerText(
  { address, region, section, element }: RegionScope,
  count: number,
  context: RenderContext,
): string {
  const sectionText = section ? ` > ${quote(section.text)}` : '';
  const place = element ? elementLabel(element, context) : region ? escapeInline(address) : address;
  return `${place}${sectionText} (${pluralize(count, 'element')}):`;
}

const scopeCall = ({ address, section, element }: RegionScope, { refOf }: RenderContext): SuggestedCall => ({
  tool: 'get_region',
  landmark: element ? String(refOf(element)) : address,
  ...(section && { heading: section.text }),
});

function renderRegionText(context: RenderContext, scope: RegionScope, from: number): RenderedText {
  const { region, isUngrouped } = scope;
  const { regions } = context.pageState;
  const call: SuggestedCall = { ...scopeCall(scope, context), content: 'text' };
  return renderMarkdown(context, {
    span: [scope.from, scope.to],
    regions: regions.filter((one) => one !== region),
    ...(isUngrouped && { excluded: new Set(regions.map(({ node }) => node)) }),
    head: escapeMarkdownMarks(headerText(scope, countInteractive(context, scope), context)),
    from,
    formatCall: (more) => context.formatCall({ ...call, full: context.full, ...more }),
  });
}

/** Indents the lines by one level and assigns them to the region. */
function indentAndPack(lines: ViewLine[], context: RenderContext, region?: LandmarkRegion): ViewLine[] {
  const indented = lines.map((line) => ({ ...line, depth: line.depth + 1, region: line.region ?? region }));
  return packControls(indented, context);
}
