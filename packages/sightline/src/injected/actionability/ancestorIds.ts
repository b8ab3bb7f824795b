import { flatParent } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';

/** Ancestors returned of what covers: not every element has a row in the capture. */
const MAX_ANCESTORS = 12;

/** Of an element and its ancestors, innermost first. */
export function ancestorIds(element: Element, registry: ElementRegistry): number[] {
  const ids: number[] = [];
  for (let up: Element | null = element; up && ids.length < MAX_ANCESTORS; up = flatParent(up))
    ids.push(registry.idOf(up));
  return ids;
}
