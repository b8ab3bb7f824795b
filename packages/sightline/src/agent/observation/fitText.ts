import { estimateTokens } from '../../render/estimateTokens.ts';

/** The lines of a text that fit a token budget, with a note on how many were cut and the call that reads them. */
export function fitText(text: string, maxTokens: number, call = ''): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const lines = text.split('\n');
  const fittingLines: string[] = [];
  let spent = 15;
  for (const line of lines) {
    spent += estimateTokens(`${line}\n`);
    if (spent > maxTokens) break;
    fittingLines.push(line);
  }
  if (fittingLines.length === 0) return truncateLine(lines[0] ?? '', maxTokens);
  return [
    ...fittingLines,
    `(cut: ${lines.length - fittingLines.length} more lines${call && `: ${call}`})`,
  ].join('\n');
}

/** Truncates a single long line. */
function truncateLine(line: string, maxTokens: number): string {
  let truncated = line.slice(0, Math.max(20, maxTokens * 4));
  while (truncated.length > 20 && estimateTokens(truncated) > maxTokens - 5)
    truncated = truncated.slice(0, Math.floor(truncated.length * 0.8));
  return `${truncated}… (cut)`;
}
