import type { PageNode } from '../snapshot/Page.ts';
import { estimateTokens } from './estimateTokens.ts';
import type { RefOf } from './RenderContext.ts';

/** A text in which a node is written as its number. Numbers are assigned only when the text is written. */
export type TextParts = readonly (string | PageNode)[];

export function writeParts(parts: TextParts, refOf: RefOf): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : refOf(part);
  return text;
}

/** Tokens of the text, with numbers of three digits. */
export const partsCost = (parts: TextParts): number => estimateTokens(writeParts(parts, () => 999));
