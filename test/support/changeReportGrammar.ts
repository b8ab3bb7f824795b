import { displayTag } from '../../packages/sightline/src/render/element/displayTag.ts';
import { REGION_LABELS } from '../../packages/sightline/src/structure/landmarks.ts';
import type { Watched } from './grammar.ts';

const PLACE = `(?:the page|(?:${REGION_LABELS.join('|')})(?:#\\d+)?(?:: "")?)`;
const REF = '(?:\\[\\d+\\])?<[a-z][a-z\\d-]*(?: "")?>(?: \\([a-z]+ ""\\))?';
const FACT =
  '(?:was called ""|(?:not )?[a-z]+(?: ""| empty)?(?: \\(was ""\\))?(?: (?:added|removed|in another order))?)';
const MORE = '\\(\\d+ more(?:: look)?\\)';
/** Lists, of which what is left out is counted. */
const listOf = (entry: string, mark: string): string => `${entry}(?:${mark} ?${entry})*(?:${mark} ${MORE})?`;
/** Each line of an outcome, words of the page left out between its quotes. */
const LINES = [
  `(?:url|title): .*`,
  `opened ${PLACE}:?`,
  `closed ${PLACE}`,
  `new in ${PLACE}:`,
  `\\d+ of \\d+ (?:rows|items) differ in ${PLACE}:`,
  'new by scrolling: \\d+ elements?',
  'the page is as it was before that opened',
  `changed in ${PLACE}: ${listOf(`${REF}(?: and \\d+ more)? ${FACT}(?:, ${FACT})*`, ';')}`,
  `text in ${PLACE}: ${listOf('"" \\(was ""\\)', ';')}`,
  `gone from ${PLACE}: ${listOf('(?:""|<[a-z][a-z\\d-]*(?: "")?>)', ',')}`,
  '(?:behind something else now|can be reached again): \\d+ elements?',
  `moved in ${PLACE}: ${listOf(`(?:""|${REF})(?: (?:""|${REF}))*(?: and \\d+ more)? now (?:the first(?: in ${REF})?|after (?:""|${REF}))`, ';')}`,
  `another order in: ${listOf(PLACE, ';')}`,
  `focus: (?:${REF}|on nothing)`,
  'scrolled: .*',
  `came and went: ${listOf('""(?: \\([a-z]+\\))?', ';')}`,
  `console errors: ${listOf('""', ';')}`,
  'not settled: [a-z ]+',
  'nothing changed (?:so far )?that can be seen',
  '\\(\\d+ more lines?: look\\)',
].map((line) => new RegExp(`^${line}$`));

const OURS =
  /^(?:url|title|opened|closed|new (?:in|by)|\d+ of \d+ (?:rows|items) differ|the page is as|changed in|text in|gone from|behind|can be|moved in|another|focus|scrolled|came and|console|not settled|nothing)\b[^\\]*:/i;

/** What in an outcome stands for nothing: page text that passed for a line, a number or a tag of ours. */
export function outcomeForgeries(text: string, { shown }: Watched): string[] {
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const bare = line.replace(/"[^"]*"/g, '""');
    const isOwn = !line.startsWith(' ');
    if (isOwn && !LINES.some((ours) => ours.test(bare))) found.push(`a line: ${line}`);
    if (!isOwn && OURS.test(line.trimStart())) found.push(`the beginning of a line: ${line}`);
    for (const { 0: token, index } of line.matchAll(/(?<!\\)\[\s*\p{N}*\s*\]/gu)) {
      const node = shown.get(Number(token.slice(1, -1)));
      const after = line.slice(index + token.length);
      if (!node || !after.startsWith(`<${displayTag(node, 'compact')}`)) found.push(`a number: ${line}`);
    }
  }
  return found;
}
