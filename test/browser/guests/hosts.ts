import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { findBrowser } from '../../../packages/sightline/src/browser/launch/findBrowser.ts';
import { canSandbox } from '../../../packages/sightline/src/browser/launch/launchBrowser.ts';
import { Session } from '../../../packages/sightline/src/session/Session.ts';
import { freePort } from '../../support/freePort.ts';
import { removeFolder } from '../../support/removeFolder.ts';

/** What pages of Playwright and Puppeteer have in common. */
export interface HostPage {
  url(): string;
  evaluate(expression: string): Promise<unknown>;
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  click(selector: string): Promise<void>;
  hover(selector: string): Promise<void>;
  focus(selector: string): Promise<void>;
  screenshot(options: { fullPage: boolean }): Promise<unknown>;
  $(selector: string): Promise<{ screenshot(): Promise<unknown> } | null>;
  keyboard: { type(text: string): Promise<void>; press(key: 'a'): Promise<void> };
}

/** Somebody's automation, with what it has set and what it observes. */
export interface Host {
  page: HostPage;
  /** What it has done with the page before a session comes, and does without one too. */
  prepare?(): Promise<unknown>;
  /** Attaches as many sessions as the set-up has; the first one makes the calls. */
  attach(): Promise<Session[]>;
  /** What came to its ears since the last time: console lines, dialogs, requests, other pages, actions in its trace. */
  received(): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface HostSetup {
  name: string;
  start(): Promise<Host>;
}

const { path: executablePath } = findBrowser();
const args = ['--disable-background-networking', '--disable-sync', '--no-first-run'];
const launchOptions = { executablePath, args, chromiumSandbox: canSandbox() };
/** Of every session. */
const options = { allowEvaluate: true };
/** What every host emulates. */
const emulation = {
  viewport: { width: 900, height: 600 },
  locale: 'de-DE',
  timezoneId: 'Asia/Tokyo',
  userAgent: 'Host/1',
  colorScheme: 'dark',
  reducedMotion: 'reduce',
  hasTouch: true,
  extraHTTPHeaders: { 'x-host': 'yes' },
} as const;

/** Every set-up joins the suite by standing here. */
export const hosts: readonly HostSetup[] = [
  {
    name: 'launch',
    start: async () => {
      const browser = await chromium.launch(launchOptions);
      return playwrightHost(await browser.newContext(emulation), () => browser.close());
    },
  },
  {
    name: 'persistent',
    start: async () => {
      const profile = mkdtempSync(join(tmpdir(), 'sl-guest-'));
      const context = await chromium.launchPersistentContext(profile, { ...launchOptions, ...emulation });
      return playwrightHost(context, async () => {
        await context.close();
        await removeFolder(profile);
      });
    },
  },
  {
    name: 'connect',
    start: async () => {
      const server = await chromium.launchServer(launchOptions);
      const browser = await chromium.connect(server.wsEndpoint());
      return playwrightHost(await browser.newContext(emulation), () => server.close());
    },
  },
  {
    name: 'connectOverCDP',
    start: async () => {
      const port = await freePort();
      const flags = [...args, `--remote-debugging-port=${port}`];
      const owner = await chromium.launch({ ...launchOptions, args: flags });
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      return playwrightHost(await browser.newContext(emulation), () => owner.close());
    },
  },
  { name: 'Puppeteer', start: startPuppeteer },
  {
    name: 'attached late',
    start: async () => {
      const browser = await chromium.launch(launchOptions);
      const host = await playwrightHost(await browser.newContext(emulation), () => browser.close());
      // Playwright's script is in the document then.
      const { page } = host as unknown as { page: Page };
      return { ...host, prepare: () => page.locator('css=#save >> visible=true').textContent() };
    },
  },
  {
    name: 'attached twice',
    start: async () => {
      const browser = await chromium.launch(launchOptions);
      const host = await playwrightHost(await browser.newContext(emulation), () => browser.close());
      return { ...host, attach: async () => [...(await host.attach()), ...(await host.attach())] };
    },
  },
  {
    name: 'two workers',
    start: async () => {
      const browser = await chromium.launch(launchOptions);
      const other = await playwrightHost(await browser.newContext(emulation), async () => undefined);
      await other.page.goto('data:text/html,<title>Other</title><button>Other</button>');
      const host = await playwrightHost(await browser.newContext(emulation), () => browser.close());
      const attach = async (): Promise<Session[]> => {
        const [[mine], [theirs]] = await Promise.all([host.attach(), other.attach()]);
        await (theirs as Session).look();
        return [mine as Session, theirs as Session];
      };
      return { ...host, attach };
    },
  },
];

async function playwrightHost(context: BrowserContext, close: () => Promise<void>): Promise<Host> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.emulateMedia({ media: 'print' });
  await context.tracing.start({ title: 'guest' });
  const received: string[] = [];
  page.on('console', (message) => received.push(`console ${message.type()} ${message.text()}`));
  page.on('pageerror', (error) => received.push(`error ${error.message}`));
  page.on('request', (request) => received.push(`request ${request.url()} ${request.headers()['x-host']}`));
  page.on('dialog', async (dialog) => {
    received.push(`dialog ${dialog.type()}`);
    await dialog.accept();
  });
  context.on('page', () => received.push('page'));
  const traceFolder = mkdtempSync(join(tmpdir(), 'sl-trace-'));
  return {
    page,
    attach: async () => [await Session.fromPlaywright(page, options)],
    received: async () => {
      const path = join(traceFolder, 'trace.zip');
      await context.tracing.stop({ path });
      await context.tracing.start({ title: 'guest' });
      return {
        received: received.splice(0),
        trace: readTrace(path),
        listeners: listenersOf([page, context]),
      };
    },
    close: async () => {
      await close();
      rmSync(traceFolder, { recursive: true, force: true });
    },
  };
}

async function startPuppeteer(): Promise<Host> {
  const sandbox = canSandbox() ? [] : ['--no-sandbox'];
  const browser = await puppeteer.launch({ executablePath, args: [...args, ...sandbox] });
  const page = await browser.newPage();
  await page.setViewport({ ...emulation.viewport, hasTouch: true });
  await page.emulateMediaType('print');
  await page.emulateTimezone(emulation.timezoneId);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await page.setUserAgent({ userAgent: emulation.userAgent });
  await page.setExtraHTTPHeaders(emulation.extraHTTPHeaders);
  const received: string[] = [];
  page.on('console', (message) => received.push(`console ${message.type()} ${message.text()}`));
  page.on('pageerror', (error) => received.push(`error ${(error as Error).message}`));
  page.on('request', (request) => received.push(`request ${request.url()} ${request.headers()['x-host']}`));
  page.on('dialog', async (dialog) => {
    received.push(`dialog ${dialog.type()}`);
    await dialog.accept();
  });
  return {
    page,
    attach: async () => [await Session.fromPuppeteer(page, options)],
    received: async () => ({ received: received.splice(0), pages: (await browser.pages()).length }),
    close: () => browser.close(),
  };
}

/** The actions in a trace, without what the suite itself asks of the page. */
function readTrace(path: string): string[] {
  const entries = unzipSync(readFileSync(path));
  const lines = Buffer.from(entries['trace.trace'] ?? [])
    .toString()
    .split('\n')
    .filter(Boolean);
  const actions = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'before');
  return actions
    .filter(({ params }) => !JSON.stringify(params).includes('__guest'))
    .map((action) => `${action.class}.${action.method}`);
}

function listenersOf(emitters: object[]): unknown {
  return emitters.map((emitter) => {
    const events = emitter as import('node:events').EventEmitter;
    return Object.fromEntries(events.eventNames().map((name) => [name, events.listenerCount(name)]));
  });
}
