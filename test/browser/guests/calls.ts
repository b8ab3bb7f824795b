import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Session } from '../../../packages/sightline/src/session/Session.ts';
import type { HostPage } from './hosts.ts';

/** A call of a session. */
export interface GuestCall {
  name: string;
  run(session: Session): Promise<unknown>;
  /** What its host would do with its own means; nothing for a call that only reads. */
  byHost?(page: HostPage): Promise<unknown>;
}

/** What a session does not do in somebody else's browser. */
const expectRefused = async (call: Promise<unknown>, code: string): Promise<unknown> =>
  expect(await call.catch((error) => error.code)).toBe(code);

/**
 * Every call joins the suite by standing here, its method first; `guestCalls.test.ts` holds that each method of `Session` does, or
 * is among those left out.
 */
export const calls: readonly GuestCall[] = [
  { name: 'look', run: (session) => session.look() },
  { name: 'look full', run: (session) => session.look({ full: true, view: 'flat' }) },
  { name: 'look with locators', run: (session) => session.look({ view: 'json', locators: true }) },
  { name: 'firstLook', run: (session) => session.firstLook() },
  { name: 'headings', run: (session) => session.headings() },
  { name: 'region', run: (session) => session.region('MAIN') },
  { name: 'query', run: (session) => session.query({ text: 'save' }) },
  { name: 'query by any attribute', run: (session) => session.query({ attributes: { onclick: '*' } }) },
  { name: 'observe', run: (session) => session.observe() },
  { name: 'details', run: (session) => session.details('Save', { locators: true }) },
  { name: 'searchText', run: (session) => session.searchText('Orders') },
  { name: 'table', run: (session) => session.table() },
  { name: 'explain', run: (session) => session.explain('css=#save') },
  { name: 'queryDom', run: (session) => session.queryDom('button', { includeStyles: true }) },
  { name: 'waitFor', run: (session) => session.waitFor({ text: 'Orders', idle: true }) },
  { name: 'screenshot', run: (session) => session.screenshot() },
  { name: 'screenshot with numbers', run: (session) => session.screenshot({ numbers: true }) },
  { name: 'inspect', run: (session) => session.inspect() },
  { name: 'console', run: (session) => session.console() },
  { name: 'network', run: (session) => session.network() },
  {
    name: 'network of one',
    run: async (session) => {
      await session.reload();
      const { data } = await session.network({ all: true });
      const [first] = data.requests as { number: number }[];
      await session.network({ number: first?.number ?? 0 });
    },
    byHost: (page) => page.reload(),
  },
  {
    name: 'route',
    run: (session) => expectRefused(session.route('/api', { block: true }), 'unsupported_page'),
  },
  {
    name: 'emulateNetwork',
    run: (session) => expectRefused(session.emulateNetwork('offline'), 'unsupported_page'),
  },
  { name: 'pageTools', run: (session) => session.pageTools() },
  { name: 'callPageTool', run: (session) => expectRefused(session.callPageTool('save'), 'not_found') },
  { name: 'performance', run: (session) => session.performance() },
  {
    name: 'evaluate',
    run: (session) => session.evaluate('document.title'),
    byHost: (page) => page.evaluate('document.title'),
  },
  {
    name: 'evaluate in a world of its own',
    run: (session) => session.evaluate('document.title', { world: 'isolated' }),
  },
  {
    name: 'extract',
    run: (session) => session.extract({ type: 'object', properties: { name: { type: 'string' } } }),
  },
  { name: 'tabs', run: (session) => session.tabs() },
  { name: 'redactSecrets', run: (session) => session.redactSecrets(['words']) },
  { name: 'onSecret', run: async (session) => session.onSecret(() => undefined)() },
  { name: 'numberOf', run: (session) => session.numberOf('Save') },
  { name: 'getText', run: (session) => session.getText('Save') },
  { name: 'getValue', run: (session) => session.getValue('Name') },
  { name: 'isSecret', run: (session) => session.isSecret('Name') },
  { name: 'isVisible', run: (session) => session.isVisible('Save') },
  { name: 'lastShown', run: async (session) => session.lastShown(await session.numberOf('Save')) },
  { name: 'restoreRefs', run: (session) => session.restoreRefs(session.elementRefs()) },
  { name: 'changesSince', run: async (session) => session.changesSince(await session.mark()) },
  { name: 'takeEvents', run: async (session) => session.takeEvents() },
  { name: 'takeNotices', run: async (session) => session.takeNotices() },
  { name: 'run, reading', run: (session) => session.run("print(await page.getByRole('button').count())") },
  {
    name: 'screenshot of the whole page',
    run: (session) => session.screenshot({ fullPage: true }),
    byHost: (page) => page.screenshot({ fullPage: true }),
  },
  {
    // In a page of somebody else it is written as its picture.
    name: 'pdf',
    run: async (session) => {
      const folder = mkdtempSync(join(tmpdir(), 'sl-guest-'));
      await session.pdf({ path: join(folder, 'page.pdf') });
      rmSync(folder, { recursive: true });
    },
    byHost: (page) => page.screenshot({ fullPage: true }),
  },
  {
    name: 'screenshotElement',
    run: async (session) => session.screenshotElement(await session.numberOf('Save')),
    byHost: async (page) => (await page.$('#save'))?.screenshot(),
  },
  { name: 'click', run: (session) => session.click('Save'), byHost: (page) => page.click('#save') },
  { name: 'hover', run: (session) => session.hover('Save'), byHost: (page) => page.hover('#save') },
  { name: 'focus', run: (session) => session.focus('Name'), byHost: (page) => page.focus('#name') },
  { name: 'check', run: (session) => session.check('Gift'), byHost: (page) => page.click('#gift') },
  {
    name: 'uncheck',
    run: async (session) => {
      await session.check('Gift');
      await session.uncheck('Gift');
    },
    byHost: async (page) => {
      await page.click('#gift');
      await page.click('#gift');
    },
  },
  {
    name: 'type',
    run: (session) => session.type('Name', 'Ada'),
    byHost: async (page) => {
      await page.focus('#name');
      await page.keyboard.type('Ada');
    },
  },
  {
    name: 'press',
    run: (session) => session.press('a', 'Name'),
    byHost: async (page) => {
      await page.focus('#name');
      await page.keyboard.press('a');
    },
  },
  {
    name: 'typeAtFocus',
    run: async (session) => {
      await session.focus('Name');
      await session.typeAtFocus('Ada');
    },
    byHost: async (page) => {
      await page.focus('#name');
      await page.keyboard.type('Ada');
    },
  },
  { name: 'reload', run: (session) => session.reload(), byHost: (page) => page.reload() },
  {
    name: 'navigate',
    run: (session) => session.navigate(`${session.page.url()}?next`),
    byHost: (page) => page.goto(`${page.url()}?next`),
  },
];

/** Methods of `Session` that are no part of the suite, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['highlight', 'clearHighlights', 'injectIds', 'removeIds'].map((name) => [
      name,
      'writes into the page on purpose',
    ]),
  ),
  ...Object.fromEntries(
    ['openTab', 'closeTab', 'switchTab', 'resize', 'setStorageState', 'answerDialogs'].map((name) => [
      name,
      'changes the browser on purpose',
    ]),
  ),
  close: 'ends every run',
  locator: 'gives a locator of Playwright away, whose reach docs/guests.md says',
  mark: 'is a part of changesSince',
  elementRefs: 'is a part of restoreRefs',
  setCallStyle: 'is about texts alone',
  storageState: 'reads cookies, and nothing of the page',
  back: 'goes as navigate and reload do',
  forward: 'goes as navigate and reload do',
  fill: 'sets a value as type does, at once',
  fillFields: 'is several of fill',
  selectOption: 'is held to the events of a page by the conformance suite',
  scroll: 'is held to the events of a page by the conformance suite',
  scrollTo: 'is held to the events of a page by the conformance suite',
  drag: 'is held to the events of a page by the conformance suite',
  selectText: 'is held to the events of a page by the conformance suite',
  uploadFile: 'is held to the events of a page by the conformance suite',
};
