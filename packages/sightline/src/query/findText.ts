import type { PageNode } from '../model/Page.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';

/** Attributes whose words a person may read on the screen, or hear. */
const SPOKEN = ['placeholder', 'alt', 'title', '.value', 'value', 'aria-label'];

/**
 * Every element whose own text, name or spoken attribute holds the wanted words, hidden or not: whole matches
 * first, then those at the start, then the rest, in document order. Case and white space do not matter.
 */
export function findText(pruning: Pruning, wanted: string): PageNode[] {
  const words = fold(wanted);
  if (words === '') return [];
  const ranks: Set<PageNode>[] = [new Set(), new Set(), new Set()];
  for (const node of pruning.page.nodes) {
    const rank = rankOf(node, words);
    if (rank !== undefined) ranks[rank]?.add(subjectOf(node, words, pruning));
  }
  return [...new Set(ranks.flatMap((found) => [...found]))];
}

function rankOf(node: PageNode, words: string): number | undefined {
  const ranks = spokenBy(node).map((text) => rank(fold(text), words));
  const found = ranks.filter((one) => one !== undefined);
  return found.length > 0 ? Math.min(...found) : undefined;
}

function spokenBy(node: PageNode): string[] {
  if (node.isText) return [node.text];
  if (!node.isElement) return [];
  const told = SPOKEN.map((name) => node.attributes[name] ?? '').filter((value) => value !== '');
  // The name of what is no target is its content, which comes by itself.
  return node.role === '' ? told : [node.name, ...told];
}

function rank(text: string, words: string): number | undefined {
  if (text === words) return 0;
  if (text.startsWith(words)) return 1;
  return text.includes(words) ? 2 : undefined;
}

/**
 * What is meant by a run of text: the control that it labels, the target named by it where that fares as the text
 * does, else the element it stands in, or the run itself where that alone is left out.
 */
function subjectOf(node: PageNode, words: string, pruning: Pruning): PageNode {
  if (!node.isText) return node;
  const verdict = pruning.verdicts[node.index];
  if (verdict?.rule === 'labels' && verdict.by) return verdict.by;
  const target = node.closest((one) => one.isElement && pruning.tiers[one.index] !== 'structural');
  const subject = target && fold(target.name).includes(words) ? target : (node.parent ?? node);
  return isRemoved(pruning, subject) === isRemoved(pruning, node) ? subject : node;
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
