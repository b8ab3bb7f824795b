import type { LandmarkRegion } from '../structure/landmarks.ts';
import { fitLines } from './fitLines.ts';
import { estimateTokens } from './tokens.ts';
import { DEEPEST, type Line, type NumberOf, type Scene, type Written, type WrittenLine } from './View.ts';

export interface Frame {
  /** What one level of depth is written as. */
  indent: string;
  head: string;
  foot?: string;
  /** The region that was asked for: no note sends a reader to it again. */
  told?: LandmarkRegion;
}

/**
 * Writes lines as text within the budget of the scene. Numbers are handed out for what is written only.
 * Nothing to write is said in words.
 */
export function writeLines(
  lines: Line[],
  scene: Scene,
  { indent, head, foot = '', told: region }: Frame,
): Written {
  const budget = scene.maxTokens - estimateTokens(`${head}\n${foot}`);
  const fitted = Number.isFinite(budget) ? fitLines(lines, scene, budget, region) : lines;
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
