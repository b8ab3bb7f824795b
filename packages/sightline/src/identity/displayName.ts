import { nameFromContent } from '../snapshot/nameFromContent.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { shorten } from '../snapshot/shorten.ts';
import { normalizeWords } from './ItemListReader.ts';

/** The names of the elements of one role, and how many have each. */
export interface NameCounts {
  names: Map<string, number>;
  /** Names by what is left of them without digits. */
  patterns: Map<string, Set<string>>;
}

export function countNames(nodes: readonly PageNode[]): NameCounts {
  const names = new Map<string, number>();
  const patterns = new Map<string, Set<string>>();
  for (const node of nodes) {
    const name = displayName(node);
    names.set(name, (names.get(name) ?? 0) + 1);
    const pattern = withoutDigits(name);
    patterns.set(pattern, (patterns.get(pattern) ?? new Set()).add(name));
  }
  return { names, patterns };
}

/** The accessible name, or the text where there is none. */
export function displayName(node: PageNode): string {
  return node.name || shorten(nameFromContent(node), MAX_NAME_LENGTH);
}

const MAX_NAME_LENGTH = 120;

/** A name without digits and what goes with them, in lower case. */
export function withoutDigits(name: string): string {
  return normalizeWords(name) || name.replace(/[\d.,:()[\]\s]+/g, '');
}
