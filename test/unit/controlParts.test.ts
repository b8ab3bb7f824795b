import { describe, expect, test } from 'vitest';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { computeVisibility } from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { type El, el, type Facts, pageOf } from '../support/page.ts';
import { outlineOf } from '../support/show.ts';

const part = (facts: Facts, text = '☆'): El => el('span', { box: [100, 0, 20, 20], ...facts }, text);
const button = (...children: (El | string)[]): El => el('button', { box: [0, 0, 200, 40] }, ...children);

/** Names or labels of what has a number, in order. */
function numbered(...children: (El | string)[]): string[] {
  const page = pageOf(children);
  const { interactive } = computeVisibility(page);
  return page.nodes
    .filter(({ index }) => interactive[index] === 1)
    .map(({ tag, attributes }) => attributes.title ?? tag);
}

const starTitle = { attributes: { title: 'Mark as favourite' } };

describe('parts of controls have numbers', () => {
  test('a symbol with a label of its own in a button, an option, a tab', () => {
    expect(numbered(button('Report', part(starTitle)))).toEqual(['button', 'Mark as favourite']);
    for (const role of ['option', 'tab', 'menuitem'])
      expect(numbered(el('div', { role, box: [0, 0, 200, 40] }, 'Report', part(starTitle)))).toEqual([
        'div',
        'Mark as favourite',
      ]);
  });

  test('a symbol or icon with a pointer of its own', () => {
    const own = { attributes: { '.pointer': 'inline', title: '' } };
    expect(numbered(button('Report', part(own, '×')))).toEqual(['button', '']);
    expect(numbered(button('Report', el('span', { box: [100, 0, 20, 20], ...own })))).toEqual(['button', '']);
  });

  test('words with a pointer of their own in a box that is no button: the events of a day', () => {
    const day = (...children: (El | string)[]): El =>
      el('div', { flags: Flag.Pointer, box: [0, 0, 200, 90] }, ...children);
    const event = part({ attributes: { '.pointer': 'box', title: 'event' } }, 'Stand-up');
    expect(numbered(day('12', event))).toEqual(['div', 'event']);
    expect(numbered(button('12', event))).toEqual(['button']);
    const inLine = part({ attributes: { '.pointer': 'inline' } }, 'Stand-up');
    expect(numbered(day('12', inLine))).toEqual(['div']);
  });

  test.each<[string, El]>([
    ['the icon before the words', button(part({ attributes: { title: 'Save file' } }, '💾'), 'Save')],
    ['an icon that repeats the words', button('Save', part({ attributes: { title: 'Save' } }))],
    ['the only content', button(part({ attributes: { title: 'Search' } }))],
    ['words with a title', button('By Ann', part({ attributes: { title: '23 November' } }, 'yesterday'))],
    ['a count', button('Inbox', part({ attributes: { 'aria-label': '3 unread' } }, '3'))],
    ['a state', button('Ada', part({ attributes: { title: 'Verified' } }, '✓'))],
    ['a picture', button('Ada', part({ role: 'img', attributes: { 'aria-label': 'Verified' } }, ''))],
    ['what fills the button', button('Go', part({ ...starTitle, box: [0, 0, 190, 40] }))],
  ])('not %s', (_, element) => {
    expect(numbered(element)).toEqual(['button']);
  });

  test('nor an icon in a link, the arrow of a combobox, or anything in a disabled button', () => {
    expect(numbered(el('a', { box: [0, 0, 200, 40] }, 'Ada', part(starTitle)))).toEqual(['a']);
    const arrow = el('span', { box: [100, 0, 20, 20], attributes: { '.pointer': 'inline' } });
    expect(numbered(el('div', { role: 'combobox', box: [0, 0, 200, 40] }, 'All', arrow))).toEqual(['div']);
    expect(
      numbered(el('button', { box: [0, 0, 200, 40], flags: Flag.Disabled }, 'Report', part(starTitle))),
    ).toEqual(['button']);
  });

  test('stand right behind what they are in, without its words again', () => {
    const buttons = ['Report', 'Notes'].map((word) => button(word, part(starTitle)));
    expect(outlineOf(buttons)).toEqual([
      '(ungrouped):',
      ' [1]<button>Report [2]<span title="Mark as favourite">☆ [3]<button>Notes',
      ' [4]<span title="Mark as favourite">☆',
    ]);
  });
});
