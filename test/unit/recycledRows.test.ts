import { describe, expect, test } from 'vitest';
import { diffPages } from '../../packages/sightline/src/diff/diffPages.ts';
import { renderChangeReport } from '../../packages/sightline/src/render/changes/renderChangeReport.ts';
import { renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { RefRegistry } from '../../packages/sightline/src/session/refs/RefRegistry.ts';
import { TargetResolver } from '../../packages/sightline/src/session/refs/TargetResolver.ts';
import { type El, el, snapshotOf } from '../support/page.ts';
import { sceneFrom } from '../support/show.ts';

const QUIET = { settled: true, transients: [], requests: { failed: [] }, consoleErrors: [] };

/** A list that draws its names with the same elements, from the first on. */
const list = (names: string[]): El =>
  el(
    'ul',
    { id: 100 },
    ...names.map((name, i) =>
      el(
        'li',
        { id: 200 + i },
        el('button', { id: 300 + i }, name),
        el('p', { id: 400 + i }, `${name} of today`),
      ),
    ),
  );

/** The report of a change from one page to the other, the whole page afterwards, and what old numbers stand for. */
function change(before: El, after: El): { report: string[]; outline: string; nameOf(ref: number): string } {
  const numbers = new RefRegistry();
  const targets = new TargetResolver(numbers);
  const first = sceneFrom(snapshotOf([before]), {}, undefined, numbers).scene;
  renderOutline(first);
  const second = sceneFrom(snapshotOf([after]), {}, undefined, numbers).scene;
  const states = { before: first.pageState, after: second.pageState };
  const diff = diffPages(states.before, states.after);
  targets.keepNumbers(diff.replaced, states);
  const refOf = numbers.createChangeRefAssigner(second.pageState, first.pageState);
  const report = renderChangeReport({ ...second, refOf }, diff, QUIET).text.split('\n');
  const outline = renderOutline({ ...second, refOf }).text;
  return { report, outline, nameOf: (ref) => targets.resolve(ref, second).node.name };
}

describe('a list that draws other rows with the same elements', () => {
  const files = ['check.ipynb', 'draft.txt', 'notes.md', 'rows.csv', 'zones.csv'];

  test('after an insertion reports the row that came, and the numbers stay with the rows', () => {
    const { report, outline, nameOf } = change(list(files), list(['archive', ...files]));
    expect(report).toEqual(['new in the page:', ' [6]<button>archive', ' archive of today']);
    expect(files.map((_, i) => nameOf(i + 1))).toEqual(files);
    expect(outline).toContain('[6]<button>archive');
  });

  test('after a removal reports the row that went', () => {
    const { report, nameOf } = change(list(files), list(files.filter((name) => name !== 'draft.txt')));
    expect(report).toEqual(['gone from the page: <button "draft.txt">, "draft.txt of today"']);
    expect([1, 3, 4, 5].map(nameOf)).toEqual(files.filter((name) => name !== 'draft.txt'));
    expect(() => nameOf(2)).toThrow();
  });

  test('that scrolls reports the rows that came into view', () => {
    const names = Array.from({ length: 12 }, (_, i) => `Row ${'abcdefghijkl'[i]}`);
    const { report, nameOf } = change(list(names.slice(0, 7)), list(names.slice(2, 9)));
    expect(report).toEqual([
      '2 of 7 items differ in the page:',
      ' [8]<button>Row h',
      ' Row h of today',
      ' [9]<button>Row i',
      ' Row i of today',
      'gone from the page: <button "Row a">, "Row a of today", <button "Row b">, "Row b of today"',
    ]);
    expect([3, 7, 8].map(nameOf)).toEqual(['Row c', 'Row g', 'Row h']);
  });

  test('in another order reports that', () => {
    const { report, nameOf } = change(list(files), list([...files].reverse()));
    expect(report).toEqual([
      'moved in the page: [5]<button "zones.csv"> "zones.csv of today" [4]<button "rows.csv"> and 5 more now the first',
    ]);
    expect(files.map((_, i) => nameOf(i + 1))).toEqual(files);
  });

  test('is not meant where a row was renamed, or all of them', () => {
    const renamed = files.map((name) => (name === 'draft.txt' ? 'first.txt' : name));
    expect(change(list(files), list(renamed)).report).toEqual([
      'changed in the page: [2]<button "first.txt"> was called "draft.txt"',
      'text in the page: "first.txt of today" (was "draft.txt of today")',
    ]);
    expect(change(list(files), list(files.map((name) => `${name}~`))).report.join('\n')).not.toContain(
      'gone',
    );
  });
});
