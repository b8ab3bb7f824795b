import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';
import { clean, escapeInline, quote } from '../view/escape.ts';
import { placeText } from '../view/pieces.ts';
import type { Scene } from '../view/View.ts';
import { wordFor } from '../view/word.ts';
import type { TextMatch, TextMatches } from './searchText.ts';

/**
 * Matches as lines: the words in their line, where that stands, and the number of the target around them; that of their
 * own block where there is none, or where the target holds more than that (a list whose items are dragged).
 */
export function tellText(
  { matches, total }: TextMatches,
  words: string,
  scene: Scene,
): { text: string; data: Record<string, unknown> } {
  const whereabouts = new Whereabouts(scene.structure);
  const told = matches.map((match) => tell(match, scene, whereabouts));
  const head =
    total === 0
      ? `${quote(words)} does not stand in the visible text of this page.`
      : `${quote(words)}: ${total} ${total === 1 ? 'match' : 'matches'} in the visible text:`;
  const lines = told.map(
    ({ line, place, number, own }) =>
      ` ${line}${place && ` (${place})`}${number === null ? '' : ` [${number}]`}${own && ` in ${own}`}`,
  );
  const more = total - matches.length;
  if (more > 0) lines.push(`(${more} more: ask for more results, or search for more of the words)`);
  const data = {
    total,
    matches: told.map(({ line: _, place: __, own: ___, ...rest }) => rest),
  };
  return { text: [head, ...lines].join('\n'), data };
}

function tell({ node, match, before, after }: TextMatch, scene: Scene, whereabouts: Whereabouts) {
  const { usable } = scene.structure.pruning;
  const target = node.closest((one) => usable[one.index] === 1);
  const block = ownBlock(node, target, scene);
  const region = whereabouts.regionOf(node);
  const heading = whereabouts.headingOf(node);
  return {
    line: `${escapeInline(before)}**${escapeInline(match)}**${escapeInline(after)}`,
    place: placeText(node, whereabouts),
    own: block ? `[${scene.numberOf(block)}]<${wordFor(block, 'compact')}>` : '',
    number: target ? scene.numberOf(target) : null,
    element: block ? scene.numberOf(block) : null,
    match: clean(match),
    before: clean(before),
    after: clean(after),
    landmark: region ? clean(region.address) : null,
    heading: heading ? clean(heading.text) : null,
  };
}

/** The paragraph, item or cell that the words stand in, where no target stands for it. */
function ownBlock(
  node: PageNode,
  target: PageNode | undefined,
  { structure: { pruning } }: Scene,
): PageNode | undefined {
  const block = node.closest((one) => one.has(Flag.Block) || one.has(Flag.Cell)) ?? node;
  if (!target) return block;
  if (target === block || !target.contains(block)) return undefined;
  const saysMore = pruning.page.nodes
    .slice(target.index, target.end)
    .some((one) => one.isText && one.text.trim() !== '' && !block.contains(one) && !isRemoved(pruning, one));
  return saysMore ? block : undefined;
}
