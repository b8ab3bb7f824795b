import type { HeadingNode } from '../structure/headings.ts';
import { clean } from './escape.ts';
import { headingText, pageLine } from './summary.ts';
import { estimateTokens } from './tokens.ts';
import type { Scene } from './View.ts';

/** Every heading of the page, with its landmark and how many elements its section holds (seed 001, list_headings). */
export function listHeadings(scene: Scene): string {
  const { headings } = scene.structure;
  const head = pageLine(scene);
  if (headings.length === 0)
    return `${head}\nNo headings. Use ${scene.call({ tool: 'look' })} for the outline.`;
  const lines = headings.map((heading) => headingText(heading));
  const kept: string[] = [];
  let spent = estimateTokens(head) + 15;
  for (const line of lines) {
    spent += estimateTokens(`${line}\n`);
    if (spent > scene.maxTokens) break;
    kept.push(line);
  }
  if (kept.length < lines.length) kept.push(`(${lines.length - kept.length} more headings)`);
  return [head, ...kept].join('\n');
}

/** The same as data. */
export function headingsData(headings: HeadingNode[]): Record<string, unknown>[] {
  return headings.map(({ level, text, landmark, elementCount }) => ({
    level,
    text: clean(text),
    landmark: landmark ? clean(landmark.address) : null,
    elements: elementCount,
  }));
}
