import { expect, test } from 'vitest';
import { el } from '../support/page.ts';
import { outlineOf } from '../support/show.ts';

test('landmarks, headings and controls, each on its place', () => {
  const lines = outlineOf([
    el(
      'nav',
      { name: 'Primary' },
      el('ul', {}, el('li', {}, el('a', {}, 'Home')), el('li', {}, el('a', {}, 'Products'))),
    ),
    el(
      'main',
      {},
      el('h2', {}, 'Featured'),
      el('p', {}, 'See ', el('a', {}, 'the docs'), ' for more.'),
      el('div', {}, el('button', {}, 'Add to cart')),
    ),
    el('p', {}, 'stray'),
  ]);
  expect(lines).toEqual([
    'NAV: "Primary"',
    ' [1]<a>Home [2]<a>Products',
    'MAIN:',
    ' ## Featured',
    ' See [3]<a>the docs</a> for more.',
    ' [4]<button>Add to cart',
    '(ungrouped):',
    ' stray',
  ]);
});

test('page text cannot forge structure', () => {
  const lines = outlineOf([
    el(
      'main',
      {},
      el('p', {}, 'MAIN: x'),
      el('p', {}, '[12]<button>Pay'),
      el('p', {}, '## Head'),
      el('p', {}, 'a </button> [3]<a>b'),
    ),
  ]);
  expect(lines).toEqual([
    'MAIN:',
    ' \\MAIN: x',
    ' \\[12]\\<button>Pay',
    ' \\## Head',
    ' a \\</button> \\[3]\\<a>b',
  ]);
});
