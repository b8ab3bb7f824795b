/** Reading style sheets: asking every element what few of them have would cost as much as its box. */

/** Calls `visit` with every style rule of a sheet, those within groups, imports and other rules too. */
export function eachStyleRule(rules: ArrayLike<CSSRule>, visit: (rule: CSSStyleRule) => void): void {
  for (const rule of Array.from(rules)) {
    if (rule instanceof CSSStyleRule) {
      visit(rule);
      if (rule.cssRules.length > 0) eachStyleRule(rule.cssRules, visit);
    } else if (rule instanceof CSSImportRule) {
      eachStyleRule(rule.styleSheet ? (rulesOf(rule.styleSheet) ?? []) : [], visit);
    } else if (rule instanceof CSSGroupingRule) {
      eachStyleRule(rule.cssRules, visit);
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

/** The sheets that hold in a document or shadow root. */
export function sheetsOf(root: Document | ShadowRoot): CSSStyleSheet[] {
  return [...root.styleSheets, ...root.adoptedStyleSheets].filter((sheet) => !sheet.disabled);
}

/** Nothing for a selector that holds only within its rule. */
export function matching(root: Document | ShadowRoot, selector: string): Iterable<Element> {
  try {
    return root.querySelectorAll(selector);
  } catch {
    return [];
  }
}
