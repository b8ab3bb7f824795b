import { Whereabouts } from '../structure/Whereabouts.ts';
import { clean } from '../view/escape.ts';
import type { Known } from './Numbers.ts';

/** An element as it was last told, by which it can be found again in another session. */
export interface ToldElement {
  role: string;
  name: string;
  tag?: string;
  /** Address of the innermost region around it. */
  landmark?: string;
  heading?: string;
  /** The row, card or other item that it stands in. */
  item?: string;
  /** Its place among the elements of the page with the same role and name, from 0. */
  nth?: number;
}

export function toldElement({ told: { role, name, by } }: Known): ToldElement {
  const words = { role, name: clean(name) };
  if (!by || !('node' in by)) return words;
  const { node, structure } = by;
  const whereabouts = new Whereabouts(structure);
  const item = structure.contexts.get(node);
  const region = whereabouts.regionOf(node);
  const heading = whereabouts.headingOf(node);
  const alike = structure.pruning.page.nodes.filter(
    (one) => one.role === role && one.name === name && structure.pruning.usable[one.index] === 1,
  );
  return {
    ...words,
    tag: clean(node.tag),
    ...(region && { landmark: clean(region.address) }),
    ...(heading && { heading: clean(heading.text) }),
    ...(item && { item: `${item.kind} "${clean(item.label)}"` }),
    nth: Math.max(0, alike.indexOf(node)),
  };
}
