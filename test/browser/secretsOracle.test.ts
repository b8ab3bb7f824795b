import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { isLong } from '../support/scale.ts';
import { CODES, difference, SECRETS, secretPage } from '../support/secretPages.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

// Two pages that differ in nothing but their secrets: whatever is asked of them is answered alike, to the byte. So no question
// reveals anything of a secret, by what it finds, how much, or what it refuses.

let server: TestServer;
let folder: string;
const sessions: Session[] = [];
beforeAll(async () => {
  const routes: Record<string, string> = {};
  server = await startServer(routes);
  folder = mkdtempSync(join(tmpdir(), 'sl-oracle-'));
  sessions.push(...(await Promise.all([shareSession(), shareSession()])));
  for (const [i, session] of sessions.entries()) {
    routes['/'] = secretPage(SECRETS[i] as string, CODES[i] as string);
    await session.navigate(server.origin);
    await session.look();
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([...sessions.map((session) => session.close()), server?.close()]);
});

/** What a tool answers about each page, in text and as data. */
async function answers(name: string, input: object): Promise<string[][]> {
  const answers: string[][] = [];
  for (const session of sessions) {
    const context = fakeContext({
      cwd: folder,
      session: () => session,
      openSession: async () => session,
      takeNotices: () => session.takeNotices(),
    });
    const parts: string[] = [];
    for (const json of [false, true]) {
      const { out, err } = await executeTool(toolNamed(name), input, context, json);
      parts.push(out.replace(/"timing":\{[^}]*\}/g, '').replace(/\b[0-9a-f]{16}\b/g, 'KEY'), err);
    }
    answers.push(parts);
  }
  return answers;
}

/** Pieces of either secret: beginnings, ends, all of it, in other case. */
const pieces = [...SECRETS, ...CODES].flatMap((secret) => [
  ...[1, 3, 6].map((length) => secret.slice(0, length)),
  secret.slice(-3),
  secret.slice(2, 6),
  secret,
  secret.toLowerCase(),
]);

const selectors = fc
  .record({
    name: fc.constantFrom(
      'value',
      'title',
      'data-access-token',
      'content',
      'href',
      '*|value',
      '\\76 alue',
      'va\\lue',
      '|title',
    ),
    operator: fc.constantFrom('=', '^=', '$=', '*=', '~=', '|='),
    piece: fc.constantFrom(...pieces),
    flag: fc.constantFrom('', ' i', ' s'),
    comment: fc.constantFrom('', '/**/', '/*"*/'),
    wrap: fc.constantFrom(
      (test: string) => test,
      (test: string) => `*${test}`,
      (test: string) => `input:not(${test})`,
      (test: string) => `:is(${test}, h1)`,
      (test: string) => `:has(> ${test})`,
      (test: string) => `:nth-child(n of ${test})`,
      (test: string) => `[id="/*"],${test},[id="*/"]`,
      (test: string) => `[id='"']${test}, ${test}`,
      (test: string) => `${test} ~ *`,
      (test: string) => `${test}:checked, option:checked`,
    ),
  })
  .map(({ name, operator, piece, flag, comment, wrap }) =>
    wrap(`[${comment}${name}${comment}${operator}${comment}"${piece}"${flag}]`),
  );

/** Selectors that ask for a name: an id, a class, a tag, an attribute. */
const names = fc
  .record({
    secret: fc.constantFrom(...SECRETS),
    write: fc.constantFrom(
      (word: string) => `#row-${word}`,
      (word: string) => `.k-${word}`,
      (word: string) => `i.known.k-${word}`,
      (word: string) => `#\\72 ow-${word}`,
      (word: string) => `x-${word}`,
      (word: string) => `x-${word.toLowerCase()}.known`,
      (word: string) => `[data-${word}]`,
      (word: string) => `[data-${word}=""]`,
      (word: string) => `[data-testid="${word}"]`,
      (word: string) => `:lang(${word})`,
      () => '.known',
    ),
    wrap: fc.constantFrom(
      (test: string) => test,
      (test: string) => `main ${test}`,
      (test: string) => `.known:not(${test})`,
      (test: string) => `:is(${test}, h1)`,
      (test: string) => `:has(> ${test})`,
    ),
  })
  .map(({ secret, write, wrap }) => wrap(write(secret)));

test('no selector', { timeout: 3_600_000 }, async () => {
  const seen = { matches: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof(selectors, names), async (selector) => {
      const [first, second] = await answers('query_dom', { selector, properties: ['value', 'title'] });
      expect(second).toEqual(first);
      if (/[1-9]\d* match/.test(first?.[0] ?? '')) seen.matches++;
      for (const target of [`css=${selector}`, selector]) {
        const [one, other] = await answers('explain', { target });
        expect(other).toEqual(one);
      }
    }),
    { numRuns: isLong ? 300 : 60, seed: 3 },
  );
  // The other tests of a selector still find what they ask for.
  expect(seen.matches).toBeGreaterThan(0);
});

const CALLS: readonly (readonly [tool: string, input: object])[] = [
  ...['outline', 'flat', 'summary', 'minimal', 'json', 'html'].map(
    (view) => ['look', { view, full: true }] as const,
  ),
  ['look', { view: 'json', locators: true }],
  ['get_page_summary', {}],
  ['list_headings', {}],
  ['get_region', { landmark: 'MAIN', content: 'text' }],
  ['read_table', {}],
  ['tabs', {}],
  ...pieces.flatMap((piece) => [
    ['search_text', { text: piece }] as const,
    ['query_elements', { text: piece, attributes: { value: piece } }] as const,
    ['explain', { target: `text=${piece}` }] as const,
  ]),
  ['search_text', { text: '.+', regex: true }],
  ['search_text', { text: '[A-Z][a-z]\\d', regex: true }],
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((index) => [
    ['get_element_details', { index, locators: true }] as const,
    ['get_element', { index, what: 'value' }] as const,
    ['get_element', { index, what: 'text' }] as const,
  ]),
  [
    'query_dom',
    {
      selector: 'input, a, div[id], option, meta, h1, td',
      include_children: true,
      max_depth: 3,
      properties: ['value', 'textContent', 'title', 'href', 'selectedIndex'],
    },
  ],
  ['query_dom', { selector: 'option:checked, [selected], :default' }],
];

test('nor any other question', { timeout: 3_600_000 }, async () => {
  for (const [tool, input] of CALLS) {
    const [first = [], second = []] = await answers(tool, input);
    for (const [i, text] of first.entries())
      expect([tool, input, difference(text, second[i] ?? '')]).toEqual([tool, input, undefined]);
  }
  const scripts = [
    "return await page.locator('css=[value^=Zq]').count()",
    "return await page.getByText('Zq7').count()",
    'return await page.locator(\'//input[starts-with(@value, "Zq")]\').count()',
    ...SECRETS.flatMap((secret) => [
      `return await page.locator('#row-${secret}, .k-${secret}, x-${secret}:visible').count()`,
      `return await page.locator('data-testid=${secret}').count().catch((e) => e.code)`,
      `return await page.getByTestId('${secret}').count().catch((e) => e.code)`,
      `return await page.locator('id=row-${secret}').count().catch((e) => e.code)`,
      `return await page.locator('//x-${secret.toLowerCase()}').count().catch((e) => e.code)`,
      `return await page.locator('xpath=id("row-${secret}")').count().catch((e) => e.code)`,
      `print('${secret}', ['${secret}'], 'a ${secret} b')`,
      `throw new Error('${secret}')`,
    ]),
    `print('${CODES.join(' ')}')`,
  ];
  for (const source of scripts) {
    const [first, second] = await Promise.all(
      sessions.map(async (session) => (await session.run(source)).text),
    );
    expect(second).toEqual(first);
  }
});

test('nor the parts of one that elements spell together, each asked by itself', async () => {
  const parts = SECRETS.flatMap((secret) => [secret.slice(0, 5), secret.slice(5)]);
  for (const [i, session] of sessions.entries()) {
    const secret = SECRETS[i] as string;
    const part = (tag: string): string =>
      [secret.slice(0, 5), secret.slice(5)].map((text) => `<${tag} class=part>${text}</${tag}>`).join('');
    const html = `<p>${part('span')}</p><div>${part('a href=#')}</div><div>${part('button')}</div><p hidden>${part('i')}</p>`;
    await session.page.evaluate((added) => document.body.insertAdjacentHTML('beforeend', added), html);
    await session.look();
  }
  const calls: [string, object][] = [
    [
      'query_dom',
      { selector: '.part', properties: ['textContent', 'innerText', 'text'], include_children: true },
    ],
    ['look', { full: true }],
    ['look', { view: 'flat', full: true }],
    ['query_elements', { role: 'button' }],
    ['query_elements', { role: 'link' }],
    [
      'run_script',
      {
        script:
          "print(await page.locator('.part').allTextContents(), await page.locator('.part').first().describe())",
      },
    ],
  ];
  for (const part of parts)
    calls.push(
      ['search_text', { text: part }],
      ['explain', { target: `text=${part}` }],
      ['query_elements', { text: part }],
      ['run_script', { script: `print(await page.getByText(${JSON.stringify(part)}).count())` }],
    );
  calls.push(['look', { view: 'json', locators: true }], ['look', { view: 'html', full: true }]);
  for (let nth = 0; nth < 8; nth++) {
    const target = `css=.part >> nth=${nth}`;
    calls.push(['get_element', { index: target }], ['explain', { target }]);
    calls.push(['get_element_details', { index: target, locators: true }]);
  }
  for (const [tool, input] of calls) {
    const [first = [], second = []] = await answers(tool, input);
    expect([tool, input, difference(first[0] ?? '', second[0] ?? '')]).toEqual([tool, input, undefined]);
    const printed = [...first, ...second].join('\n');
    const asked = JSON.stringify(input);
    const said = parts.filter((part) => printed.includes(part) && !asked.includes(part));
    expect([tool, input, said]).toEqual([tool, input, []]);
  }
});

test('nor a picture', async () => {
  const files = ['a.png', 'b.png'].map((name) => join(folder, name));
  for (const [i, session] of sessions.entries())
    await session.screenshot({ path: files[i] as string, fullPage: true });
  expect(readFileSync(files[0] as string).equals(readFileSync(files[1] as string))).toBe(true);
});

test('nor the direction of one, nor a state by another spelling', async () => {
  for (const [i, session] of sessions.entries()) {
    const secret = `${i === 0 ? '\u05d0\u05d1' : 'ab'}${SECRETS[i]}`;
    await session.page.setContent(
      `<form dir=auto><input dir=auto type=password value="${secret}"><textarea dir=auto name=api-key>${secret}</textarea><i lang="${secret}">x</i></form>`,
    );
  }
  for (const selector of [
    'input:dir(rtl)',
    ':dir(ltr)',
    ':not(:d\\69r(rtl))',
    '*:has(:DIR(rtl))',
    `:l\\61ng("${SECRETS[0]}")`,
    `i:not(:lang("\u05d0\u05d1${SECRETS[0]}"))`,
  ]) {
    const [first, second] = await answers('query_dom', { selector });
    expect([selector, second]).toEqual([selector, first]);
  }
});

test('nor a text that comes and goes as a guess is typed, or that ends within one', async () => {
  const phrases = ['correct horse battery', 'current music is loud'];
  const guesses = SECRETS.flatMap((secret) => [4, 5, 6, 7].map((length) => secret.slice(0, length)));
  for (const [i, session] of sessions.entries()) {
    await session.page.setContent(`<form><input type=password value="${SECRETS[i]}"><input type=password value="${phrases[i]}"></form>
      <label>Search <input></label><script>addEventListener('input', ({ target: { value } }) => {
        const said = document.createElement('p'); said.role = 'status'; said.textContent = 'Searching for ' + value; document.body.append(said);
        requestAnimationFrame(() => requestAnimationFrame(() => said.remove())) })</script>`);
    await session.look();
  }
  const ends = phrases.flatMap((phrase) =>
    [7, 13].map((length) => `${'word '.repeat(25)}${phrase.slice(0, length)} x\u2026`),
  );
  const seen = { came: 0 };
  for (const text of [...guesses, ...ends]) {
    const answers = await Promise.all(
      sessions.map(async (session) => {
        const { text: answer } = await session.fill('Search', text);
        await session.page.waitForFunction("!document.querySelector('[role=status]')");
        return {
          came: /came and went: .*/.exec(answer)?.[0],
          look: (await session.look({ full: true })).text,
        };
      }),
    );
    const [one, other] = answers;
    expect([text, other?.look]).toEqual([text, one?.look]);
    // A busy machine paints too few frames for it to be seen in each.
    if (!one?.came || !other?.came) continue;
    seen.came++;
    expect([text, other.came]).toEqual([text, one.came]);
  }
  expect(seen.came).toBeGreaterThan(0);
});
