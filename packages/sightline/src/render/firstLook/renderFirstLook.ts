import { shorten } from '../../snapshot/shorten.ts';
import { isImage } from '../element/replacementText.ts';
import { linesCost } from '../lines/fitLines.ts';
import { groupUngroupedLines, packControls } from '../lines/layoutLines.ts';
import { renderLines } from '../lines/renderLines.ts';
import { writeLines } from '../lines/writeLines.ts';

import type { RenderContext, RenderedText, ViewLine } from '../RenderContext.ts';
import { collapsedParts } from './collapsedParts.ts';

/** Upper bound of a first look in o200k tokens, if no other is given. */
export const FIRST_LOOK_TOKENS = 450;

/** Characters of a line of prose that are shown where not all fits. */
const PROSE_LENGTH = 160;

/**
 * What a page shows, for who has just come to it, without its title and address: all of a page that fits into
 * `maxTokens`. Of a larger one what it is about: navigation, banner, footer and side lists are a line each, prose is
 * shortened, pictures are left out, and of a part that is cut its further headings stay.
 */
export function renderFirstLook(
  context: RenderContext,
  { maxTokens = FIRST_LOOK_TOKENS }: { maxTokens?: number } = {},
): RenderedText {
  const lookContext: RenderContext = {
    ...context,
    style: 'compact',
    isNew: () => false,
    unchanged: new Set(),
    interactiveOnly: false,
    full: false,
    maxTokens,
  };
  const frame = { indent: ' ', head: '', keepHeadings: true };
  const whole = layOut(renderLines(lookContext, { regions: true }), lookContext);
  if (linesCost(whole) <= maxTokens) return writeLines(whole, lookContext, frame);
  const collapsed = renderLines(lookContext, { regions: true, collapsed: collapsedParts(lookContext) });
  const lines = layOut(collapsed.filter((line) => !isDecoration(line)).map(shortenProse), lookContext);
  return { ...writeLines(lines, lookContext, frame), complete: false };
}

const layOut = (lines: ViewLine[], context: RenderContext): ViewLine[] =>
  packControls(groupUngroupedLines(lines, context), context);

/** A picture that nothing can be done with. */
const isDecoration = ({ kind, node, parts: [picture, ...others] }: ViewLine): boolean =>
  kind === 'content' &&
  node !== undefined &&
  isImage(node) &&
  typeof picture === 'string' &&
  others.length === 0;

function shortenProse(line: ViewLine): ViewLine {
  const [text, ...others] = line.parts;
  if (line.kind !== 'content' || line.parts.some((part) => typeof part !== 'string')) return line;
  return { ...line, parts: [shorten([text, ...others].join(''), PROSE_LENGTH)] };
}
