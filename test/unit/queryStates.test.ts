import { describe, expect, test } from 'vitest';
import { QueryIndex } from '../../packages/sightline/src/search/elements/QueryIndex.ts';
import {
  rankCandidates,
  searchElements,
} from '../../packages/sightline/src/search/elements/searchElements.ts';
import { findStateWords } from '../../packages/sightline/src/search/elements/stateWords.ts';
import { SynonymIndex } from '../../packages/sightline/src/search/words/SynonymIndex.ts';
import { splitWords } from '../../packages/sightline/src/search/words/Tokenizer.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { sceneOf } from '../support/show.ts';

const synonyms = new SynonymIndex();

/** The names of what a question ranks, the best first. */
function ranked(children: (El | string)[], text: string): string[] {
  const index = new QueryIndex(sceneOf(children).pageState, { synonyms });
  return rankCandidates(index, { text }, 5).map(({ node }) => node.name);
}

const statesIn = (text: string): string =>
  findStateWords(splitWords(text))
    .map(({ states }) => states.join('/'))
    .join(' ');

describe('words that ask for a state', () => {
  test.each([
    ['tab that cannot be chosen', 'disabled'],
    ["button you can't press", 'disabled'],
    ['greyed out entry', 'disabled'],
    ['nobody can open it', 'disabled'],
    ['list entry which is not available', 'disabled'],
    ['entry of the list that is switched off', 'disabled/unchecked'],
    ['switch that is turned on', 'checked'],
    ['ticked box', 'checked'],
    ['box that is not ticked', 'unchecked'],
    ['half checked box', 'mixed'],
    ['field that may not be edited', 'readonly/disabled'],
    ['read-only address', 'readonly/disabled'],
    ['mandatory town', 'required'],
    ['what must be filled in', 'required'],
    ['not required', 'optional'],
    ['field with an error', 'invalid'],
    ['zip, not filled in yet', 'empty'],
    ['already filled name', 'filled'],
    ['unfolded section', 'expanded'],
    ['section that is not open', 'collapsed'],
    ['the page we are on', 'selected'],
    ['chosen option', 'selected/checked'],
    ['deaktivierter Schalter', 'disabled'],
    ['champ en lecture seule', 'readonly/disabled'],
    ['casilla marcada', 'checked'],
    ['禁用的按钮', 'disabled'],
    ['必填项', 'required'],
    ['обязательное поле', 'required'],
  ])('%s: %s', (text, states) => {
    expect(statesIn(text)).toBe(states);
  });

  test.each(['turn off the alarm', 'disable it', 'select all', 'check the spelling', 'sign in', 'save'])(
    'none in what is to be done: %s',
    (text) => {
      expect(statesIn(text)).toBe('');
    },
  );
});

test('an element in the state that words ask for comes before those that are not', () => {
  const tab = (name: string, attributes: Record<string, string>): El =>
    el('button', { role: 'tab', attributes }, name);
  const tabs = [
    tab('One', { 'aria-selected': 'true' }),
    tab('Two', {}),
    el('button', { role: 'tab', flags: Flag.Disabled }, 'Three'),
  ];
  expect(ranked(tabs, 'tab that cannot be chosen')[0]).toBe('Three');
  expect(ranked(tabs, 'tab that is shown now')[0]).toBe('One');
});

test('what a label says of the state counts more than the state', () => {
  const page = [
    el('button', { flags: Flag.Disabled }, 'Send'),
    el('a', { attributes: { href: '/users' } }, 'Inactive users'),
  ];
  expect(ranked(page, 'inactive users')[0]).toBe('Inactive users');
});

test('a state that only a class tells, on the element or on the item around it', () => {
  const link = (name: string, classes: string): El =>
    el('a', { attributes: { href: `/${name}`, class: classes } }, name);
  expect(ranked([link('First', ''), link('Second', 'pager-disabled')], 'greyed out')[0]).toBe('Second');
  const item = (name: string, classes: string): El =>
    el('li', { attributes: classes === '' ? {} : { class: classes } }, link(name, ''));
  const items = el('ul', {}, item('Home', ''), item('Users', 'active'), item('Help', ''));
  expect(ranked([items], 'menu entry where I am')[0]).toBe('Users');
});

test('what would be a control but for its state is found', () => {
  const page = [
    el('a', { attributes: { href: '/a' } }, 'Earlier'),
    el('span', { flags: Flag.Disabled, attributes: { 'aria-disabled': 'true' } }, 'Later'),
    el('span', {}, 'Contents'),
  ];
  const index = new QueryIndex(sceneOf(page).pageState, { synonyms });
  const { matches } = searchElements(index, { text: 'link that cannot be used' });
  expect(matches[0]?.node.attributes['aria-disabled']).toBe('true');
  expect(index.candidates.map(({ node }) => node.tag)).toEqual(['a', 'span']);
});

test('words written as one are found by each', () => {
  const page = [
    el('a', { attributes: { href: '#a' } }, 'DocumentRoot'),
    el('a', { attributes: { href: '#b' } }, 'Document types'),
  ];
  expect(ranked(page, 'root of documents')[0]).toBe('DocumentRoot');
});

test('of several links with one name to one place the others come after what is something else', () => {
  const cookie = (): El => el('a', { attributes: { href: '#cookie' } }, 'Cookie path');
  const other = el('a', { attributes: { href: '#domain' } }, 'Cookie domain');
  expect(ranked([cookie(), cookie(), cookie(), other], 'cookie path').slice(0, 2)).toEqual([
    'Cookie path',
    'Cookie domain',
  ]);
  const button = (): El => el('a', { attributes: { href: '#' } }, 'Cookie path');
  expect(ranked([button(), button(), other], 'cookie path').slice(0, 2)).toEqual([
    'Cookie path',
    'Cookie path',
  ]);
});
