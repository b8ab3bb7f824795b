import type { PageNode } from '../snapshot/Page.ts';
import { collapsedSideLists } from './firstLook/collapsedParts.ts';
import { FIRST_LOOK_TOKENS } from './firstLook/renderFirstLook.ts';
import { buildMarkupLines } from './lines/buildMarkupLines.ts';
import { linesCost } from './lines/fitLines.ts';
import { foldKnownLines, lineKeys } from './lines/foldKnownLines.ts';
import { groupUngroupedLines, markOffscreen, packControls } from './lines/layoutLines.ts';
import { renderLines } from './lines/renderLines.ts';
import { writeLines } from './lines/writeLines.ts';
import type { RenderContext, RenderedText, ViewLine } from './RenderContext.ts';
import { pageLine } from './renderSummary.ts';
import type { TextParts } from './writeParts.ts';

const MARKUP_FRAME = { indent: '  ', head: '=== PAGE OUTLINE ===', foot: '=== END OUTLINE ===' };

/** The page by landmarks and headings; of one that is no first look's size, lists of links beside the content are a line each. */
export function renderOutline(context: RenderContext): RenderedText {
  const whole = renderLines(context, { regions: true });
  const collapsed = mayCollapse(whole, context) ? collapsedSideLists(context) : NO_LISTS;
  const rendered = collapsed.size === 0 ? whole : renderLines(context, { regions: true, collapsed });
  const keys = mayFoldKnown(rendered, context) ? lineKeys(rendered, context.refOf) : undefined;
  const shown = keys ? foldKnownLines(rendered, keys, context.knownLines ?? []) : rendered;
  const lines = markOffscreen(packControls(groupUngroupedLines(shown, context), context), context);
  const frame = context.style === 'markup' ? MARKUP_FRAME : { indent: ' ', head: pageLine(context) };
  const outline = writeLines(lines, context, frame);
  // Only what is written whole has numbers, and is known to its reader.
  if (!outline.complete) return outline;
  if (context.unchanged.size === 0) return { ...outline, keys: keys ?? lineKeys(rendered, context.refOf) };
  if (context.isUnchanged && !context.full && context.knownLines)
    return { ...outline, keys: context.knownLines };
  // The reader knows the parts that are unchanged too.
  const all = renderLines({ ...context, unchanged: new Set() }, { regions: true, collapsed });
  return { ...outline, keys: lineKeys(all, context.refOf) };
}

const NO_LISTS: ReadonlyMap<PageNode, TextParts> = new Map();

/** Whether lists beside the content are left out: where a first look would not show all either. */
const mayCollapse = (lines: ViewLine[], context: RenderContext): boolean =>
  context.style === 'compact' &&
  !context.full &&
  !context.interactiveOnly &&
  linesCost(packControls(groupUngroupedLines(lines, context), context)) > FIRST_LOOK_TOKENS;

/** Whether runs of lines that the last look showed are left out. A view that is cut may write none of them: their numbers stay unread. */
const mayFoldKnown = (lines: ViewLine[], { knownLines, full, maxTokens }: RenderContext): boolean =>
  knownLines !== undefined && knownLines.length > 0 && !full && linesCost(lines) <= maxTokens;

/** The page as one list in document order. */
export function renderFlat(context: RenderContext): RenderedText {
  if (context.style === 'markup')
    return writeLines(buildMarkupLines(context), context, { indent: '\t', head: '' });
  const lines = markOffscreen(packControls(renderLines(context, { regions: false }), context), context);
  return writeLines(lines, context, { indent: ' ', head: pageLine(context) });
}
