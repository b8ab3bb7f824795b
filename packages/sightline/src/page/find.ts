import { allRoots, queryAll } from './dom.ts';
import { guessesSecret } from './guessesSecret.ts';
import type { Registry } from './Registry.ts';
import type { Secrets } from './secrets.ts';

/** What matches a CSS selector in the document as it is now. */
export interface Found {
  /** Identities of the first matches, in document order, root by root. */
  ids: number[];
  total: number;
  /** What is wrong with the selector. */
  error?: string;
}

/** Matches within the document and every shadow root that is open or was handed in. */
export function find(selector: string, limit: number, registry: Registry, secrets: Secrets): Found {
  const found: Found = { ids: [], total: 0 };
  const roots = allRoots((host) => registry.closedRootOf(host));
  secrets.begin();
  const guess = guessesSecret(selector, roots, secrets);
  if (guess) return { ...found, error: guess };
  try {
    for (const root of roots)
      for (const element of queryAll(root, selector))
        if (found.total++ < limit) found.ids.push(registry.idOf(element));
  } catch (error) {
    found.error = (error as Error).message.replace(/^Failed to execute[^:]*: /, '');
  }
  return found;
}
