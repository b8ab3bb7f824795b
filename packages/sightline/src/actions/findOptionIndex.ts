import { foldLabel } from '../search/words/foldCase.ts';

/** The same text; else ignoring case and spaces; else the only one that begins with it or contains it. */
export function findOptionIndex(requested: string, labels: readonly string[]): number | undefined {
  const exact = labels.indexOf(requested);
  if (exact >= 0) return exact;
  const normalizedRequest = foldLabel(requested);
  const tests = [
    (label: string) => foldLabel(label) === normalizedRequest,
    (label: string) => normalizedRequest !== '' && foldLabel(label).startsWith(normalizedRequest),
    (label: string) => normalizedRequest !== '' && foldLabel(label).includes(normalizedRequest),
  ];
  for (const test of tests) {
    const matches = labels.flatMap((label, i) => (test(label) ? [i] : []));
    if (matches.length === 1 || (matches.length > 1 && test === tests[0])) return matches[0];
  }
  return undefined;
}
