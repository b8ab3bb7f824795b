import { attribute, matchesSelector } from '../dom/dom.ts';
import { activeSheets, fullSelector, type NotableRules, SheetCache } from './SheetCache.ts';

/** Rules of one root that are looked at, at most. */
const MAX_RULES = 500;

/**
 * The elements that a style sheet itself gives a pointer cursor. Inside a button, or below another pointer, the computed
 * cursor says nothing: there these distinguish a part that can be clicked by itself from the words around it. Rules for all
 * elements of a kind (`.button *`) say nothing either. Sheets of another origin are not read.
 */
export class PointerRules {
  readonly #sheets = new SheetCache(readPointerRules);
  #selectors: string[] = [];
  /** All of them as one: a part that does not parse is left out (`:is` is forgiving). */
  #selector = '';

  /** Forgets the last capture's sheets, and reads the document's. */
  refresh(): void {
    this.#selectors = [];
    this.readRoot(document);
  }

  readRoot(root: Document | ShadowRoot): void {
    for (const sheet of activeSheets(root)) {
      const rules = this.#sheets.get(sheet) ?? [];
      this.#selectors.push(...rules.slice(0, MAX_RULES - this.#selectors.length).map(fullSelector));
    }
    this.#selector = this.#selectors.length > 0 ? `:is(${this.#selectors.join()})` : '';
  }

  /** True if a rule, or its own `style`, gives this element a pointer cursor. */
  has(element: Element): boolean {
    if (/\bcursor\s*:\s*pointer/.test(attribute(element, 'style') ?? '')) return true;
    return this.#selector !== '' && matchesSelector(element, this.#selector);
  }
}

function readPointerRules({ styleRules }: NotableRules): CSSStyleRule[] {
  const found: CSSStyleRule[] = [];
  for (const rule of styleRules) {
    if (rule.style.cursor === 'pointer' && !rule.selectorText.includes('*')) found.push(rule);
  }
  return found;
}
