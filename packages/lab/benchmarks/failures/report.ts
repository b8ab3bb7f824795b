import { writeTable } from '../writeTable.ts';
import type { JudgedCase, Verdict } from './judge.ts';

const HEAD = [
  'failures',
  'tests',
  'cause in the first line',
  'cause named',
  'tokens, median',
  'most',
  'Playwright: in its error',
  'or in the page',
  'tokens, median',
  'most',
];

/** The report, paragraphs of Markdown: by kind, then those that were tuned on and those held back, then what was missed. */
export function failuresReport(judged: readonly JudgedCase[]): string[] {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  const rows = kinds.map((kind) =>
    row(
      kind,
      judged.filter((one) => one.kind === kind),
    ),
  );
  const totals = [
    row('all', judged),
    row(
      'tuned on',
      judged.filter(({ heldBack }) => !heldBack),
    ),
    row(
      'held back',
      judged.filter(({ heldBack }) => heldBack),
    ),
  ].filter((cells) => cells[1] !== '0');
  const missed = judged.filter(({ sightline }) => !sightline.stated);
  return [
    writeTable(HEAD, [...rows, ...totals]),
    ...(missed.length > 0 ? [`Not named: ${missed.map(({ name }) => name).join(', ')}.`] : []),
  ];
}

function row(name: string, cases: readonly JudgedCase[]): string[] {
  const ours = cases.map(({ sightline }) => sightline);
  const theirs = cases.map(({ errorContext }) => errorContext);
  return [
    name,
    String(cases.length),
    share(ours, ({ first }) => first),
    share(ours, ({ stated }) => stated),
    ...tokensOf(ours),
    share(theirs, ({ stated }) => stated),
    share(theirs, ({ anywhere }) => anywhere),
    ...tokensOf(theirs),
  ];
}

function share(verdicts: readonly Verdict[], test: (verdict: Verdict) => boolean): string {
  if (verdicts.length === 0) return '-';
  return `${Math.round((100 * verdicts.filter(test).length) / verdicts.length)} %`;
}

function tokensOf(verdicts: readonly Verdict[]): string[] {
  const sorted = verdicts.map(({ tokens }) => tokens).sort((a, b) => a - b);
  const at = (index: number): string => (sorted[index] ?? 0).toLocaleString('en');
  return [at(sorted.length >> 1), at(sorted.length - 1)];
}
