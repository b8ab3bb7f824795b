import { geometricMean } from '../statistics.ts';
import { writeTable } from '../writeTable.ts';
import type { PeerResult } from './measurePeers.ts';

/** What a figure better than Sightline's in the same column is marked with. */
const BETTER = ' ▲';

/** Some of all. */
type Share = [some: number, all: number];

interface Totals {
  name: string;
  controlsOnly: boolean;
  ms: number;
  tokens: number;
  refs: number;
  ghosts: Share;
  misses: Share;
  wrongNames: Share;
  words: Share;
  leaked: number;
}

/** The table of totals over all pages, as Markdown. */
export function writeTotals(results: readonly PeerResult[]): string {
  const contenders = [...new Set(results.map(({ contender }) => contender))];
  return writeRows(
    contenders.map((name) =>
      totalsOf(
        name,
        results.filter(({ contender }) => contender === name),
      ),
    ),
  );
}

/** The table of one page, as Markdown. */
export const writePage = (results: readonly PeerResult[]): string =>
  writeRows(results.map((result) => totalsOf(result.contender, [result])));

function totalsOf(name: string, results: readonly PeerResult[]): Totals {
  const sum = (figure: (result: PeerResult) => number): number =>
    results.reduce((all, result) => all + figure(result), 0);
  return {
    name,
    controlsOnly: results[0]?.controlsOnly ?? false,
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

const HEAD = [
  '',
  'ms',
  'tokens',
  'numbers',
  'ghosts',
  'misses',
  'wrong names',
  'words left out',
  'secrets shown',
];

function writeRows(rows: readonly Totals[]): string {
  const lines = rows.map((row) => {
    const ours = rows.find(({ controlsOnly }) => controlsOnly === row.controlsOnly) ?? row;
    const mark = (figure: number, other: number): string => (figure < other ? BETTER : '');
    const plain = (key: 'ms' | 'tokens' | 'leaked', digits = 0): string =>
      format(row[key], digits) + mark(row[key], ours[key]);
    const share = (key: 'ghosts' | 'misses' | 'wrongNames' | 'words'): string =>
      row[key][1] === 0 ? '-' : percent(row[key]) + mark(shareOf(row[key]), shareOf(ours[key]));
    return [
      row.name,
      plain('ms', row.ms < 10 ? 1 : 0),
      plain('tokens'),
      format(row.refs),
      share('ghosts'),
      share('misses'),
      share('wrongNames'),
      row.controlsOnly ? '-' : share('words'),
      plain('leaked'),
    ];
  });
  return writeTable(HEAD, lines);
}

const shareOf = ([some, all]: Share): number => (all === 0 ? 0 : some / all);
const percent = (share: Share): string => `${(100 * shareOf(share)).toFixed(1)} %`;
const format = (figure: number, digits = 0): string =>
  figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
