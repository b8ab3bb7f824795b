import type { PageNode } from '../../snapshot/Page.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';

/** Attributes whose words a person may read on the screen, or hear. */
const TEXT_ATTRIBUTES = ['placeholder', 'alt', 'title', '.value', 'value', 'aria-label'];

/**
 * Every element whose own text, name or spoken attribute holds the wanted words, hidden or not: whole matches
 * first, then those at the start, then the rest, in document order. Case and white space do not matter.
 */
export function findNodesByText(visibility: Visibility, query: string): PageNode[] {
  const needle = normalize(query);
  if (needle === '') return [];
  const ranks: Set<PageNode>[] = [new Set(), new Set(), new Set()];
  for (const node of visibility.page.nodes) {
    const rank = bestRank(node, needle);
    if (rank !== undefined) ranks[rank]?.add(targetOf(node, needle, visibility));
  }
  return [...new Set(ranks.flatMap((found) => [...found]))];
}

function bestRank(node: PageNode, needle: string): number | undefined {
  const ranks = textsOf(node).map((text) => rank(normalize(text), needle));
  const found = ranks.filter((candidateRank) => candidateRank !== undefined);
  return found.length > 0 ? Math.min(...found) : undefined;
}

function textsOf(node: PageNode): string[] {
  if (node.isText) return [node.text];
  if (!node.isElement) return [];
  const attributeTexts = TEXT_ATTRIBUTES.map((name) => node.attributes[name] ?? '').filter(
    (value) => value !== '',
  );
  // The name of what is no target is its content, which comes by itself.
  return node.role === '' ? attributeTexts : [node.name, ...attributeTexts];
}

function rank(text: string, needle: string): number | undefined {
  if (text === needle) return 0;
  if (text.startsWith(needle)) return 1;
  return text.includes(needle) ? 2 : undefined;
}

/**
 * What is meant by a run of text: the control that it labels, the target named by it where that fares as the text
 * does, else the element it stands in, or the run itself where that alone is left out.
 */
function targetOf(node: PageNode, needle: string, visibility: Visibility): PageNode {
  if (!node.isText) return node;
  const decision = visibility.decisions[node.index];
  if (decision?.rule === 'labels' && decision.by) return decision.by;
  const target = node.closest(
    (ancestor) => ancestor.isElement && visibility.tiers[ancestor.index] !== 'structural',
  );
  const candidate = target && normalize(target.name).includes(needle) ? target : (node.parent ?? node);
  return isRemoved(visibility, candidate) === isRemoved(visibility, node) ? candidate : node;
}

function normalize(text: string): string {
  return collapseSpaces(text).toLowerCase();
}
