import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { freePort } from '../support/freePort.ts';
import { fullBrowser } from '../support/fullBrowser.ts';
import { removeFolder } from '../support/removeFolder.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

/** Answers the headers that came, as JSON. */
const echo = ({ headers, url }: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('content-type', 'text/html');
  response.end(`<title>Echo</title><pre>${JSON.stringify({ ...headers, url })}</pre>`);
};

let server: TestServer;
let other: TestServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sl-launch-'));
  other = await startServer({ '/': echo });
  server = await startServer({
    '/': echo,
    '/away': (_, response) => response.writeHead(302, { location: other.origin }).end(),
    '/locked': (request, response) => {
      if (request.headers.authorization) return echo(request, response);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="Files"', 'content-type': 'text/html' });
      response.end('<title>Locked</title>Not without a name');
    },
    '/enter': (request, response) => {
      response.setHeader('set-cookie', 'sid=k7; max-age=1000; path=/');
      echo(request, response);
    },
  });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await removeFolder(folder);
});

const headersAt = async (session: Session, address: string): Promise<Record<string, string>> => {
  await session.navigate(address);
  return JSON.parse(await session.page.locator('pre').innerText());
};

test('pages see the device, place and language that were asked for, and sites the headers', async () => {
  const session = await Session.launch({
    device: 'iPhone 15',
    viewport: { width: 500, height: 700 },
    locale: 'de-DE',
    timezoneId: 'Asia/Tokyo',
    geolocation: { latitude: 52.5, longitude: 13.4 },
    colorScheme: 'dark',
    userAgent: 'Mine/1.0',
    extraHTTPHeaders: { 'x-team': '7' },
    headersByOrigin: { [server.origin]: { 'x-key': 'k7' } },
    httpCredentials: { username: 'ann', password: 'pw', origin: server.origin },
  });
  const sent = await headersAt(session, server.origin);
  expect(sent).toMatchObject({ 'x-team': '7', 'x-key': 'k7', 'user-agent': 'Mine/1.0' });
  expect(sent['accept-language']).toContain('de-DE');
  const redirected = await headersAt(session, `${server.origin}/away`);
  expect([redirected['x-team'], redirected['x-key']], 'another origin').toEqual(['7', undefined]);
  expect(await headersAt(session, `${server.origin}/locked`)).toMatchObject({
    authorization: `Basic ${Buffer.from('ann:pw').toString('base64')}`,
  });
  expect(session.page.viewportSize()).toEqual({ width: 500, height: 700 });
  const seen = await session.page.evaluate(async () => {
    const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject),
    );
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    return [coords.latitude, zone, dark, navigator.language, navigator.maxTouchPoints > 0];
  });
  expect(seen).toEqual([52.5, 'Asia/Tokyo', true, 'de-DE', true]);
  await session.close();
});

test('what a proxy lets through, and one that is not there', async () => {
  const through = await Session.launch({ proxy: server.origin });
  expect(await headersAt(through, 'http://shop.invalid/')).toMatchObject({ url: 'http://shop.invalid/' });
  await through.close();
  const refused = await Session.launch({ proxy: `http://ann:k7-secret@127.0.0.1:${await freePort()}` });
  const error = await refused.navigate('http://shop.invalid/').catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'navigation_failed', message: expect.stringContaining('the proxy') });
  expect(`${error.message}${error.hint}`).not.toContain('k7-secret');
  await refused.close();
});

test('a proxy that refuses says so, names no secret, and its session goes on', async () => {
  const proxy = createServer((request, response) => {
    const status = request.url?.includes('locked') ? 407 : 200;
    response.writeHead(status, { 'proxy-authenticate': 'Basic realm="Proxy"' }).end('<h1>Let through</h1>');
  });
  proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const session = await Session.launch({ proxy: `http://ann:k7-secret@127.0.0.1:${port}` });
  try {
    const error = await session.navigate('https://shop.invalid/').catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'navigation_failed',
      message: expect.stringContaining('the proxy did not let it through'),
    });
    expect(`${error.message}${error.hint}`).not.toContain('k7-secret');
    const { status, notes } = await session.navigate('http://locked.invalid/');
    expect([status, notes.at(-1)]).toEqual([407, expect.stringContaining('the proxy did not take the name')]);
    expect(notes.join()).not.toContain('k7-secret');
    await session.navigate('http://shop.invalid/');
    expect((await session.look()).text).toContain('Let through');
  } finally {
    await session.close();
    proxy.closeAllConnections();
    proxy.close();
  }
});

test('a profile keeps logins for the next browser, is used by one at a time, and its browser is found', async () => {
  const userDataDir = join(folder, 'chromium');
  // A headless shell does not hold a profile against another.
  const executablePath = fullBrowser();
  const cookieAt = async (session: Session): Promise<string> => {
    await session.navigate(server.origin);
    return session.page.evaluate(() => document.cookie);
  };
  const first = await Session.launch({ executablePath, userDataDir, args: ['--remote-debugging-port=0'] });
  expect(await cookieAt(first)).toBe('');
  await first.navigate(`${server.origin}/enter`);
  expect((await first.tabs()).length).toBe(1);
  const second = await Session.launch({ executablePath, userDataDir }).catch((thrown) => thrown);
  expect(second).toMatchObject({ code: 'browser_closed', message: expect.stringContaining(userDataDir) });
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  const attached = await Session.connect({ cdpUrl: 'auto', extraHTTPHeaders: { 'x-team': '7' } });
  expect(await headersAt(attached, server.origin)).toMatchObject({ 'x-team': '7' });
  await attached.close();
  expect(await headersAt(first, server.origin)).not.toHaveProperty('x-team');
  await first.close();
  await expect(Session.connect({ cdpUrl: 'auto' })).rejects.toMatchObject({
    code: 'browser_closed',
    hint: expect.stringContaining('chrome://inspect/#remote-debugging'),
  });
  const third = await Session.launch({ executablePath, userDataDir });
  expect(await cookieAt(third)).toBe('sid=k7');
  await third.close();
});

test('a state that was saved begins a session, and is put into one that is open', async () => {
  const path = join(folder, 'state.json');
  const first = await Session.launch();
  await first.navigate(`${server.origin}/enter`);
  await first.page.evaluate(() => localStorage.setItem('who', 'Ann'));
  const state = await first.storageState({ path });
  expect(state.cookies).toMatchObject([{ name: 'sid', value: 'k7' }]);
  await first.page.evaluate(() => localStorage.setItem('who', 'Eve'));
  await first.setStorageState(path);
  const who = async (session: Session): Promise<unknown[]> => {
    await session.navigate(server.origin);
    return session.page.evaluate(() => [document.cookie, localStorage.getItem('who')]);
  };
  expect(await who(first)).toEqual(['sid=k7', 'Ann']);
  const guest = await Session.fromPlaywright(first.page);
  expect((await guest.storageState()).cookies).toHaveLength(1);
  await expect(guest.setStorageState(state)).rejects.toMatchObject({ code: 'unsupported_page' });
  await guest.close();
  await first.close();
  const second = await Session.launch({ storageState: path });
  expect(await who(second)).toEqual(['sid=k7', 'Ann']);
  await second.close();
});
