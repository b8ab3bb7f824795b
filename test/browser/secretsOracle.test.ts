import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { isLong } from '../support/scale.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

// Two pages that differ in nothing but their secrets: whatever is asked of them is answered alike, to the byte. So no question
// tells anything of a secret, by what it finds, how much, or what it refuses.

const SECRETS = ['Zq7vXk4Tr9', 'Hn3wBm8Ls2'] as const;
const CODES = ['482913', '917356'] as const;

const pageOf = (
  secret: string,
  code: string,
): string => `<!doctype html><meta charset=utf-8><title>Account ${secret}</title>
  <meta name=api-key content="${secret}"><link rel=icon href=data:,>
  <style>* { font: 16px monospace } .says::after { content: "${secret}" } .half::before { content: "${secret.slice(0, 5)}" } .half::after { content: "${secret.slice(5)}" }</style>
  <main><h1>Account</h1><form><label>Password <input id=p type=password value="${secret}"></label>
  <label>Plan <input id=plan value=basic></label><input type=hidden name=token value="${secret}"><button>Save</button></form>
  <div id=d data-access-token="${secret}" role=button tabindex=0 title="is ${secret}">Open</div>
  <a id=a href="/orders/1?token=${secret}">Orders</a> <a href="/orders/2">Other orders</a>
  <p>It is ${secret}, or ${secret.toUpperCase()}</p><p><b>${secret.slice(0, 4)}</b><b>${secret.slice(4)}</b></p><p class=says>Says </p><p class=half></p>
  <p>${[...secret].join('\u200b')}</p><p>${[...secret].map((one) => `<i>${one}</i>`).join('')}</p><table><tr><th>Name<th>Key<tr><td>Main<td>${secret}</table>
  <label>Enter the 6-digit code <input value=${code}></label><div>${[...code].map((one) => `<div class=box>${one}</div>`).join('')}</div>
  <select autocomplete=cc-exp-month><option>01<option ${secret === SECRETS[0] ? 'selected' : ''}>02<option ${secret === SECRETS[1] ? 'selected' : ''}>03</select>
  <iframe width=200 height=40 srcdoc="<p>In a frame: ${secret}</p>"></iframe><div id=host></div></main>
  <script>host.attachShadow({ mode: 'closed' }).innerHTML = '<label>Passwort <input type=password value="${secret}"></label><p title="${secret}">x</p>'</script>`;

let server: TestServer;
let folder: string;
const sessions: Session[] = [];
beforeAll(async () => {
  const routes: Record<string, string> = {};
  server = await startServer(routes);
  folder = mkdtempSync(join(tmpdir(), 'sl-oracle-'));
  sessions.push(...(await Promise.all([Session.launch(), Session.launch()])));
  for (const [i, session] of sessions.entries()) {
    routes['/'] = pageOf(SECRETS[i] as string, CODES[i] as string);
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
  const told: string[][] = [];
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
    told.push(parts);
  }
  return told;
}

/** Where two texts begin to differ. */
function difference(first: string, second: string): string[] | undefined {
  if (first === second) return undefined;
  const at = [...first].findIndex((one, i) => one !== second[i]);
  return [first, second].map((text) => text.slice(Math.max(0, at - 60), at + 40));
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

test('no selector', { timeout: 600_000 }, async () => {
  const seen = { matches: 0 };
  await fc.assert(
    fc.asyncProperty(selectors, async (selector) => {
      const [first, second] = await answers('query_dom', { selector, properties: ['value', 'title'] });
      expect(second).toEqual(first);
      if (/[1-9]\d* match/.test(first?.[0] ?? '')) seen.matches++;
      for (const target of [`css=${selector}`, selector]) {
        const [one, other] = await answers('explain', { target });
        expect(other).toEqual(one);
      }
    }),
    { numRuns: isLong ? 1_000 : 60, seed: 3 },
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

test('nor any other question', { timeout: 600_000 }, async () => {
  for (const [tool, input] of CALLS) {
    const [first = [], second = []] = await answers(tool, input);
    for (const [i, text] of first.entries())
      expect([tool, input, difference(text, second[i] ?? '')]).toEqual([tool, input, undefined]);
  }
  const scripts = [
    "return await page.locator('css=[value^=Zq]').count()",
    "return await page.getByText('Zq7').count()",
    'return await page.locator(\'//input[starts-with(@value, "Zq")]\').count()',
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
    const told = [...first, ...second].join('\n');
    const asked = JSON.stringify(input);
    const said = parts.filter((part) => told.includes(part) && !asked.includes(part));
    expect([tool, input, said]).toEqual([tool, input, []]);
  }
});

test('nor a picture', async () => {
  const files = ['a.png', 'b.png'].map((name) => join(folder, name));
  for (const [i, session] of sessions.entries())
    await session.screenshot({ path: files[i] as string, fullPage: true });
  expect(readFileSync(files[0] as string).equals(readFileSync(files[1] as string))).toBe(true);
});
