import { type ListNumbers, takeNumber } from '../capture/listMarkers.ts';
import { attribute, queryAll } from '../dom/dom.ts';
import { isGeneratedIconBesideWords } from '../dom/iconLigature.ts';
import { collapseSpace } from '../dom/text.ts';
import { isCollapsed } from '../layout/transforms.ts';
import { CounterValues } from './CounterValues.ts';
import { formatCounter } from './counterStyles.ts';
import type { CounterStyles } from './pageCounterStyle.ts';
import { quoteMarks } from './quoteMarks.ts';
import { activeSheets, matchSelector, type NotableRules, SheetCache } from './SheetCache.ts';
import { alphaOf, MIN_VISIBLE_ALPHA, styleValue } from './StyleCache.ts';

/** Words that a style sheet puts before and after an element's content; '' for none. */
export interface GeneratedContent {
  before: string;
  after: string;
  /** In place of the number or bullet of a list item. */
  marker?: string;
}

type PseudoElement = '::before' | '::after' | '::marker';

interface GeneratedRule {
  selector: string;
  pseudo: PseudoElement;
}

/** What a sheet generates, and which elements it counts. */
interface GeneratingSheet {
  rules: GeneratedRule[];
  counting: string[];
  showsCounters: boolean;
  counterStyles: CSSCounterStyleRule[];
  hasScrollControls: boolean;
}

/** Elements asked for the style of what is generated in them, in one capture. */
const MAX_ELEMENTS = 2_000;

/**
 * Finds text made by `content` (CSS Generated Content 3; accname 1.2, step 2F.ii). Asking every element
 * would cost as much as its box, so the style sheets decide which elements are read. Not covered: sheets of another
 * origin, nested rules that name their parent by `&`, `:host`, rules whose selector or content is
 * changed in place.
 */
export class GeneratedText {
  readonly #sheets = new SheetCache(readSheet);
  #counters: CounterValues | undefined;
  #found = new Map<Element, GeneratedContent>();
  #styleReads = 0;
  #hasScrollControls = false;
  #counterStyles = new Map<string, CSSCounterStyleRule>();

  /** Forgets what the last capture found, and reads the document. */
  refresh(): void {
    this.#found = new Map();
    this.#styleReads = 0;
    this.#hasScrollControls = false;
    this.#counterStyles = new Map();
    this.#counters = countIn(activeSheets(document).flatMap((sheet) => this.#sheets.get(sheet) ?? []));
    this.readRoot(document);
  }

  readRoot(root: Document | ShadowRoot): void {
    const sheets = activeSheets(root).flatMap((sheet) => this.#sheets.get(sheet) ?? []);
    for (const { hasScrollControls, counterStyles } of sheets) {
      this.#hasScrollControls ||= hasScrollControls;
      for (const rule of counterStyles) this.#counterStyles.set(rule.name, rule);
    }
    for (const { rules } of sheets)
      for (const { selector, pseudo } of rules) this.#readMatches(root, selector, pseudo);
    for (const q of queryAll(root, 'q')) {
      const marks = quoteMarks(q);
      if (marks) this.#found.set(q, { ...this.#found.get(q), ...marks });
    }
  }

  /** Some box that scrolls may have buttons or markers of a style sheet. */
  get hasScrollControls(): boolean {
    return this.#hasScrollControls;
  }

  /** The page's own, of all roots that were read. */
  get counterStyles(): CounterStyles {
    return this.#counterStyles;
  }

  get(element: Element): GeneratedContent | undefined {
    return this.#found.size === 0 ? undefined : this.#found.get(element);
  }

  #readMatches(root: Document | ShadowRoot, selector: string, pseudo: PseudoElement): void {
    for (const element of matchSelector(root, selector)) {
      if (this.#styleReads++ >= MAX_ELEMENTS) return;
      const text = generatedTextOf(element, pseudo, this.#counters, this.#counterStyles);
      if (text === '' || isGeneratedIconBesideWords(text, element, pseudo)) continue;
      const existing = this.#found.get(element) ?? { before: '', after: '' };
      this.#found.set(
        element,
        pseudo === '::marker'
          ? { ...existing, marker: text.trim() }
          : { ...existing, [pseudo.slice(2)]: text },
      );
    }
  }
}

const HAS_TEXT = /["']|attr\(|counters?\(/;
const HAS_COUNTER = /counters?\(/;
/** More than an empty string: icon fonts come with thousands of rules for a glyph each. */
const HAS_WORDS = /"[^"]*[^"\s][^"]*"|attr\(/;
const PSEUDO_SELECTOR = /^(.*?)::?(before|after|marker)$/i;

function readSheet({ styleRules, counterStyles }: NotableRules): GeneratingSheet {
  const sheet: GeneratingSheet = {
    rules: [],
    counting: [],
    showsCounters: false,
    counterStyles,
    hasScrollControls: false,
  };
  for (const rule of styleRules) readStyleRule(rule, sheet);
  return sheet;
}

function readStyleRule(rule: CSSStyleRule, sheet: GeneratingSheet): void {
  if (COUNTING.some((property) => rule.style.getPropertyValue(property) !== ''))
    sheet.counting.push(...selectorsOf(rule).map(({ selector }) => selector));
  sheet.hasScrollControls ||= /::scroll-(?:button|marker)/.test(rule.selectorText);
  addGeneratedRules(rule, sheet);
}

const COUNTING = ['counter-reset', 'counter-increment', 'counter-set'];

function addGeneratedRules(rule: CSSStyleRule, sheet: GeneratingSheet): void {
  const { selectorText } = rule;
  const { content } = rule.style;
  if (!/:(?:before|after|marker)/i.test(selectorText) || !HAS_TEXT.test(content)) return;
  const showsCounter = HAS_COUNTER.test(content);
  if ((!showsCounter && !HAS_WORDS.test(wordsOfContent(content))) || selectorText.includes('&')) return;
  for (const { selector, pseudo } of selectorsOf(rule)) {
    if (!pseudo) continue;
    sheet.rules.push({ selector, pseudo: `::${pseudo}` as PseudoElement });
    if (showsCounter) sheet.counting.push(selector);
  }
  sheet.showsCounters ||= showsCounter;
}

/** The selectors of a rule, without the pseudo-elements before and after. */
function selectorsOf({ selectorText }: CSSStyleRule): { selector: string; pseudo: string | undefined }[] {
  return selectorText.split(/,(?![^(]*\))/).map((one) => {
    const [, base, pseudo] = PSEUDO_SELECTOR.exec(one.trim()) ?? [];
    if (base === undefined) return { selector: one, pseudo: undefined };
    const selector = base === '' || /[\s>+~]$/.test(base) ? `${base}*` : base;
    return { selector, pseudo: pseudo?.toLowerCase() };
  });
}

/** Counting takes a style of each element: only where some counter is shown. */
function countIn(sheets: readonly GeneratingSheet[]): CounterValues | undefined {
  if (!sheets.some(({ showsCounters }) => showsCounters)) return undefined;
  return new CounterValues([...sheets.flatMap(({ counting }) => counting), '[style*="counter-"]']);
}

/** The words of a `content`: an address is none, nor is what stands between the numbers of a counter. */
function wordsOfContent(content: string): string {
  return content.replace(NON_TEXT_FUNCTIONS, '').replace(INVISIBLE_CHARACTERS, '');
}

const NON_TEXT_FUNCTIONS = /(?:url|image-set|counters?)\((?:"(?:[^"\\]|\\.)*"|[^()"]|\([^()]*\))*\)/g;

/** The words that show, or the alternative given for them. Glyphs of icon fonts (private use) are none. */
function generatedTextOf(
  element: Element,
  pseudo: string,
  counters: CounterValues | undefined,
  styles: CounterStyles,
): string {
  const style = getComputedStyle(element, pseudo);
  const computed = styleValue(style, 'content');
  const listed = pseudo === '::marker' ? writeListNumber(computed, element, styles) : computed;
  const content = counters && HAS_COUNTER.test(listed) ? counters.resolve(listed, element, styles) : listed;
  if (!HAS_TEXT.test(content) || !isStyleVisible(style)) return '';
  const words = wordsOfContent(content);
  let text = '';
  for (const [, quoted, name] of words
    .slice(words.lastIndexOf(' / ') + 1)
    .matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)/g))
    text += name === undefined ? (quoted ?? '').replace(/\\(.)/g, '$1') : (attribute(element, name) ?? '');
  text = collapseSpace(text.replace(INVISIBLE_CHARACTERS, ''));
  if (text.trim() === '') return '';
  return styleValue(style, 'display').startsWith('inline') && !isSetApart(style) ? text : ` ${text.trim()} `;
}

/** The words that a style sheet puts into a part of an element; '' for none. */
export const generatedWords = (element: Element, pseudo: string): string =>
  generatedTextOf(element, pseudo, undefined, NO_STYLES).trim();

const NO_STYLES: CounterStyles = new Map();

/** With the number that the item of a list has by itself. */
function writeListNumber(content: string, item: Element, styles: CounterStyles): string {
  return content.replace(/counters?\(list-item(?:, ([\w-]+))?\)/g, (_, style = 'decimal') => {
    const list = item.closest('ol, ul, menu');
    const items = list ? Array.from(queryAll(list, 'li')) : [];
    const numbers: ListNumbers = new Map();
    let number = 0;
    for (const one of items.slice(0, items.indexOf(item) + 1))
      if (list && one.closest('ol, ul, menu') === list) number = takeNumber(one, list, numbers);
    return `"${formatCounter(number, style, styles)}"`;
  });
}

/** In line, but set off from the words beside it, as a small raised "required" is. */
function isSetApart(style: CSSStyleDeclaration): boolean {
  if (styleValue(style, 'position') !== 'static') return true;
  return HORIZONTAL_SPACING.some((side) => Number.parseFloat(styleValue(style, side)) > 0);
}

const HORIZONTAL_SPACING = ['margin-left', 'margin-right', 'padding-left', 'padding-right'];

/** Private use and zero-width characters. */
const INVISIBLE_CHARACTERS = /[\ue000-\uf8ff\u200b-\u200f\u2060\ufeff]|[\udb80-\udbff][\udc00-\udfff]/g;

function isStyleVisible(style: CSSStyleDeclaration): boolean {
  return (
    styleValue(style, 'display') !== 'none' &&
    styleValue(style, 'visibility') === 'visible' &&
    Number(styleValue(style, 'opacity')) >= MIN_VISIBLE_ALPHA &&
    styleValue(style, 'font-size') !== '0px' &&
    alphaOf(styleValue(style, 'color')) >= MIN_VISIBLE_ALPHA &&
    !isCollapsed(style) &&
    !isMovedAway(style)
  );
}

/** Further to the left or up than any page begins. */
const isMovedAway = (style: CSSStyleDeclaration): boolean =>
  styleValue(style, 'position') !== 'static' &&
  ['left', 'top'].some((side) => Number.parseFloat(styleValue(style, side)) <= -FAR_AWAY);

/** CSS pixels. */
const FAR_AWAY = 999;
