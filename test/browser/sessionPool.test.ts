import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import { canSandbox } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { SessionPool } from '../../packages/sightline/src/session/pool/SessionPool.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { FakeGrid, giveBrowser } from '../support/FakeGrid.ts';
import { freePort } from '../support/freePort.ts';
import { removeFolder } from '../support/removeFolder.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

const LOGIN = `<title>Who</title><p></p><button onclick="document.cookie='name='+location.search.slice(1); show()">Log in</button>
  <script>const show = () => { document.querySelector('p').textContent = 'You are ' + (document.cookie || 'nobody'); }; show();
  fetch('/header').then((r) => r.text()).then((t) => document.body.append(t)).catch(() => document.body.append('no header'));</script>`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    '/': LOGIN,
    '/header': (request, response) => void response.end(`header ${request.headers['x-team']}`),
    '/blocked': 'You should not see this',
  });
});
afterAll(() => server?.close());

/** Of the browser that the session is in. */
async function browserPid(session: Session): Promise<number> {
  const cdp = await session.page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await cdp?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  return processInfo.find(({ type }) => type === 'browser')?.id ?? Number.NaN;
}

test('sessions of one browser share nothing but its rules and headers, also with local files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  const pool = new SessionPool({
    sessions: 2,
    allow: ['127.0.0.1', 'file:'],
    headersByOrigin: { [server.origin]: { 'x-team': 'red' } },
  });
  try {
    const sessions = await Promise.all([pool.open(), pool.open()]);
    expect(pool.health).toMatchObject({ limit: 2, open: 2, browsers: 1 });
    const seen = await Promise.all(
      sessions.map(async (session, i) => {
        await session.navigate(`${server.origin}/?user${i}`);
        const before = (await session.look()).text;
        await session.click(1);
        const after = (await session.look({ full: true })).text;
        const file = join(folder, `${i}.html`);
        writeFileSync(file, `<h1>File of ${i}</h1>`);
        await session.navigate(file, { cwd: folder });
        return [before, after, (await session.look()).text];
      }),
    );
    for (const [i, [before, after, file]] of seen.entries()) {
      expect(before).toContain('You are nobody');
      expect(after).toMatch(new RegExp(`You are name=user${i}[\\s\\S]*header red`));
      expect(file).toContain(`File of ${i}`);
    }
    await expect(sessions[0]?.navigate('http://localhost:1/')).rejects.toMatchObject({ code: 'blocked_url' });
    const third = pool.open();
    expect(pool.health.waiting).toBe(1);
    await sessions[0]?.close();
    await (await third).navigate(server.origin);
    expect((await (await third).look()).text).toContain('You are nobody');
    expect((await sessions[1]?.look({ full: true }))?.text).toContain('File of 1');
  } finally {
    await pool.close();
    await removeFolder(folder);
  }
  expect(pool.health).toMatchObject({ open: 0, browsers: 0 });
  await expect(pool.open()).rejects.toMatchObject({ code: 'no_session' });
});

test('work whose browser is killed begins again in another; each session of the old one is given back', async () => {
  await using pool = new SessionPool({ sessions: 3, sessionsPerBrowser: 2 });
  const beside = await pool.open();
  await beside.openTab();
  const pid = await browserPid(beside);
  const attempts: number[] = [];
  const text = await pool.run(async (session, attempt) => {
    attempts.push(attempt);
    await session.navigate(server.origin);
    if (attempt === 0) process.kill(pid, 'SIGKILL');
    if (attempt === 0) await session.waitFor({ text: 'never' });
    return (await session.look()).text;
  });
  expect([attempts, text.includes('Log in')]).toEqual([[0, 1], true]);
  await expect(beside.look()).rejects.toMatchObject({ code: 'browser_closed' });
  await beside.close();
  expect(pool.health).toMatchObject({ open: 0, browsers: 1, retried: 1 });
  expect(pool.health.lost).toBeGreaterThan(0);
  // What is wrong with the work itself is not tried again, and what takes too long is ended.
  const failing = pool.run((session, attempt) =>
    session.navigate(attempt === 0 ? 'no scheme://' : server.origin),
  );
  await expect(failing).rejects.toMatchObject({ code: 'invalid_argument' });
  const hanging = pool.run(() => new Promise<never>(() => undefined), { timeoutMs: 20 });
  await expect(hanging).rejects.toMatchObject({ code: 'timeout' });
  expect(pool.health.open).toBe(0);
});

test('what cannot be is refused before any browser is started', () => {
  expect(() => new SessionPool({ sessions: 0 })).toThrow('SessionPool: sessions cannot be 0.');
  expect(() => new SessionPool({ locale: 'de_DE' })).toThrow('"de_DE" is no language tag.');
  expect(() => new SessionPool({ size: 3 } as object)).toThrow('SessionPool takes no "size".');
});

test('a browser of a grid is driven, and its slot given back', async () => {
  const port = await freePort();
  const args = [`--remote-debugging-port=${port}`];
  const { path: executablePath } = findBrowser();
  const browser = await chromium.launch({ executablePath, args, chromiumSandbox: canSandbox() });
  const hub = await FakeGrid.start((response, request) =>
    giveBrowser('s1', `http://127.0.0.1:${port}/`)(response, request),
  );
  try {
    const session = await Session.connect({ grid: hub.url });
    await session.navigate(server.origin);
    await session.click('Log in');
    expect((await session.look()).text).toContain('You are name=');
    expect(hub.requests).toEqual(['POST /session']);
    await session.close();
    expect(hub.requests).toEqual(['POST /session', 'DELETE /session/s1']);
    await using pool = new SessionPool({ grid: hub.url, sessions: 1 });
    expect(await pool.run(async (one) => (await one.navigate(server.origin)).title)).toBe('Who');
    expect([pool.health.open, hub.requests.length]).toEqual([0, 4]);
    // A browser that cannot be reached: its slot is not kept.
    hub.newSession = giveBrowser('s2', `http://127.0.0.1:${await freePort()}/`);
    await expect(Session.connect({ grid: hub.url })).rejects.toMatchObject({ code: 'browser_closed' });
    expect(hub.requests.at(-1)).toBe('DELETE /session/s2');
  } finally {
    await hub.close();
    await browser.close();
  }
});
