import { expect, test } from 'vitest';
import { Numbers } from '../../src/session/Numbers.ts';
import { flat } from '../../src/view/flat.ts';
import { el, snapshotOf } from '../support/page.ts';
import { sceneFrom } from '../support/show.ts';

test('a session that sees page after page forgets those that it left long ago, and gives none of their numbers again', () => {
  const numbers = new Numbers();
  const buttons = Array.from({ length: 100 }, (_, i) => el('button', { name: `Button ${i}` }));
  const openPage = (key: string): string => {
    const snapshot = snapshotOf(buttons);
    for (const document of snapshot.documents) document.key = key;
    return flat(sceneFrom(snapshot, {}, undefined, numbers).scene).text;
  };
  openPage('first');
  expect(numbers.find(100)).toBeDefined();
  for (let i = 0; i < 80; i++) openPage(`page ${i}`);
  expect([numbers.find(1), numbers.wasGiven(1), numbers.wasGiven(100_000)]).toEqual([undefined, true, false]);
  expect(openPage('last')).toContain('[8101]');
  expect(numbers.find(8_101)?.document).toBe('last');
  expect(numbers.find(8_000)?.document).toBe('page 78');
});
