import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** docs/benchmarks.md, as the benchmarks have written it, within what docs/spec/ asks for. */
const benchmarks = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');

/** The rows of the tables that a command writes, by column; cells as they stand. */
function rowsOf(command: string): Record<string, string>[] {
  const mark = `<!-- figures: written by npm run bench -- ${command} -->`;
  const section = benchmarks.split(mark)[1]?.split('<!-- end of figures -->')[0] ?? '';
  let head: string[] = [];
  return section.split('\n').flatMap((line, i, lines) => {
    if (!line.startsWith('|') || line.startsWith('| -')) return [];
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (!lines[i - 1]?.startsWith('|')) {
      head = cells;
      return [];
    }
    // Of columns of one name the first counts.
    return [Object.fromEntries(head.map((name, column) => [name, cells[column] ?? '']).reverse())];
  });
}

const figure = (cell: string | undefined): number => Number((cell ?? '').replace(/[,%]/g, ''));

test('query_dom: 50 ms in the page, 2 s in all', () => {
  const rows = rowsOf('dom --write');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(figure(row['in the page, ms'])).toBeLessThan(50);
    expect(figure(row['page changed, ms'])).toBeLessThan(2_000);
    expect(figure(row['p99, ms'])).toBeLessThan(2_000);
  }
});

describe('query', () => {
  const rows = rowsOf('query --write');

  test('tokens of a task against off', () => {
    const saved = (elements: string): number[] =>
      rowsOf('agent --path DIR --write')
        .filter((row) => row.elements === elements && row.variant !== 'oracle_off')
        .map((row) => figure(row['saved, %']));
    expect(Math.min(...saved('250'))).toBeGreaterThanOrEqual(58);
    expect(Math.min(...saved('500'))).toBeGreaterThanOrEqual(75);
  });

  test('the element meant is among the first 20', () => {
    const found = rows
      .filter(({ contender }) => contender === 'Sightline, keywords')
      .map((row) => figure(row['recall@20']));
    expect(found).toHaveLength(2);
    const [first = 0, second = 0] = found;
    // By the questions of both sets together.
    const counts = rows
      .filter(({ questions = '' }) => /^(?:first|second)$/.test(questions))
      .map(({ count }) => figure(count));
    const [ofFirst = 0, ofSecond = 0] = counts;
    expect((first * ofFirst + second * ofSecond) / (ofFirst + ofSecond)).toBeGreaterThanOrEqual(97.6);
  });
});
