import { allRoots, queryAll } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';
import { secretProbeError } from '../secrets/secretProbeError.ts';

/** What matches a CSS selector in the document as it is now. */
export interface DocumentMatches {
  /** Identities of the first matches, in document order, root by root. */
  ids: number[];
  total: number;
  /** What is wrong with the selector. */
  error?: string;
}

/** Matches within the document and every shadow root that is open or was handed in. */
export function findElements(
  selector: string,
  limit: number,
  registry: ElementRegistry,
  secrets: SecretFields,
): DocumentMatches {
  const matches: DocumentMatches = { ids: [], total: 0 };
  const roots = allRoots((host) => registry.closedRootOf(host));
  secrets.refresh();
  const probeError = secretProbeError(selector, roots, secrets);
  if (probeError) return { ...matches, error: probeError };
  try {
    for (const root of roots)
      for (const element of queryAll(root, selector))
        if (matches.total++ < limit) matches.ids.push(registry.idOf(element));
  } catch (error) {
    matches.error = (error as Error).message.replace(/^Failed to execute[^:]*: /, '');
  }
  return matches;
}
