import { expect, it } from 'vitest';
import { findSecret } from '../../packages/sightline/src/tools/scripts/findSecret.ts';

it.each([
  ["\nawait page.getByLabel('Password').fill('hunter2')", 'hunter2', {}, 2],
  ['await page.fill({ Password: "hun\\x74er2" })', 'hunter2', {}, 1],
  ["const a = 'hun' + 'ter2';\nfill(a)", 'hunter2', {}, 1],
  ['const a = `hunt$' + '{x}`', 'hunter2', {}, 1],
  ['// the password is hunter2\nfill(args.pw)', 'hunter2', { pw: 'hunter2' }, 1],
  ['fill(1234)', '1234', {}, 1],
  ["fill('7')", '7', {}, 1],
  ['fill(args.pin); await page.waitForTimeout(1234)', '1234', { pin: 1234 }, 1],
  ['fill(args.pw)', 'hunter2', { pw: 'hunter2' }, undefined],
  ["page.getByLabel('Password').fill(args.login.pw)", 'Password1', { login: { pw: 'Password1' } }, undefined],
  ["fill(await page.getByText('Your code').innerText())", '8412', {}, undefined],
  ["fill(args.pw + '!')", 'hunter2!', { pw: 'hunter2' }, undefined],
  ['box.nth(i + 1).fill(args.code[1])', '1', { code: '417391' }, undefined],
  ["fill('')", '', {}, undefined],
  ['print(7)', '17', { a: '17' }, undefined],
])('%s with %s given %j: line %s', (source, secret, args, line) => {
  expect(findSecret(source, [secret], args)).toBe(line);
});

it('takes time by the length of the script alone, whatever is escaped or not closed in it', () => {
  // Each quotation mark was looked for to the end: minutes.
  for (const part of ["\\'", '1 ', '`${'])
    expect(findSecret(part.repeat(300_000 / part.length), ['hunter2', '7'], {})).toBeUndefined();
  expect(findSecret(`// ${"\\'".repeat(100)}\nfill('7')`, ['7'], {})).toBe(2);
});
