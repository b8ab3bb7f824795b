import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainFailure } from '../../packages/sightline/src/playwright/explainFailure.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { findCanaries } from '../support/canary.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

// Pages that want the tools for developers to run what they must not, or to repeat what they must not know.

const script =
  (text: string): Handler =>
  (_, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end(text);
  };

/** A page that shows no secret, and posts it as no text. */
const withSecret = (secret: string): string => `<!doctype html><title>Length</title>
<input type=password aria-label=Key id=key value="${secret}"><p id=out></p><script>
fetch('/api', { method: 'POST', body: new TextEncoder().encode(key.value + '\\0') })
  .then(() => { out.textContent = 'posted'; });
</script>`;

const lengths: Handler = ({ url }, response) => {
  const text = withSecret(
    url?.endsWith('long') ? 'Kvq77short88wrenzKvq77short88wrenz3' : 'Kvq77short88wrenz',
  );
  response.setHeader('content-type', 'text/html');
  response.setHeader('content-length', Buffer.byteLength(text));
  response.setHeader('x-size', text.length);
  response.end(text);
};

const never: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' });
  response.write('begun');
};

const SECRET = 'Kvqprefilled76wrenz';

/** A page that repeats its secret in all that is logged, and ends so. */
const repeating = (end: string): string => `<!doctype html><title>Inner</title>
<input type=password aria-label=Key id=key value="${SECRET}"><script>
console.log('the value is ' + key.value);
setTimeout(() => { throw new Error('thrown ' + key.value); });
fetch('/echo?v=' + key.value, { method: 'POST', body: JSON.stringify({ x: key.value }) }).then((answer) => answer.text()).then(() => {
  setTimeout(() => { ${end} }, 500);
});
</script>`;

const echo: Handler = (request, response) => {
  request.pipe(response);
};

const WORKERS = ['plain', 'module', 'dynamic', 'nested'] as const;

const routes: Record<string, string | Handler> = {
  '/workers': `<!doctype html><title>Workers</title><h1>Workers</h1><p id=out></p><script>
for (const name of ${JSON.stringify(WORKERS)})
  new Worker('/' + name + '.js', { type: name === 'plain' || name === 'nested' ? 'classic' : 'module' }).onmessage =
    ({ data }) => { out.textContent += data + '. '; };
const load = (rel, as) => document.head.append(Object.assign(document.createElement('link'), { rel, as, href: '/lib/' + rel + as }));
load('prefetch', ''); load('preload', 'script'); load('modulepreload', '');
fetch('/lib/data').then((answer) => answer.text()).then((text) => { out.textContent += 'data: ' + text + '. '; });
</script>`,
  '/plain.js': script("importScripts('/lib/plain')"),
  '/module.js': script("import '/lib/module'"),
  '/dynamic.js': script("import('/lib/dynamic')"),
  '/nested.js': script("new Worker('/lib/nested').onmessage = ({ data }) => postMessage(data)"),
  ...Object.fromEntries(WORKERS.map((name) => [`/lib/${name}`, script(`postMessage('${name}: server')`)])),
  '/lib/data': 'server',
  '/passes': `<!doctype html><title>Passes</title><p id=out></p><script src=/lib/passed></script><script>
navigator.serviceWorker.register('/passes.js');
navigator.serviceWorker.ready.then(() => { out.textContent += navigator.serviceWorker.controller ? ' passed' : ' ready'; });
</script>`,
  '/passes.js': script(`addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => { if (event.request.url.includes('passed')) event.respondWith(fetch(event.request)); });`),
  '/lib/passed': script("out.textContent = 'from the server'"),
  '/length': lengths,
  '/echo': echo,
  '/navigates': repeating("parent.postMessage('gone', '*'); location.href = '/plain'"),
  '/removed': repeating("parent.postMessage('gone', '*'); parent.document.querySelector('iframe').remove()"),
  '/named': `<!doctype html><input type=password aria-label=Key id=key value="${SECRET}"><script>
eval(\`console.log('named ' + key.value); setTimeout(() => { throw new Error('thrown ' + key.value); });
//# sourceURL=webpack://app/login.js\`);
const work = 'onmessage = ({ data }) => { console.log(data); setTimeout(() => { throw new Error(data); }); postMessage(1); }';
const worker = new Worker('data:text/javascript,' + encodeURIComponent(work));
worker.onmessage = () => setTimeout(() => { parent.postMessage('gone', '*'); parent.document.querySelector('iframe').remove(); }, 300);
worker.postMessage(key.value);
</script>`,
  '/blank': repeating("location.href = 'about:blank'"),
  ...Object.fromEntries(
    ['navigates', 'removed', 'named'].map((name) => [
      `/outer/${name}`,
      `<!doctype html><title>Outer</title><iframe src=/${name}></iframe><p id=out></p><script>
console.log('outer here');
fetch('/plain?outer');
onmessage = () => setTimeout(() => { out.textContent = 'ended'; }, 500);
</script>`,
    ]),
  ),
  '/form': `<!doctype html><title>Form</title><form method=post action=/posted><input type=password name=x aria-label=Key value="${SECRET}"><button>Go</button></form>
<iframe src=/held></iframe>`,
  '/held': `<!doctype html><input type=hidden name=csrf_token value="${SECRET}2"><p>Held</p>`,
  '/posted': `<!doctype html><title>Posted</title><h1>Posted</h1><script>console.log("sent ${SECRET.toUpperCase()}, and ${SECRET}2")</script>`,
  '/throws': `<!doctype html><input type=password aria-label=Key id=key value="${SECRET}"><p id=out></p><script>
for (const at of [1985, 3985]) setTimeout(() => { throw new Error('p '.repeat(at).slice(0, at - 7) + ' ' + key.value + ' end'); });
setTimeout(() => { out.textContent = 'thrown'; }, 100);
</script>`,
  '/api': 'taken',
  '/plain': '<!doctype html><title>Plain</title><p>Nothing here</p>',
  '/never': never,
  '/streams': (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Streams</title><p id=out></p><script>
let open = 0;
for (let i = 0; i < 24; i++)
  fetch(location.protocol + '//h' + (i % 6) + '.localhost:' + location.port + '/never').then(() => { out.textContent = ++open + ' open'; });
</script>`);
  },
};

/** Words up to a length, then the secret, which a cut at that length leaves a part of. */
const cutSecret = (length: number): string =>
  `${'padding '.repeat(length).slice(0, length - 14)} ${SECRET} end`;

let folder: string;
let server: TestServer;
let session: Session;
beforeAll(async () => {
  [session, server] = await Promise.all([Session.launch(), startServer(routes)]);
  folder = mkdtempSync(join(tmpdir(), 'sl-attacks-'));
});
/** Settles when the page shows it, however busy the machine is. */
const shows = (text: string): Promise<unknown> => session.waitFor({ text, timeoutMs: 60_000 });

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([session?.close(), server?.close()]);
});

test('a rule answers data alone where no function may run: nothing that a worker imports, or a page loads ahead of time', async () => {
  await session.route('/lib/', { body: "postMessage('MOCKED')", contentType: 'text/javascript' });
  await session.navigate(`${server.origin}/workers`);
  const said = ['data: postMessage', ...WORKERS.map((name) => `${name}: server`)];
  for (const text of said) await shows(text);
  expect((await session.look()).text).not.toContain('MOCKED. ');
  const { rules } = (await session.route()).data as { rules: { hits: number }[] };
  expect(rules.map(({ hits }) => hits)).toEqual([1]);
  await session.route(undefined, { remove: true });
});

test('nor what a service worker passes on, whatever a page makes of it', async () => {
  await session.navigate(`${server.origin}/passes`);
  await shows('ready');
  await session.route('/lib/', { body: "out.textContent = 'MOCKED'", contentType: 'text/javascript' });
  await session.navigate(`${server.origin}/passes`);
  await shows('passed');
  await session.route(undefined, { remove: true });
  expect((await session.look()).text).toContain('from the server passed');
});

test('nor more of an archive than data: what a browser would keep of it for the site stays out', async () => {
  const har = join(folder, 'page.har');
  const headers = Object.entries({ 'Set-Cookie': 'sid=fixed; Path=/', 'X-Note': 'kept' });
  const response = {
    status: 200,
    headers: headers.map(([name, value]) => ({ name, value })),
    content: { text: 'recorded', mimeType: 'text/plain' },
  };
  const entry = { request: { method: 'GET', url: `${server.origin}/api` }, response };
  writeFileSync(har, JSON.stringify({ log: { version: '1.2', entries: [entry] } }));
  await session.navigate(`${server.origin}/plain`);
  await session.route(undefined, { har, roots: [folder] });
  const answer = await session.page.evaluate(
    "fetch('/api').then(async (r) => [await r.text(), r.headers.get('x-note'), document.cookie])",
  );
  await session.route(undefined, { remove: true });
  expect(answer).toEqual(['recorded', 'kept', '']);
});

/** What every answer and file for developers says of a page, but for times and addresses of ours. */
async function askAll(path: string): Promise<string> {
  await session.navigate(`${server.origin}${path}`);
  await shows('posted');
  const { data } = await session.network({ all: true });
  const answers: object[] = [await session.console({ all: true, maxTokens: 5_000 })];
  for (const { number } of data.requests as { number: number }[])
    answers.push(await session.network({ number, maxTokens: 5_000 }));
  const har = join(folder, 'all.har');
  await session.network({ all: true, har });
  return `${JSON.stringify(answers)}\n${readFileSync(har, 'utf8')}`
    .replaceAll(/\?(?:short|long)/g, '')
    .replaceAll(/"(?:number|milliseconds|time|startedDateTime|wait|receive)": ?[^,}]*/g, '')
    .replaceAll(/(?:[\d.]+ ms|at \d\d:\d\d:\d\dZ|20\d\d [\d:]+ GMT)/g, '')
    .replaceAll(/"(?:name|value)": "(?:short|long)?",?/g, '');
}

test('two pages whose secrets differ in length alone are answered alike: by headers, notes of bodies, HAR files', async () => {
  const [short, long] = [await askAll('/length?short'), await askAll('/length?long')];
  expect(long).toBe(short);
  expect(short).toMatch(/content-length: \[filled\].*not text/s);
  const { text, data } = await session.performance();
  expect([text, JSON.stringify(data.resources)]).toEqual([
    expect.stringMatching(/\nrequests: \d+\n/),
    expect.not.stringContaining('bytes'),
  ]);
});

test('a HAR file is written in its time, however many answers never end', async () => {
  await session.navigate(`${server.origin}/streams`);
  await shows('24 open');
  const har = join(folder, 'streams.har');
  const begun = performance.now();
  await session.network({ all: true, har });
  // One answer after the other, each with the time that it is given, would be 72 s.
  expect(performance.now() - begun).toBeLessThan(60_000);
  const { log } = JSON.parse(readFileSync(har, 'utf8'));
  const waits = log.entries.filter(
    ({ response }: { response: { content: { comment?: string } } }) => response.content.comment !== undefined,
  );
  expect([log.entries.length, waits.length]).toEqual([25, 24]);
});

/** All that is said of what was logged, and written of it. */
async function loggedText(): Promise<string> {
  const answers: object[] = [await session.console({ all: true, maxTokens: 5_000 })];
  const { data, text } = await session.network({ all: true, maxTokens: 5_000 });
  for (const { number } of data.requests as { number: number }[])
    answers.push(await session.network({ number, maxTokens: 5_000 }));
  const har = join(folder, 'logged.har');
  await session.network({ all: true, har });
  return [text, JSON.stringify(answers), readFileSync(har, 'utf8')].join('\n');
}

const canaries = [{ value: SECRET, pieces: [SECRET] }];

test.each(['navigates', 'removed'])(
  'what a frame has logged of its secrets goes with its document: it %s',
  async (name) => {
    await session.navigate(`${server.origin}/outer/${name}`);
    await shows('ended');
    const logged = await loggedText();
    expect(findCanaries(logged, canaries)).toEqual([]);
    expect(logged).toContain('outer here');
    expect(logged).toContain('/plain?outer');
  },
);

test('and with it goes what its scripts have said under other names', async () => {
  await session.navigate(`${server.origin}/outer/named`);
  await shows('ended');
  const logged = await loggedText();
  expect(findCanaries(logged, canaries)).toEqual([]);
  expect(logged).toContain('outer here');
});

test('so does what a page has logged that gives way to an empty one', async () => {
  await session.navigate(`${server.origin}/blank`).catch(() => undefined);
  await expect.poll(() => session.page.url()).toBe('about:blank');
  expect(findCanaries(await loggedText(), canaries)).toEqual([]);
});

test('what is cut is redacted before: an error of a page, and what a test has seen of it', async () => {
  await session.navigate(`${server.origin}/throws`);
  await shows('thrown');
  const { data } = await session.console({ all: true, maxTokens: 5_000 });
  const error = new Error(`${cutSecret(200)}\nCall log:\n  - waiting for getByText('Nope')\n`);
  const { text } = await explainFailure(session, error, {
    graceMs: 0,
    maxTokens: 2_000,
    observed: {
      pageErrors: [cutSecret(160)],
      failedRequests: [cutSecret(120)],
      closedDialogs: [`alert "${cutSecret(92)}"`],
    },
  });
  const pieces = [SECRET.slice(0, 9)];
  expect(findCanaries(JSON.stringify(data) + text, [{ value: SECRET, pieces }])).toEqual([]);
  expect(JSON.stringify(data).match(/Uncaught Error: p p/g)).toHaveLength(2);
  expect(text).toMatch(/dialog that was.*request failed: padding.*error in the page: padding/s);
});

test('what a page was seen to hold is known in the logs of those that come after it', async () => {
  await session.navigate(`${server.origin}/form`);
  expect((await session.look()).text).toContain('Held');
  await session.click('Go');
  await shows('Posted');
  await expect.poll(async () => (await session.console({ all: true })).text).toContain('sent');
  const logged = await loggedText();
  expect(findCanaries(logged, canaries)).toEqual([]);
  expect(logged).toContain('x=[filled]');
  expect(logged).toContain('sent [filled], and [filled]');
});
