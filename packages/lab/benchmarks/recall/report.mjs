import { writeTable } from '../writeTable.mjs';
import { failuresOf } from './score.mjs';

const percent = (share) => `${share.toFixed(1)} %`;
const brief = (figure) => (figure >= 100 ? figure.toFixed(0) : figure.toPrecision(2));

/** @param {import('./run.mjs').QueryResults} results */
export function writeQueryReport(results) {
  return [
    `# Query: benchmark of ${results.at.slice(0, 10)}`,
    results.machine,
    ...queryFigures(results),
    '## Questions for tuning that are not answered within 5',
    `By ${results.best}. The other half of the questions is not told one by one.`,
    failureTable(results),
    '',
  ].join('\n\n');
}

/** What docs/benchmarks.md shows too. @param {import('./run.mjs').QueryResults} results @returns {string[]} */
export function queryFigures({ scores, speeds, pages, asked }) {
  return [
    `${asked.length} questions on ${pages} pages. Within how many results the element meant is found; MRR is the mean reciprocal rank. Each is asked by its words alone, with its keywords, and with those of its keywords that miss the label.`,
    contenderTable(scores.all),
    'Recall@20 / @5 / @1, by the kind of question and by half, with the keywords and with those that miss:',
    groupTable(scores),
    speeds
      ? speedTable(speeds)
      : 'Sightline’s own search is not part of dist/ yet: neither its recall nor its time is measured.',
    targetTable(scores, speeds),
  ];
}

function contenderTable(all) {
  const rows = Object.entries(all).map(([name, { at1, at5, at20, mrr }]) => [
    name,
    ...[at1, at5, at20].map(percent),
    mrr.toFixed(3),
  ]);
  return writeTable(['contender', 'recall@1', 'recall@5', 'recall@20', 'MRR'], rows);
}

function groupTable(scores) {
  const contenders = Object.keys(scores.all).filter((name) =>
    /^(BM25|Sightline).*, (keywords|misses)$/.test(name),
  );
  const cell = ({ at1, at5, at20 }) => [at20, at5, at1].map((share) => share.toFixed(0)).join(' / ');
  const rows = Object.entries(scores).map(([group, byContender]) => [
    group,
    String(Object.values(byContender)[0].count),
    ...contenders.map((name) => cell(byContender[name])),
  ]);
  return writeTable(['questions', 'count', ...contenders], rows);
}

function speedTable(speeds) {
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

function failureTable({ asked, best }) {
  const rows = failuresOf(asked, best).map(({ id, kind, ask, rank }) => [
    id,
    kind,
    ask.replaceAll('|', ' '),
    rank === 0 ? '-' : String(rank),
  ]);
  return writeTable(['question', 'kind', 'asked', 'rank'], rows);
}

/** What the search is to reach. */
function targetTable(scores, speeds) {
  const ours = (group) => scores[group]?.['Sightline, keywords'];
  const shares = [
    ['recall@20, a word is shared', 99.5, ours('shared')?.at20],
    ['recall@20, no word is shared', 90, ours('other')?.at20],
    ['recall@5', 90, ours('all')?.at5],
    ['recall@1', 70, ours('all')?.at1],
  ].map(([what, target, share]) => [
    what,
    `>= ${target} %`,
    share === undefined ? '-' : percent(share),
    judge(share, share >= target),
  ]);
  const middle = speeds?.[1];
  const times = [
    ['query, p50 at 10,000 elements', 3, middle?.p50, 'ms'],
    ['query, p99 at 10,000 elements', 5, middle?.p99, 'ms'],
    ['index', 10, middle && (1000 * middle.index) / middle.elements, 'us an element'],
  ].map(([what, target, time, unit]) => [
    what,
    `<= ${target} ${unit}`,
    time === undefined ? '-' : `${brief(time)} ${unit}`,
    judge(time, time <= target),
  ]);
  return writeTable(['what', 'target', 'measured', ''], [...shares, ...times]);
}

const judge = (figure, met) => (figure === undefined ? 'not measured' : met ? 'met' : 'missed');
