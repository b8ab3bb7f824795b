import { expect, it } from 'vitest';
import { JoinedParts } from '../../packages/sightline/src/browser/JoinedParts.ts';

/** All that may be a secret after these parts; `/`: another may begin, `<`: a character is taken back. */
function joined(...parts: string[]): Set<string> {
  const given = new JoinedParts();
  return new Set(
    parts.flatMap((part) => {
      if (part === '/') given.beginAnother();
      else if (part === '<') given.takeBack();
      else return given.add(part);
      return [];
    }),
  );
}

it('joins what was given key by key, and in pieces, wherever a secret begins in it', () => {
  expect(joined(...'hunt', '/', 'er2')).toEqual(new Set(['h', 'hu', 'hun', 'hunt', 'hunter2', 'er2']));
  expect([...joined(...'4/8/1/5', ...'/9/0/2/1')]).toEqual(expect.arrayContaining(['4815', '9021']));
  expect([...joined(...'hunk<ter')]).toEqual(expect.arrayContaining(['hunter', 'ter']));
});

it('keeps no more of a long session than the last parts', () => {
  const given = new JoinedParts();
  for (let i = 0; i < 1_000; i++) {
    given.beginAnother();
    given.add(`part${i}`);
  }
  const last = given.add('!');
  expect(last).toHaveLength(9);
  expect(last.every((text) => text.length <= 64 && text.endsWith('part999!'))).toBe(true);
});
