import { queryAll } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { guardSelector } from '../secrets/guardSelector.ts';
import type { SecretFields } from '../secrets/SecretFields.ts';

/** The first matches of a CSS selector and how many there are. */
export interface SelectedElements {
  elements: Element[];
  total: number;
  /** What is wrong with the selector. */
  error?: string;
}

/** Searches the document and, with `pierce`, every shadow root that is open or registered, root by root. */
export function selectElements(
  selector: string,
  registry: ElementRegistry,
  secrets: SecretFields,
  { limit, pierce = true }: { limit: number; pierce?: boolean },
): SelectedElements {
  const roots = pierce ? registry.allRoots() : [document];
  const elements: Element[] = [];
  secrets.refresh();
  let total = 0;
  try {
    const guarded = guardSelector(selector, roots, secrets);
    if (guarded.error !== undefined) return { elements, total: 0, error: guarded.error };
    for (const root of roots) {
      const matches = queryAll(root, guarded.selector);
      total += matches.length;
      for (let i = 0; i < matches.length && elements.length < limit; i++)
        elements.push(matches[i] as Element);
    }
  } catch (error) {
    const message = (error as Error).message.replace(/^Failed to execute[^:]*: /, '');
    return { elements: [], total: 0, error: message };
  }
  return { elements, total };
}
