import type { PageNode } from '../../snapshot/Page.ts';
import { foldCase } from '../words/foldCase.ts';

/**
 * The first of each that are called the same and lead to the same place: links to one address, a tab and a link to one panel.
 * All others stay.
 */
export function firstOfEach(nodes: readonly PageNode[]): PageNode[] {
  const known = new Set<string>();
  return nodes.filter((node) => {
    const keys = placesOf(node).map((place) => `${node.document.key} ${foldCase(node.name)} ${place}`);
    const isKnown = keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return !isKnown;
  });
}

/** Where a link or a tab leads: an address, or the id of an element of the page. A link of a script (`#`) says nothing of that. */
function placesOf({ attributes }: PageNode): string[] {
  const { href = '' } = attributes;
  const panels = (attributes['aria-controls'] ?? '').split(/\s+/).filter(Boolean);
  const isLink = href !== '' && href !== '#' && !/^\s*javascript:/i.test(href);
  return [...(isLink ? [href] : []), ...panels.map((id) => `#${id}`)];
}
