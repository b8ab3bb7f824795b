import { buildMarkupLines } from './lines/buildMarkupLines.ts';
import { linesCost } from './lines/fitLines.ts';
import { foldKnownLines, lineKeys } from './lines/foldKnownLines.ts';
import { groupUngroupedLines, markOffscreen, packControls } from './lines/layoutLines.ts';
import { renderLines } from './lines/renderLines.ts';
import { writeLines } from './lines/writeLines.ts';
import type { RenderContext, RenderedText, ViewLine } from './RenderContext.ts';
import { pageLine } from './renderSummary.ts';

const MARKUP_FRAME = { indent: '  ', head: '=== PAGE OUTLINE ===', foot: '=== END OUTLINE ===' };

/** The page by landmarks and headings. */
export function renderOutline(context: RenderContext): RenderedText {
  const rendered = renderLines(context, { regions: true });
  const shown = withoutKnown(rendered, context);
  const lines = markOffscreen(packControls(groupUngroupedLines(shown, context), context), context);
  const frame = context.style === 'markup' ? MARKUP_FRAME : { indent: ' ', head: pageLine(context) };
  const outline = writeLines(lines, context, frame);
  // Only what is written whole has numbers, and is known to its reader.
  return outline.complete
    ? { ...outline, keys: lineKeys(allLines(rendered, context), context.refOf) }
    : outline;
}

/** Without the runs of lines that the last look showed. A view that is cut may write none of them: their numbers stay unread. */
function withoutKnown(lines: ViewLine[], context: RenderContext): ViewLine[] {
  const { knownLines = [], full, maxTokens } = context;
  if (knownLines.length === 0 || full || linesCost(lines) > maxTokens) return lines;
  return foldKnownLines(lines, lineKeys(lines, context.refOf), knownLines);
}

/** With those of the parts that are unchanged: the reader knows them too. */
function allLines(lines: ViewLine[], context: RenderContext): ViewLine[] {
  if (context.unchanged.size === 0) return lines;
  return renderLines({ ...context, unchanged: new Set() }, { regions: true });
}

/** The page as one list in document order. */
export function renderFlat(context: RenderContext): RenderedText {
  if (context.style === 'markup')
    return writeLines(buildMarkupLines(context), context, { indent: '\t', head: '' });
  const lines = markOffscreen(packControls(renderLines(context, { regions: false }), context), context);
  return writeLines(lines, context, { indent: ' ', head: pageLine(context) });
}
