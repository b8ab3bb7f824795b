import { nameFromContent } from '../model/nameFromContent.ts';
import type { PageNode } from '../model/Page.ts';
import { shorten } from '../model/shorten.ts';
import { wordsOf } from './ItemLists.ts';

/** How elements of one role are called, and how many. */
export interface Callings {
  names: Map<string, number>;
  /** The names that are the same without digits. */
  patterns: Map<string, Set<string>>;
}

export function callingsOf(nodes: readonly PageNode[]): Callings {
  const names = new Map<string, number>();
  const patterns = new Map<string, Set<string>>();
  for (const node of nodes) {
    const name = calledOf(node);
    names.set(name, (names.get(name) ?? 0) + 1);
    const pattern = withoutDigits(name);
    patterns.set(pattern, (patterns.get(pattern) ?? new Set()).add(name));
  }
  return { names, patterns };
}

/** Its name, or what it says where it has none. */
export function calledOf(node: PageNode): string {
  return node.name || shorten(nameFromContent(node), LONGEST_NAME);
}

const LONGEST_NAME = 120;

/** A name without digits and what goes with them, in lower case. */
export function withoutDigits(name: string): string {
  return wordsOf(name) || name.replace(/[\d.,:()[\]\s]+/g, '');
}
