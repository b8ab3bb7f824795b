import { expect, test } from 'vitest';
import { checkSchema, evaluateChecks, type TaskCheck, valueAt } from '../../packages/lab/src/bench/checks.ts';

const end = {
  state: { cart: [{ name: 'Lamp', count: 2 }], 'a/b': { '~': 'odd' } },
  url: 'http://127.0.0.1/cart?x=1',
  text: 'Thank you\nOrder 7',
  answer: '42',
};

test.each<[TaskCheck, boolean]>([
  [{ state: '/cart/0/name', equals: 'Lamp' }, true],
  [{ state: '/cart/0', equals: { count: 2, name: 'Lamp' } }, true],
  [{ state: '/cart/0', equals: { name: 'Lamp' } }, false],
  [{ state: '/cart/0/count', equals: '2' }, false],
  [{ state: '/cart/0/count', matches: '^2$' }, true],
  [{ state: '/cart', matches: 'Lamp' }, false],
  [{ state: '/cart', length: 1 }, true],
  [{ state: '/cart/0/name', length: 4 }, true],
  [{ state: '/cart/0/count', length: 1 }, false],
  [{ state: '/nowhere/0', equals: null }, false],
  [{ state: '/a~1b/~0', equals: 'odd' }, true],
  [{ state: '', length: 0 }, false],
  [{ url: '/cart\\?' }, true],
  [{ url: '/checkout' }, false],
  [{ text: 'Order \\d' }, true],
  [{ answer: '^42$' }, true],
  [{ answer: '^43$' }, false],
])('%j is %s', (one, ok) => {
  expect(checkSchema.safeParse(one).success).toBe(true);
  expect(evaluateChecks([one], end)[0]?.ok).toBe(ok);
});

test('a check that fails says what was found', () => {
  expect(evaluateChecks([{ state: '/cart/0/name', equals: 'Desk' }], end)).toEqual([
    { check: '/cart/0/name equals "Desk"', ok: false, found: '"Lamp"' },
  ]);
  expect(evaluateChecks([{ state: '/no', length: 1 }], end)[0]?.found).toBe('nothing');
});

test.each([{ state: '/a' }, { state: 'a', equals: 1 }, { text: '(' }, { answer: 'a', url: 'b' }, {}])(
  '%j is no check',
  (one) => {
    expect(checkSchema.safeParse(one).success).toBe(false);
  },
);

test('a pointer reads own properties only', () => {
  expect(valueAt({}, '/constructor')).toBeUndefined();
  expect(valueAt(7, '')).toBe(7);
});
