import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { SessionPool } from '../../packages/sightline/src/session/pool/SessionPool.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { fullBrowser } from '../support/fullBrowser.ts';
import { SocketListener } from '../support/SocketListener.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { calls, type GuestCall } from './guests/calls.ts';

/** It says in its title what was done to it. */
const SHOWN = `<h1>Reached</h1><button id="save" onclick="document.title = 'Pressed'">Save</button><input id="name" aria-label="Name"><script>
  console.log('Reached'); for (const type of ['mousedown', 'wheel', 'keydown']) addEventListener(type, () => { document.title = type })</script>`;
/** Paths that anybody asked the blocked host for. */
let reached: string[];
let web: TestServer;
let own: string;
let other: string;

beforeAll(async () => {
  const note = (name: string) => (_: unknown, response: { end(text: string): void }) => {
    reached.push(name);
    response.end('<title>Reached</title>');
  };
  web = await startServer({
    '/': (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<title>Page</title><h1>Own</h1><a href="${other}/link">Away</a><iframe src="${other}/frame"></iframe><iframe src="/redirect"></iframe>` +
          `<img src="${other}/image"><script>new Worker('/worker.js'); new WebSocket('${other.replace('http', 'ws')}/socket'); fetch('${other}/fetch', {mode: 'no-cors'}).catch(() => 0).then(() => { done = true })</script>`,
      );
    },
    '/redirect': (_, response) => {
      response.writeHead(302, { location: `${other}/redirected` });
      response.end();
    },
    '/shown': `<title>Reached</title>${SHOWN}`,
    '/worker.js': (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(`fetch('${other}/worker', {mode: 'no-cors'})`);
    },
    ...Object.fromEntries(
      ['link', 'frame', 'redirected', 'image', 'fetch', 'worker', 'socket'].map((name) => [
        `/${name}`,
        note(name),
      ]),
    ),
  });
  own = web.origin;
  other = web.origin.replace('127.0.0.1', 'localhost');
});
afterAll(() => web.close());

async function tryAll(session: Session): Promise<void> {
  reached = [];
  await session.navigate(own);
  await session.page.waitForFunction('window.done === true');
  await expect(session.navigate(`${own}/redirect`)).rejects.toMatchObject({ code: 'blocked_url' });
  await expect(session.navigate(`${other}/link`)).rejects.toMatchObject({ code: 'blocked_url' });
  await session.navigate(own);
  await session.look();
  const link = Number(/\[(\d+)\]<a>Away/.exec((await session.look({ full: true })).text)?.[1]);
  await session.click(link);
  await expect(session.look()).resolves.not.toMatchObject({ text: expect.stringContaining('Reached') });
}

/** Settles once the browser has tried every way to a server of WebRTC. */
const gatherCandidates = (server: object): string => `new Promise(async (done) => {
  const connection = new RTCPeerConnection({ iceServers: [${JSON.stringify(server)}] });
  connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && done();
  connection.createDataChannel('x');
  await connection.setLocalDescription(await connection.createOffer()) })`;

const FORM =
  '<title>Form</title><form action=/sent><input name=user autocomplete=username><input type=email name=email><input type=password name=pw><input name=street><button>Send</button></form>';

/** A proxy that answers every page with a form, and lets nothing else through. */
async function startProxy(): Promise<{ address: string; asked: Set<string>; close(): Promise<unknown> }> {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    asked.add(new URL(request.url ?? '').hostname);
    response.setHeader('content-type', 'text/html');
    response.end(FORM);
  });
  server.on('connect', (request, socket) => {
    asked.add(new URL(`http://${request.url}`).hostname);
    socket.end('HTTP/1.1 502 No\r\n\r\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { address: `http://127.0.0.1:${port}`, asked, close };
}

describe('rules for addresses', () => {
  it('hold in a browser of our own: after redirects, in frames, for what pages and workers load', async () => {
    for (const rules of [{ allow: ['127.0.0.1'] }, { block: [other] }]) {
      // A rule with a port is none for the look-up of hosts, which is what holds sockets.
      const unheld = 'block' in rules ? ['socket'] : [];
      const session = await Session.launch(rules);
      try {
        await tryAll(session);
        expect(reached.filter((name) => !unheld.includes(name))).toEqual([]);
      } finally {
        await session.close();
      }
    }
  });

  it('hold what is no request: WebRTC, and sockets by every spelling of a host', async () => {
    const listener = await SocketListener.start('127.0.0.2');
    const attempts = ['ws://127.0.0.2', 'ws://[::ffff:127.0.0.2]'].map(
      (host) => `new Promise((done) => { new WebSocket('${host}:${listener.tcpPort}').onerror = done })`,
    );
    const servers = [
      `stun:127.0.0.2:${listener.udpPort}`,
      `turn:127.0.0.2:${listener.udpPort}?transport=udp`,
    ];
    const connecting = servers.map((urls) => gatherCandidates({ urls, username: 'a', credential: 'b' }));
    const turn = { urls: `turn:127.0.0.2:${listener.tcpPort}?transport=tcp`, username: 'a', credential: 'b' };
    const transport = `new WebTransport('https://127.0.0.2:${listener.udpPort}').ready.catch(() => 0)`;
    const all = [...attempts, ...connecting, gatherCandidates(turn), transport].join(', ');
    try {
      for (const rules of [{ block: ['127.0.0.2'] }, { allow: ['127.0.0.1'] }, {}]) {
        const session = await Session.launch(rules);
        await session.navigate(own);
        const isHeld = 'block' in rules || 'allow' in rules;
        const trying = session.page.evaluate(`Promise.all([${all}]).then(() => 'tried')`);
        if (isHeld) expect([await trying, listener.received]).toEqual(['tried', {}]);
        // Nobody answers, and WebRTC waits for that: the session is closed under it.
        else await expect.poll(() => Object.keys(listener.received).sort()).toEqual(['tcp', 'udp']);
        trying.catch(() => undefined);
        await session.close();
      }
    } finally {
      await listener.close();
    }
  });

  it('hold by ports and schemes too where only these are allowed: sockets, WebRTC, and what is loaded ahead of time', async () => {
    const listener = await SocketListener.start('127.0.0.1');
    const transport = `new WebTransport('https://127.0.0.1:${listener.udpPort}').ready.catch(() => 0)`;
    const at = `127.0.0.1:${listener.tcpPort}`;
    const turn = { urls: `turn:${at}?transport=tcp`, username: 'a', credential: 'b' };
    const speculate = `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules',
      text: JSON.stringify({ prefetch: [{ urls: ['http://${at}/'], eagerness: 'immediate' }] }) }))`;
    const open = `new Promise((done) => { new WebSocket('ws://${at}/').onerror = done })`;
    try {
      for (const rules of [{ allow: [own] }, { allow: [own.replace('http://', '')] }]) {
        const session = await Session.launch(rules);
        await session.navigate(own);
        await session.page.evaluate(speculate);
        expect(await session.page.evaluate(`'IdentityCredential' in globalThis`)).toBe(false);
        await session.page.evaluate(
          `Promise.all([${open}, ${transport}, ${gatherCandidates(turn)}]).then(() => 'tried')`,
        );
        await session.look();
        expect(listener.received).toEqual({});
        reached = [];
        const socket = `${own.replace('http', 'ws')}/socket`;
        await session.page.evaluate(`new Promise((done) => { new WebSocket('${socket}').onerror = done })`);
        expect(reached).toEqual(['socket']);
        await session.close();
      }
      const session = await Session.launch();
      await session.navigate(own);
      await session.page.evaluate(speculate);
      await expect.poll(() => listener.received.tcp ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
      await session.close();
    } finally {
      await listener.close();
    }
  });

  it('hold sockets behind a proxy too, and the browser itself asks it for nothing', async () => {
    const proxy = await startProxy();
    const hosts = ['page.test', 'other.test', 'blocked.test', '127.0.0.2'];
    try {
      for (const rules of [
        { block: ['blocked.test', '127.0.0.2'] },
        { allow: ['page.test', 'other.test'] },
        {},
      ]) {
        proxy.asked.clear();
        const options = { ...rules, proxy: proxy.address, executablePath: fullBrowser() };
        // A pool has contexts of its own in a browser: their proxy is that of the browser.
        const pool = 'allow' in rules ? new SessionPool(options) : undefined;
        const session = await (pool ? pool.open() : Session.launch(options));
        await session.navigate('http://page.test/');
        const open = (host: string) =>
          `new Promise((done) => { new WebSocket('ws://${host}:81/').onerror = () => done() })`;
        await session.page.evaluate(`Promise.all([${hosts.slice(1).map(open).join()}])`);
        await session.page.fill('[name=user]', 'ann');
        await session.page.click('button');
        await session.look();
        const isHeld = 'block' in rules || 'allow' in rules;
        expect([...proxy.asked].sort()).toEqual(isHeld ? ['other.test', 'page.test'] : hosts.toSorted());
        await session.close();
        await pool?.close();
      }
    } finally {
      await proxy.close();
    }
  });

  it('and no proxy is used that only a variable names', async () => {
    const proxy = await startProxy();
    const before = process.env.http_proxy;
    process.env.http_proxy = proxy.address;
    const session = await Session.launch();
    try {
      await expect(session.navigate('http://page.test/')).rejects.toMatchObject({
        code: 'navigation_failed',
      });
      expect([...proxy.asked]).toEqual([]);
    } finally {
      if (before === undefined) delete process.env.http_proxy;
      else process.env.http_proxy = before;
      await session.close();
      await proxy.close();
    }
  });

  describe('in a browser of somebody else', () => {
    let browser: LaunchedBrowser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());

    it('hold for the tab that is shared, and end with the session', async () => {
      const page = await browser.context.newPage();
      const session = await Session.fromPlaywright(page, { block: ['localhost'] });
      await tryAll(session);
      expect(reached.filter((name) => name !== 'socket')).toEqual([]);
      await session.close();
      reached = [];
      await page.goto(`${other}/link`);
      expect(reached).toEqual(['link']);
    });

    it('do not report a page that a tab shows in spite of them, nor act on it, by any call', async () => {
      const page = await browser.context.newPage();
      await page.goto(`${other}/shown`);
      const session = await Session.fromPlaywright(page, { block: ['localhost'], allowEvaluate: true });
      const left = ['network of one', 'reload', 'navigate', 'route', 'emulateNetwork', 'callPageTool'];
      const writing: GuestCall[] = [
        { name: 'highlight', run: () => session.highlight() },
        { name: 'injectIds', run: () => session.injectIds() },
        { name: 'switchTab', run: () => session.switchTab(1) },
        { name: 'run, mouse', run: () => session.run('await page.mouse.down()') },
      ];
      const answered = new Map<string, string>();
      for (const { name, run } of [...calls.filter((call) => !left.includes(call.name)), ...writing]) {
        const answer = await run(session).catch(() => undefined);
        if (answer !== undefined) answered.set(name, JSON.stringify(answer));
      }
      const tab =
        '{"number":1,"url":"http://localhost:' +
        `${new URL(other).port}/…","title":"(blocked)","active":true}`;
      expect(answered.get('tabs')).toBe(`[${tab}]`);
      expect(answered.get('switchTab')).toBe(tab);
      expect([...answered.values()].filter((text) => text.includes('Reached'))).toEqual([]);
      // What is of the session alone, and scripts, which say why the page was not read.
      expect([...answered.keys()]).toEqual([
        'tabs',
        'takeEvents',
        'takeNotices',
        'run, reading',
        'switchTab',
        'run, mouse',
      ]);
      expect(await page.evaluate('[document.title, document.body.innerHTML]')).toEqual(['Reached', SHOWN]);
      await session.close();
    });
  });

  it('are refused where they are none, before anything is started', async () => {
    await expect(Session.launch({ allow: ['https://a.test/path'] })).rejects.toThrow('names no host');
  });
});
