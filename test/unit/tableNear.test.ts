import { describe, expect, test } from 'vitest';
import { readTable } from '../../packages/sightline/src/search/tables/readTable.ts';
import { renderTable } from '../../packages/sightline/src/search/tables/renderTable.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const table = (name: string, ...cells: string[]): El =>
  el(
    'table',
    { name },
    el('tr', {}, el('th', {}, 'Name')),
    ...cells.map((cell) => el('tr', {}, el('td', {}, cell))),
  );
const button = (id: string): El => el('button', { attributes: { id } }, id);

/** First line of the table that the element with an id means. */
function near(children: (El | string)[], id: string): string | undefined {
  const scene = sceneOf(children);
  const node = scene.pageState.page.nodes.find(({ attributes }) => attributes.id === id) as PageNode;
  return renderTable(readTable(node, scene), scene).text.split('\n')[0];
}

describe('the table next to an element', () => {
  const panel = (title: string, id: string, ...cells: string[]): El =>
    el('div', {}, el('div', {}, el('b', {}, title), button(id)), el('div', {}, table(title, ...cells)));

  test('is that of its panel, not the row of panels', () => {
    const page = [
      el(
        'main',
        {},
        el('div', {}, panel('Orders', 'a', 'x'), panel('Users', 'b', 'y', 'z'), panel('Teams', 'c', 'w')),
      ),
    ];
    expect(near(page, 'b')).toBe('Table "Users", rows 1-2 of 2:');
  });

  test('is the one it is in, that of its details, and what it opens', () => {
    const inside = el('table', { name: 'Rows' }, el('tr', {}, el('td', {}, 'x'), el('td', {}, button('in'))));
    expect(near([inside, table('Other', 'x')], 'in')).toBe('Table "Rows", rows 1-1 of 1:');
    const details = (name: string, id: string): El =>
      el(
        'details',
        { attributes: { open: '' } },
        el('summary', { name, attributes: { id } }, name),
        table('', name),
      );
    const page = [el('main', {}, details('History', 'one'), details('Notes', 'two'))];
    expect(near(page, 'two')).toBe('Table "Notes", rows 1-1 of 1:');
    const opener = el('button', { attributes: { id: 'opens', 'aria-controls': 'p' } }, 'Show');
    expect(
      near([opener, table('Far', 'x'), el('div', { attributes: { id: 'p' } }, table('Panel', 'x'))], 'opens'),
    ).toBe('Table "Panel", rows 1-1 of 1:');
  });

  test('is that under its heading, which names lists too', () => {
    const section = (title: string, id: string): El[] => [
      el('h2', {}, title),
      el('p', {}, button(id)),
      el('ul', {}, ...['x', 'y', 'z'].map((text) => el('li', {}, text))),
    ];
    const page = [el('main', {}, ...section('Fruit', 'a'), ...section('Tools', 'b'))];
    expect(near(page, 'a')).toBe('List "Fruit", rows 1-3 of 3:');
    expect(near(page, 'b')).toBe('List "Tools", rows 1-3 of 3:');
  });

  test('is refused, with the tables there are, where none is near', () => {
    const page = [el('nav', {}, button('far')), el('main', {}, el('h1', {}, 'Orders'), table('Orders', 'x'))];
    expect(() => near(page, 'far')).toThrow(/^\[\d+\] is no table or list, and stands in none\.$/);
  });
});
