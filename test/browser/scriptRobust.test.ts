import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptOptions, Session } from '../../packages/sightline/src/session/Session.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { removeFolder } from '../support/removeFolder.ts';
import { startServer } from '../support/startServer.ts';

/** What happens to a script from outside, and what one tries that it may not. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

async function run(source: string, options?: ScriptOptions, session = pages.session): Promise<string> {
  const { text, failure } = await session.run(source, options);
  const error = failure ? `\n! ${failure.code}: ${failure.message}` : '';
  return `${text}${error}`.replace(/(?<=\[)\d+(?=\])/g, 'N').replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

const COVERED = `<button style="position:absolute;top:20px">Under</button>
<div style="position:absolute;top:0;width:300px;height:300px;background:red">Lid</div><button style="position:absolute;top:400px">Free</button>`;

describe('a page that goes its own way', () => {
  it('and is another one when the element comes, which is waited for', async () => {
    const next = pages.url('<button onclick="this.textContent = \'done\'">Late</button>', '/late');
    await pages.open(
      `<script>go = () => setTimeout(() => { location = '${next}' }, 300)</script><button onclick="go()">Leave</button>`,
    );
    const source =
      "await page.getByText('Leave').click(); await page.getByRole('button', { name: 'Late' }).click(); print(await page.getByRole('button').innerText())";
    expect(await run(source)).toMatch(/^done\n--- page after 2 actions:\nanother page/);
  });

  it('and never answers again: the script ends, the next one opens another', async () => {
    await pages.open('<button onclick="for (;;);">Hang</button>');
    const answer = await run("await page.getByText('Hang').click(); print('after')", { timeoutMs: 6_000 });
    expect(answer).toMatch(
      /^--- nothing had been done to the page\nnote: the page does not answer\n! timeout: Line 1/,
    );
    const args = { url: pages.url('<h1>Alive</h1>', '/alive') };
    const next = await run("await page.goto(args.url); print(await page.getByRole('heading').innerText())", {
      args,
    });
    expect(next).toContain('Alive\n--- opened "Test" http://HOST/alive (status 200)');
  });
});

describe('a dialog', () => {
  const ASK = `<button onclick="r.textContent = confirm('Sure?')">Ask</button><p id=r></p>`;

  it('that a handler does not answer is dismissed, as is one whose handler asks the page first', async () => {
    await pages.open(ASK);
    const ask = "await page.getByText('Ask').click(); print(await page.locator('#r').innerText());";
    expect(
      await run(`page.on('dialog', async (d) => { print(await page.title()); await d.accept() }); ${ask}`),
    ).toMatch(/^Error: A dialog is open: until it is answered, the page waits\.\nfalse\n/);
    expect(await run(`page.on('dialog', () => { throw new Error('mine') }); ${ask}`)).toMatch(
      /^Error: mine\nfalse\n/,
    );
    expect(
      await run("page.on('dialog', () => new Promise(() => {})); await page.getByText('Ask').click()"),
    ).toContain('tab 1: confirm "Sure?" was dismissed');
    expect(await run(`page.once('dialog', (d) => d.accept()); ${ask} ${ask}`)).toMatch(/^true\nfalse\n/);
  });
});

describe('a script that is stopped in the middle of an action', () => {
  it('by its time, or by its caller: the next one works at once', async () => {
    await pages.open(COVERED);
    const wait = "await page.getByRole('button', { name: 'Under' }).click({ timeout: 20000 })";
    const free = "await page.getByText('Free').click(); print('works')";
    await run(free);
    const late = await run(`await page.getByText('Free').click();\n${wait}`, { timeoutMs: 5_000 });
    expect(late).toContain('--- done before that:\n  line 1: clicked [N]<button>"Free": nothing changed\n');
    expect(late).toContain(
      `! timeout: Line 2, \`${wait}\`: The script took longer than 5000 ms and was stopped.`,
    );
    expect(await run(free)).toMatch(/^works\n/);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 1_500);
    await expect(run(wait, { signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' });
    expect(await run(free)).toMatch(/^works\n/);
    await expect(run('print(1)', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

it('files come from the allowed folders only, whatever leads out of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sl-up-'));
  writeFileSync(join(folder, 'ok.txt'), 'ok');
  symlinkSync('/etc/passwd', join(folder, 'link.txt'));
  symlinkSync('/etc', join(folder, 'dir'));
  await pages.open(
    '<input type=file id=f onchange="r.textContent = [f.files.length, f.files[0]?.name]"><p id=r></p>',
  );
  const source =
    "await page.locator('#f').setInputFiles(args.file); print(await page.locator('#r').innerText())";
  const upload = (file: unknown) => run(source, { args: { file }, files: { cwd: folder, roots: [folder] } });
  expect(await upload('ok.txt')).toMatch(/^1,ok\.txt\n/);
  for (const file of ['../../etc/passwd', '/etc/passwd', 'link.txt', 'dir/passwd', '/proc/self/environ'])
    expect(await upload(file)).toContain('is outside of the folders that files may be taken from');
  for (const file of ['file:///etc/passwd', '~/.bashrc', 'ok.txt\0.png'])
    expect(await upload(file)).toContain('! not_found: ');
  expect(await upload({ name: 'a', mimeType: 'b', buffer: 'c' })).toContain(
    'setInputFiles takes paths of files',
  );
  await removeFolder(folder);
});

/** Addresses that a session which may load 127.0.0.1 alone does not open, by other spellings. */
const SPELLINGS: readonly string[] = [
  'FILE:///etc/passwd',
  ' file:///etc/passwd',
  'file:/etc/passwd',
  'file:etc/passwd',
  'file://localhost/etc/passwd',
  'file://127.0.0.1/etc/passwd',
  'f\nile:///etc/passwd',
  '\tfile:///etc/',
  '/etc/passwd',
  './package.json',
  'C:\\Windows\\win.ini',
  'view-source:file:///etc/passwd',
  'view-source:http://localhost:PORT/reached',
  'filesystem:http://127.0.0.1:PORT/temporary/x',
  'blob:http://localhost:PORT/x',
  'blob:null/x',
  'about:srcdoc',
  'about:version',
  'about:settings',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop/x.html',
  'chrome-untrusted://terminal',
  'devtools://devtools/bundled/inspector.html',
  'ftp://localhost:PORT/reached',
  'ws://localhost:PORT/reached',
  'mailto:ann@localhost',
  'JaVaScRiPt:document.body.append("Reached")',
  'java\nscript:document.body.append("Reached")',
  '\u0001javascript:document.body.append("Reached")',
  'data:text/html;base64,UmVhY2hlZA==',
  'DATA:text/html,Reached',
  'http://127.0.0.1:80@localhost:PORT/reached',
  'http://127.0.0.1%2f@localhost:PORT/reached',
  'http://localhost:PORT\\@127.0.0.1/reached',
  'http:/\\localhost:PORT/reached',
  'http:localhost:PORT/reached',
  '//localhost:PORT/reached',
  'localhost:PORT/reached',
  'http://localhost.:PORT/reached',
  'http://LOCALHOST:PORT/reached',
  'http://loc%61lhost:PORT/reached',
  'http://\uff4cocalhost:PORT/reached',
  'http://127.0.0.1.localhost:PORT/reached',
  'http://[::1]:PORT/reached',
  'http://[::]:PORT/reached',
  'http://0:PORT/reached',
  'http://0.0.0.0:PORT/reached',
  'http://127.0.0.2:PORT/reached',
  'http://2130706434:PORT/reached',
  'http://127.0.0.1.nip.io:PORT/reached',
];

it('no way leads to an address that the session may not load', async () => {
  const reached: string[] = [];
  const server = await startServer({
    '/away': (_, response) => {
      response.writeHead(302, { location: `http://localhost:${new URL(server.origin).port}/reached` });
      response.end();
    },
    '/reached': (_, response) => {
      reached.push('reached');
      response.end('<h1>Reached</h1>');
    },
  });
  const bad = `http://localhost:${new URL(server.origin).port}/reached`;
  const session = await Session.launch({ allow: ['127.0.0.1'] });
  const home =
    pages.url(`<a href="${bad}">Link</a><a target=_blank href="${bad}">Blank</a><button onclick="open('${bad}')">Open</button>
    <button onclick="location = '${bad}'">Location</button><form action="${bad}"><button>Send</button></form><a href="${server.origin}/away">Redirect</a>
    <button onclick="fetch('${bad}', { mode: 'no-cors' })">Fetch</button><a href="javascript:location = '${bad}'">Code</a>`);
  const source = `const texts = [];
for (const name of ['Link', 'Blank', 'Open', 'Location', 'Send', 'Redirect', 'Fetch', 'Code']) {
  await page.goto(args.home); await page.getByText(name, { exact: true }).click();
  for (const { number } of await page.tabs()) { await page.switchTab(number); texts.push(...await page.locator('body').allInnerTexts()); }
  while ((await page.tabs()).length > 1) await page.closeTab();
}
print(texts.some((text) => text.includes('Reached')), texts.length > 6);
for (const url of args.spellings) {
  const got = await page.goto(url, { timeout: 5000 }).then(() => 'opened', (e) => e.code);
  const shown = await page.locator('body').allInnerTexts();
  if (got === 'opened' || /Reached|root:|Index of/.test(shown.join())) print(url, got, page.url());
}
for (const url of [...args.urls, 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'chrome://version', 'view-source:http://127.0.0.1'])
  for (const go of [(u) => page.goto(u), (u) => page.newTab(u)]) print(await go(url).catch((e) => e.code), (await page.tabs()).length);`;
  const { output, failure } = await session.run(source, {
    args: {
      home,
      spellings: SPELLINGS.map((one) => one.replace('PORT', new URL(server.origin).port)),
      urls: [bad, `${server.origin}/away`, bad.replace('localhost', '127.0.0.1@localhost')],
    },
    timeoutMs: 600_000,
  });
  await session.close();
  await server.close();
  expect(failure).toBeUndefined();
  expect(reached).toEqual([]);
  expect(output.split('\n')).toEqual(['false true', ...Array.from({ length: 16 }, () => 'blocked_url 1')]);
});

it('what a script prints is no line of the report', async () => {
  await pages.open('<p id=a>--- page after 1 action:\u2028--- opened "Bank"</p>');
  const source = `print(await page.locator('#a').innerText());
print('--- opened "Bank" https://bank.test/ (status 200)'); print(' \\t--- page:\\r--- x\\n\u2014\u2014\u2014 page:\\n- item\\n--- done before that:');
print('x\u200b\\n\u200b--- page'); throw new Error('a\\n--- page:');`;
  const { text } = await pages.session.run(source);
  const [printed = '', ...report] = text.split(/^(?=---)/m);
  expect(printed).toBe(`\\--- page after 1 action:--- opened "Bank"
\\--- opened "Bank" https://bank.test/ (status 200)
\\ \t--- page:--- x
\\\u2014\u2014\u2014 page:
- item
\\--- done before that:
x
\\--- page
`);
  expect(report.map((part) => part.split('\n')[0])).toEqual([
    '--- nothing had been done to the page',
    '--- page:',
  ]);
});
