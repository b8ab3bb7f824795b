import { queryAll } from './dom.ts';
import { eachStyleRule, matching, PerSheet, sheetsOf } from './sheets.ts';

/** Elements found in one root, at most, for one selector. */
const MOST = 5_000;

/** In a `style` attribute. */
const INLINE = ['clip', 'mask', 'filter', 'backface'].map((word) => `[style*="${word}"]`).join();

interface Sheet {
  /** Their selectors may be changed in place. */
  rules: CSSStyleRule[];
  indents: boolean;
}

/**
 * The few elements that may have a style which hides by painting: `clip-path`, `clip`, `mask`, `filter`,
 * `backface-visibility`. Also whether any text is moved away by `text-indent`. The style sheets tell which they are; where one cannot be
 * read (another origin), any element may. Not covered: animations made by script.
 */
export class RareStyles {
  readonly #sheets = new PerSheet(readSheet);
  #found = new Set<Element>();
  #blind = false;
  #indents = false;

  /** Forgets what the last capture found, and reads the document. */
  begin(): void {
    this.#found = new Set();
    this.#blind = false;
    this.#indents = false;
    this.read(document);
  }

  read(root: Document | ShadowRoot): void {
    const selectors = new Set(sheetsOf(root).flatMap((sheet) => this.#selectorsOf(sheet)));
    this.#indents ||= queryAll(root, '[style*="text-indent"]').length > 0;
    for (const element of queryAll(root, INLINE)) this.#found.add(element);
    for (const selector of selectors) {
      let count = 0;
      for (const element of matching(root, selector)) {
        if (++count > MOST) break;
        this.#found.add(element);
      }
    }
    if (root instanceof ShadowRoot && selectors.has(':host')) this.#found.add(root.host);
  }

  /** Known to have one of them, perhaps. */
  has(element: Element): boolean {
    return this.#found.size > 0 && this.#found.has(element);
  }

  /** A sheet could not be read: nothing is known of the elements that were not found. */
  get isBlind(): boolean {
    return this.#blind;
  }

  /** Some text may be moved away by a negative `text-indent`. */
  get indents(): boolean {
    return this.#indents;
  }

  #selectorsOf(sheet: CSSStyleSheet): string[] {
    const read = this.#sheets.of(sheet);
    if (!read) {
      this.#blind = true;
      return [];
    }
    this.#indents ||= read.indents;
    return read.rules.map(within);
  }
}

function readSheet(rules: CSSRuleList): Sheet {
  const sheet: Sheet = { rules: [], indents: false };
  eachStyleRule(rules, (rule) => {
    if (isRare(rule.style)) sheet.rules.push(rule);
    if (rule.style.getPropertyValue('text-indent').startsWith('-')) sheet.indents = true;
  });
  return sheet;
}

function isRare(style: CSSStyleDeclaration): boolean {
  return (
    isSet(style, 'clip-path') ||
    isSet(style, 'clip') ||
    isSet(style, 'mask-image') ||
    isSet(style, 'filter') ||
    isSet(style, 'backface-visibility')
  );
}

const INITIAL = new Set(['', 'none', 'auto', 'visible', 'inherit', 'initial', 'unset']);

function isSet(style: CSSStyleDeclaration, property: string): boolean {
  return !INITIAL.has(style.getPropertyValue(property));
}

/** The selector of a rule; of a nested one with its parents' in place. Pseudo-elements are not elements. */
function within(rule: CSSStyleRule): string {
  const { parentRule } = rule;
  if (!(parentRule instanceof CSSStyleRule)) return rule.selectorText;
  const outer = `:is(${within(parentRule)})`;
  return rule.selectorText.includes('&')
    ? rule.selectorText.replaceAll('&', outer)
    : `${outer} ${rule.selectorText}`;
}
