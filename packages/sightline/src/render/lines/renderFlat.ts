import type { RenderContext, RenderedText } from '../RenderContext.ts';
import { pageLine } from '../renderSummary.ts';
import { buildMarkupLines } from './buildMarkupLines.ts';
import { markOffscreen, packControls } from './layoutLines.ts';
import { renderLines } from './renderLines.ts';
import { writeLines } from './writeLines.ts';

/** The page as one list in document order (seed 002, section 1). */
export function renderFlat(context: RenderContext): RenderedText {
  if (context.style === 'markup')
    return writeLines(buildMarkupLines(context), context, { indent: '\t', head: '' });
  const lines = markOffscreen(packControls(renderLines(context, { regions: false }), context), context);
  return writeLines(lines, context, { indent: ' ', head: pageLine(context) });
}
