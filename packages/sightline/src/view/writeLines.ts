import { firstLines, fitLines } from './fitLines.ts';
import { estimateTokens } from './tokens.ts';
import { DEEPEST, type Line, type NumberOf, type Scene, type Written, type WrittenLine } from './View.ts';

export interface Frame {
  /** What one level of depth is written as. */
  indent: string;
  head: string;
  foot?: string;
  /** For lines that are read on where they are cut: the call that brings what follows those that are told. */
  readOn?: (told: readonly Line[]) => string;
}

/**
 * Writes lines as text within the budget of the scene. Numbers are handed out for what is written only.
 * Nothing to write is said in words.
 */
export function writeLines(lines: Line[], scene: Scene, { indent, head, foot = '', readOn }: Frame): Written {
  const budget = scene.maxTokens - estimateTokens(`${head}\n${foot}`);
  const fit = (): Line[] => (readOn ? firstLines(lines, budget, readOn) : fitLines(lines, scene, budget));
  const fitted = Number.isFinite(budget) ? fit() : lines;
  const written = fitted.map((line) => lineText(line, scene.numberOf, indent));
  if (lines.length === 0) written.push('(nothing visible)');
  const text = [head, ...written, foot].filter((part) => part !== '').join('\n');
  const told = lines.length === 0 ? [OURS] : fitted;
  return { text, complete: fitted === lines, lines: [...ours(head), ...told, ...ours(foot)] };
}

/** A line that tells of nothing on the page. */
const OURS: WrittenLine = { kind: 'note', node: undefined, region: undefined };

const ours = (text: string): WrittenLine[] => (text === '' ? [] : text.split('\n').map(() => OURS));

function lineText(line: Line, numberOf: NumberOf, indent: string): string {
  let text = indent.repeat(Math.min(line.depth, DEEPEST));
  for (const part of line.parts) text += typeof part === 'string' ? part : numberOf(part);
  return text;
}
