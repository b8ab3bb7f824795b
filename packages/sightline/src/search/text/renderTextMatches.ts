import { displayTag } from '../../render/element/displayTag.ts';
import { locationData, locationText } from '../../render/element/location.ts';
import { escapeInline, escapeLineStart, quote, stripInvisible } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import type { LandmarkIndex } from '../../structure/LandmarkIndex.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import { renderUnsearched } from '../elements/renderUnsearched.ts';
import type { TextMatch, TextMatches } from './findTextMatches.ts';

/**
 * Matches as lines: the text around each, its location, and the number of the control it is in. Without a control, or
 * if the control has other text too (a list whose items can be dragged), the number of its block.
 */
export function renderTextMatches(
  { matches, total }: TextMatches,
  words: string,
  context: RenderContext,
): { text: string; data: Record<string, unknown> } {
  const { landmarkIndex } = context.pageState;
  const rendered = matches.map((match) => renderMatch(match, context, landmarkIndex));
  const head =
    total === 0
      ? `${quote(words)} does not stand in the visible text of this page.`
      : `${quote(words)}: ${total} ${total === 1 ? 'match' : 'matches'} in the visible text:`;
  const lines = rendered.map(
    ({ line, place, number, own }) =>
      ` ${line}${place && ` (${place})`}${number === null ? '' : ` [${number}]`}${own && ` in ${own}`}`,
  );
  if (total === 0) lines.push(...renderUnsearched(context));
  const more = total - matches.length;
  if (more > 0) lines.push(`(${more} more: ask for more results, or search for more of the words)`);
  const data = {
    total,
    matches: rendered.map(({ line: _, place: __, own: ___, ...rest }) => rest),
  };
  return { text: [head, ...lines].join('\n'), data };
}

function renderMatch(
  { node, match, before, after }: TextMatch,
  context: RenderContext,
  landmarkIndex: LandmarkIndex,
) {
  const { interactive } = context.pageState.visibility;
  const target = node.closest((one) => interactive[one.index] === 1);
  const block = enclosingBlock(node, target, context);
  const { region, heading } = locationData(node, landmarkIndex);
  return {
    line: escapeLineStart(`${escapeInline(before)}**${escapeInline(match)}**${escapeInline(after)}`),
    place: locationText(node, landmarkIndex),
    own: block ? `[${context.refOf(block)}]<${displayTag(block, 'compact')}>` : '',
    number: target ? context.refOf(target) : null,
    element: block ? context.refOf(block) : null,
    match: stripInvisible(match),
    before: stripInvisible(before),
    after: stripInvisible(after),
    landmark: region,
    heading,
  };
}

/** The block of a match, if no control represents it. */
function enclosingBlock(
  node: PageNode,
  target: PageNode | undefined,
  { pageState: { visibility } }: RenderContext,
): PageNode | undefined {
  const block = node.closest((one) => one.has(Flag.Block) || one.has(Flag.Cell)) ?? node;
  if (!target) return block;
  if (target === block || !target.contains(block)) return undefined;
  const hasOtherText = visibility.page
    .subtree(target)
    .some(
      (one) => one.isText && one.text.trim() !== '' && !block.contains(one) && !isRemoved(visibility, one),
    );
  return hasOtherText ? block : undefined;
}
