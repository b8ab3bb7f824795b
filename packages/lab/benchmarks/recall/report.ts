import { writeTable } from '../writeTable.ts';
import type { AskedQuestion } from './askAll.ts';
import { SETS } from './pages.ts';
import { failuresOf, type Score, type Scores } from './score.ts';
import type { Speed } from './speed.ts';

export interface QueryResults {
  /** ISO 8601. */
  at: string;
  machine: string;
  pages: number;
  asked: AskedQuestion[];
  scores: Scores;
  speeds: Speed[];
}

const percent = (share: number): string => `${share.toFixed(1)} %`;
const brief = (figure: number): string => (figure >= 100 ? figure.toFixed(0) : figure.toPrecision(2));

/** Paragraphs of Markdown. */
export function queryReport(results: QueryResults): string[] {
  return [
    `# Query: benchmark of ${results.at.slice(0, 10)}`,
    results.machine,
    ...queryFigures(results),
    '## Questions that are not answered within 5',
    'By Sightline, with keywords. The questions of the second set are not shown one by one.',
    failureTable(results.asked),
  ];
}

const TITLES: Record<(typeof SETS)[number], string> = {
  first: 'The first set, on which the weights of the search are chosen:',
  second: 'The second set, written by one who had not seen the search, on other pages, and held back:',
  given: 'The questions that were given:',
};

/** What docs/benchmarks.md shows too. */
export function queryFigures({ scores, speeds, pages, asked }: QueryResults): string[] {
  return [
    `${asked.length} questions on ${pages} pages. Within how many results the element meant is found; MRR is the mean reciprocal rank. Each is asked by its words alone, with its keywords, and with those of its keywords that miss the label.`,
    ...SETS.flatMap((set) => (scores[set] ? [TITLES[set], contenderTable(scores[set])] : [])),
    'Recall@20 / @5 / @1, by set and kind of question. `answer`: by what `query_elements` answers without a limit of its own.',
    groupTable(scores),
    ...(speeds.length > 0 ? [speedTable(speeds)] : []),
    targetTable(scores, speeds),
  ];
}

function contenderTable(all: Record<string, Score>): string {
  const rows = Object.entries(all).map(([name, { at1, at5, at20, mrr }]) => [
    name,
    ...[at1, at5, at20].map(percent),
    mrr.toFixed(3),
  ]);
  return writeTable(['contender', 'recall@1', 'recall@5', 'recall@20', 'MRR'], rows);
}

function groupTable(scores: Scores): string {
  const contenders = Object.keys(scores.first ?? scores.second ?? scores.given ?? {}).filter((name) =>
    /^(?:BM25 and vectors|Sightline|answer), /.test(name),
  );
  const cell = (score: Score | undefined): string =>
    score ? [score.at20, score.at5, score.at1].map((share) => share.toFixed(0)).join(' / ') : '-';
  const rows = Object.entries(scores).map(([group, byContender]) => [
    group,
    String(Object.values(byContender)[0]?.count),
    ...contenders.map((name) => cell(byContender[name])),
  ]);
  return writeTable(['questions', 'count', ...contenders], rows);
}

function speedTable(speeds: readonly Speed[]): string {
  const rows = speeds.map(({ elements, p50, p99, page, index, megabytes }) => [
    elements.toLocaleString('en'),
    ...[p50, p99, page, index].map(brief),
    brief((1000 * index) / elements),
    brief(megabytes),
  ]);
  return writeTable(
    ['elements', 'p50 ms', 'p99 ms', 'page ms', 'index ms', 'index us/element', 'MB kept'],
    rows,
  );
}

function failureTable(asked: readonly AskedQuestion[]): string {
  const rows = failuresOf(asked, 'Sightline, keywords').map(({ id, kind, ask, rank }) => [
    id,
    kind,
    ask.replaceAll('|', ' '),
    rank === 0 ? '-' : String(rank),
  ]);
  return writeTable(['question', 'kind', 'asked', 'rank'], rows);
}

function targetTable(scores: Scores, speeds: readonly Speed[]): string {
  const ours = (group: string): Score | undefined => scores[group]?.['Sightline, keywords'];
  const misses = (group: string): Score | undefined => scores[group]?.['Sightline, misses'];
  const shares = SETS.filter((set) => scores[set]).flatMap(
    (set): [what: string, target: number, share: number | undefined][] => [
      [`${set}: recall@20, a word is shared`, 100, ours(`${set}, shared`)?.at20],
      [`${set}: recall@20, no word is shared`, 92, ours(`${set}, other`)?.at20],
      [`${set}: recall@20, no word is shared, keywords that miss`, 92, misses(`${set}, other`)?.at20],
      [`${set}: recall@20, another language`, 95, ours(`${set}, language`)?.at20],
      [`${set}: recall@1`, 75, ours(set)?.at1],
    ],
  );
  const middle = speeds[1];
  const times: [what: string, target: number, time: number | undefined, unit: string][] = [
    ['query, p50 at 10,000 elements', 3, middle?.p50, 'ms'],
    ['query, p99 at 10,000 elements', 5, middle?.p99, 'ms'],
    ['index', 10, middle && (1000 * middle.index) / middle.elements, 'us an element'],
  ];
  return writeTable(
    ['what', 'target', 'measured', ''],
    [
      ...shares.map(([what, target, share]) => [
        what,
        `>= ${target} %`,
        share === undefined ? '-' : percent(share),
        judge(share, (figure) => figure >= target),
      ]),
      ...times.map(([what, target, time, unit]) => [
        what,
        `<= ${target} ${unit}`,
        time === undefined ? '-' : `${brief(time)} ${unit}`,
        judge(time, (figure) => figure <= target),
      ]),
    ],
  );
}

function judge(figure: number | undefined, isMet: (figure: number) => boolean): string {
  if (figure === undefined) return 'not measured';
  return isMet(figure) ? 'met' : 'missed';
}
