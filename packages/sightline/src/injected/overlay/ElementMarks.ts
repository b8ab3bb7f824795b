import { attribute, hasAttr, queryAll, removeAttribute, setAttribute } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import type { ChangeDetector } from '../settle/ChangeDetector.ts';

/** The attribute that holds a stable id. */
export const MARK_ATTRIBUTE = 'data-element-id';

/** Writes ids into the page as attributes, and removes them. An attribute of the page's own stays unchanged. */
export class ElementMarks {
  readonly #registry: ElementRegistry;
  readonly #changeDetector: ChangeDetector;
  readonly #writtenTexts = new Set<string>();

  constructor(registry: ElementRegistry, changeDetector: ChangeDetector) {
    this.#registry = registry;
    this.#changeDetector = changeDetector;
  }

  /** Writes texts by element id; returns how many of the elements are marked now. */
  write(texts: Readonly<Record<number, string>>): number {
    return this.#changeDetector.ignoreOwnChanges(() => this.#writeAll(texts));
  }

  /** Removes every mark of ours, also from the page's copies of marked elements; returns how many. */
  erase(): number {
    return this.#changeDetector.ignoreOwnChanges(() => this.#eraseAll());
  }

  #writeAll(texts: Readonly<Record<number, string>>): number {
    let count = 0;
    const elements = this.#registry.elements(Object.keys(texts).map(Number));
    for (const [i, text] of Object.values(texts).entries()) {
      const element = elements[i];
      if (!element || (hasAttr(element, MARK_ATTRIBUTE) && !this.#isOurs(element))) continue;
      if (attribute(element, MARK_ATTRIBUTE) !== text) setAttribute(element, MARK_ATTRIBUTE, text);
      this.#writtenTexts.add(text);
      count++;
    }
    return count;
  }

  #eraseAll(): number {
    let count = 0;
    for (const root of this.#registry.allRoots())
      for (const element of queryAll(root, `[${MARK_ATTRIBUTE}]`)) {
        if (!this.#isOurs(element)) continue;
        removeAttribute(element, MARK_ATTRIBUTE);
        count++;
      }
    this.#writtenTexts.clear();
    return count;
  }

  #isOurs(element: Element): boolean {
    return this.#writtenTexts.has(attribute(element, MARK_ATTRIBUTE) ?? '');
  }
}
