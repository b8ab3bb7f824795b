import { attribute } from './dom.ts';
import { eachStyleRule, matching, PerSheet, sheetsOf } from './sheets.ts';
import { alphaOf, FAINT, valueOf } from './styles.ts';
import { collapse } from './text.ts';
import { collapses } from './transforms.ts';

/** Words that a style sheet puts before and after an element's content; '' for none. */
export interface Generated {
  before: string;
  after: string;
}

type Part = '::before' | '::after';

interface Source {
  selector: string;
  part: Part;
}

/** Elements asked for the style of what is generated in them, in one capture. */
const MOST = 2_000;

/**
 * Finds text made by `content` (CSS Generated Content 3; accname 1.2, step 2F.ii). Asking every element
 * would cost as much as its box, so the style sheets tell which to ask. Not covered: sheets of another
 * origin, nested rules that name their parent by `&`, `:host`, rules whose selector or content is
 * changed in place.
 */
export class GeneratedText {
  readonly #sheets = new PerSheet(sourcesIn);
  #found = new Map<Element, Generated>();
  #asked = 0;

  /** Forgets what the last capture found, and reads the document. */
  begin(): void {
    this.#found = new Map();
    this.#asked = 0;
    this.read(document);
  }

  read(root: Document | ShadowRoot): void {
    for (const sheet of sheetsOf(root)) {
      for (const { selector, part } of this.#sheets.of(sheet) ?? []) this.#ask(root, selector, part);
    }
  }

  of(element: Element): Generated | undefined {
    return this.#found.size === 0 ? undefined : this.#found.get(element);
  }

  #ask(root: Document | ShadowRoot, selector: string, part: Part): void {
    for (const element of matching(root, selector)) {
      if (this.#asked++ >= MOST) return;
      const text = textOf(element, part);
      if (text === '') continue;
      const known = this.#found.get(element) ?? { before: '', after: '' };
      this.#found.set(element, part === '::before' ? { ...known, before: text } : { ...known, after: text });
    }
  }
}

const SAYS = /["']|attr\(/;
/** More than an empty string: icon fonts come with thousands of rules for a glyph each. */
const WORDS = /"[^"]*[^"\s][^"]*"|attr\(/;
const PSEUDO = /^(.*?)::?(before|after)$/i;

function sourcesIn(rules: CSSRuleList): Source[] {
  const sources: Source[] = [];
  eachStyleRule(rules, (rule) => addSources(rule, sources));
  return sources;
}

function addSources(rule: CSSStyleRule, sources: Source[]): void {
  const { selectorText } = rule;
  if (!/:(?:before|after)/i.test(selectorText) || !SAYS.test(rule.style.content)) return;
  if (!WORDS.test(wordsOf(rule.style.content)) || selectorText.includes('&')) return;
  for (const one of selectorText.split(/,(?![^(]*\))/)) {
    const [, base = '', part] = PSEUDO.exec(one.trim()) ?? [];
    if (part)
      sources.push({
        selector: base === '' || /[\s>+~]$/.test(base) ? `${base}*` : base,
        part: part.toLowerCase() === 'before' ? '::before' : '::after',
      });
  }
}

/** The words of a `content`: an address is none, nor is what stands between the numbers of a counter. */
function wordsOf(content: string): string {
  return content.replace(NO_WORDS, '').replace(UNSEEN, '');
}

const NO_WORDS = /(?:url|image-set|counters?)\((?:"(?:[^"\\]|\\.)*"|[^()"]|\([^()]*\))*\)/g;

/** The words that show, or the alternative given for them. Glyphs of icon fonts (private use) are none. */
function textOf(element: Element, part: Part): string {
  const style = getComputedStyle(element, part);
  const content = valueOf(style, 'content');
  if (!SAYS.test(content) || !shows(style)) return '';
  const words = wordsOf(content);
  let text = '';
  for (const [, quoted, name] of words
    .slice(words.lastIndexOf(' / ') + 1)
    .matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)/g))
    text += name === undefined ? (quoted ?? '').replace(/\\(.)/g, '$1') : (attribute(element, name) ?? '');
  text = collapse(text.replace(UNSEEN, ''));
  if (text.trim() === '') return '';
  return valueOf(style, 'display').startsWith('inline') && !standsApart(style) ? text : ` ${text.trim()} `;
}

/** In line, but set off from the words beside it, as a small raised "required" is. */
function standsApart(style: CSSStyleDeclaration): boolean {
  if (valueOf(style, 'position') !== 'static') return true;
  return SIDES.some((side) => Number.parseFloat(valueOf(style, side)) > 0);
}

const SIDES = ['margin-left', 'margin-right', 'padding-left', 'padding-right'];

/** Private use and zero-width characters. */
const UNSEEN = /[\ue000-\uf8ff\u200b-\u200f\u2060\ufeff]|[\udb80-\udbff][\udc00-\udfff]/g;

function shows(style: CSSStyleDeclaration): boolean {
  return (
    valueOf(style, 'display') !== 'none' &&
    valueOf(style, 'visibility') === 'visible' &&
    Number(valueOf(style, 'opacity')) >= FAINT &&
    valueOf(style, 'font-size') !== '0px' &&
    alphaOf(valueOf(style, 'color')) >= FAINT &&
    !collapses(style)
  );
}
