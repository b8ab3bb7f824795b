import { buildMarkupLines } from './lines/buildMarkupLines.ts';
import { groupUngroupedLines, markOffscreen, packControls } from './lines/layoutLines.ts';
import { renderLines } from './lines/renderLines.ts';
import { writeLines } from './lines/writeLines.ts';
import type { RenderContext, RenderedText } from './RenderContext.ts';
import { pageLine } from './renderSummary.ts';

const MARKUP_FRAME = { indent: '  ', head: '=== PAGE OUTLINE ===', foot: '=== END OUTLINE ===' };

/** The page by landmarks and headings. */
export function renderOutline(context: RenderContext): RenderedText {
  const rendered = renderLines(context, { regions: true });
  const lines = markOffscreen(packControls(groupUngroupedLines(rendered, context), context), context);
  const frame = context.style === 'markup' ? MARKUP_FRAME : { indent: ' ', head: pageLine(context) };
  return writeLines(lines, context, frame);
}

/** The page as one list in document order. */
export function renderFlat(context: RenderContext): RenderedText {
  if (context.style === 'markup')
    return writeLines(buildMarkupLines(context), context, { indent: '\t', head: '' });
  const lines = markOffscreen(packControls(renderLines(context, { regions: false }), context), context);
  return writeLines(lines, context, { indent: ' ', head: pageLine(context) });
}
