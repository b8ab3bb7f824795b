import { geometricMean } from '../statistics.mjs';
import { writeTable } from '../writeTable.mjs';

/** What a figure better than Sightline's in the same column is marked with. */
const BETTER = ' ▲';

/**
 * The table of totals, and one of each page, as Markdown.
 * @param {import('./measurePeers.mjs').PeerResult[]} results
 */
export function writeTotals(results) {
  const contenders = [...new Set(results.map(({ contender }) => contender))];
  return writeRows(
    contenders.map((name) =>
      total(
        name,
        results.filter(({ contender }) => contender === name),
      ),
    ),
  );
}

/** @param {import('./measurePeers.mjs').PeerResult[]} results of one page */
export const writePage = (results) => writeRows(results.map((result) => total(result.contender, [result])));

/** @param {string} name @param {import('./measurePeers.mjs').PeerResult[]} results */
function total(name, results) {
  const sum = (figure) => results.reduce((all, result) => all + figure(result), 0);
  return {
    name,
    controlsOnly: results[0].controlsOnly,
    ms: geometricMean(results.map(({ ms }) => ms)),
    tokens: sum(({ tokens }) => tokens),
    refs: sum(({ refs }) => refs),
    ghosts: [sum(({ verdict }) => verdict.ghosts.length), sum(({ verdict }) => verdict.judged)],
    misses: [sum(({ verdict }) => verdict.misses.length), sum(({ verdict }) => verdict.usable)],
    wrongNames: [sum(({ verdict }) => verdict.wrongNames.length), sum(({ verdict }) => verdict.named)],
    words: [sum(({ text }) => text.wordsMissing), sum(({ text }) => text.words)],
    leaked: new Set(results.flatMap(({ leaked }) => leaked)).size,
  };
}

const head = [
  '',
  'ms',
  'tokens',
  'numbers',
  'ghosts',
  'misses',
  'wrong names',
  'words left out',
  'secrets told',
];

function writeRows(rows) {
  const ours = (row) => rows.find(({ controlsOnly }) => controlsOnly === row.controlsOnly) ?? row;
  const lines = rows.map((row) => {
    const own = ours(row);
    const mark = (figure, other) => (figure < other ? BETTER : '');
    const plain = (key, digits = 0) => write(row[key], digits) + mark(row[key], own[key]);
    const share = (key) =>
      row[key][1] === 0 ? '-' : percent(row[key]) + mark(shareOf(row[key]), shareOf(own[key]));
    return [
      row.name,
      plain('ms', row.ms < 10 ? 1 : 0),
      plain('tokens'),
      write(row.refs),
      share('ghosts'),
      share('misses'),
      share('wrongNames'),
      row.controlsOnly ? '-' : share('words'),
      plain('leaked'),
    ];
  });
  return writeTable(head, lines);
}

const shareOf = ([some, all]) => (all === 0 ? 0 : some / all);
const percent = (pair) => `${(100 * shareOf(pair)).toFixed(1)} %`;
const write = (figure, digits = 0) =>
  figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
