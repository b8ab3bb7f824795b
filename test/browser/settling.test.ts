import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  SettleObserver,
  type SettleResult,
} from '../../packages/sightline/src/actions/settle/SettleObserver.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { viewArrival } from '../../packages/sightline/src/tools/renderArrival.ts';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

let connected: ConnectedPage;
let server: TestServer;

const page = (body: string): string => `<!doctype html><link rel=icon href="data:,"><title>T</title>${body}`;
const slow = (ms: number, body: string) => async (_: unknown, response: { end(text: string): void }) => {
  await wait(ms);
  response.end(body);
};
/** A button that runs a script, beside a paragraph to write to. */
const button = (script: string, rest = ''): string =>
  page(`<button id=b>Go</button><p id=out></p>${rest}<script>
    const out = document.getElementById('out');
    b.onclick = () => { ${script} };</script>`);

const ROUTES = {
  '/data': slow(150, 'loaded'),
  '/slow': slow(
    120,
    page('<h1>Next</h1><script>setTimeout(() => document.body.append("late"), 100)</script>'),
  ),
  '/never': () => undefined,
  '/search': slow(2_300, 'found'),
  '/find': button(`fetch('/search').then((r) => r.text()).then((t) => { out.textContent = t; })`),
  '/broken': (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
    response.writeHead(500).end(),
  '/poll': slow(20, 'x'),
  '/nothing': button(''),
  '/fetch': button(`fetch('/data').then((r) => r.text()).then((t) => { out.textContent = t; })`),
  '/broken-fetch': button(`fetch('/broken?password=hunter22'); console.error('it broke'); null.x`),
  '/debounce': button(
    `setTimeout(() => { fetch('/data').then((r) => r.text()).then((t) => out.textContent = t) }, 300)`,
  ),
  '/more': button(
    `more.textContent = 'Loading more…'; setTimeout(() => { out.textContent = 'too late' }, 25_000)`,
    '<p id=more>Loading more…</p>',
  ),
  '/paying': button(`b.textContent = 'Paying…'; setTimeout(() => { b.textContent = 'Paid' }, 700)`),
  '/skeleton': button(
    `out.innerHTML = '<i></i>'; setTimeout(() => { out.textContent = 'Step 2' }, 700)`,
    '<style>@keyframes k { to { opacity: .5 } } i { display: block; height: 9px; animation: k 1s infinite }</style>',
  ),
  '/transition': button(
    `out.style.opacity = '0'; out.addEventListener('transitionend', () => { out.textContent = 'ended' })`,
    '<style>#out { transition: opacity 400ms }</style>',
  ),
  '/spinner': button(
    `const s = document.createElement('div'); s.role = 'status'; s.textContent = 'Saving…'; document.body.append(s);
     fetch('/data').then(() => { s.remove(); out.textContent = 'Saved'; })`,
  ),
  '/toggled': button(
    `spin.hidden = false; fetch('/data').then(() => { spin.hidden = true; })`,
    '<div id=spin hidden aria-live=assertive>Working</div>',
  ),
  '/secret': button(
    `out.textContent = 'Checking ' + pw.value; fetch('/data').then(() => { out.textContent = 'Denied' });
     console.error('bad ' + pw.value)`,
    '<input id=pw type=password value="hunter2secret">',
  ),
  '/link': page('<a id=b href="/slow">Next</a>'),
  '/push': button(`history.pushState({}, '', '/pushed'); out.textContent = 'routed'`),
  '/endless': button(
    '',
    '<style>@keyframes k { to { opacity: .5 } } i { animation: k 1s infinite }</style><i>spins</i>',
  ),
  '/polling': button(`(function poll() { fetch('/poll?' + Math.random()).then(poll) })()`),
  '/longpoll': button(`fetch('/never')`),
  '/ticking': button(`setInterval(() => { out.textContent = Date.now() }, 150)`),
  // In every frame, and on a timer where no frame is painted.
  '/restless': button(`const add = () => out.append(document.createElement('b'));
    setInterval(add, 5); (function frame() { add(); requestAnimationFrame(frame) })()`),
  '/clock': page(`<button id=b>Go</button><p id=out></p><i id=clock></i><script>
    setInterval(() => { clock.textContent = performance.now() }, 10);
    (function spin() { clock.style.left = Math.random() + 'px'; requestAnimationFrame(spin) })();
    b.onclick = () => setTimeout(() => { out.textContent = 'done' }, 100)</script>`),
  '/framed': page('<iframe id=f src="/fetch"></iframe>'),
  '/shadow': page(`<div id=host></div><script>
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<button id=b>Go</button><p id=out></p>';
    root.getElementById('b').onclick = () => { let n = 0; (function step() {
      root.getElementById('out').textContent = ++n; if (n < 12) requestAnimationFrame(step) })() }</script>`),
  '/opens': button(`window.open('/nothing')`),
  '/closes': button(`window.close()`),
  '/alert': button(`alert('hello'); out.textContent = 'after'`),
  '/form': page('<form action="/slow"><input name=q><button id=b>Go</button></form>'),
  '/busy': button(
    `out.ariaBusy = 'true'; setTimeout(() => { out.textContent = 'done'; out.ariaBusy = 'false' }, 700)`,
    '<p aria-busy=true>forever</p>',
  ),
  '/progress': button(
    `out.innerHTML = '<progress></progress>'; setTimeout(() => { out.textContent = 'done' }, 700)`,
    '<i role=progressbar>spins for ever</i>',
  ),
  '/fetches': page(`<div id=root>Loading</div><script>onload = () => {
    fetch('/data').then((answer) => answer.text()).then((text) => {
      document.title = 'Loaded';
      root.innerHTML = '<button>' + text + '</button>';
    }) }</script>`),
  '/draws': page(
    '<script>setTimeout(() => document.body.append(document.createElement("button")), 200)</script>',
  ),
  '/runs':
    page(`<header>Desk</header><div id=s role=status>Running...</div><button>Stop</button><button>Deploy</button>
<main></main><script>setTimeout(() => { s.remove(); document.querySelector('main').append('drawn') }, 1200)</script>`),
  '/runs-on': page('<main><p>Loading…</p><button>Stop</button></main>'),
  '/shell': page(`<header><button>Deploy</button></header><main><h1>Stock</h1><div id=c></div></main>
<script>setTimeout(() => c.append('drawn'), 1200)</script>`),
  '/shell-empty': page('<header><button>Deploy</button></header><main><h1>Stock</h1><div></div></main>'),
  '/shell-runs':
    page(`<header><div id=s role=img aria-label="Running..."><svg width=9 height=9></svg></div><button>Deploy</button></header>
<main><h1>Stock</h1><div id=c></div></main><script>setTimeout(() => { s.remove(); c.append('drawn') }, 3_000)</script>`),
  '/shell-skeleton':
    page(`<header><button>Deploy</button></header><main><div data-testid=appSkeleton style="width:90px;height:9px;background:gray"></div>
<button>Stop</button></main>`),
  '/editor-draws':
    page(`<button id=b>Run</button><p id=out></p><p id=said></p><div id=e style="width:300px;height:90px">
<div style="height:3px;overflow:hidden"><textarea id=t></textarea></div><pre id=l>let a = 1</pre><i id=n>1</i></div><script>
b.onclick = () => { t.focus(); l.textContent = 'let b = 2'; n.textContent = '220'; said.textContent = 'Saved as draft';
  setTimeout(() => { l.textContent = 'let c = 3'; n.textContent = '330'; said.textContent = ''; out.textContent = 'done' }, 200) }</script>`),
  '/starts-late': page('<script>setTimeout(() => document.body.append("started"), 800)</script>'),
  '/application': page('<div id=root></div><script>setTimeout(() => root.append("drawn"), 4_000)</script>'),
  '/endlessly': page(
    '<p><script>(function step() { document.body.append(document.createElement("b")); setTimeout(step, 2) })()</script>',
  ),
  '/redirects': page('<script>onload = () => setTimeout(() => location.replace("/fetches"), 20)</script>'),
  '/mail': page('<a id=b href="mailto:a@b.c">Mail</a>'),
};

beforeAll(async () => {
  server = await startServer(ROUTES);
  connected = await ConnectedPage.open();
});
afterAll(async () => {
  await connected.close();
  await server.close();
});

/** Opens a page, clicks its button, and settles. */
async function click(
  path: string,
  timeoutMs = 30_000,
  frame?: string,
): Promise<SettleResult & { out: string }> {
  const { page: live, connection } = connected;
  await live.goto(server.origin + path);
  await connection.capture();
  const settling = await SettleObserver.start(live, connection);
  const scope = frame ? live.frameLocator(frame) : live;
  await scope.locator('#b').click({ noWaitAfter: true });
  const settled = await settling.settle({ timeoutMs });
  const texts = live.isClosed() ? [] : await scope.locator('#out').allTextContents();
  return { ...settled, out: texts.join('') };
}

const rested = { settled: true, navigated: false, transients: [], consoleErrors: [] };

test('waits for a request and what is made of its answer', async () => {
  expect(await click('/fetch')).toMatchObject({ ...rested, out: 'loaded' });
});

test('waits for results that take nearly as long as a page has to settle', async () => {
  expect(await click('/find')).toMatchObject({ ...rested, out: 'found' });
});

test('waits for a reaction on a timer, and for what that asks for', async () => {
  expect(await click('/debounce')).toMatchObject({ ...rested, out: 'loaded' });
});

test('waits while words say that something goes on, or a skeleton moves', async () => {
  const { page: live } = connected;
  await click('/paying');
  expect(await live.textContent('#b')).toBe('Paid');
  expect(await click('/more')).toMatchObject({ ...rested, out: '' });
  expect(await click('/skeleton')).toMatchObject({ ...rested, out: 'Step 2' });
});

test('waits for a transition to end', async () => {
  expect(await click('/transition')).toMatchObject({ ...rested, out: 'ended' });
});

test('reports words that came and went', async () => {
  expect(await click('/spinner')).toMatchObject({
    ...rested,
    out: 'Saved',
    transients: [{ text: 'Saving…', role: 'status' }],
  });
  expect(await click('/toggled')).toMatchObject({ transients: [{ text: 'Working', role: 'alert' }] });
});

test('reports no secret in words that came and went, or in errors', async () => {
  const settled = await click('/secret');
  expect(settled.transients).toEqual([{ text: 'Checking [filled]', role: '' }]);
  expect(settled.consoleErrors).toEqual(['bad [filled]']);
});

test('reports requests that failed, and errors', async () => {
  const { requests, consoleErrors } = await click('/broken-fetch');
  expect(requests.failed).toEqual([
    { method: 'GET', url: `${server.origin}/broken?password=[filled]`, status: 500 },
  ]);
  expect(consoleErrors).toEqual(['it broke', expect.stringMatching(/^TypeError: Cannot read/)]);
});

test('waits until another document has come, loaded and come to rest', async () => {
  for (const path of ['/link', '/form']) {
    expect(await click(path)).toMatchObject({ settled: true, navigated: true });
    expect(await connected.page.textContent('body')).toMatch(/^Next.*late$/);
  }
});

test('a navigation within the document is none', async () => {
  expect(await click('/push')).toMatchObject({ ...rested, out: 'routed' });
});

test('endless animations, polls and tickers, and addresses that no page takes, are not waited for', async () => {
  for (const path of ['/endless', '/polling', '/ticking', '/mail'])
    expect(await click(path), path).toMatchObject({ settled: true, navigated: false });
});

test('a page behind the tab that it opened is settled all the same', async () => {
  const opening = connected.context.waitForEvent('page');
  expect(await click('/opens')).toMatchObject(rested);
  expect(await click('/fetch')).toMatchObject({ ...rested, out: 'loaded' });
  await (await opening).close();
});

test('a request that stays open is reported, and not waited for to its end', async () => {
  expect(await click('/longpoll')).toMatchObject({ settled: true, requests: { open: 1 } });
});

test('a page that never rests is left, with the reason', async () => {
  const restless = await click('/restless', 1_000);
  expect([restless.settled, restless.reason]).toEqual([false, 'the page keeps changing']);
  const longPoll = await click('/longpoll', 1_000);
  expect([longPoll.settled, longPoll.reason]).toEqual([false, 'requests are still open']);
});

test('what changes frame after frame at one place is not waited for, and what the action does is', async () => {
  expect(await click('/clock')).toMatchObject({ settled: true, out: 'done' });
});

test('frames and shadow roots are watched as well', async () => {
  expect(await click('/framed', undefined, '#f')).toMatchObject({ ...rested, out: 'loaded' });
  await click('/shadow');
  expect(await connected.page.locator('#out').textContent()).toBe('12');
});

test('a dialog that is answered holds nothing up', async () => {
  connected.page.once('dialog', (dialog) => dialog.dismiss());
  expect(await click('/alert')).toMatchObject({ ...rested, out: 'after' });
});

test('where nothing happens a few frames are enough: no timer is waited for', async () => {
  await connected.page.goto(`${server.origin}/nothing`);
  await connected.connection.capture();
  for (let i = 0; i < 5; i++) {
    const settling = await SettleObserver.start(connected.page, connected.connection);
    await connected.page.click('#b');
    expect(await settling.settle()).toMatchObject(rested);
  }
  // Each frame that is waited for takes two of the document's timers.
  expect(await connected.page.evaluate(() => setTimeout(() => undefined, 0))).toBeLessThan(100);
});

test('numbers and what an editor of code draws are no messages that came and went', async () => {
  expect((await click('/editor-draws')).transients).toEqual([{ text: 'Saved as draft', role: '' }]);
});

test('waits for what has become busy, and not for what has been all along', async () => {
  for (const path of ['/busy', '/progress'])
    expect(await click(path)).toMatchObject({ settled: true, out: 'done' });
});

describe('a page that was opened', () => {
  let session: Session;
  beforeAll(async () => {
    session = await shareSession();
  });
  afterAll(() => session.close());
  const buttons = async (): Promise<string> => (await session.look({ interactiveOnly: true })).text;

  test('shows what it fetches once it has loaded, under its last title', async () => {
    expect(await session.navigate(`${server.origin}/fetches`)).toMatchObject({ title: 'Loaded', notes: [] });
    expect(await buttons()).toContain('<button>loaded');
    await session.navigate('about:blank');
    await session.back();
    expect(await buttons()).toContain('<button>loaded');
  });

  test('shows what it draws on a timer', async () => {
    await session.navigate(`${server.origin}/draws`);
    expect(await buttons()).toContain('<button');
  });

  test('is looked at first when it shows something, or said to show nothing', async () => {
    await session.navigate(`${server.origin}/starts-late`, { settleMs: 0 });
    expect((await session.firstLook()).text).toContain('started');
    await session.navigate(`${server.origin}/application`, { settleMs: 0 });
    expect((await session.firstLook()).text).toContain('drawn');
    await session.navigate('about:blank');
    expect((await session.firstLook()).data).toMatchObject({ text: '(nothing visible)', isEmpty: true });
  });

  test('is looked at first when it shows more than that it is loading, or said to be loading still', async () => {
    await session.navigate(`${server.origin}/runs`, { settleMs: 0 });
    expect((await session.firstLook()).text).toContain('drawn');
    await session.navigate(`${server.origin}/runs-on`, { settleMs: 0 });
    expect((await session.firstLook()).data).toMatchObject({ isLoading: true });
    expect((await viewArrival(session, { maxTokens: 450, quiet: false })).text).toMatch(
      /\nnote: the page says that it is still loading;/,
    );
  });

  test('is looked at first when its main part shows more than a heading, where what stands around it is there', async () => {
    for (const path of ['/shell', '/shell-runs']) {
      await session.navigate(`${server.origin}${path}`, { settleMs: 0 });
      expect((await session.firstLook()).text).toContain('drawn');
    }
    await session.navigate(`${server.origin}/shell-empty`, { settleMs: 0 });
    expect((await session.firstLook()).data).toMatchObject({ isLoading: false, isMainEmpty: true });
    await session.navigate(`${server.origin}/shell-skeleton`, { settleMs: 0 });
    expect((await session.firstLook()).data).toMatchObject({ isLoading: true });
  });

  test('is where it leads to by itself', async () => {
    const { url, notes } = await session.navigate(`${server.origin}/redirects`);
    expect(url).toBe(`${server.origin}/fetches`);
    expect(notes).toEqual([`redirected from ${server.origin}/redirects`]);
    expect(await buttons()).toContain('<button>loaded');
  });

  test('is shown as it stands where it does not come to rest, with the reason', async () => {
    const { notes } = await session.navigate(`${server.origin}/endlessly`, { settleMs: 300 });
    // It changes by timers: on a busy machine these may be seen before what they change.
    expect(notes.join()).toMatch(/^not at rest after 0\.3 s: the page keeps (?:changing|setting timers)$/);
    expect((await session.navigate(`${server.origin}/endlessly`, { settleMs: 0 })).notes).toEqual([]);
  });
});
