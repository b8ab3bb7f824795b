import { escapeRegExp } from '../../snapshot/escapeRegExp.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { foldLabel } from '../words/foldCase.ts';

/** How well words fit a name: the same text; in other letter case; whole words of it; a part of it. */
export type NameFit = 'exact' | 'letters' | 'words' | 'part';

/** The best first. */
export const NAME_FITS: readonly NameFit[] = ['exact', 'letters', 'words', 'part'];

/** The best fit of any of the names; undefined where none fits. */
export function matchName(names: readonly string[], words: string): NameFit | undefined {
  const wanted = collapseSpaces(words);
  const fits = names.map((name) => fitOf(name, wanted));
  return NAME_FITS.find((fit) => fits.includes(fit));
}

function fitOf(name: string, wanted: string): NameFit | undefined {
  if (name === wanted) return 'exact';
  const folded = normalize(name);
  const foldedWanted = normalize(wanted);
  if (foldedWanted === '') return undefined;
  if (folded === foldedWanted) return 'letters';
  if (wordsPattern(foldedWanted).test(folded)) return 'words';
  return partPattern(foldedWanted).test(folded) ? 'part' : undefined;
}

/** Without the marks that forms put behind their labels: `Email *`, `Email:`. */
const normalize = (text: string): string => foldLabel(text).replace(/(?<=[^\s*:…])[\s*:…]+$/, '');

function wordsPattern(folded: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(folded)}(?![\\p{L}\\p{N}])`, 'u');
}

/** `Post 3` is no part of `Post 30`. */
function partPattern(folded: string): RegExp {
  const before = /^\d/.test(folded) ? '(?<!\\d)' : '';
  const after = /\d$/.test(folded) ? '(?!\\d)' : '';
  return new RegExp(`${before}${escapeRegExp(folded)}${after}`, 'u');
}

/** Words that say what a field is: `Needs a licence` and `needs licence` have the same. */
const wordsIn = (text: string): string[] =>
  normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/** Whether all words of one are in the other, in any order. */
export function sharesWords(name: string, words: string): boolean {
  const [fewer = [], more = []] = [wordsIn(name), wordsIn(words)].sort((a, b) => a.length - b.length);
  return fewer.length > 0 && fewer.every((word) => more.includes(word));
}
