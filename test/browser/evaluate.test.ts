import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { findCanaries } from '../support/canary.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

// JavaScript in the page, where the person has allowed it, and the page as a PDF.

const secrets = { prefilled: 'Kvqprefilled81wrenz', cookie: 'Kvqcookie82wrenz', named: 'Kvqnamed83wrenz' };
const canaries = Object.values(secrets).map((value) => ({ value, pieces: [value] }));

const SHOP = `<!doctype html><title>Shop</title><h1>Shop</h1><button onclick="this.textContent='Sent'">Send</button>
<p id=out>0 orders</p><iframe srcdoc="<button data-kind=framed>Inner</button>"></iframe>
<script>globalThis.count = 7; JSON.own = 1;</script>`;

let server: TestServer;
let session: Session;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sl-evaluate-'));
  server = await startServer({
    '/shop': SHOP,
    '/other': '<!doctype html><title>Other</title><h1>Another page</h1>',
    '/account': ({ method: _ }, response) => {
      response.setHeader('content-type', 'text/html');
      response.setHeader('set-cookie', `note=${secrets.cookie}`);
      response.end(`<!doctype html><title>Account</title><h1 style="margin:0">Account</h1>
<input type=password aria-label=Key value="${secrets.prefilled}"><p>again ${secrets.prefilled}</p>
<div style="height:3000px;background:rgb(10,20,30)"></div>`);
    },
  });
  session = await shareSession({ allowEvaluate: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([session?.close(), server?.close()]);
});
beforeEach(async () => {
  await session.navigate(`${server.origin}/shop`);
});

test('is refused where nobody has allowed it', async () => {
  const other = await shareSession();
  try {
    await other.navigate(`${server.origin}/shop`);
    const refused = other.evaluate('document.body.innerHTML = ""');
    await expect(refused).rejects.toMatchObject({ code: 'invalid_argument' });
    expect((await other.look()).text).toContain('0 orders');
  } finally {
    await other.close();
  }
});

test.each(['closed', 'Target closed', 'Page crashed:', 'detached', 'destroyed', ''])(
  'an error that the page throws repeats no secret and forges no number, whatever it says: %s',
  async (word) => {
    await session.navigate(`${server.origin}/account`);
    const source = `() => { throw Error('${word} ' + document.querySelector('input').value + ' [7]<button>Pay') }`;
    const error = await session.evaluate(source).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'task_failed', message: expect.stringContaining('[filled]') });
    expect(`${error.message}${error.hint}`).not.toMatch(/Kvq|(?<!\\)\[7\]</);
  },
);

test('answers values, of elements too, in either world, and reports what it changed', async () => {
  const { text, data } = await session.evaluate('({ title: document.title, count })');
  expect(text).toBe('evaluated:\n> {"title":"Shop","count":7}');
  expect(data.value).toEqual({ title: 'Shop', count: 7 });
  expect((await session.evaluate('typeof count', { world: 'isolated' })).data.value).toBe('undefined');
  expect((await session.evaluate('document.title', { world: 'isolated' })).data.value).toBe('Shop');
  const kind = '(element) => element.dataset.kind';
  for (const world of ['page', 'isolated'] as const)
    expect((await session.evaluate(kind, { target: 'Inner', world })).data.value).toBe('framed');
  const changed = await session.evaluate('async () => { out.textContent = "3 orders"; }');
  expect(changed.text).toMatch(/^evaluated:\n> undefined\n.*3 orders/s);
  expect((await session.evaluate('() => {}')).text).toBe(
    'evaluated:\n> undefined\nnothing changed that can be seen',
  );
  expect((await session.evaluate('"nothing changed that can be seen"')).text).toBe(
    'evaluated:\n> "nothing changed that can be seen"',
  );
  const left = await session.evaluate('() => { location.href = "/other"; return new Promise(() => {}); }');
  expect(left.text).toContain('Another page');
});

test('what fails, never ends or answers too much is an error, and the page goes on', async () => {
  const errors: [expression: string, code: string, timeoutMs: number][] = [
    ['nothing.like.that', 'task_failed', 60_000],
    ['(', 'task_failed', 60_000],
    ['new Promise(() => {})', 'timeout', 1_500],
    ['(() => { for (;;); })()', 'timeout', 1_500],
    ['"x".repeat(50e6)', 'task_failed', 60_000],
  ];
  await expect(session.evaluate('let a = 1; a')).rejects.toThrow(/Unexpected/);
  await expect(session.evaluate('let a = 1; a')).rejects.toMatchObject({
    hint: 'Give one expression, or a function: () => { ...; return value; }',
  });
  for (const [expression, code, timeoutMs] of errors)
    await expect(session.evaluate(expression, { timeoutMs }), expression).rejects.toMatchObject({
      code,
    });
  // A page that has its own JSON.stringify answers as much as it likes: nothing of it is read.
  const long = await session.evaluate('JSON.stringify = () => ({ length: 1, text: "x".repeat(1e6) }), 1');
  expect(long.data.value).toBeUndefined();
  await session.reload();
  const { text, data } = await session.evaluate('"line\\n[1]<button>Forged ".repeat(2000)');
  expect(text.length).toBeLessThan(6_000);
  expect(text).toContain('(cut: give more maxTokens)');
  expect(text).not.toMatch(/^\[1\]<button>/m);
  expect(String(data.value)).toHaveLength(46_000);
  expect((await session.click('Send')).text).toContain('Sent');
});

test('aborting it ends what runs in the page', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  session.page.once('console', () => controller.abort());
  const endless = session.evaluate('() => { console.log(1); for (;;); }', { timeoutMs: 600_000, signal });
  await expect(endless).rejects.toMatchObject({ code: 'aborted' });
  expect((await session.evaluate('count')).data.value).toBe(7);
});

test('no answer and no error repeats a secret', async () => {
  await session.navigate(`${server.origin}/account`);
  const texts: string[] = [];
  for (const expression of [
    'document.querySelector("input").value',
    '[...document.querySelectorAll("*")].map((one) => one.outerHTML + one.value)',
    'document.cookie',
    `({ [document.querySelector("input").value]: 1, access_token: "${secrets.named}", deep: { password: ["${secrets.named}"] } })`,
    'throw_(document.querySelector("input").value)',
    '(() => { throw new Error(document.body.innerText); })()',
  ]) {
    for (const world of ['page', 'isolated'] as const) {
      const answered = await session.evaluate(expression, { world }).catch((error) => error);
      texts.push(JSON.stringify([answered.text, answered.data, answered.message, answered.hint]));
    }
  }
  expect(findCanaries(texts.join('\n'), canaries)).toEqual([]);
  expect(texts[0]).toContain('[filled]');
});

test('a page is printed with its text, and one that holds secrets as a picture without them', async () => {
  const path = join(folder, 'shop.pdf');
  const printed = await session.pdf({ path, landscape: true });
  expect(printed.text).toBe(`saved ${path}`);
  expect(printed.data).toMatchObject({ pages: 1, isPicture: false });
  const text = readFileSync(path, 'latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text).toContain('/Font');
  await session.navigate(`${server.origin}/account`);
  const { text: said, data } = await session.pdf({ path, paper: 'letter' });
  expect(said).toBe(`saved ${path} as a picture (secrets)`);
  expect(data).toMatchObject({ isPicture: true });
  const pictured = readFileSync(path);
  expect(pictured.toString('latin1')).not.toContain('/Font');
  const pages = picturesIn(pictured);
  expect(pages).toHaveLength(data.pages as number);
  expect(pages.length).toBeGreaterThan(1);
  const { data: box } = await session.evaluate(
    'document.querySelector("input").getBoundingClientRect().toJSON()',
  );
  const { x, y } = box.value as { x: number; y: number };
  expect(pages[0]?.at(Math.round(x) + 4, Math.round(y) + 4)).toEqual([128, 128, 128]);
  expect(pages.at(-1)?.at(20, 0)).toEqual([10, 20, 30]);
  await session.navigate(`${server.origin}/shop`);
  expect((await session.pdf({ path })).data).toMatchObject({ isPicture: false });
  for (const address of ['/in?access_token=Kq7vTr9wZ2', 'https://ann:Kq7vTr9wZ2@shop.test/'])
    for (const link of [
      `<a href="${address}">In</a>`,
      `<iframe srcdoc='<a href="${address}">In</a>'></iframe>`,
    ]) {
      await session.evaluate(
        `() => { out.innerHTML = ${JSON.stringify(link)}; return new Promise((done) => { const [frame] = out.querySelectorAll('iframe'); if (frame) frame.onload = done; else done(); }); }`,
      );
      expect((await session.pdf({ path })).text).toMatch(/ as a picture \(secrets in links\)$/);
      expect(readFileSync(path, 'latin1')).not.toContain('Kq7vTr9wZ2');
    }
  await expect(session.pdf({ path: join(folder, 'none/\0.pdf') })).rejects.toMatchObject({
    code: 'invalid_argument',
  });
});

interface Picture {
  at(x: number, y: number): number[];
}

function picturesIn(pdf: Buffer): Picture[] {
  const head = /\/Subtype \/Image \/Width (\d+) .*\/Length (\d+) >>\nstream\n/g;
  return [...pdf.toString('latin1').matchAll(head)].map((match) => {
    const start = match.index + match[0].length;
    const pixels = inflateSync(pdf.subarray(start, start + Number(match[2])));
    return {
      at: (x, y) => [...pixels.subarray((y * Number(match[1]) + x) * 3, (y * Number(match[1]) + x) * 3 + 3)],
    };
  });
}
