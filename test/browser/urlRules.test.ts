import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LaunchedBrowser,
  launchBrowser,
} from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
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
