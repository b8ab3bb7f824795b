import { describe, expect, test } from 'vitest';
import { findHeading, findPart } from '../../packages/sightline/src/render/findRegion.ts';
import { QueryIndex } from '../../packages/sightline/src/search/elements/QueryIndex.ts';
import { renderQueryResult } from '../../packages/sightline/src/search/elements/renderQueryResult.ts';
import {
  type ElementQuery,
  searchElements,
} from '../../packages/sightline/src/search/elements/searchElements.ts';
import { findTextMatches } from '../../packages/sightline/src/search/text/findTextMatches.ts';
import { renderTextMatches } from '../../packages/sightline/src/search/text/renderTextMatches.ts';
import { SynonymIndex } from '../../packages/sightline/src/search/words/SynonymIndex.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

function query(children: (El | string)[], question: ElementQuery): string[] {
  const scene = sceneOf(children);
  const index = new QueryIndex(scene.pageState, { synonyms: new SynonymIndex() });
  return renderQueryResult(searchElements(index, question), question, index, scene).text.split('\n');
}

const closed = (name: string, attributes: Record<string, string> = {}): El =>
  el('button', { attributes: { 'aria-expanded': 'false', ...attributes } }, name);
const tab = (name: string, selected: boolean): El =>
  el(
    'div',
    { role: 'tab', name, flags: Flag.TabIndex, attributes: { role: 'tab', 'aria-selected': `${selected}` } },
    name,
  );
const grid = el(
  'table',
  { role: 'grid', name: 'Orders', attributes: { 'aria-rowcount': '5000' } },
  el('tr', {}, el('td', {}, 'Order 1')),
);
const page = [
  closed('Menu', { 'aria-haspopup': 'menu' }),
  closed('History'),
  tab('General', true),
  tab('Logs', false),
  grid,
];

describe('a search that finds nothing', () => {
  test('says where it did not look, with what opens it: sections, then menus, tabs, rows that are not loaded', () => {
    expect(query(page, { text: 'zeppelin' }).slice(-3)).toEqual([
      'Not searched, since closed: [1]<button>History, [2]<button>Menu',
      'Not searched, tabs that are not open: [3]<tab>Logs',
      'Not searched, not loaded: "Orders" (4999 more rows are not loaded: scroll for them)',
    ]);
    const scene = sceneOf(page);
    expect(
      renderTextMatches(findTextMatches(scene.pageState, 'zeppelin'), 'zeppelin', scene).text.split('\n'),
    ).toEqual([
      '"zeppelin" does not stand in the visible text of this page.',
      'Not searched, since closed: [1]<button>History, [2]<button>Menu',
      'Not searched, tabs that are not open: [3]<tab>Logs',
      'Not searched, not loaded: "Orders" (4999 more rows are not loaded: scroll for them)',
    ]);
  });

  test('names the arrows before closed branches of a tree without states', () => {
    const arrow = el('span', {
      flags: Flag.Listener | Flag.Pointer,
      attributes: { '.icon': 'fa-angle-right' },
    });
    const branch = (name: string, ...children: El[]): El => el('li', {}, arrow, name, ...children);
    const tree = el('ul', {}, branch('Cellar', el('ul', {}, el('li', {}, 'Probe'))), branch('Roof'));
    expect(query([tree], { text: 'zeppelin' }).at(-1)).toBe('Not searched, since closed: [1]<span>Roof');
    const others = el('ul', {}, el('li', {}, 'Account', arrow), el('li', {}, arrow));
    expect(query([others], { text: 'zeppelin' }).join()).not.toContain('Not searched');
  });

  test('says that a large canvas is not read', () => {
    const canvas = el('canvas', { box: [0, 0, 900, 600] });
    expect(query([canvas], { text: 'zeppelin' }).at(-1)).toBe(
      'Not searched, drawn on a canvas (900x600): take a screenshot, or open its data as text',
    );
    expect(query([el('canvas', { box: [0, 0, 90, 60] })], { text: 'zeppelin' }).join()).not.toContain(
      'canvas',
    );
  });

  test('guesses no more than five hidden elements', () => {
    const hidden = Array.from({ length: 9 }, (_, i) =>
      el('div', { flags: Flag.DisplayNone }, el('button', {}, `Zeppelins of ${i}`)),
    );
    const lines = query(hidden, { text: 'zeppelin tours of the harbour' });
    expect(lines.filter((line) => line.includes('<button>'))).toHaveLength(5);
  });

  test('writes hidden elements that no words tell apart once, with a count', () => {
    const hidden = Array.from({ length: 3 }, () =>
      el('div', { flags: Flag.DisplayNone }, el('button', {}, 'Open filter')),
    );
    const lines = query([el('button', {}, 'Filter'), ...hidden], { text: 'filter' });
    expect(lines.slice(-2)).toEqual([
      'Hidden now:',
      ' [2]<button>Open filter - display:none on div (and 2 like it)',
    ]);
  });

  test('leaves out what it found something behind, and says nothing where it found what was asked', () => {
    const opened = el(
      'div',
      { attributes: { id: 'p' }, flags: Flag.DisplayNone },
      el('button', {}, 'Restore'),
    );
    const known = [closed('Versions', { 'aria-controls': 'p' }), opened, ...page];
    expect(query(known, { text: 'zeppelin' }).join('\n')).not.toContain('<button>Versions,');
    expect(query(page, { text: 'history' }).join('\n')).not.toContain('Not searched');
  });
});

describe('a place that is not there', () => {
  const shop = [
    el('nav', { attributes: { 'aria-label': 'Primary' } }, el('a', {}, 'Orders')),
    el('main', {}, el('h2', {}, 'Open orders'), el('button', {}, 'Save'), el('h2', {}, 'Archive')),
  ];

  test('is shown with the nearest, and the whole page is searched', () => {
    expect(query(shop, { text: 'save', nearHeading: 'Open order list' })).toEqual([
      'There is no heading "Open order list", the nearest is "Open orders": the whole page was searched.',
      'Found 1 element for "save":',
      ' [1]<button>Save (MAIN > "Open orders")',
    ]);
    expect(query(shop, { text: 'save', withinLandmark: 'NAV:Primry' })[0]).toBe(
      'There is no region "NAV:Primry", the nearest is NAV:Primary: the whole page was searched.',
    );
    expect(query(shop, { text: 'save', nearHeading: 'Zeppelin' })[0]).toBe(
      'There is no heading "Zeppelin" (there are "Open orders", "Archive"): the whole page was searched.',
    );
  });

  test('that is hidden is shown with the reason', () => {
    const hidden = el('h2', { flags: Flag.DisplayNone }, 'Billing');
    expect(query([...shop, hidden], { text: 'save', nearHeading: 'Billing' })[0]).toMatch(
      /^There is no heading "Billing", the nearest is "Billing", which does not show \(.+\): the whole page was searched\.$/,
    );
  });

  test('finds nothing where nothing else was asked for', () => {
    expect(query(shop, { nearHeading: 'Zeppelin' }).slice(0, 2)).toEqual([
      'There is no heading "Zeppelin" (there are "Open orders", "Archive").',
      'Found nothing, of 2 elements.',
    ]);
  });

  test('is named with the nearest by an error too', () => {
    const { pageState } = sceneOf(shop);
    expect(() => findPart(pageState, 'NAV:Primry')).toThrow(
      expect.objectContaining({ hint: 'Nearest: NAV:Primary. Its regions: NAV:Primary, MAIN.' }),
    );
    expect(() => findHeading(pageState.headings, 'Open order list')).toThrow(
      expect.objectContaining({ hint: 'Nearest: "Open orders". Headings: "Open orders", "Archive".' }),
    );
  });
});
