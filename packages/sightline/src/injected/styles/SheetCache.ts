import { queryAll } from '../dom/dom.ts';

/** Reading style sheets: asking every element what few of them have would cost as much as its box. */

/**
 * Properties that readers of style sheets look for. To ask each rule for each of them takes five times as long as to go over what
 * it declares, and frameworks have thousands of rules.
 */
const NOTABLE = new Set([
  'backface-visibility',
  'clip',
  'clip-path',
  'counter-increment',
  'counter-reset',
  'counter-set',
  'cursor',
  'filter',
  'mask-image',
  'mix-blend-mode',
  'position',
  'position-visibility',
  'text-indent',
  'transform',
  'unicode-bidi',
  '-webkit-text-security',
  'z-index',
]);
const COLORS = new Set(['color', '-webkit-text-fill-color']);
/** Empty, or a glyph: icon fonts come with thousands of rules for a glyph each. */
const HAS_NO_WORDS = /^"(?:[\s\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff])*"$/;

function isNotable(rule: CSSStyleRule): boolean {
  const { style } = rule;
  for (let i = 0; i < style.length; i++) {
    const property = style[i] as string;
    if (property === 'content') {
      if (!HAS_NO_WORDS.test(style.content) || rule.selectorText.includes('::scroll-')) return true;
    } else if (NOTABLE.has(property)) return true;
    else if (COLORS.has(property) && rule.selectorText.includes(':first-line')) return true;
  }
  return false;
}

/** The rules that some reader may look for, those within groups, imports and other rules too. */
export interface NotableRules {
  styleRules: CSSStyleRule[];
  counterStyles: CSSCounterStyleRule[];
}

function findNotableRules(rules: ArrayLike<CSSRule>): NotableRules {
  const found: NotableRules = { styleRules: [], counterStyles: [] };
  const visit = (visited: ArrayLike<CSSRule>): void => {
    for (const rule of Array.from(visited)) {
      if (rule instanceof CSSStyleRule) {
        if (isNotable(rule)) found.styleRules.push(rule);
        if (rule.cssRules.length > 0) visit(rule.cssRules);
      } else if (rule instanceof CSSImportRule) {
        visit(rule.styleSheet ? (rulesOf(rule.styleSheet) ?? []) : []);
      } else if (rule instanceof CSSGroupingRule) {
        visit(rule.cssRules);
      } else if (rule instanceof CSSCounterStyleRule) {
        found.counterStyles.push(rule);
      }
    }
  };
  visit(rules);
  return found;
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
class RulesCache<T> {
  readonly #cache = new WeakMap<CSSStyleSheet, CachedSheet<T>>();
  readonly #read: (rules: CSSRuleList, sheet: CSSStyleSheet) => T;

  constructor(read: (rules: CSSRuleList, sheet: CSSStyleSheet) => T) {
    this.#read = read;
  }

  /** Undefined for a sheet that no script may read. */
  get(sheet: CSSStyleSheet): T | undefined {
    const rules = rulesOf(sheet);
    if (!rules) return undefined;
    const cached = this.#cache.get(sheet);
    const [first, last] = [rules[0], rules[rules.length - 1]];
    if (cached?.rules === rules.length && cached.first === first && cached.last === last) return cached.value;
    const value = this.#read(rules, sheet);
    this.#cache.set(sheet, { rules: rules.length, first, last, value });
    return value;
  }
}

/** All readers go over the rules of a sheet once. */
const NOTABLE_RULES = new RulesCache(findNotableRules);

/** While a new document is waited for, in a pause that it makes: its first capture finds them read. */
export function readSheetsAhead(): void {
  requestIdleCallback(() => {
    for (const sheet of activeSheets(document)) NOTABLE_RULES.get(sheet);
  });
}

/** Keeps what a reader makes of the notable rules of each sheet. */
export class SheetCache<T> extends RulesCache<T> {
  constructor(read: (rules: NotableRules) => T) {
    super((rules, sheet) => read(NOTABLE_RULES.get(sheet) ?? findNotableRules(rules)));
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
