import type { PageNode } from '../../snapshot/Page.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';
import { foldLabel } from '../words/foldCase.ts';

/** Attributes with text that a person may see or hear. */
const TEXT_ATTRIBUTES = ['placeholder', 'alt', 'title', '.value', 'value', 'aria-label'];

/**
 * All elements whose text, name or text attributes contain the words, hidden or not: complete matches first, then
 * prefixes, then the rest, in document order. Ignores case and white space.
 */
export function findNodesByText(visibility: Visibility, query: string): PageNode[] {
  const needle = foldLabel(query);
  if (needle === '') return [];
  const ranks: Set<PageNode>[] = [new Set(), new Set(), new Set()];
  for (const node of visibility.page.nodes) {
    const rank = bestRank(node, needle);
    if (rank !== undefined) ranks[rank]?.add(targetOf(node, needle, visibility));
  }
  return [...new Set(ranks.flatMap((found) => [...found]))];
}

function bestRank(node: PageNode, needle: string): number | undefined {
  const ranks = textsOf(node).map((text) => rank(foldLabel(text), needle));
  const found = ranks.filter((candidateRank) => candidateRank !== undefined);
  return found.length > 0 ? Math.min(...found) : undefined;
}

function textsOf(node: PageNode): string[] {
  if (node.isText) return [node.text];
  if (!node.isElement) return [];
  const attributeTexts = TEXT_ATTRIBUTES.map((name) => node.attributes[name] ?? '').filter(
    (value) => value !== '',
  );
  // Without a role, the name is the content, whose text nodes are visited anyway.
  return node.role === '' ? attributeTexts : [node.name, ...attributeTexts];
}

function rank(text: string, needle: string): number | undefined {
  if (text === needle) return 0;
  if (text.startsWith(needle)) return 1;
  return text.includes(needle) ? 2 : undefined;
}

/**
 * The element that a text node represents: the control that it labels, the control that is named by it if both are
 * visible or both hidden, else its parent, or the node itself if only that is hidden.
 */
function targetOf(node: PageNode, needle: string, visibility: Visibility): PageNode {
  if (!node.isText) return node;
  const decision = visibility.decisions[node.index];
  if (decision?.rule === 'labels' && decision.by) return decision.by;
  const target = node.closest(
    (ancestor) => ancestor.isElement && visibility.tiers[ancestor.index] !== 'structural',
  );
  const candidate = target && foldLabel(target.name).includes(needle) ? target : (node.parent ?? node);
  return isRemoved(visibility, candidate) === isRemoved(visibility, node) ? candidate : node;
}
