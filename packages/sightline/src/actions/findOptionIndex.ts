import { foldCase } from '../search/words/foldCase.ts';
import { collapseSpaces } from '../snapshot/shorten.ts';

/** The same text; else ignoring case and spaces; else the only one that begins with it or contains it. */
export function findOptionIndex(requested: string, labels: readonly string[]): number | undefined {
  const exact = labels.indexOf(requested);
  if (exact >= 0) return exact;
  const normalize = (text: string): string => foldCase(collapseSpaces(text));
  const normalizedRequest = normalize(requested);
  const tests = [
    (label: string) => normalize(label) === normalizedRequest,
    (label: string) => normalizedRequest !== '' && normalize(label).startsWith(normalizedRequest),
    (label: string) => normalizedRequest !== '' && normalize(label).includes(normalizedRequest),
  ];
  for (const test of tests) {
    const matches = labels.flatMap((label, i) => (test(label) ? [i] : []));
    if (matches.length === 1 || (matches.length > 1 && test === tests[0])) return matches[0];
  }
  return undefined;
}
