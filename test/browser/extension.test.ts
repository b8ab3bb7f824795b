import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Dialog, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Relay } from '../../packages/sightline/src/relay/Relay.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import type { UrlRuleOptions } from '../../packages/sightline/src/snapshot/urls/UrlRules.ts';
import { ExtensionBrowser } from '../support/ExtensionBrowser.ts';
import { type Handler, startServer, type TestServer } from '../support/startServer.ts';

const frames = `
  <title>Frames</title><main><h1>Around</h1><iframe src="/inner" title="Same"></iframe>
  <iframe id="other" title="Other"></iframe><script>
    document.querySelector('#other').src = location.href.replace('127.0.0.1', 'localhost').replace('/frames', '/inner');
    const host = document.querySelector('h1').appendChild(document.createElement('div'));
    host.attachShadow({ mode: 'closed' }).innerHTML = '<button>Closed away</button>';
  </script>`;
/** Asks `?at` in every way, and has a frame of another site ask too. */
const asking = `
  <title>Asking</title><main><iframe id="here" title="Here"></iframe><iframe id="away" title="Away"></iframe>
  <iframe id="other" title="Other"></iframe><p id="out"></p></main><script>
    const at = new URLSearchParams(location.search).get('at');
    here.src = at + '/frame';
    away.src = '/away' + location.search;
    other.src = location.href.replace('127.0.0.1', 'localhost').replace('/asking', '/inside');
    fetch(at + '/page').then(() => 'read', () => 'refused').then((text) => { out.textContent = 'It was ' + text; });
  </script>`;
const inside = `<p id="out"></p><script>
    const at = new URLSearchParams(location.search).get('at');
    fetch(at + '/inside').then(() => 'read', () => 'refused').then((text) => { out.textContent = 'Inside ' + text; });
  </script>`;
const routes: Record<string, string | Handler> = {
  '/asking': asking,
  '/inside': inside,
  '/away': ({ url = '' }, response) => {
    const at = new URL(url, 'http://host').searchParams.get('at');
    response.writeHead(302, { location: `${at}/redirected` }).end();
  },
  '/file': (_, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename="report.bin"' }).end('12345'),
  '/opening': `<title>Opening</title><button onclick="window.open('', 'named').location = '/two'">Open</button>
    <a href="/file">Report</a>`,
  '/': '<title>Shop</title><main><button onclick="this.textContent=`In the cart`">Add to cart</button></main>',
  '/inner': `<button onclick="this.textContent='Pressed on ' + location.hostname">Press</button>`,
  '/frames': frames,
  '/two': '<title>Two</title><p>Second page</p><a href="/" target="_blank">Open another</a>',
  '/back': '<title>Back</title><button onclick="history.back()">Back</button>',
  '/alert': '<title>Alert</title><p>Under a dialog</p>',
};

let server: TestServer;
let chrome: ExtensionBrowser;
const sessions: Session[] = [];
beforeAll(async () => {
  server = await startServer(routes);
  chrome = await ExtensionBrowser.start();
  await chrome.pair();
});
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
  await chrome.closeTabs();
});
afterAll(async () => {
  await chrome.close();
  await server.close();
});

/** A session that ends with the test, whatever else fails in it. */
async function connect(name: string, rules: UrlRuleOptions = {}): Promise<Session> {
  const options = { name, pairing: chrome.pairing, timeoutMs: 120_000, ...rules };
  const session = await Session.fromExtension(options);
  sessions.push(session);
  return session;
}

/** A session over a tab with a page of the server, and the tab as its user has it. */
async function open(
  path: string,
  name = 'Agent',
  rules: UrlRuleOptions = {},
): Promise<{ session: Session; tab: Page }> {
  const opening = connect(name, rules);
  const tab = await chrome.share(server.origin + path, name);
  return { session: await opening, tab };
}

it('looks, asks and clicks in a tab that its user shares', async () => {
  const { session } = await open('/');
  expect((await session.look()).text).toContain('[1]<button>Add to cart');
  expect((await session.query({ role: 'button' })).text).toContain('[1]');
  await session.click(1);
  expect((await session.look()).text).toContain('In the cart');
  expect((await session.screenshot()).image.subarray(1, 4).toString()).toBe('PNG');
});

it('reads and clicks within frames of both kinds, and closed shadow roots', async () => {
  const { session } = await open('/frames');
  const { text } = await session.look();
  expect(text).toContain('Closed away');
  const [same, other] = [...text.matchAll(/\[(\d+)\]<button>Press/g)].map(([, number]) => Number(number));
  await session.click(same as number);
  await session.click(other as number);
  const after = (await session.look({ full: true })).text;
  expect(after).toContain('Pressed on 127.0.0.1');
  expect(after).toContain('Pressed on localhost');
});

it('follows a tab across sites, and what it opens', async () => {
  const { session } = await open('/');
  await session.navigate(server.origin.replace('127.0.0.1', 'localhost') + '/two');
  const { text } = await session.look();
  expect(text).toContain('Second page');
  await session.click(Number(/\[(\d+)\]/.exec(text)?.[1]));
  await expect.poll(async () => (await session.tabs()).length).toBe(2);
  await session.back();
  expect((await session.look()).text).toContain('Add to cart');
});

it('follows a window that a script opens empty, and reports a download', async () => {
  const { session } = await open('/opening');
  await session.look();
  await session.click(1);
  await expect.poll(async () => (await session.tabs()).map(({ title }) => title)).toEqual(['Opening', 'Two']);
  let { text } = await session.click(2);
  await expect
    .poll(() => {
      text += session.takeNotices().join();
      return text;
    })
    .toContain('the download of "report.bin"');
});

it('keeps to the rules for addresses: in frames of both kinds, after redirects, page after page', async () => {
  const asked: string[] = [];
  const note: Handler = ({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('Read');
  };
  const paths = ['/frame', '/redirected', '/page', '/inside'];
  const secret = await startServer(Object.fromEntries(paths.map((path) => [path, note])));
  const { session } = await open('/', 'Agent', { block: [secret.origin] });
  for (let round = 0; round < 3; round++) {
    await session.navigate(`${server.origin}/asking?at=${secret.origin}`);
    await session.waitFor({ text: 'Inside refused', timeoutMs: 60_000 });
    await session.waitFor({ text: 'It was refused', timeoutMs: 60_000 });
  }
  expect(asked).toEqual([]);
  await session.close();
  await secret.close();
});

it('is let into every tab that it opens, while Chrome reports its loading', async () => {
  const { session } = await open('/');
  for (let opened = 0; opened < 12; opened++) await session.openTab();
  expect(await session.tabs()).toHaveLength(13);
});

it('leaves a dialog to its user that was there before the tab was shared', async () => {
  const tab = await chrome.newTab();
  await tab.goto(`${server.origin}/alert`);
  let isOpen = true;
  const shown = new Promise<Dialog>((resolve) => tab.once('dialog', resolve));
  const closed = tab
    .evaluate(() => alert('Yours'))
    .then(() => {
      isOpen = false;
    });
  const dialog = await shown;
  const opening = connect('Agent');
  await chrome.shareTab(tab, 'Agent', 'Alert');
  // What would be done about the dialog is done when another tab of the same client has been attached.
  await chrome.share(`${server.origin}/two`, 'Agent');
  expect(isOpen).toBe(true);
  await dialog.accept();
  await closed;
  const session = await opening;
  const tabAt = async (path: string) =>
    (await session.tabs()).find(({ url }) => url.endsWith(path))?.number ?? 0;
  await expect.poll(() => tabAt('/alert')).toBeGreaterThan(0);
  await session.switchTab(await tabAt('/alert'));
  expect((await session.look()).text).toContain('Under a dialog');
});

it('is given a tab by a press of the mouse during which another tab changes', async () => {
  const [shop, other] = [await chrome.newTab(), await chrome.newTab()];
  await shop.goto(server.origin);
  await other.goto(`${server.origin}/two`);
  const opening = connect('Agent');
  const popup = await chrome.openOthers();
  await popup.locator('aria/Share with Agent: Shop').hover();
  await popup.mouse.down();
  await other.evaluate("document.title = 'Changed'");
  await popup.locator('aria/Share with Agent: Changed').wait();
  await popup.mouse.up();
  expect((await (await opening).look()).text).toContain('Add to cart');
});

it('learns when its user takes the tab back while it waits there', async () => {
  const { session } = await open('/');
  const waiting = session.waitFor({ text: 'never there', timeoutMs: 120_000 });
  const refusal = expect(waiting).rejects.toMatchObject({
    code: 'tab_closed',
    message: expect.stringContaining('taken back'),
  });
  await chrome.revoke('Shop');
  await refusal;
});

it('lets go of its tabs when it ends, not of their sharing', async () => {
  const { session } = await open('/');
  const popup = await chrome.popup();
  await popup.locator('::-p-text(Shared with Agent)').wait();
  await session.close();
  await popup.locator('::-p-text(Shared with Agent, which is not connected)').wait();
});

it('learns when its user stops sharing, and goes on when they share again', async () => {
  const { session, tab } = await open('/');
  await session.look();
  await chrome.revoke('Shop');
  // As with sharing, the popup says so before its client has learnt of it.
  await expect
    .poll(() => session.look().catch(({ code, message, hint }) => ({ code, message, hint })))
    .toMatchObject({
      code: 'tab_closed',
      message: 'The user has taken back the tab that was shared with Agent.',
      hint: expect.stringContaining('share a tab again'),
    });
  expect(session.takeNotices()).toEqual([`tab 1 cannot be reached any more: ${server.origin}/`]);
  await chrome.shareTab(tab, 'Agent');
  await expect.poll(() => session.look().then(({ text }) => text, String)).toContain('Add to cart');
});

it('says what a tab shows that Chrome lets nobody into, and reads on after that', async () => {
  const { session, tab } = await open('/');
  await tab.goto('chrome://version/');
  await expect.poll(() => session.look().catch(({ code }) => code)).toBe('unsupported_page');
  await tab.goto(`${server.origin}/two`);
  await expect.poll(() => session.look().then(({ text }) => text, String)).toContain('Second page');
});

it('goes back to no page of Chrome that its user was at', async () => {
  const { session, tab } = await open('/');
  await tab.goto('chrome://version/');
  await tab.goto(`${server.origin}/two`);
  await expect.poll(() => session.look().then(({ text }) => text, String)).toContain('Second page');
  await expect(session.back()).rejects.toMatchObject({
    code: 'blocked_url',
    message: 'The extension opens web pages only.',
  });
  expect(tab.url()).toBe(`${server.origin}/two`);
  await session.navigate(server.origin);
  await session.back();
  // The tab is that of another client, which learns of it by itself.
  await expect.poll(() => tab.url()).toBe(`${server.origin}/two`);
});

it('shows nothing of a local file that its user was at, when the page goes back there by itself', async () => {
  const opening = connect('Agent');
  const tab = await chrome.newTab();
  const file = join(mkdtempSync(join(tmpdir(), 'sightline-local-')), 'notes.html');
  writeFileSync(file, '<title>Notes</title><p>Kept to myself</p><button>Delete</button>');
  await tab.goto(`file://${file}`);
  await tab.goto(`${server.origin}/back`);
  await chrome.shareTab(tab, 'Agent');
  const session = await opening;
  await session.look();
  const clicked = await session.click('Back').then(({ text }) => text, String);
  await expect.poll(() => tab.url()).toBe(`file://${file}`);
  const asked = await Promise.all(
    [session.look(), session.query({ text: 'delete' }), session.screenshot(), session.tabs()].map((one) =>
      one.then(
        (answer) => JSON.stringify(answer),
        ({ code }) => code,
      ),
    ),
  );
  expect([...asked.slice(0, 3), /Kept|Delete|Notes/.test(clicked + asked)]).toEqual([
    'blocked_url',
    'blocked_url',
    'blocked_url',
    false,
  ]);
  rmSync(dirname(file), { recursive: true });
});

it('works on when Chrome has stopped the service worker', async () => {
  const { session } = await open('/');
  await session.look();
  for (let round = 0; round < 3; round++) {
    await chrome.stopWorker();
    // Where the tab is attached anew, a script of one's own is cut off; a look begins again.
    const looks = await Promise.all([1, 2, 3].map(() => session.look({ view: 'minimal' })));
    expect(looks.map(({ snapshot }) => snapshot.title)).toEqual(['Shop', 'Shop', 'Shop']);
  }
  await session.click(1);
  expect((await session.look()).text).toContain('In the cart');
});

it('gives each of several clients its own tabs, and each question its own answer', async () => {
  const [first, second] = [await open('/', 'One'), await open('/two', 'Two')];
  await first.session.openTab();
  await first.session.navigate(`${server.origin}/frames`);
  const pages = [...first.session.page.context().pages(), second.session.page];
  const asked = Array.from({ length: 60 }, (_, i) => ({
    i,
    page: pages[i % pages.length] as (typeof pages)[0],
  }));
  const answers = await Promise.all(asked.map(({ i, page }) => page.evaluate(`document.title + ${i}`)));
  const titles = ['Shop', 'Frames', 'Two'];
  expect(answers).toEqual(asked.map(({ i }) => `${titles[i % titles.length]}${i}`));
  expect((await second.session.look()).text).toContain('Second page');
  expect(await second.session.tabs()).toHaveLength(1);
});

it('does not see a tab that its user opens beside the shared one', async () => {
  const { session, tab } = await open('/');
  await tab.bringToFront();
  const own = await chrome.newTab();
  await own.goto(`${server.origin}/two`);
  await session.look();
  expect(await session.tabs()).toMatchObject([{ url: `${server.origin}/` }]);
});

it('finds its tabs again when the program that ran the relay has ended', async () => {
  const first = await open('/', 'One');
  const second = await open('/two', 'Two');
  await first.session.close();
  await expect.poll(() => second.session.look().then(({ text }) => text, String)).toContain('Second page');
});

it('comes back by itself when its user starts the browser anew, with nothing shared', async () => {
  const relay = await Relay.start({ pairing: chrome.pairing, graceMs: 100 });
  const { session } = await open('/');
  await session.look();
  const failure = () => session.look().catch(({ code, hint }) => ({ code, hint }));
  await chrome.restart(async () => {
    await expect.poll(failure).toMatchObject({
      code: 'extension_not_connected',
      hint: expect.stringContaining('Click the Sightline'),
    });
  });
  await expect
    .poll(failure)
    .toMatchObject({ code: 'tab_closed', hint: expect.stringContaining('Share a tab') });
  await chrome.share(`${server.origin}/two`, 'Agent');
  // The popup says that a tab is shared before its client has learnt of it.
  await expect.poll(() => session.look().then(({ text }) => text, String)).toContain('Second page');
  await session.close();
  await relay.close();
});
