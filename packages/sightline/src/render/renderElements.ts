import type { PageNode } from '../snapshot/Page.ts';
import { linesCost } from './lines/fitLines.ts';
import { joinSplitRows } from './lines/joinSplitRows.ts';
import { packControls } from './lines/layoutLines.ts';
import { renderLines } from './lines/renderLines.ts';
import { writeLines } from './lines/writeLines.ts';
import type { RenderContext, RenderedText, ViewLine } from './RenderContext.ts';
import { shortenTexts } from './writeParts.ts';

/**
 * Renders elements with all that they hold, one after another in the compact style; one that lies in another of them is
 * written there only. What exceeds `context.maxTokens` is folded, then its long texts are shortened, then it is counted, with
 * `more` as the way to it.
 */
export function renderElements(
  context: RenderContext,
  nodes: readonly PageNode[],
  more: string,
): RenderedText {
  const unfolded = layOut(nodes, { ...context, full: true });
  const lines =
    linesCost(unfolded) <= context.maxTokens ? unfolded : shortenLines(layOut(nodes, context), context);
  return writeLines(lines, context, {
    indent: ' ',
    head: '',
    continuation: { isCounted: () => true, formatCall: () => more },
  });
}

const layOut = (nodes: readonly PageNode[], context: RenderContext): ViewLine[] =>
  joinSplitRows(
    outermost(nodes).flatMap((node) =>
      packControls(
        renderLines(context, { regions: true, from: node.index, to: node.end, call: { tool: 'look' } }),
        context,
      ),
    ),
    context.pageState,
  );

const shortenLines = (lines: ViewLine[], { maxTokens }: RenderContext): ViewLine[] =>
  linesCost(lines) <= maxTokens ? lines : lines.map((line) => ({ ...line, parts: shortenTexts(line.parts) }));

/** In document order, without those that lie in another. */
function outermost(nodes: readonly PageNode[]): PageNode[] {
  let end = -1;
  return [...nodes]
    .sort((a, b) => a.index - b.index)
    .filter((node) => {
      if (node.index < end) return false;
      end = node.end;
      return true;
    });
}
