import { describe, expect, test } from 'vitest';
import { diffPages } from '../../packages/sightline/src/diff/diffPages.ts';
import { renderChangeReport } from '../../packages/sightline/src/render/changes/renderChangeReport.ts';
import { renderFirstLook } from '../../packages/sightline/src/render/firstLook/renderFirstLook.ts';
import { findEnteredTexts, searchTerms } from '../../packages/sightline/src/structure/enteredTexts.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const QUIET = { settled: true, transients: [], requests: { failed: [] }, consoleErrors: [] };
const field = (name: string, value: string): El => el('input', { name, attributes: { '.value': value } });
const row = (what: string, payer: string): El => el('tr', {}, el('td', {}, what), el('td', {}, payer));
const bills = (...rows: El[]): El =>
  el('main', {}, el('table', {}, el('tr', {}, el('th', {}, 'For what'), el('th', {}, 'Who')), ...rows));
const others = Array.from({ length: 12 }, (_, i) => row(`Bill ${i + 1}`, 'Aino'));

/** What is reported of another page that comes after one with these fields. */
function reportOf(fields: El[], page: El, entered: string[] = []): string[] {
  const before = sceneOf([el('main', {}, ...fields)], {}, { key: 'before' });
  const after = sceneOf([page], {}, { key: 'after' });
  const diff = diffPages(before.pageState, after.pageState);
  return renderChangeReport(after, diff, QUIET, { entered }).text.split('\n').slice(2);
}

describe('of a table that is folded', () => {
  const page = bills(...others.slice(0, 8), row('Charcoal', 'Dario'), ...others.slice(8));
  const folded = ['MAIN:', ' For what | Who', ' Bill 1 | Aino', ' Bill 2 | Aino'];
  const shown = [...folded, ' (6 more rows like these: get_region MAIN full)', ' Charcoal | Dario'];

  test('the row that says what was entered on the page before is shown', () => {
    expect(reportOf([field('What?', 'charcoal')], page)).toEqual([
      ...shown,
      ' (4 more rows like these: get_region MAIN full)',
    ]);
    expect(reportOf([], page, ['Charcoal'])).toEqual([
      ...shown,
      ' (4 more rows like these: get_region MAIN full)',
    ]);
    expect(reportOf([field('What?', '')], page)).toEqual([
      ...folded,
      ' (11 more rows like these: get_region MAIN full)',
    ]);
  });

  test('the rows that the address searches for are shown, the first twelve of them', () => {
    const lines = (url: string, count: number): string[] => {
      const rows = Array.from({ length: count }, (_, i) => row(`Loan ${i + 1}`, 'Luca Gupta'));
      return renderFirstLook(sceneOf([bills(...rows)], {}, { url })).text.split('\n');
    };
    expect(lines('https://depot.test/loans?q=Luca+Gupta', 9)).toHaveLength(11);
    expect(lines('https://depot.test/loans?q=Luca+Gupta', 40).slice(-2)).toEqual([
      ' Loan 14 | Luca Gupta',
      ' (26 more rows like these: get_region MAIN full)',
    ]);
    expect(lines('https://depot.test/loans?order=Luca+Gupta', 9).at(-1)).toContain('(7 more rows');
  });

  test('rows all over it are shown up to the third of the lines that count what is between them', () => {
    const mixed = Array.from({ length: 30 }, (_, i) => row(`Bill ${i + 1}`, i % 4 === 3 ? 'Dario' : 'Aino'));
    expect(reportOf([], bills(...mixed), ['dario'])).toEqual([
      'MAIN:',
      ' For what | Who',
      ' Bill 1 | Aino',
      ' Bill 2 | Aino',
      ' Bill 3 | Aino',
      ' Bill 4 | Dario',
      ' (3 more rows like these: get_region MAIN full)',
      ' Bill 8 | Dario',
      ' (3 more rows like these: get_region MAIN full)',
      ' Bill 12 | Dario',
      ' (18 more rows like these: get_region MAIN full)',
    ]);
  });
});

test('what is entered are words of text fields; searched for is what an address says', () => {
  const { pageState } = sceneOf([
    field('a', '  Laser   level '),
    field('b', '[filled]'),
    field('c', '2026-10-12'),
    field('d', 'ab'),
    field('e', 'x'.repeat(61)),
    field('f', 'Laser level'),
    el('select', { name: 'g', attributes: { '.value': 'Quarry' } }),
  ]);
  expect(findEnteredTexts(pageState)).toEqual(['Laser level']);
  expect(searchTerms('https://a.test/?search=mast+bends&order=desc&q=a')).toEqual(['mast bends']);
  expect(searchTerms('about:blank')).toEqual([]);
});
