import type { Session } from '../../../packages/sightline/src/session/Session.ts';
import type { HostPage } from './hosts.ts';

/** A call of a session. */
export interface GuestCall {
  name: string;
  run(session: Session): Promise<unknown>;
  /** What its host would do with its own means; nothing for a call that only reads. */
  byHost?(page: HostPage): Promise<unknown>;
}

/**
 * Every call joins the suite by standing here. Those that draw on the live page or write into it on purpose (`highlight`,
 * `injectIds`, a screenshot with `highlight: 'page'`) are no part of it, nor is `close`, with which every run ends.
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
  { name: 'pageTools', run: (session) => session.pageTools() },
  { name: 'performance', run: (session) => session.performance() },
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
  { name: 'changesSince', run: async (session) => session.changesSince(await session.mark()) },
  { name: 'takeNotices', run: async (session) => session.takeNotices() },
  { name: 'run, reading', run: (session) => session.run("print(await page.getByRole('button').count())") },
  {
    name: 'screenshot of the whole page',
    run: (session) => session.screenshot({ fullPage: true }),
    byHost: (page) => page.screenshot({ fullPage: true }),
  },
  { name: 'click', run: (session) => session.click('Save'), byHost: (page) => page.click('#save') },
  { name: 'hover', run: (session) => session.hover('Save'), byHost: (page) => page.hover('#save') },
  { name: 'focus', run: (session) => session.focus('Name'), byHost: (page) => page.focus('#name') },
  { name: 'check', run: (session) => session.check('Gift'), byHost: (page) => page.click('#gift') },
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
  { name: 'reload', run: (session) => session.reload(), byHost: (page) => page.reload() },
  {
    name: 'navigate',
    run: (session) => session.navigate(`${session.page.url()}?next`),
    byHost: (page) => page.goto(`${page.url()}?next`),
  },
];
