import { areApart, attribute, boundingRect, contentRect, isWithin, queryAll } from '../dom/dom.ts';
import { activeSheets, fullSelector, matchSelector, type NotableRules, SheetCache } from './SheetCache.ts';
import { styleValue } from './StyleCache.ts';

/** Elements found in one root, at most, for one selector. */
const MAX_ELEMENTS = 5_000;

/** In a `style` attribute. */
const INLINE_HIDING = /clip|mask|filter|backface|blend|perspective\(|translateZ|matrix3d|no-overflow/;

const LOW_SELECTOR = '[style*="z-index:-"], [style*="z-index: -"]';

interface HidingRules {
  /** Their selectors may be changed in place. */
  rules: CSSStyleRule[];
  /** What may be painted below all that is around it. */
  lowRules: CSSStyleRule[];
  /** What is generated, and may cover its element. */
  coveringRules: CSSStyleRule[];
  hasFirstLine: boolean;
  hasWideIndent: boolean;
  hasTextSecurity: boolean;
  hasBidiOverride: boolean;
}

/**
 * The few elements that may have a style which hides by painting: `clip-path`, `clip`, `mask`, `filter`,
 * `backface-visibility`, `mix-blend-mode`, `transform` towards the viewer. Also whether any text is moved away by `text-indent`, painted as dots, or painted
 * against its direction. The style sheets show which they are; where one cannot be read (another origin), any element may. Not covered: animations made by script.
 */
export class HidingStyles {
  readonly #sheets = new SheetCache(readHidingRules);
  #found = new Set<Element>();
  readonly #low = new Set<Element>();
  /** Those that were not searched for what is painted low. */
  #unsearched: (Document | ShadowRoot)[] = [];
  #hasUnreadableSheet = false;
  readonly #coverable = new Set<Element>();
  #hasFirstLine = false;
  #hasWideIndent = false;
  #hasTextSecurity = false;
  #hasBidiOverride = false;

  /** Forgets what the last capture found, and reads the document. */
  refresh(): void {
    this.#found = new Set();
    this.#low.clear();
    this.#coverable.clear();
    this.#hasFirstLine = false;
    this.#unsearched = [];
    this.#hasUnreadableSheet = false;
    this.#hasWideIndent = false;
    this.#hasTextSecurity = false;
    this.#hasBidiOverride = false;
    this.readRoot(document);
  }

  readRoot(root: Document | ShadowRoot): void {
    const selectors = new Set(activeSheets(root).flatMap((sheet) => this.#selectorsOf(sheet)));
    for (const element of queryAll(root, '[style]')) this.#readInline(element);
    for (const selector of selectors) addMatches(root, selector, this.#found);
    this.#unsearched.push(root);
    for (const rule of activeSheets(root).flatMap((sheet) => this.#sheets.get(sheet)?.coveringRules ?? []))
      addMatches(root, fullSelector(rule).replace(GENERATED, ''), this.#coverable);
    if (root instanceof ShadowRoot && selectors.has(':host')) this.#found.add(root.host);
  }

  #readInline(element: Element): void {
    const style = attribute(element, 'style') ?? '';
    if (INLINE_HIDING.test(style)) this.#found.add(element);
    this.#hasWideIndent ||= style.includes('text-indent');
    this.#hasTextSecurity ||= style.includes('text-security');
    this.#hasBidiOverride ||= style.includes('override');
  }

  /** Known to have one of them, perhaps. */
  has(element: Element): boolean {
    return this.#found.size > 0 && this.#found.has(element);
  }

  /** Something that a style sheet generates may cover what it holds. */
  mayBeCovered(element: Element): boolean {
    return this.#coverable.size > 0 && this.#coverable.has(element);
  }

  /** Some first line has a style of its own. */
  get hasFirstLine(): boolean {
    return this.#hasFirstLine;
  }

  /** Whether a layer with a negative `z-index` lies below what an element holds, and does not hold it. */
  hasLowLayer(element: Element): boolean {
    for (const root of this.#unsearched.splice(0)) this.#findLow(root);
    if (this.#low.size === 0) return false;
    const own = contentRect(element);
    return [...this.#low].some((layer) => !isWithin(element, layer) && !areApart(boundingRect(layer), own));
  }

  /** A sheet could not be read: nothing is known of the elements that were not found. */
  get hasUnreadableSheet(): boolean {
    return this.#hasUnreadableSheet;
  }

  /** Some text may be moved away by `text-indent`. */
  get hasWideIndent(): boolean {
    return this.#hasWideIndent;
  }

  /** Some text may be painted as dots by `-webkit-text-security`. */
  get hasTextSecurity(): boolean {
    return this.#hasTextSecurity;
  }

  /** The direction of some text may be overridden by `unicode-bidi`. */
  get hasBidiOverride(): boolean {
    return this.#hasBidiOverride;
  }

  /** Only where it is asked for: few pages have words that it decides about. */
  #findLow(root: Document | ShadowRoot): void {
    const rules = activeSheets(root).flatMap((sheet) => this.#sheets.get(sheet)?.lowRules ?? []);
    const found = new Set<Element>();
    for (const selector of [LOW_SELECTOR, ...rules.map(fullSelector)]) addMatches(root, selector, found);
    for (const layer of found)
      if (styleValue(getComputedStyle(layer), 'z-index').startsWith('-')) this.#low.add(layer);
  }

  #selectorsOf(sheet: CSSStyleSheet): string[] {
    const hidingRules = this.#sheets.get(sheet);
    if (!hidingRules) {
      this.#hasUnreadableSheet = true;
      return [];
    }
    this.#hasFirstLine ||= hidingRules.hasFirstLine;
    this.#hasWideIndent ||= hidingRules.hasWideIndent;
    this.#hasTextSecurity ||= hidingRules.hasTextSecurity;
    this.#hasBidiOverride ||= hidingRules.hasBidiOverride;
    return hidingRules.rules.map(fullSelector);
  }
}

function addMatches(root: Document | ShadowRoot, selector: string, found: Set<Element>): void {
  let count = 0;
  for (const element of matchSelector(root, selector)) {
    if (++count > MAX_ELEMENTS) break;
    found.add(element);
  }
}

function readHidingRules({ styleRules }: NotableRules): HidingRules {
  const sheet: HidingRules = {
    rules: [],
    lowRules: [],
    coveringRules: [],
    hasFirstLine: false,
    hasWideIndent: false,
    hasTextSecurity: false,
    hasBidiOverride: false,
  };
  for (const rule of styleRules) {
    if (isHidingStyle(rule.style)) sheet.rules.push(rule);
    if (rule.style.getPropertyValue('z-index').startsWith('-')) sheet.lowRules.push(rule);
    if (isCover(rule)) sheet.coveringRules.push(rule);
    if (/::?first-line/.test(rule.selectorText)) sheet.hasFirstLine = true;
    if (mayIndentAway(rule.style.getPropertyValue('text-indent'))) sheet.hasWideIndent = true;
    if (isSet(rule.style, '-webkit-text-security')) sheet.hasTextSecurity = true;
    if (rule.style.getPropertyValue('unicode-bidi').includes('override')) sheet.hasBidiOverride = true;
  }
  return sheet;
}

const GENERATED = /::?(?:before|after)/g;

const isCover = ({ selectorText, style }: CSSStyleRule): boolean =>
  selectorText.search(GENERATED) >= 0 &&
  style.getPropertyValue('position') === 'absolute' &&
  isSet(style, 'background-color');

/** To the left, or by the width of a box. */
const mayIndentAway = (value: string): boolean =>
  value.startsWith('-') || (value.endsWith('%') && Number.parseFloat(value) >= 100);

function isHidingStyle(style: CSSStyleDeclaration): boolean {
  return (
    isSet(style, 'clip-path') ||
    isSet(style, 'clip') ||
    isSet(style, 'mask-image') ||
    isSet(style, 'filter') ||
    isSet(style, 'backface-visibility') ||
    isSet(style, 'mix-blend-mode') ||
    style.getPropertyValue('position-visibility').includes('no-overflow') ||
    MAY_LEAVE_VIEW.test(style.getPropertyValue('transform'))
  );
}

/** `translateZ(0)` only makes a layer. */
const MAY_LEAVE_VIEW = /perspective\(|translateZ\((?!0(?:px)?\))|matrix3d/;

const INITIAL_VALUES = new Set(['', 'none', 'auto', 'visible', 'normal', 'inherit', 'initial', 'unset']);

function isSet(style: CSSStyleDeclaration, property: string): boolean {
  return !INITIAL_VALUES.has(style.getPropertyValue(property));
}
