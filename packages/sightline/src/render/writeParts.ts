import type { PageNode } from '../snapshot/Page.ts';
import { shorten } from '../snapshot/shorten.ts';
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

/** Characters of a text that is written whole beside others that do not fit, and what is left of a longer one. */
const LONG_TEXT = 120;
const SHORT_TEXT = 90;

/** A long text as its beginning: what can be used stands behind it. The bracket of a number behind it stays. */
export const shortenTexts = (parts: TextParts): (string | PageNode)[] =>
  parts.map((part, i) => {
    if (typeof part !== 'string' || part.length <= LONG_TEXT) return part;
    return parts[i + 1] === undefined
      ? shorten(part, SHORT_TEXT)
      : `${shorten(part.slice(0, -1), SHORT_TEXT)} [`;
  });
