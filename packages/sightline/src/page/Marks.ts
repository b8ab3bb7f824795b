import { allRoots, attribute, has, queryAll, removeAttribute, setAttribute } from './dom.ts';
import type { Pulse } from './Pulse.ts';
import type { Registry } from './Registry.ts';

/** The attribute of seed 003. */
export const MARK = 'data-element-id';

/** Ids written into the page as attributes, and taken out again. An attribute of the page's own stays as it is. */
export class Marks {
  readonly #registry: Registry;
  readonly #pulse: Pulse;
  readonly #written = new Set<string>();

  constructor(registry: Registry, pulse: Pulse) {
    this.#registry = registry;
    this.#pulse = pulse;
  }

  /** Writes texts by the identities of their elements; answers how many of these are marked now. */
  write(texts: Record<number, string>): number {
    return this.#pulse.overlook(() => this.#writeAll(texts));
  }

  /** Removes every mark of ours, also from copies that the page has made of marked elements; answers how many. */
  erase(): number {
    return this.#pulse.overlook(() => this.#eraseAll());
  }

  #writeAll(texts: Record<number, string>): number {
    let count = 0;
    for (const [id, text] of Object.entries(texts)) {
      const element = this.#registry.element(Number(id));
      if (!element || (has(element, MARK) && !this.#isOurs(element))) continue;
      if (attribute(element, MARK) !== text) setAttribute(element, MARK, text);
      this.#written.add(text);
      count++;
    }
    return count;
  }

  #eraseAll(): number {
    let count = 0;
    for (const root of allRoots((host) => this.#registry.closedRootOf(host)))
      for (const element of queryAll(root, `[${MARK}]`)) {
        if (!this.#isOurs(element)) continue;
        removeAttribute(element, MARK);
        count++;
      }
    this.#written.clear();
    return count;
  }

  #isOurs(element: Element): boolean {
    return this.#written.has(attribute(element, MARK) ?? '');
  }
}
