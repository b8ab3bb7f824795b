import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { SocketListener } from '../support/SocketListener.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

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
    const all = [...attempts, ...connecting, gatherCandidates(turn)].join(', ');
    try {
      for (const rules of [{ block: ['127.0.0.2'] }, { allow: ['127.0.0.1'] }, {}]) {
        const session = await Session.launch(rules);
        await session.navigate(own);
        const isHeld = 'block' in rules || 'allow' in rules;
        const trying = session.page.evaluate(`Promise.all([${all}]).then(() => 'tried')`);
        if (isHeld) expect([await trying, listener.heard]).toEqual(['tried', {}]);
        // Nobody answers, and WebRTC waits for that: the session is closed under it.
        else await expect.poll(() => Object.keys(listener.heard).sort()).toEqual(['tcp', 'udp']);
        trying.catch(() => undefined);
        await session.close();
      }
    } finally {
      await listener.close();
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

    it('do not tell of a page that a tab shows in spite of them', async () => {
      const page = await browser.context.newPage();
      await page.goto(`${other}/link`);
      const session = await Session.fromPlaywright(page, { block: ['localhost'] });
      await expect(session.look()).rejects.toMatchObject({ code: 'blocked_url' });
      await session.close();
    });
  });

  it('are refused where they are none, before anything is started', async () => {
    await expect(Session.launch({ allow: ['https://a.test/path'] })).rejects.toThrow('names no host');
  });
});
