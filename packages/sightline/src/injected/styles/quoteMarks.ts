import { attribute, flatParent, localName } from '../dom/dom.ts';
import { styleValue } from './StyleCache.ts';

/** By language, outer marks and those within, as browsers paint them (HTML, 15.3.5; CLDR). */
const MARKS: Readonly<Record<string, string>> = {
  en: '“”‘’',
  bg: '„“„“',
  cs: '„“‚‘',
  da: '“”‘’',
  de: '„“‚‘',
  el: '«»“”',
  es: '«»“”',
  fi: '””’’',
  fr: '«»«»',
  he: '””’’',
  hr: '„“‚‘',
  hu: '„”»«',
  it: '«»“”',
  ja: '「」『』',
  lt: '„“„“',
  nl: '‘’“”',
  no: '«»‘’',
  pl: '„”‚’',
  pt: '“”‘’',
  ro: '„”«»',
  ru: '«»„“',
  sk: '„“‚‘',
  sl: '„“‚‘',
  sv: '””’’',
  tr: '“”‘’',
  uk: '«»„“',
};

/** The marks that are painted around a quotation; undefined where a style sheet puts others, or none. */
export function quoteMarks(q: Element): { before: string; after: string } | undefined {
  const style = getComputedStyle(q, '::before');
  if (styleValue(style, 'content') !== 'open-quote' || styleValue(style, 'font-size') === '0px')
    return undefined;
  const quotes = styleValue(getComputedStyle(q), 'quotes');
  if (quotes === 'none') return undefined;
  const own = Array.from(quotes.matchAll(/"([^"]*)"/g), ([, mark]) => mark as string);
  const marks = own.length >= 2 ? own : Array.from(MARKS[languageOf(q)] ?? '“”‘’');
  const pair = Math.min(depthOf(q), marks.length / 2 - 1) * 2;
  return { before: marks[pair] as string, after: marks[pair + 1] as string };
}

function depthOf(q: Element): number {
  let depth = 0;
  for (let up = flatParent(q); up; up = flatParent(up)) if (localName(up) === 'q') depth++;
  return depth;
}

/** What is around the quotation decides, by its main part. */
function languageOf(q: Element): string {
  for (let up = flatParent(q); up; up = flatParent(up)) {
    const language = attribute(up, 'lang');
    if (language !== null) return language.toLowerCase().split('-')[0] as string;
  }
  return '';
}
