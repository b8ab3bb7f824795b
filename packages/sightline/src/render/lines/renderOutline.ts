import type { RenderContext, RenderedText } from '../RenderContext.ts';
import { pageLine } from '../renderSummary.ts';
import { groupUngroupedLines, markOffscreen, packControls } from './layoutLines.ts';
import { renderLines } from './renderLines.ts';
import { writeLines } from './writeLines.ts';

/** The page by landmarks and headings (seed 001, step 2). */
export function renderOutline(context: RenderContext): RenderedText {
  const rendered = renderLines(context, { regions: true });
  const lines = markOffscreen(packControls(groupUngroupedLines(rendered, context), context), context);
  if (context.style === 'markup') return writeLines(lines, context, MARKUP_FRAME);
  return writeLines(lines, context, { indent: ' ', head: pageLine(context) });
}

const MARKUP_FRAME = { indent: '  ', head: '=== PAGE OUTLINE ===', foot: '=== END OUTLINE ===' };
