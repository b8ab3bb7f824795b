import { queryAll } from '../dom/dom.ts';

/** Reading style sheets: asking every element what few of them have would cost as much as its box. */

/** Calls `visit` with every style rule of a sheet, those within groups, imports and other rules too; `visitOther` with the rest. */
export function forEachStyleRule(
  rules: ArrayLike<CSSRule>,
  visit: (rule: CSSStyleRule) => void,
  visitOther?: (rule: CSSRule) => void,
): void {
  for (const rule of Array.from(rules)) {
    if (rule instanceof CSSStyleRule) {
      visit(rule);
      if (rule.cssRules.length > 0) forEachStyleRule(rule.cssRules, visit, visitOther);
    } else if (rule instanceof CSSImportRule) {
      forEachStyleRule(rule.styleSheet ? (rulesOf(rule.styleSheet) ?? []) : [], visit, visitOther);
    } else if (rule instanceof CSSGroupingRule) {
      forEachStyleRule(rule.cssRules, visit, visitOther);
    } else {
      visitOther?.(rule);
    }
  }
}

/** Undefined for a sheet of another origin, which no script may read. */
export function rulesOf(sheet: CSSStyleSheet): CSSRuleList | undefined {
  try {
    return sheet.cssRules;
  } catch {
    return undefined;
  }
}

/** What was read of a sheet while it had so many rules, between these two. */
interface CachedSheet<T> {
  rules: number;
  first: CSSRule | undefined;
  last: CSSRule | undefined;
  value: T;
}

/** Keeps what was read of each sheet for as long as its rules stay. A rule that is changed in place is not noticed. */
export class SheetCache<T> {
  readonly #cache = new WeakMap<CSSStyleSheet, CachedSheet<T>>();
  readonly #read: (rules: CSSRuleList) => T;

  constructor(read: (rules: CSSRuleList) => T) {
    this.#read = read;
  }

  /** Undefined for a sheet that no script may read. */
  get(sheet: CSSStyleSheet): T | undefined {
    const rules = rulesOf(sheet);
    if (!rules) return undefined;
    const cached = this.#cache.get(sheet);
    const [first, last] = [rules[0], rules[rules.length - 1]];
    if (cached?.rules === rules.length && cached.first === first && cached.last === last) return cached.value;
    const value = this.#read(rules);
    this.#cache.set(sheet, { rules: rules.length, first, last, value });
    return value;
  }
}

/** The sheets that hold in a document or shadow root. */
export function activeSheets(root: Document | ShadowRoot): CSSStyleSheet[] {
  return [...root.styleSheets, ...root.adoptedStyleSheets].filter((sheet) => !sheet.disabled);
}

/** Nothing for a selector that holds only within its rule. */
export function matchSelector(root: Document | ShadowRoot, selector: string): Iterable<Element> {
  try {
    return queryAll(root, selector);
  } catch {
    return [];
  }
}

/** The selector of a rule; of a nested one with its parents' in place. Pseudo-elements are not elements. */
export function fullSelector(rule: CSSStyleRule): string {
  const { parentRule } = rule;
  if (!(parentRule instanceof CSSStyleRule)) return rule.selectorText;
  const outer = `:is(${fullSelector(parentRule)})`;
  return rule.selectorText.includes('&')
    ? rule.selectorText.replaceAll('&', outer)
    : `${outer} ${rule.selectorText}`;
}
