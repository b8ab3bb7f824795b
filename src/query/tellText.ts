import { Whereabouts } from '../structure/Whereabouts.ts';
import { clean, escapeInline, quote } from '../view/escape.ts';
import { placeText } from '../view/pieces.ts';
import type { Scene } from '../view/View.ts';
import type { TextMatch, TextMatches } from './searchText.ts';

/** Matches as lines: the words in their line, where that stands, and the number of the target around them. */
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
    ({ line, place, number }) => ` ${line}${place && ` (${place})`}${number === null ? '' : ` [${number}]`}`,
  );
  const more = total - matches.length;
  if (more > 0) lines.push(`(${more} more: raise max_results, or search for more of the words)`);
  const data = {
    total,
    matches: told.map(({ line: _, place: __, ...rest }) => rest),
  };
  return { text: [head, ...lines].join('\n'), data };
}

function tell({ node, match, before, after }: TextMatch, scene: Scene, whereabouts: Whereabouts) {
  const { usable } = scene.structure.pruning;
  const target = node.closest((one) => usable[one.index] === 1);
  const region = whereabouts.regionOf(node);
  const heading = whereabouts.headingOf(node);
  return {
    line: `${escapeInline(before)}**${escapeInline(match)}**${escapeInline(after)}`,
    place: placeText(node, whereabouts),
    number: target ? scene.numberOf(target) : null,
    match: clean(match),
    before: clean(before),
    after: clean(after),
    landmark: region ? clean(region.address) : null,
    heading: heading ? clean(heading.text) : null,
  };
}
