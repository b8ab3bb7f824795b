import { describe, expect, test } from 'vitest';
import { type El, el } from '../support/page.ts';
import { outlineOf } from '../support/show.ts';

// Fields of a form are not rows like each other, however alike their boxes are; records are.

const LABELS = [
  'Type',
  'Priority',
  'Milestone',
  'Component',
  'Version',
  'Keywords',
  'Cc',
  'Owner',
  'Summary',
];

const folded = (items: El[], tag: string): string | undefined =>
  outlineOf([el('main', {}, el(tag, {}, ...items))]).find((line) => line.includes('like these'));

const help = el('p', {}, 'Ask the owner.');

describe('shown whole', () => {
  test('named fields in the rows of a table without column heads', () => {
    const rows = LABELS.map((name) =>
      el('tr', {}, el('td', {}, `${name}:`), el('td', {}, el('input', { name }))),
    );
    expect(folded(rows, 'table')).toBeUndefined();
  });

  test('fields that only the words beside them name', () => {
    const groups = LABELS.map((name) => el('div', {}, el('b', {}, name), el('input', {}), help));
    expect(folded(groups, 'div')).toBeUndefined();
  });

  test('checkboxes of a page of preferences', () => {
    const boxes = LABELS.map((name) =>
      el(
        'div',
        {},
        el('input', { role: 'checkbox', name }),
        `Mail about ${name}`,
        el('i', {}, ' at once'),
        help,
      ),
    );
    expect(folded(boxes, 'div')).toBeUndefined();
  });

  test('questions that are all answered by yes or no', () => {
    const choice = (name: string) => el('input', { role: 'radio', name });
    const questions = LABELS.map((name) => el('div', {}, `Is ${name} known?`, choice('Yes'), choice('No')));
    expect(folded(questions, 'div')).toBeUndefined();
  });
});

describe('folded', () => {
  test('rows with a field under column heads', () => {
    const head = el('tr', {}, el('th', {}, 'Product'), el('th', {}, 'Count'));
    const rows = LABELS.map((name) => el('tr', {}, el('td', {}, name), el('td', {}, el('input', { name }))));
    expect(folded([head, ...rows], 'table')).toContain('more rows like these');
  });

  test('mails with a checkbox to choose each', () => {
    const mails = LABELS.map((name) =>
      el('li', {}, el('input', { role: 'checkbox', name: `Select ${name}` }), el('a', {}, name), help),
    );
    expect(folded(mails, 'ul')).toContain('more items like these');
  });

  test('products in a cart, each with its count and a button', () => {
    const products = LABELS.map((name) =>
      el('li', {}, name, el('input', {}), el('button', {}, 'Remove'), help),
    );
    expect(folded(products, 'ul')).toContain('more items like these');
  });

  test('after as many as the first thousand of a long list ask for, whatever the others are', () => {
    const tools = (count: number, nameOf: (i: number) => string): El[] =>
      Array.from({ length: count }, (_, i) => el('li', {}, 'F1', el('button', {}, nameOf(i))));
    const long = [...tools(1_000, (i) => `Tool ${i}`), ...tools(200, () => 'Other')];
    expect(folded(long, 'ul')).toContain('1180 more');
    expect(
      folded(
        tools(50, () => 'Other'),
        'ul',
      ),
    ).toContain('47 more');
  });
});
