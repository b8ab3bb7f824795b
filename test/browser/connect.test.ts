import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BrowserContext, chromium, type Page, selectors } from 'playwright-core';
import puppeteer, { type Browser as PuppeteerBrowser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import { canSandbox } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { freePort } from '../support/freePort.ts';
import { removeFolder } from '../support/removeFolder.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

// Sessions in browsers and pages of somebody else: they see, and leave no trace.

const { path: executablePath } = findBrowser();
const args = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(canSandbox() ? [] : ['--no-sandbox']),
];
const html = `<!doctype html><title>Theirs</title><button onclick="this.textContent='Saved'">Save</button>
  <iframe srcdoc="<button onclick='this.textContent=&quot;Framed&quot;'>Inner</button>"></iframe>
  <a href=/popup target=_blank>Popup</a>`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    '/': html,
    '/other': '<!doctype html><title>Not shared</title><p>Private',
    '/popup': '<!doctype html><title>Popup</title><p>Opened',
    '/json/version': '<title>a website</title>',
    '/file': (_, response) =>
      void response
        .setHeader('content-disposition', 'attachment; filename="notes.txt"')
        .setHeader('content-type', 'text/plain')
        .end('Some words'),
  });
});
afterAll(() => server?.close());

const clickBoth = async (session: Session): Promise<void> => {
  const { text } = await session.look({ full: true });
  const { matches } = (await session.queryDom('button, nothing')).data.data;
  expect(matches.map(({ visible }) => visible)).toEqual([true, true]);
  for (const { number, tag } of matches) expect(text).toContain(`[${number}]<${tag}>`);
  for (const name of ['Save', 'Inner']) {
    const [, number] = new RegExp(`\\[(\\d+)\\]<button>${name}`).exec(text) ?? [];
    await (await session.locator(Number(number))).click();
  }
};

const shown = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.outerHTML);

describe('connect', () => {
  let browser: ChildProcess;
  let profile: string;
  let endpoint: string;
  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), 'sl-profile-'));
    const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...args];
    browser = spawn(executablePath, [...flags, server.origin], { stdio: ['ignore', 'ignore', 'pipe'] });
    endpoint = await endpointOf(browser);
  });
  afterAll(async () => {
    if (browser.exitCode === null && browser.signalCode === null) {
      browser.kill();
      await once(browser, 'exit');
    }
    await removeFolder(profile);
  });

  test.each(['http', 'ws'])('through its %s address, to the tabs that are there', async (kind) => {
    const { host } = new URL(endpoint);
    const session = await Session.connect({ cdpUrl: kind === 'ws' ? endpoint : `http://${host}` });
    await session.reload();
    expect((await session.tabs()).map(({ title }) => title)).toEqual(['Theirs']);
    await clickBoth(session);
    expect((await session.look()).text).toMatch(/Saved[\s\S]*Framed/);
    await session.close();
    await expect(session.look()).rejects.toMatchObject({ code: 'no_session' });
    const pages = await (await fetch(`http://${host}/json/list`)).json();
    expect(pages.filter(({ type }: { type: string }) => type === 'page')).toHaveLength(1);
  });

  test('beside another client, also where that has opened the page', async () => {
    const other = await chromium.connectOverCDP(endpoint);
    const [page] = other.contexts()[0]?.pages() ?? [];
    if (!page) throw new Error('no page');
    await page.goto(server.origin);
    const session = await Session.connect({ cdpUrl: endpoint });
    await clickBoth(session);
    const again = await Session.fromPlaywright(page);
    expect((await again.look()).text).toContain('Saved');
    await session.close();
    await again.close();
    expect(page.isClosed()).toBe(false);
    await other.close();
  });

  test.each([
    ['127.0.0.1:9222', 'invalid_argument'],
    ['', 'invalid_argument'],
    ['file:///etc/passwd', 'invalid_argument'],
    ['chrome', 'invalid_argument'],
  ])('no address: %s', async (cdpUrl, code) => {
    const error = await Session.connect({ cdpUrl }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code, hint: expect.stringContaining('--remote-debugging-port') });
  });

  test('nobody there, and somebody else', async () => {
    const free = await freePort();
    const cases: [cdpUrl: string, code: string][] = [
      [`http://127.0.0.1:${free}/?token=abc-secret`, 'browser_closed'],
      [`ws://127.0.0.1:${free}/?token=abc-secret`, 'browser_closed'],
      [`${server.origin}/?token=abc-secret`, 'invalid_argument'],
      [`${server.origin.replace('http', 'ws')}/?token=abc-secret`, 'invalid_argument'],
    ];
    for (const [cdpUrl, code] of cases) {
      const error = await Session.connect({ cdpUrl, timeoutMs: 60_000 }).catch((thrown) => thrown);
      expect([cdpUrl, error.code]).toEqual([cdpUrl, code]);
      expect(`${error.message}${error.hint}`).not.toContain('abc-secret');
    }
  });

  test('a browser that has many tabs, of which none is closed, and dies', async () => {
    const session = await Session.connect({ cdpUrl: endpoint });
    const context = session.page.context();
    await Promise.all(Array.from({ length: 51 }, () => context.newPage()));
    expect(await session.tabs()).toHaveLength(52);
    browser.kill('SIGKILL');
    await once(browser, 'exit');
    await expect(session.look()).rejects.toMatchObject({ code: 'browser_closed' });
    await session.close();
  });
});

describe('connect, to a Playwright server', () => {
  test('a context of its own, with downloads, which ends with the session; the server goes on', async () => {
    const theirs = await chromium.launchServer({ executablePath, chromiumSandbox: canSandbox() });
    try {
      const cdpUrl = theirs.wsEndpoint();
      const session = await Session.connect({ cdpUrl, extraHTTPHeaders: { 'x-team': '7' } });
      await session.navigate(server.origin);
      await clickBoth(session);
      await session.click('Popup');
      await expect.poll(async () => (await session.tabs()).length).toBe(2);
      await session.navigate(`${server.origin}/file`).catch(() => undefined);
      await expect
        .poll(() => session.takeNotices().join())
        .toMatch(/"notes\.txt" from \S+ was saved as \S+notes\.txt/);
      const other = await Session.connect({ cdpUrl });
      expect((await other.tabs()).map(({ url }) => url)).toEqual(['about:blank']);
      await session.close();
      await other.navigate(server.origin);
      expect((await other.look()).text).toContain('Save');
      await other.close();
      const wrong = `${new URL(cdpUrl).origin}/elsewhere?token=abc-secret`;
      const error = await Session.connect({ cdpUrl: wrong, timeoutMs: 60_000 }).catch((thrown) => thrown);
      expect([error.code, `${error.message}${error.hint}`]).toEqual([
        'invalid_argument',
        expect.not.stringContaining('abc-secret'),
      ]);
    } finally {
      await theirs.close();
    }
  });
});

describe('fromPlaywright', () => {
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    const browser = await chromium.launch({ executablePath, args });
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterAll(() => context?.browser()?.close());

  test('sees and acts on that page, and leaves it as it was', async () => {
    await page.goto(server.origin);
    const other = await context.newPage();
    await other.goto(`${server.origin}/other`);
    const [before, listeners] = [await shown(page), listenersOf(page)];
    const session = await Session.fromPlaywright(page);
    expect((await session.look()).text).toContain('Page: "Theirs"');
    await session.screenshot();
    expect((await session.tabs()).map(({ title }) => title)).toEqual(['Theirs']);
    expect(await shown(page)).toBe(before);
    await clickBoth(session);
    const popup = page.waitForEvent('popup');
    await page.getByText('Popup').click();
    await (await popup).waitForLoadState();
    await expect
      .poll(async () => (await session.tabs()).map(({ title }) => title))
      .toEqual(['Theirs', 'Popup']);
    await session.close();
    expect(context.pages()).toHaveLength(3);
    expect(listenersOf(page)).toEqual(listeners);
    expect(await shown(page)).toContain('Saved');
    await expect(session.look()).rejects.toMatchObject({ code: 'no_session' });
    for (const extra of context.pages().slice(1)) await extra.close();
  });

  test('of another copy of Playwright', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sl-copy-'));
    const source = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
    cpSync(source, folder, { recursive: true, filter: (path) => !/vite$|types$|\.wasm$/.test(path) });
    const copy: typeof import('playwright-core') = createRequire(folder)(folder);
    expect(copy.selectors).not.toBe(selectors);
    const browser = await copy.chromium.launch({ executablePath, args });
    const theirs = await browser.newPage();
    await theirs.goto(server.origin);
    const session = await Session.fromPlaywright(theirs);
    await clickBoth(session);
    await session.close();
    expect(await shown(theirs)).toContain('Saved');
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test('its protocol sessions end', async () => {
    await page.goto(server.origin);
    const detached = await countDetached(context, async () => {
      const session = await Session.fromPlaywright(page);
      await session.look();
      await session.close();
    });
    expect(detached.opened).toBeGreaterThan(0);
    expect(detached.open).toBe(0);
  });

  test('a handler of the user answers dialogs; without one they are dismissed, as ever', async () => {
    await page.goto(server.origin);
    const session = await Session.fromPlaywright(page);
    const ask = () => page.evaluate(() => prompt('Name?'));
    expect(await ask()).toBeNull();
    await session.look();
    expect(session.takeNotices()).toEqual([
      expect.stringMatching(/^tab 1: prompt "Name\?" was dismissed; to accept it: /),
    ]);
    const answer = (dialog: import('playwright-core').Dialog) => dialog.accept('Ada');
    page.on('dialog', answer);
    expect(await ask()).toBe('Ada');
    page.off('dialog', answer);
    context.on('dialog', answer);
    expect(await ask()).toBe('Ada');
    context.off('dialog', answer);
    const other = await context.newPage();
    expect(await other.evaluate(() => confirm('Sure?'))).toBe(false);
    expect(session.takeNotices()).toEqual([]);
    await other.close();
    const second = await Session.fromPlaywright(page);
    expect(await ask()).toBeNull();
    await Promise.all([session.close(), second.close()]);
    expect(await ask()).toBeNull();
  });

  test('what is no page of Playwright, or of another browser', async () => {
    const give = (value: object) => Session.fromPlaywright(value as Page).catch((error) => error);
    expect(await give({})).toMatchObject({ code: 'invalid_argument' });
    const firefox = { browserType: () => ({ name: () => 'firefox' }) };
    const foreign = { mainFrame: () => ({}), url: () => '', context: () => ({ browser: () => firefox }) };
    expect(await give(foreign)).toMatchObject({ code: 'unsupported_page' });
    const unknown = { ...foreign, context: () => ({ browser: () => null }) };
    expect(await give(unknown)).toMatchObject({
      code: 'invalid_argument',
      hint: expect.stringContaining('selectors'),
    });
  });

  test('a page that is closed meanwhile', async () => {
    const short = await context.newPage();
    const session = await Session.fromPlaywright(short);
    await short.close();
    await expect(session.look()).rejects.toMatchObject({ code: 'tab_closed' });
    await session.close();
  });
});

describe('fromPuppeteer', () => {
  let browser: PuppeteerBrowser;
  beforeAll(async () => {
    browser = await puppeteer.launch({ executablePath, args });
  });
  afterAll(() => browser?.close());

  test('the same page, in whatever context, and nothing of it is closed', async () => {
    for (const context of [browser.defaultBrowserContext(), await browser.createBrowserContext()]) {
      const other = await context.newPage();
      const page = await context.newPage();
      await page.goto(server.origin);
      const session = await Session.fromPuppeteer(page);
      await clickBoth(session);
      expect((await session.tabs()).map(({ title }) => title)).toEqual(['Theirs']);
      await session.close();
      expect(await page.$eval('button', (button) => button.textContent)).toBe('Saved');
      expect([page.isClosed(), other.isClosed()]).toEqual([false, false]);
    }
  });

  test('a handler of the user answers dialogs', async () => {
    const page = await browser.newPage();
    await page.goto(server.origin);
    const session = await Session.fromPuppeteer(page);
    expect(await page.evaluate(() => prompt('Name?'))).toBeNull();
    page.on('dialog', (dialog) => dialog.accept('Ada'));
    expect(await page.evaluate(() => prompt('Name?'))).toBe('Ada');
    const other = await browser.newPage();
    other.on('dialog', (dialog) => dialog.accept('Eve'));
    expect(await other.evaluate(() => prompt('Name?'))).toBe('Eve');
    await session.close();
    await other.close();
  });

  test('what cannot be reached, and what is no page', async () => {
    const give = (value: object) => Session.fromPuppeteer(value as never).catch((error) => error);
    expect(await give({})).toMatchObject({ code: 'invalid_argument' });
    const firefox = { wsEndpoint: () => 'ws://127.0.0.1:1', version: async () => 'firefox/152.0' };
    const page = { isClosed: () => false, createCDPSession: () => ({}), browser: () => firefox };
    expect(await give(page)).toMatchObject({ code: 'unsupported_page' });
    const closed = await browser.newPage();
    await closed.close();
    expect(await give(closed)).toMatchObject({ code: 'tab_closed' });
    const piped = await puppeteer.launch({ executablePath, args, pipe: true });
    expect(await give(await piped.newPage())).toMatchObject({
      code: 'invalid_argument',
      hint: expect.stringContaining('pipe'),
    });
    await piped.close();
  });
});

/** What Chromium says on stderr once it listens. */
function endpointOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    stderr?.on('data', (chunk) => {
      said += chunk;
      const [, endpoint] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (endpoint) resolve(endpoint);
    });
  });
}

/** How many listeners there are of each event, on the page and on its context. */
function listenersOf(page: Page): unknown {
  return [page, page.context()].map((emitter) => {
    const events = emitter as unknown as import('node:events').EventEmitter;
    return Object.fromEntries(events.eventNames().map((name) => [name, events.listenerCount(name)]));
  });
}

/** Protocol sessions that were opened through the context during `work`, and those still open after it. */
async function countDetached(context: BrowserContext, work: () => Promise<void>) {
  const count = { opened: 0, open: 0 };
  const { newCDPSession } = context;
  context.newCDPSession = async (page) => {
    const session = await newCDPSession.call(context, page);
    count.opened++;
    count.open++;
    session.once('close', () => {
      count.open--;
    });
    return session;
  };
  await work();
  context.newCDPSession = newCDPSession;
  return count;
}
