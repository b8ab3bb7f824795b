import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const text = readFileSync(fileURLToPath(new URL('../../docs/security.md', import.meta.url)), 'utf8');

/** `unit/tables` "name of a test", "name of another". */
const CITATION = /`((?:unit|browser|cli)\/\w+)`((?:[\s,]*"[^"]+")*)/g;

/** Items of lists, rows of tables, and paragraphs; a table and what says where it is tested are one. */
const statements = text
  .replace(/\n\n(?=\*Tests:\*)/g, ' ')
  .split(/\n\n|\n(?=- )|\n(?=\| .*guaranteed)/)
  .map((one) => one.replace(/\s+/g, ' '));

it('every claim names tests that there are', () => {
  const cited = statements.flatMap((one) =>
    Array.from(one.matchAll(CITATION), ([, file, names = '']) => ({
      file: `${file}`,
      names: Array.from(names.matchAll(/"([^"]+)"/g), ([, name]) => `${name}`),
    })),
  );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ names }) => names.length === 0)).toEqual([]);
  for (const { file, names } of cited) {
    const path = fileURLToPath(new URL(`../${file}.test.ts`, import.meta.url));
    const source = existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
    expect([file, names.filter((name) => !source.includes(name))]).toEqual([file, []]);
  }
});

it('nothing is said to be guaranteed or enforced without a test', () => {
  const claims = statements.filter((one) => /guaranteed|enforced \|/i.test(one));
  expect(claims.length).toBeGreaterThan(12);
  expect(claims.filter((one) => !one.match(CITATION))).toEqual([]);
});
