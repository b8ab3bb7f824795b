import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Dialog, type Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../packages/sightline/src/browser/launch/findBrowser.ts';
import { canSandbox } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { freePort } from '../support/freePort.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { wrapEverything } from './guests/recorder.ts';

// A session in somebody else's automation changes nothing of it.

const html = `<!doctype html><title>Theirs</title><h1>Orders</h1>
  <button onclick="this.textContent='Saved'">Save</button> <input aria-label=Name>
  <select aria-label=Size><option>Small</option><option>Large</option></select>
  <label><input type=checkbox> Gift</label> <a href=/slow>Slow</a>
  <p style="margin-top: 2000px">End</p>`;
const sandboxed = '<button>Inner</button><details><summary>More</summary>Opened</details>';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let requests: string[];
beforeAll(async () => {
  server = await startServer({
    '/': html,
    '/frames': `${html}<iframe sandbox srcdoc="${sandboxed}"></iframe><iframe sandbox=allow-same-origin srcdoc="${sandboxed}"></iframe>`,
    '/policy': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': 'sandbox' });
      response.end(sandboxed);
    },
    '/counted': (_, response) => {
      requests.push('/counted');
      response.end('<title>Counted</title>');
    },
    '/slow': () => requests.push('/slow'),
  });
  requests = [];
  const { path: executablePath } = findBrowser();
  browser = await chromium.launch({ executablePath, chromiumSandbox: canSandbox() });
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(server.origin);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('an aborted call', () => {
  /** Every call of a session that waits for the page. */
  const calls: [name: string, call: (session: Session, signal: AbortSignal) => Promise<unknown>][] = [
    ['navigate', (session, signal) => session.navigate(`${server.origin}/counted`, { signal })],
    ['back', (session, signal) => session.back({ signal })],
    ['forward', (session, signal) => session.forward({ signal })],
    ['reload', (session, signal) => session.reload({ signal })],
    ['run', (session, signal) => session.run('await page.click("Save")', { signal })],
    ['look', (session, signal) => session.look({ signal })],
    ['look with locators', (session, signal) => session.look({ view: 'json', locators: true, signal })],
    ['firstLook', (session, signal) => session.firstLook({ signal })],
    ['headings', (session, signal) => session.headings({ signal })],
    ['region', (session, signal) => session.region('MAIN', { signal })],
    ['query', (session, signal) => session.query({ text: 'save', signal })],
    ['details', (session, signal) => session.details('Save', { signal })],
    ['searchText', (session, signal) => session.searchText('Orders', { signal })],
    ['table', (session, signal) => session.table(undefined, { signal })],
    ['explain', (session, signal) => session.explain('css=button', { signal })],
    ['queryDom', (session, signal) => session.queryDom('button', { signal })],
    ['waitFor', (session, signal) => session.waitFor({ text: 'Orders', signal })],
    ['screenshot', (session, signal) => session.screenshot({ signal })],
    ['screenshotElement', (session, signal) => session.screenshotElement(1, { signal })],
    ['inspect', (session, signal) => session.inspect({ signal })],
    ['click', (session, signal) => session.click('Save', { signal })],
    ['fill', (session, signal) => session.fill('Name', 'Ada', { signal })],
    ['fillFields', (session, signal) => session.fillFields({ Name: 'Ada' }, { signal })],
    ['type', (session, signal) => session.type('Name', 'Ada', { signal })],
    ['selectOption', (session, signal) => session.selectOption('Size', 'Large', { signal })],
    ['check', (session, signal) => session.check('Gift', { signal })],
    ['uncheck', (session, signal) => session.uncheck('Gift', { signal })],
    ['hover', (session, signal) => session.hover('Save', { signal })],
    ['focus', (session, signal) => session.focus('Name', { signal })],
    ['press', (session, signal) => session.press('a', 'Name', { signal })],
    ['scroll', (session, signal) => session.scroll({ signal })],
    ['scrollTo', (session, signal) => session.scrollTo('Slow', { signal })],
    ['drag', (session, signal) => session.drag('Save', { x: 5, y: 5 }, { signal })],
    ['uploadFile', (session, signal) => session.uploadFile('Save', [], { signal })],
    ['numberOf', (session, signal) => session.numberOf('Save', undefined, { signal })],
    ['mark', (session, signal) => session.mark({ signal })],
    ['getText', (session, signal) => session.getText('Save', { signal })],
    ['getValue', (session, signal) => session.getValue('Name', { signal })],
    ['isSecret', (session, signal) => session.isSecret('Name', { signal })],
    ['isVisible', (session, signal) => session.isVisible('Save', { signal })],
    ['observe', (session, signal) => session.observe({ signal })],
    ['typeAtFocus', (session, signal) => session.typeAtFocus('Ada', { signal })],
    ['selectText', (session, signal) => session.selectText('Save', 'Save', { signal })],
    ['console', (session, signal) => session.console({ signal })],
    ['network', (session, signal) => session.network({ signal })],
    ['extract', (session, signal) => session.extract({ type: 'object', properties: {} }, { signal })],
    ['performance', (session, signal) => session.performance({ signal })],
    ['pageTools', (session, signal) => session.pageTools(undefined, { signal })],
    ['callPageTool', (session, signal) => session.callPageTool('save', {}, { signal })],
    ['evaluate', (session, signal) => session.evaluate('document.title = 1', { signal })],
    ['pdf', (session, signal) => session.pdf({ path: join(tmpdir(), 'sl-never.pdf'), signal })],
  ];

  test('has done nothing, and says so in one way', async () => {
    const session = await Session.fromPlaywright(page, { allowEvaluate: true });
    await session.look();
    const before = await page.content();
    const reason = new Error('no longer wanted');
    for (const [name, call] of calls) {
      const error = await call(session, AbortSignal.abort(reason)).catch((thrown: unknown) => thrown);
      expect([name, error]).toEqual([name, expect.objectContaining({ code: 'aborted', cause: reason })]);
    }
    expect(requests).toEqual([]);
    expect(await page.content()).toBe(before);
    expect(await page.evaluate(() => [scrollY, document.activeElement?.tagName])).toEqual([0, 'BODY']);
    await session.close();
  });

  test('a session that is not wanted any more is not begun', async () => {
    const signal = AbortSignal.abort('late');
    const aborted = { code: 'aborted', cause: 'late' };
    await expect(Session.fromPlaywright(page, { signal })).rejects.toMatchObject(aborted);
    await expect(Session.launch({ signal })).rejects.toMatchObject(aborted);
    const listening = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const cdpUrl = `http://127.0.0.1:${port}`;
    await expect(Session.connect({ cdpUrl, signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
      code: 'aborted',
    });
    listening.closeAllConnections();
    listening.close();
  });

  test('stops where it is, and the next one goes on', async () => {
    const session = await Session.fromPlaywright(page, { allowEvaluate: true });
    await session.look();
    const controller = new AbortController();
    const started = page.waitForRequest(/slow/);
    const navigating = session.navigate(`${server.origin}/slow`, { signal: controller.signal });
    await started;
    controller.abort('enough');
    await expect(navigating).rejects.toMatchObject({ code: 'aborted', cause: 'enough' });
    expect(page.url()).toBe(`${server.origin}/`);
    await page.evaluate(() => document.querySelector('button')?.setAttribute('disabled', ''));
    for (const wait of [
      (signal: AbortSignal) => session.click('Save', { timeoutMs: 60_000, signal }),
      (signal: AbortSignal) => session.waitFor({ text: 'Never', timeoutMs: 60_000, signal }),
      (signal: AbortSignal) => session.run('await page.waitForTimeout(60000)', { timeoutMs: 60_000, signal }),
      (signal: AbortSignal) => session.evaluate('new Promise(() => {})', { timeoutMs: 600_000, signal }),
    ])
      await expect(wait(AbortSignal.timeout(300))).rejects.toMatchObject({
        code: 'aborted',
        cause: { name: 'TimeoutError' },
      });
    const first = session.click('Save', { timeoutMs: 1_500 }).catch(({ code }) => code);
    await expect(session.hover('Name', { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(await first).toBe('disabled');
    await page.evaluate(() => document.querySelector('button')?.removeAttribute('disabled'));
    expect((await session.click('Save')).text).toContain('Saved');
    await session.close();
  });
});

test('a document without scripts, to whose console no line is added', async () => {
  for (const [path, javaScriptEnabled] of [
    ['/frames', true],
    ['/policy', true],
    ['/frames', false],
  ] as const) {
    const own = await browser.newContext({ javaScriptEnabled });
    const theirs = await own.newPage();
    await theirs.goto(server.origin + path);
    const lines: string[] = [];
    theirs.on('console', (message) => lines.push(message.text()));
    const session = await Session.fromPlaywright(theirs);
    const { text } = await session.look();
    expect(text).toContain('<summary collapsed>More');
    const [inner] = /\d+(?=\]<summary)/.exec(text) ?? [];
    expect((await session.click(Number(inner))).text).toContain('Opened');
    if (path === '/frames') {
      await session.hover('Save');
      expect((await session.fill('Name', 'Ada')).text).toContain('value "Ada"');
      if (javaScriptEnabled) {
        await theirs.evaluate("frames[1].document.body.append('from outside')");
        expect((await session.look()).text).toContain('from outside');
      }
    }
    await session.screenshot({ fullPage: true });
    await session.close();
    expect(lines).toEqual([]);
    await own.close();
  }
});

test('what is emulated stays, and every protocol session ends', async () => {
  const own = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 1.5,
    viewport: { width: 500, height: 700 },
    timezoneId: 'Asia/Tokyo',
  });
  const theirs = await own.newPage();
  await theirs.goto(server.origin);
  await theirs.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  const emulated = () =>
    theirs.evaluate(() => [
      matchMedia('print').matches,
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(prefers-reduced-motion: reduce)').matches,
      navigator.maxTouchPoints,
      Intl.DateTimeFormat().resolvedOptions().timeZone,
      screen.width,
      devicePixelRatio,
    ]);
  const all = [true, true, true, 1, 'Asia/Tokyo', 500, 1.5];
  for (let i = 0; i < 2; i++) {
    const session = await Session.fromPlaywright(theirs);
    await session.look();
    await session.screenshot();
    await theirs.evaluate("document.body.style.height = '9000px'");
    await session.inspect({ fullPage: true, timeoutMs: 60_000 });
    expect(await emulated()).toEqual(all);
    await session.reload();
    expect(await emulated()).toEqual(all);
    await session.close();
    expect(await emulated()).toEqual(all);
    await theirs.reload();
    expect(await emulated()).toEqual(all);
  }
  const session = await Session.fromPlaywright(theirs);
  await session.look();
  await theirs.emulateMedia({ media: 'screen' });
  await session.look();
  await theirs.reload();
  await session.close();
  expect(await emulated()).toEqual([false, ...all.slice(1)]);
  await own.close();
});

test('a mobile device that Puppeteer emulates stays', async () => {
  const { path: executablePath } = findBrowser();
  const args = canSandbox() ? [] : ['--no-sandbox'];
  const host = await puppeteer.launch({ executablePath, args });
  const theirs = await host.newPage();
  await theirs.setViewport({
    width: 500,
    height: 700,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 1.5,
  });
  await theirs.goto(server.origin);
  const session = await Session.fromPuppeteer(theirs);
  await session.screenshot();
  await session.screenshot({ fullPage: true });
  await session.close();
  const device = '[screen.width, devicePixelRatio, navigator.maxTouchPoints]';
  expect(await theirs.evaluate(device)).toEqual([500, 1.5, 1]);
  await host.close();
});

test('a page that has wrapped its methods sees no call of ours', async () => {
  const own = await browser.newContext();
  const theirs = await own.newPage();
  await theirs.goto(server.origin);
  const cdp = await own.newCDPSession(theirs);
  await cdp.send('Runtime.evaluate', { expression: `(${wrapEverything})()` });
  const session = await Session.fromPlaywright(theirs);
  await session.look();
  await session.query({ text: 'save' });
  await session.inspect();
  await session.close();
  const seen = async (expression: string): Promise<unknown> =>
    (await cdp.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  expect(await seen('seen')).toEqual([]);
  expect(await seen("document.querySelector('p'); seen")).toEqual(['Document.querySelector']);
  await own.close();
});

describe('a dialog', () => {
  const asking = `<title>Asking</title><button onclick="this.textContent = confirm('Delete all?')">Delete</button>`;
  const ask = (page: Page): Promise<string | null> => page.evaluate(() => prompt('Name?'));

  test('that its host leaves open is named by every refusal, and by none once it is answered', async () => {
    const own = await browser.newContext();
    const theirs = await own.newPage();
    await theirs.setContent(asking);
    const open: Dialog[] = [];
    theirs.on('dialog', (dialog) => open.push(dialog));
    const session = await Session.fromPlaywright(theirs);
    await session.look();
    const named = { code: 'timeout', message: expect.stringContaining('confirm dialog is open') };
    await expect(session.click('Delete', { timeoutMs: 1_500 })).rejects.toMatchObject(named);
    const words = { message: expect.stringContaining(': "Delete all?"') };
    await expect(session.look()).rejects.toMatchObject(words);
    await expect(session.query({ text: 'Delete' })).rejects.toMatchObject(named);
    await expect(session.screenshot({ timeoutMs: 1_500 })).rejects.toMatchObject(named);
    await expect(session.navigate(server.origin)).rejects.toMatchObject(named);
    await expect(session.waitFor({ text: 'true', timeoutMs: 1_500 })).rejects.toMatchObject(named);
    await open[0]?.accept();
    expect((await session.look()).text).toContain('<button focused>true');
    await session.close();
    await own.close();
  });

  test('is left to a client of another connection, in tabs that the session has not opened', async () => {
    const port = await freePort();
    const { path: executablePath } = findBrowser();
    const args = [`--remote-debugging-port=${port}`];
    const host = await chromium.launch({ executablePath, chromiumSandbox: canSandbox(), args });
    const hostContext = await (await chromium.connectOverCDP(`http://127.0.0.1:${port}`)).contexts()[0];
    const [looked, other] = [await hostContext?.newPage(), await hostContext?.newPage()] as [Page, Page];
    for (const one of [looked, other])
      one.on('dialog', (dialog) => setTimeout(() => dialog.accept('Ada').catch(() => undefined), 700));
    await looked.setContent('<title>Looked at</title>');
    const session = await Session.connect({ cdpUrl: `http://127.0.0.1:${port}` });
    // The browser lists its tabs in any order.
    const tab = (await session.tabs()).find(({ title }) => title === 'Looked at');
    await session.switchTab(tab?.number ?? 0);
    await session.look();
    expect(await Promise.all([ask(looked), ask(other)])).toEqual(['Ada', 'Ada']);
    looked.removeAllListeners('dialog');
    looked.on('dialog', () => undefined);
    expect(await ask(looked)).toBeNull();
    await session.openTab();
    expect(await session.page.evaluate(() => prompt('Name?'))).toBeNull();
    await session.close();
    await host.close();
  });
});

test('a context that its host closes is a closed tab, and no closed browser', async () => {
  const own = await browser.newContext();
  const session = await Session.fromPlaywright(await own.newPage());
  await session.look();
  await own.close();
  for (const call of [session.look(), session.click('Save'), session.navigate(server.origin)])
    await expect(call).rejects.toMatchObject({
      code: 'tab_closed',
      message: 'The browser context of the tab was closed.',
    });
  await session.close();
});

test('`await using` closes the session', async () => {
  let left: Session;
  {
    await using session = await Session.fromPlaywright(page);
    await session.look();
    left = session;
  }
  await expect(left.look()).rejects.toMatchObject({ code: 'no_session' });
});
