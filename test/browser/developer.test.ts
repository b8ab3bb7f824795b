import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { textReader } from '../../packages/sightline/src/agent/textReader.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { findCanaries } from '../support/canary.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

// What the page wrote to its console, requested, and is answered in place of its server.

const secrets = {
  bearer: 'Kvqbearer71wrenz',
  cookie: 'Kvqcookie72wrenz',
  posted: 'Kvqposted73wrenz',
  answered: 'Kvqanswered74wrenz',
  typed: 'Kvqtyped75wrenz',
  prefilled: 'Kvqprefilled76wrenz',
};
const canaries = Object.values(secrets).map((value) => ({ value, pieces: [value] }));

const json =
  (status: number, value: object): Handler =>
  (_, response) => {
    response.writeHead(status, {
      'content-type': `application/json; note=${secrets.prefilled}`,
      'set-cookie': `sid=${secrets.cookie}; HttpOnly`,
    });
    response.end(JSON.stringify(value));
  };

const routes: Record<string, string | Handler> = {
  '/shop': `<!doctype html><title>Shop</title><h1>Shop</h1>
<input type=password aria-label="Old password" value="${secrets.prefilled}">
<input type=password aria-label="New password" id=new>
<p id=out>waiting</p><button id=ask>Ask</button><button id=image>Image</button>
<script>
const ask = async (url, options) => {
  try {
    const answer = await fetch(url, options);
    out.textContent = answer.status + ' ' + (await answer.text()).slice(0, 40);
  } catch (error) { out.textContent = 'no answer'; }
};
document.getElementById('ask').onclick = () => ask('/api/missing');
document.getElementById('image').onclick = () => {
  const picture = new Image();
  picture.onerror = () => { out.textContent = 'no picture'; };
  picture.src = '/picture.png?' + Math.random();
};
console.debug('begun');
console.warn('the session is ${secrets.cookie}, the password ${secrets.prefilled}');
for (let i = 0; i < 3; i++) console.log('again', { password: '${secrets.posted}' });
</script>
<script src=/late.js></script>
<script>
ask('/api/cart?token=${secrets.bearer}', {
  method: 'POST',
  headers: { authorization: 'Bearer ${secrets.bearer}', 'content-type': 'application/json' },
  body: JSON.stringify({ sku: 'A1', password: '${secrets.posted}' }),
});
undefinedFunction();
</script>`,
  '/late.js': 'globalThis.late = 1',
  '/style.css': (_, response) => {
    response.setHeader('content-type', 'text/css');
    response.end('h1 { color: rgb(1, 2, 3) }');
  },
  '/slow': `<!doctype html><title>Slow</title><h1>A large heading</h1><button id=work>Work</button><p id=out>.</p>
<script src=/late.js></script><script>
document.getElementById('work').onclick = () => {
  const end = performance.now() + 150;
  while (performance.now() < end);
  document.getElementById('out').textContent = 'worked';
};
</script>`,
  '/orders': `<!doctype html><html lang=de><title>Bestellungen</title><main><h1>Orders</h1>
<dl><dt>Status</dt><dd>open</dd></dl>
<table id=orders><tr><th>Customer<th>Total<th>Secret key<tr><td>Ann<td>1.234,50 \u20ac<td>${secrets.prefilled}<tr><td>Bo<td>99 \u20ac<td>none</table>
<input type=password aria-label=Key value="${secrets.prefilled}"></main>`,
  '/api/cart': json(200, { items: 3, access_token: secrets.answered, note: `was ${secrets.prefilled}` }),
  '/api/missing': json(404, { error: 'no such thing' }),
};

let server: TestServer;
let session: Session;
let folder: string;
beforeAll(async () => {
  [session, server] = await Promise.all([Session.launch(), startServer(routes)]);
  folder = mkdtempSync(join(tmpdir(), 'sl-developer-'));
});
/** Settles when the page shows it, however busy the machine is. */
const shows = (text: string): Promise<unknown> => session.waitFor({ text, timeoutMs: 60_000 });

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([session?.close(), server?.close()]);
});

async function openShop(): Promise<void> {
  await session.navigate(`${server.origin}/shop`);
  await shows('200 {');
}

const timeless = (text: string): string =>
  text.replace(/\d+ ms/g, 'N ms').replaceAll(server.origin, 'ORIGIN');
const requests = async (options = {}): Promise<string> => timeless((await session.network(options)).text);

test('the console is counted, its levels are distinguished, and what nothing caught is in it', async () => {
  await openShop();
  await expect
    .poll(async () => (await session.console({ level: 'info' })).text)
    .toBe(
      [
        '5 messages since the page was opened: 3 info, 1 warning, 1 error',
        'warning the session is [filled], the password [filled] (shop:19:9)',
        'info again {password: [filled]} (shop:20:37) (x 3)',
        'error Uncaught ReferenceError: undefinedFunction is not defined (shop:29:1)',
      ].join('\n'),
    );
  expect((await session.console({ text: 'begun' })).text).toMatch(/: 1 debug\ndebug \(.*:18:9\)\n> begun$/);
  expect((await session.console({ level: 'warning' })).text).toMatch(/^2 messages .*: 1 warning, 1 error\n/);
  const { text } = await session.console({ text: 'undefinedFunction' });
  expect(timeless(text)).toBe(
    [
      '1 message since the page was opened: 1 error',
      'error (ORIGIN/shop:29:1)',
      '> Uncaught ReferenceError: undefinedFunction is not defined',
      '>     at ORIGIN/shop:29:1',
    ].join('\n'),
  );
});

test('requests are counted and listed; an action leaves those before it out', async () => {
  await openShop();
  await expect
    .poll(requests)
    .toMatch(
      new RegExp(
        [
          '^3 requests since the page was opened: 1 document, 1 script, 1 fetch',
          '\\d+ GET /shop 200 document N ms',
          '\\d+ POST /api/cart\\?token=\\[filled\\] 200 fetch N ms$',
        ].join('\n'),
      ),
    );
  await session.click('Ask');
  await shows('404');
  await expect
    .poll(requests)
    .toMatch(
      /^1 request since the last action: 1 fetch \(failed\); 4 since the page was opened\n\d+ GET \/api\/missing 404 fetch N ms$/,
    );
  expect(await requests({ all: true, type: 'script' })).toMatch(/\n\d+ GET \/late.js 200 script N ms$/);
  await session.look();
  expect(await requests({ status: 'failed' })).toMatch(/^no request since the last look; 1 since the page/);
  await expect(session.network({ status: 'bad' })).rejects.toMatchObject({ code: 'invalid_argument' });
  await expect(session.network({ number: 999 })).rejects.toMatchObject({ code: 'not_found' });
});

test('a request is shown in full, its body is searched, and no secret is in any answer or file', async () => {
  await openShop();
  await session.fill('New password', secrets.typed);
  await session.page.evaluate((typed) => {
    console.log(`typed ${typed}`);
    // A page names methods and headers as it likes; the server takes no such method.
    return Promise.allSettled([
      fetch(`/api/cart?q=${typed}`, { headers: { [`x-${typed}`]: '1' } }),
      fetch('/api/cart', { method: typed }),
    ]);
  }, secrets.typed);
  await expect.poll(async () => requests({ status: 'open', all: true })).toMatch(/^no request/);
  const { data } = await session.network({ all: true, text: '/api/cart' });
  const [cart] = data.requests as { number: number }[];
  const { text } = await session.network({ number: cart?.number ?? 0 });
  expect(timeless(text)).toContain(
    [
      'request body:',
      '{"sku":"A1","password":"[filled]"}',
      'response body:',
      '{"items":3,"access_token":"[filled]","note":"was [filled]"}',
    ].join('\n'),
  );
  expect(text).toMatch(/^set-cookie: sid=\[filled\]; HttpOnly$/m);
  expect(text).toMatch(/^authorization: \[filled\]$/m);
  expect(text).toMatch(/^content-length: \[filled\]$/im);
  expect((await session.network({ number: cart?.number ?? 0, text: 'items' })).text).toMatch(
    /1 in the response body:\nat 2: \{"items":3/,
  );
  // What the browser sends with whatever it requests is counted, and found.
  expect(text).not.toMatch(/^(?:user-agent|sec-fetch-mode|date): /im);
  expect(text).toMatch(/^\(\d+ usual ones, found by text\)$/m);
  expect((await session.network({ number: cart?.number ?? 0, text: 'Agent' })).text).toMatch(
    /\n1 in the request headers:\nuser-agent: Mozilla/i,
  );
  expect((await session.network({ number: cart?.number ?? 0, text: 'no such' })).text).toMatch(
    /\nno body and no header holds "no such"$/,
  );
  const short = await session.network({ number: cart?.number ?? 0, maxTokens: 60 });
  expect(short.text).toContain('; give more maxTokens, or text to find)');
  const har = join(folder, 'shop.har');
  await session.network({ all: true, har });
  const { log } = JSON.parse(readFileSync(har, 'utf8'));
  expect(log).toMatchObject({ version: '1.2' });
  expect(log.entries).toHaveLength(5);
  const written = [readFileSync(har, 'utf8')];
  for (const { number } of (await session.network({ all: true })).data.requests as { number: number }[])
    written.push(JSON.stringify(await session.network({ number, maxTokens: 100_000 })));
  for (const level of ['error', 'debug'] as const)
    written.push(JSON.stringify(await session.console({ level, all: true, maxTokens: 100_000 })));
  written.push(JSON.stringify(await session.network({ all: true, maxTokens: 100_000 })));
  expect(findCanaries(written.join('\n'), canaries)).toEqual([]);
});

test('what came of a page is gone with it', async () => {
  await openShop();
  await session.navigate(`${server.origin}/late.js`);
  expect((await session.console()).text).toBe('no messages since the page was opened');
  await expect.poll(requests).toMatch(/^1 request since the page was opened: 1 document\n/);
});

test('requests are blocked and answered, and code only where evaluate is allowed', async () => {
  const file = join(folder, 'cart.json');
  writeFileSync(file, '{"items":7}');
  await session.route('/api/missing', { body: '{"mocked":true}', status: 201 });
  await session.route('/api/cart', { file, roots: [folder] });
  await session.route('/late.js', { body: 'globalThis.late = 2' });
  await session.route('*.png?*', { block: true });
  await session.navigate(`${server.origin}/shop`);
  await shows('200 {"items":7}');
  expect(await session.page.evaluate('late')).toBe(1);
  await session.click('Ask');
  await shows('201 {"mocked":true}');
  await session.click('Image');
  await shows('no picture');
  expect((await session.route()).text).toBe(
    [
      '"/api/missing": answered with 201 (application/json), 1 request so far',
      '"/api/cart": answered with 200 (application/json), 1 request so far',
      '"/late.js": answered with 200 (text/plain; charset=utf-8), 0 requests so far',
      '"*.png?*": blocked, 1 request so far',
    ].join('\n'),
  );
  await session.route('/api/missing', { remove: true });
  await session.click('Ask');
  await shows('404');
  await session.route(undefined, { remove: true });
  await session.emulateNetwork('offline');
  await session.click('Ask');
  await shows('no answer');
  expect((await session.route()).text).toBe('no request is blocked or answered here\nthe network is offline');
  await session.emulateNetwork('online');
  await session.click('Ask');
  await shows('404');
  await expect(session.route('/api', { file: '/etc/hosts', roots: [folder] })).rejects.toMatchObject({
    code: 'invalid_argument',
  });
  await expect(session.route('/api')).rejects.toMatchObject({ code: 'invalid_argument' });
  await expect(session.route(undefined, { block: true })).rejects.toMatchObject({ code: 'invalid_argument' });
});

test('no rule reads a secret: by the address that it fits, or by a style sheet', async () => {
  await session.navigate(`${server.origin}/shop`);
  const guesses = [secrets.prefilled.slice(0, 4), '*/probe?v=Kvqpre*', secrets.typed, '*probe*Kvqtyped7*'];
  for (const guess of guesses) await session.route(guess, { body: 'guessed' });
  await session.route('/style.css', { body: 'input[value^=Kvq] { background: url(/guessed) }' });
  await session.fill('New password', secrets.typed);
  const probe = `(async () => {
    const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/style.css' });
    await new Promise((done) => { sheet.onload = done; document.head.append(sheet); });
    const texts = [];
    for (const { value } of document.querySelectorAll('input'))
      texts.push(await (await fetch('/probe?v=' + value)).text(), await (await fetch('/probe?b=' + btoa(value))).text());
    // While the page waits for the answer, it cannot be asked.
    const [old, typed] = Array.from(document.querySelectorAll('input'), ({ value }) => value);
    const waiting = new XMLHttpRequest();
    waiting.open('GET', '/probe/' + typed + '?v=' + old, false);
    waiting.send();
    texts.push(waiting.responseText);
    return [getComputedStyle(document.querySelector('h1')).color, ...texts];
  })()`;
  const answered = (await session.page.evaluate(probe)) as string[];
  expect(answered[0]).toBe('rgb(1, 2, 3)');
  expect(answered.filter((text) => text.includes('guessed'))).toEqual([]);
  const { rules } = (await session.route()).data as { rules: { hits: number }[] };
  expect(rules.map(({ hits }) => hits)).toEqual([0, 0, 0, 0, 0]);
  await session.route('*/probe?v=*', { body: 'whatever it is' });
  expect(await session.page.evaluate(probe)).toContain('whatever it is');
  await session.route(undefined, { remove: true });
});

test('values are extracted by a schema of zod or of JSON, without secrets', async () => {
  await session.navigate(`${server.origin}/orders`);
  const row = z.object({ customer: z.string(), total: z.number(), key: z.string() });
  const schema = z.object({ status: z.enum(['open', 'paid']), orders: z.array(row) });
  const { data, text } = await session.extract(schema);
  expect(data.value).toEqual({
    status: 'open',
    orders: [
      { customer: 'Ann', total: 1234.5, key: '[filled]' },
      { customer: 'Bo', total: 99, key: 'none' },
    ],
  });
  const [status] = data.sources as { number: number }[];
  expect((await session.details(status?.number ?? 0)).text).toContain('open');
  expect(text).toContain('orders: 2 entries\n{"customer":"Ann","total":1234.5,"key":"[filled]"} [');
  expect(JSON.stringify(data)).not.toContain(secrets.prefilled);
  await expect(session.extract(z.object({ status: z.string().max(2) }))).rejects.toMatchObject({
    code: 'not_accepted',
  });
  const json = { type: 'array', items: { type: 'object', properties: { total: { type: 'number' } } } };
  await expect(session.extract(json, { within: status?.number ?? 0 })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(session.extract({ type: 'object' })).rejects.toMatchObject({ code: 'invalid_argument' });
});

test('how a page loads and reacts is measured in eight lines', async () => {
  await session.navigate(`${server.origin}/slow`);
  await session.click('Work');
  await shows('worked');
  const number = '[\\d.]+';
  await expect
    .poll(async () => (await session.performance()).text)
    .toMatch(
      new RegExp(
        [
          `^LCP: ${number} ms, .* \\(<h1>\\)`,
          `CLS: ${number}, .*`,
          `INP: ${number} ms, .*`,
          `first byte: ${number} ms, first paint: ${number} ms, document ready: ${number} ms, loaded: ${number} ms`,
          `long tasks: \\d+, the longest ${number} ms, blocking ${number} ms`,
          'requests: 1',
          `heap: ${number} of ${number} MB`,
          `DOM: \\d+ nodes, \\d+ listeners$`,
        ].join('\n'),
      ),
    );
});

test('a page of somebody else is read, and its requests are left alone', async () => {
  const guest = await Session.fromPlaywright(session.page);
  await guest.navigate(`${server.origin}/shop`);
  await guest.waitFor({ text: '200 {', timeoutMs: 60_000 });
  await expect
    .poll(async () => (await guest.console({ level: 'error' })).text)
    .toMatch(/^1 message since the page was opened: 1 error/);
  expect((await guest.network({ type: 'fetch' })).text).toMatch(/POST \/api\/cart/);
  await expect(guest.route('/api', { block: true })).rejects.toMatchObject({ code: 'unsupported_page' });
  await guest.close();
});

test('requests are answered from a HAR file that was written here, and a broken one is refused', async () => {
  await openShop();
  await session.click('Ask');
  await shows('404');
  const har = join(folder, 'recorded.har');
  await expect.poll(() => requests({ status: 'open', all: true })).toMatch(/^no request/);
  await session.network({ all: true, har });
  const recorded = readFileSync(har, 'utf8');
  writeFileSync(
    har,
    recorded.replace(/\\"items\\":3/, '\\"items\\":99').replace('no such thing', 'recorded'),
  );
  const { text } = await session.route(undefined, { har, roots: [folder] });
  expect(text).toBe(
    '"*": answered from recorded.har (2 answers, 2 without a body are left out), 0 requests so far',
  );
  await session.navigate(`${server.origin}/shop`);
  await shows('200 {"items":99');
  await session.click('Ask');
  await shows('404 {"error":"recorded"}');
  expect((await session.route(undefined, { remove: true })).text).toBe(
    'no request is blocked or answered here',
  );
  const broken = join(folder, 'broken.har');
  writeFileSync(broken, recorded.slice(0, recorded.length / 2));
  await expect(session.route(undefined, { har: broken, roots: [folder] })).rejects.toMatchObject({
    code: 'invalid_argument',
  });
  await expect(session.route(undefined, { har: '/etc/hosts', roots: [folder] })).rejects.toThrow();
  await expect(session.route('/api', { har, block: true, roots: [folder] })).rejects.toThrow(/one of these/);
});

test('what the structure does not say is asked of a model, with that region alone', async () => {
  await session.navigate(`${server.origin}/orders`);
  await session.page.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<nav>Not of the region</nav>');
    document
      .querySelector('main')
      ?.insertAdjacentHTML('beforeend', '<p>It leaves on 5. M\u00e4rz 2026 from <b>Ulm</b>.');
  });
  const model = new ScriptedModel([{ action: [{ values: { values: { city: 'Ulm', key: 'Kvq' } } }] }]);
  const schema = z.object({ status: z.string(), city: z.string(), key: z.string().optional() });
  const { data, text } = await session.extract(schema, { readText: textReader(model) });
  expect(data.value).toEqual({ status: 'open', city: 'Ulm', key: '[filled]' });
  expect(text).toContain('read in the text by the model: city');
  const asked = JSON.stringify(model.requests.map(({ messages }) => messages));
  expect(asked).toContain('city: string');
  expect(asked).not.toMatch(/Not of the region|status: string/);
  expect(findCanaries(asked, canaries)).toEqual([]);
  const silent = new ScriptedModel(['no', 'no', 'no']);
  await expect(session.extract(schema, { readText: textReader(silent) })).rejects.toMatchObject({
    code: 'model_failed',
  });
});
