import { describe, expect, test } from 'vitest';
import { type El, el } from '../support/page.ts';
import { outlineOf } from '../support/show.ts';

describe('rows that a grid writes in parts are one line, from left to right', () => {
  const at = (x: number, y: number, width: number): El['box'] => [x, y, width, 20];
  const cell = (role: string, x: number, y: number, words: string): El =>
    el('td', { role, box: at(x, y, 100) }, words);

  test('tables beside each other whose rows have ids of the same number', () => {
    const body = (x: number, prefix: string, ...names: string[]): El =>
      el(
        'table',
        { box: [x, 0, 100, 60] },
        ...names.map((name, i) =>
          el(
            'tr',
            { attributes: { id: `${prefix}_${i}` }, box: at(x, 20 * i, 100) },
            cell('cell', x, 20 * i, name),
          ),
        ),
      );
    const [right, left] = [body(100, 'rec', 'Gent', 'Ghent', 'Lier'), body(0, 'frec', 'Ann', 'Ben', 'Cy')];
    expect(
      outlineOf([right, left])
        .slice(1)
        .map((line) => line.trim()),
    ).toEqual(['Ann | Gent', 'Ben | Ghent', 'Cy | Lier']);
    expect(
      outlineOf([left, body(100, 'day', 'Mon')])
        .slice(1)
        .map((line) => line.trim()),
    ).toEqual(['Ann', 'Ben', 'Cy', 'Mon']);
  });

  test('bodies of one grid, the heads first', () => {
    const row = (role: string, index: number, x: number, ...names: string[]): El =>
      el(
        'tr',
        { attributes: { 'aria-rowindex': String(index) }, box: at(x, 20 * index, 200) },
        ...names.map((name, i) => cell(role, x + 100 * i, 20 * index, name)),
      );
    const grid = el(
      'div',
      { role: 'grid' },
      el('tbody', {}, row('gridcell', 2, 100, '4', 'Shelf 1'), row('gridcell', 3, 100, '7', 'Shelf 2')),
      el('thead', {}, row('columnheader', 1, 100, 'Count', 'Place')),
      el('thead', {}, row('columnheader', 1, 0, 'Part')),
      el('tbody', {}, row('gridcell', 2, 0, 'Bolt'), row('gridcell', 3, 0, 'Nut')),
    );
    expect(
      outlineOf([grid])
        .slice(1)
        .map((line) => line.trim()),
    ).toEqual(['Part | Count | Place', 'Bolt | 4 | Shelf 1', 'Nut | 7 | Shelf 2']);
  });
});
