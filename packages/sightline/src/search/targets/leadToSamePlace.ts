import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { foldCase } from '../words/foldCase.ts';

/**
 * The first of each that are called the same and lead to the same place: links to one address, a tab and a link to one panel.
 * All others stay, as do those in two rows or other items that open one panel: it is about the item.
 */
export function firstOfEach(nodes: readonly PageNode[], { itemContexts }: PageState): PageNode[] {
  const known = new Set<string>();
  const itemOf = (node: PageNode): string => {
    const item = itemContexts.get(node);
    return item && item.kind !== 'after' ? `${item.kind} ${item.label}` : '';
  };
  return nodes.filter((node) => {
    const name = foldCase(node.name);
    const keys = placesOf(node).map((place) =>
      JSON.stringify([node.document.key, name, place, place.startsWith('#') ? itemOf(node) : '']),
    );
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
