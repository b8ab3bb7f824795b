import { expect, test } from 'vitest';
import { findNamedElements } from '../../packages/sightline/src/search/targets/findNamedElements.ts';
import { Flag } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { type El, el } from '../support/page.ts';
import { outlineOf, sceneOf } from '../support/show.ts';

/** A list that is drawn in the place of a `select`, with its choice in the role of a field that is read only. */
const drawn = (name: string, choice: string): (El | string)[] => [
  el('span', {}, name),
  el('select', { name, flags: Flag.ClippedAway, box: [0, 0, 1, 1] }),
  el(
    'span',
    {},
    el(
      'span',
      {
        role: 'combobox',
        name: choice,
        attributes: { role: 'combobox' },
        flags: Flag.TabIndex | Flag.Pointer,
      },
      el('span', { role: 'textbox', attributes: { role: 'textbox', 'aria-readonly': 'true' } }, choice),
    ),
  ),
];
const page = [...drawn('Country', 'Austria'), ...drawn('Colour', 'Red')];

test('what shows the choice of a combobox has no number of its own', () => {
  expect(
    outlineOf(page)
      .join('\n')
      .match(/\[\d+\]<[^>]*>\w*/g),
  ).toEqual(['[1]<combobox "Country">Austria', '[2]<combobox "Colour">Red']);
});

test('a combobox that is named by its choice is found by the label of the field in whose place it is', () => {
  const found = findNamedElements('Country', sceneOf(page));
  expect(found.map(({ role, name }) => [role, name])).toEqual([['combobox', 'Austria']]);
});
