import { estimateTokens } from '../view/tokens.ts';

/** As many lines of a text as fit into so many tokens, how many do not, and the call that brings them, if any does. */
export function fitText(text: string, tokens: number, call = ''): string {
  if (estimateTokens(text) <= tokens) return text;
  const lines = text.split('\n');
  const kept: string[] = [];
  let spent = 15;
  for (const line of lines) {
    spent += estimateTokens(`${line}\n`);
    if (spent > tokens) break;
    kept.push(line);
  }
  if (kept.length === 0) return cutLine(lines[0] ?? '', tokens);
  return [...kept, `(cut: ${lines.length - kept.length} more lines${call && `: ${call}`})`].join('\n');
}

/** The beginning of one long line. */
function cutLine(line: string, tokens: number): string {
  let cut = line.slice(0, Math.max(20, tokens * 4));
  while (cut.length > 20 && estimateTokens(cut) > tokens - 5)
    cut = cut.slice(0, Math.floor(cut.length * 0.8));
  return `${cut}… (cut)`;
}

/** On one line, and not longer than so many characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
