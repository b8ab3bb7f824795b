import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LaunchedBrowser } from '../../packages/sightline/src/browser/launch/launchBrowser.ts';
import type { TabEvent } from '../../packages/sightline/src/browser/tabs/TabEvent.ts';
import { Tabs } from '../../packages/sightline/src/browser/tabs/Tabs.ts';
import { isLong } from '../support/scale.ts';
import { shareBrowser } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

const routes = {
  '/': '<title>Home</title><button id="open" onclick="window.open(\'/popup\')">Open</button>',
  '/popup': '<title>Popup</title>',
  '/other': '<title>Other</title>',
  '/dialogs': `<title>Dialogs</title><script>
    alert('hello');
    window.answers = [confirm('sure?'), prompt('name?')];
  </script>`,
  '/alert-loop': '<title>Loop</title><script>for (;;) alert("again");</script>',
  '/stay': '<title>Stay</title><script>addEventListener("beforeunload", (e) => e.preventDefault())</script>',
  '/flood':
    '<title>Flood</title><script>window.flood = () => { for (let i = 0; i < 60; i++) open("/popup"); }</script>',
  '/messages': '<script>setTimeout(() => { for (;;) console.log("again"); }, 100)</script>',
  '/messages-of-a-worker':
    '<script>new Worker(URL.createObjectURL(new Blob(["for (;;) console.log(1)"])))</script>',
  '/errors': '<script>setTimeout(() => { for (;;) reportError(new Error("again")); }, 100)</script>',
  '/many-at-once':
    '<title>Many</title><script>for (let i = 0; i < 5000; i++) console.log("line " + i)</script>',
};

let server: TestServer;
let launched: LaunchedBrowser;
let tabs: Tabs;
const at = (path: string) => `${server.origin}${path}`;

beforeAll(async () => {
  server = await startServer(routes);
});
afterAll(() => server?.close());
beforeEach(async () => {
  launched = await shareBrowser();
  tabs = new Tabs(launched.context);
  await tabs.navigate(at('/'));
});
afterEach(() => launched?.close());

/** Waits until a page has done something of that kind; all events up to it. */
async function until(kind: TabEvent['kind']): Promise<TabEvent[]> {
  const events: TabEvent[] = [];
  await expect
    .poll(() => {
      events.push(...tabs.takeEvents());
      return events.some((event) => event.kind === kind);
    })
    .toBe(true);
  return events;
}

describe('tabs', () => {
  it('are numbered in the order of opening', async () => {
    await tabs.open();
    await tabs.navigate(at('/other'));
    expect(await tabs.list()).toEqual([
      { number: 1, url: at('/'), title: 'Home', active: false },
      { number: 2, url: at('/other'), title: 'Other', active: true },
    ]);
    await tabs.close(1);
    expect((await tabs.list()).map((tab) => tab.number)).toEqual([2]);
  });

  it('opened by a page are noted, not followed', async () => {
    await tabs.page.click('#open');
    expect(await until('opened')).toMatchObject([{ kind: 'opened', tab: 2 }]);
    expect(await tabs.page.title()).toBe('Home');
    expect(await tabs.switchTo(2)).toMatchObject({ number: 2, active: true });
    await tabs.page.waitForURL(at('/popup'));
  });

  it('that close pass over to the tab that opened them', async () => {
    await tabs.page.click('#open');
    await until('opened');
    await tabs.open();
    await tabs.switchTo(2);
    await tabs.page.evaluate(() => window.close());
    await until('closed');
    expect(await tabs.page.title()).toBe('Home');
  });

  it('that do not exist are refused, with those that do', async () => {
    await expect(tabs.switchTo(7)).rejects.toMatchObject({ code: 'not_found', hint: 'Open tabs: 1.' });
  });

  it('are opened anew when the last has closed', async () => {
    await tabs.close();
    await expect(tabs.close()).rejects.toMatchObject({ code: 'tab_closed' });
    expect(() => tabs.page).toThrow(expect.objectContaining({ code: 'tab_closed' }));
    expect(await tabs.navigate(at('/other'))).toMatchObject({ title: 'Other' });
    expect(await tabs.list()).toMatchObject([{ number: 2, active: true }]);
  });

  it('that a page opens without end are closed again', async () => {
    await tabs.navigate(at('/flood'));
    await tabs.page.evaluate(() => (window as unknown as { flood(): void }).flood());
    await until('refused');
    expect((await tabs.list()).length).toBeLessThanOrEqual(50);
  });
});

describe('dialogs', () => {
  it('are answered by the policy that holds when they come', async () => {
    const ask = () => tabs.page.evaluate(() => [confirm('sure?'), prompt('name?', 'Ada')]);
    expect(await ask()).toEqual([false, null]);
    tabs.dialogs = 'accept';
    expect(await ask()).toEqual([true, 'Ada']);
    tabs.dialogs = { prompt: 'Grace' };
    expect(await ask()).toEqual([true, 'Grace']);
    expect(tabs.takeEvents().map((event) => 'answer' in event && event.answer)).toEqual([
      ...['dismissed', 'dismissed', 'accepted', 'accepted', 'accepted', 'accepted'],
    ]);
  });

  it('never wait, and are reported', async () => {
    expect(await tabs.navigate(at('/dialogs'))).toMatchObject({ title: 'Dialogs', notes: [] });
    expect(tabs.takeEvents()).toEqual([
      { kind: 'dialog', tab: 1, type: 'alert', message: 'hello', answer: 'dismissed' },
      { kind: 'dialog', tab: 1, type: 'confirm', message: 'sure?', answer: 'dismissed' },
      { kind: 'dialog', tab: 1, type: 'prompt', message: 'name?', answer: 'dismissed' },
    ]);
    expect(tabs.takeEvents()).toEqual([]);
    const answers = await tabs.page.evaluate(() => (window as unknown as { answers: unknown }).answers);
    expect(answers).toEqual([false, null]);
  });

  it('beforeunload does not hold the tab', async () => {
    await tabs.navigate(at('/stay'));
    // Only a page that a person has touched may ask.
    await tabs.page.mouse.click(5, 5);
    expect(await tabs.navigate(at('/other'))).toMatchObject({ title: 'Other', notes: [] });
    expect(tabs.takeEvents()).toMatchObject([{ kind: 'dialog', type: 'beforeunload', answer: 'accepted' }]);
  });

  it('in an endless loop cost a tab, not the session', async () => {
    const looping = await tabs.navigate(at('/alert-loop'), { timeoutMs: 4_000 });
    expect(looping.notes).toEqual(['still loading after 4 s']);
    expect(await tabs.navigate(at('/other'))).toMatchObject({ title: 'Other' });
    expect(tabs.takeEvents().length).toBeLessThanOrEqual(100);
  });
});

describe('a crash', () => {
  beforeEach(async () => {
    const cdp = await launched.context.newCDPSession(tabs.page);
    cdp.send('Page.crash').catch(() => undefined);
    await until('crashed');
  });

  it('is reported as tab_closed', async () => {
    expect(() => tabs.page).toThrow(expect.objectContaining({ code: 'tab_closed' }));
    expect(await tabs.list()).toMatchObject([{ number: 1, title: '(crashed)', active: true }]);
  });

  it('is mended by loading again', async () => {
    const navigation = await tabs.reload();
    expect(navigation).toMatchObject({ url: at('/'), title: 'Home' });
    expect(navigation.notes).toEqual(['the tab had crashed, and was replaced by a new one']);
    expect(await tabs.list()).toMatchObject([{ number: 1, active: true }]);
  });

  it('is mended by opening a page', async () => {
    expect(await tabs.navigate(at('/other'))).toMatchObject({ url: at('/other'), title: 'Other' });
  });
});

it('a crash while loading is reported as tab_closed', async () => {
  const cdp = await launched.context.newCDPSession(tabs.page);
  const pending = tabs.navigate(at('/alert-loop'));
  pending.catch(() => undefined);
  await until('dialog');
  cdp.send('Page.crash').catch(() => undefined);
  await expect(pending).rejects.toMatchObject({ code: 'tab_closed' });
});

it('a browser that was killed is reported as browser_closed', async () => {
  const cdp = await launched.browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const pending = tabs.navigate(at('/alert-loop'));
  pending.catch(() => undefined);
  await until('dialog');
  process.kill(processInfo.find(({ type }) => type === 'browser')?.id ?? Number.NaN, 'SIGKILL');
  const refusal = expect.objectContaining({ code: 'browser_closed' });
  await expect(pending).rejects.toEqual(refusal);
  expect(() => tabs.page).toThrow(refusal);
  await expect(tabs.navigate(at('/'))).rejects.toEqual(refusal);
  await expect(tabs.list()).rejects.toEqual(refusal);
  // Its context closes before it is known to have gone: the next test is not to get it.
  await expect.poll(() => launched.browser.isConnected()).toBe(false);
});

const FLOODS = ['/messages', '/messages-of-a-worker', '/errors'];

describe('a page that causes events faster than the browser passes them on', () => {
  // A flood keeps a core busy for ten seconds: `test:long` alone has the time.
  it.each(isLong ? FLOODS : [])(
    'is closed: nothing that is asked waits behind all of them (%s)',
    { timeout: 120_000 },
    async (path) => {
      await tabs.navigate(at(path)).catch(() => undefined);
      const flooded = (await until('flooded')).find(({ kind }) => kind === 'flooded');
      expect(flooded).toMatchObject({ tab: 1, url: expect.stringContaining(at(path)) });
      expect(await tabs.navigate(at('/other'))).toMatchObject({ title: 'Other' });
      expect(await tabs.list()).toMatchObject([{ number: 2 }]);
    },
  );

  it('is none that writes much at once', async () => {
    expect(await tabs.navigate(at('/many-at-once'))).toMatchObject({ title: 'Many' });
    expect(await tabs.list()).toMatchObject([{ number: 1, title: 'Many' }]);
    expect(tabs.takeEvents()).toEqual([]);
  });
});
