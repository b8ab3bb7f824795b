import type { HeadingNode } from '../structure/headings.ts';
import { stripInvisible } from './escape.ts';
import { estimateTokens } from './estimateTokens.ts';
import type { RenderContext } from './RenderContext.ts';
import { headingText, pageLine } from './renderSummary.ts';
import { TokenBudget } from './TokenBudget.ts';

/** All headings of the page with their landmark and the number of elements in their section. */
export function renderHeadings(context: RenderContext): string {
  const { headings } = context.pageState;
  const head = pageLine(context);
  if (headings.length === 0)
    return `${head}\nNo headings. Use ${context.formatCall({ tool: 'look' })} for the outline.`;
  const lines = headings.map((heading) => headingText(heading));
  const budget = new TokenBudget(context.maxTokens - estimateTokens(head) - 15);
  const kept = budget.takeFirst(lines, (line) => estimateTokens(`${line}\n`));
  if (kept.length < lines.length) kept.push(`(${lines.length - kept.length} more headings)`);
  return [head, ...kept].join('\n');
}

export function headingsData(headings: readonly HeadingNode[]): Record<string, unknown>[] {
  return headings.map(({ level, text, landmark, elementCount }) => ({
    level,
    text: stripInvisible(text),
    landmark: landmark ? stripInvisible(landmark.address) : null,
    elements: elementCount,
  }));
}
