import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locators } from '../../packages/sightline/src/render/Locators.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { findFalse, type Located, lookLocated } from '../support/provenLocators.ts';
import { startServer } from '../support/startServer.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** The elements of the page, every locator of which was run. */
async function proven(html: string): Promise<Located[]> {
  await pages.open(html);
  const elements = await lookLocated(pages.session);
  expect(await findFalse(pages.session, elements)).toEqual([]);
  return elements;
}

async function locatorsOf(html: string): Promise<Locators[]> {
  return (await proven(html)).map(({ locators: { primary: _, ...rest } }) => rest as Locators);
}

describe('locators', () => {
  test('of an element with everything', async () => {
    const html =
      '<main><form><input name="q"><button id="go" data-testid="go-1" class="btn x1">Go now</button></form></main>';
    expect((await locatorsOf(html))[1]).toEqual({
      testId: '[data-testid="go-1"]',
      id: '#go',
      role: 'role=button[name="Go now"]',
      css: 'button.btn',
      xpath: '//*[@id="go"]',
      text: 'text="Go now"',
    });
  });

  test('twins are distinguished by path alone, begun at what has an id', async () => {
    const row = '<tr><td>A</td><td><button>Remove</button></td></tr>';
    const html = `<table id=t>${row}${row}${row}</table><table>${row}${row}</table>`;
    expect((await locatorsOf(html)).slice(1)).toEqual([
      {
        css: '#t > tbody > tr:nth-of-type(2) > td:nth-of-type(2) > button',
        xpath: '//*[@id="t"]/tbody/tr[2]/td[2]/button',
      },
      { css: 'tr:nth-of-type(3) > td:nth-of-type(2) > button', xpath: '//tr[3]/td[2]/button' },
      {
        css: 'table:nth-of-type(2) > tbody > tr:nth-of-type(1) > td:nth-of-type(2) > button',
        xpath: '//table[2]/tbody/tr[1]/td[2]/button',
      },
      {
        css: 'table:nth-of-type(2) > tbody > tr:nth-of-type(2) > td:nth-of-type(2) > button',
        xpath: '//table[2]/tbody/tr[2]/td[2]/button',
      },
    ]);
  });

  test('an id, a test id, a name or a text that another has too is not offered', async () => {
    const [first, second] = await locatorsOf(
      '<button id=a data-cy=x>Save</button><p id=a data-cy=x>Save</p><button id=b>Other</button>',
    );
    expect(Object.keys(first as Locators)).toEqual(['role', 'css', 'xpath']);
    expect(Object.keys(second as Locators)).toEqual(['id', 'role', 'css', 'xpath', 'text']);
  });

  test('a hidden twin counts as Playwright counts it', async () => {
    const [shown] = await locatorsOf('<button>Menu</button><button hidden>Menu</button>');
    expect(Object.keys(shown as Locators)).toEqual(['role', 'css', 'xpath']);
  });

  test('hostile values', async () => {
    const values = [
      'a"b',
      "it's",
      `both "and' of them`,
      'back\\slash',
      'line\nbreak',
      'tab\there',
      '[x]=y',
      'a >> b',
      '`tick`',
      '1 starts with a digit',
      '-',
      '--x',
      '.dot#hash:colon',
      '日本 \u{1f600} é',
      'x"] , *, [y="',
      '\u0007bell',
      ' edges ',
      '//a/b',
      'text=x',
      '{}()*+~^$|',
      '\u202eright to left',
      '\ufeff',
    ];
    const html = '<main></main>';
    await pages.open(html);
    await pages.session.page.evaluate((all) => {
      for (const [i, value] of all.entries()) {
        const make = (name: string, text: string, shown = value) => {
          const button = document.createElement('button');
          button.setAttribute(name, shown);
          button.textContent = text;
          document.querySelector('main')?.append(button);
        };
        make('id', `a${i}`);
        make('data-testid', `b${i}`);
        make('aria-label', `c${i}`);
        make('name', value);
        make('aria-label', `e${i}`, `${value} ${i}`);
        make('title', `${value} text ${i}`);
      }
      for (const name of ['x"y', 'ns:tag', 'a.b']) {
        const odd = document.createElement('div');
        odd.innerHTML = `<${name} role=button tabindex=0>${name}</${name}>`;
        document.body.append(odd);
      }
      document.body.insertAdjacentHTML(
        'beforeend',
        '<svg width=90 height=30><a href="#s"><text y=20>Drawn</text></a></svg><form><input name=id><input name=title><input name=attributes><button>F</button></form>',
      );
    }, values);
    const elements = await lookLocated(pages.session);
    expect(elements.length).toBeGreaterThan(5 * values.length - 1);
    expect(await findFalse(pages.session, elements)).toEqual([]);
    expect(elements.filter(({ locators }) => locators.css === undefined).length).toBeLessThan(5);
    const count = (kind: keyof Locators) => elements.filter(({ locators }) => locators[kind]).length;
    expect(count('testId')).toBeGreaterThan(values.length - 4);
    expect(count('id')).toBeGreaterThan(values.length - 4);
    expect(count('role')).toBeGreaterThan(2 * values.length - 8);
    expect(count('text')).toBeGreaterThan(values.length);
  });

  test('where Playwright cannot read roles there is none, and all else is', async () => {
    for (const name of ['getAttribute', 'parentElement', 'children']) {
      const html = `<form><input name=${name}><button id=b>Save</button></form><button id=a>Go</button>`;
      const kinds = (await locatorsOf(html)).map((locators) => Object.keys(locators).join());
      expect(kinds).toEqual(['css,xpath', 'id,css,xpath,text', 'id,css,xpath,text']);
    }
  });

  test('shadow roots: no xpath in an open one, only ours in a closed one', async () => {
    const elements = await proven(`
      <x-o></x-o><x-o></x-o><x-c></x-c><main><button>Light</button></main>
      <script>
        const define = (name, mode, html) => customElements.define(name, class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode }).innerHTML = html }
        });
        define('x-i', 'open', '<button>Deep</button>');
        define('x-o', 'open', '<button id=b>Open</button><x-i></x-i>');
        define('x-c', 'closed', '<button id=only data-testid=only>Closed</button><x-i></x-i>');
      </script>`);
    const kinds = elements.map(({ locators }) => Object.keys(locators).join());
    expect(kinds).toEqual([
      'primary,css',
      'primary,css',
      'primary,css',
      'primary,css',
      'primary',
      'primary',
      'primary,role,css,xpath,text',
    ]);
    expect(elements[3]?.locators.css).toBe('x-o:nth-of-type(2) > x-i > button');
  });

  test('an address with a secret in it, and what repeats a typed one, is in no locator', async () => {
    const html =
      '<a href="/x?token=abcdef123456">Account</a><input type=password value=Tulip-12345><button id=Tulip-12345 class=btn>Tulip-12345</button>';
    const written = JSON.stringify(await proven(html));
    expect(written).not.toMatch(/abcdef123456|Tulip/);
  });
});

describe('frames', () => {
  test('of every kind: locators are relative to the frame, with the way to it', async () => {
    const inner =
      '<title>In</title><button>Pay</button><button>Pay</button><iframe srcdoc="<button>Deep</button>"></iframe>';
    const there = await startServer({ '/in': inner });
    const far = there.origin.replace('127.0.0.1', 'localhost');
    const elements = await proven(
      `<button>Pay</button><iframe title=Same srcdoc="<button>Pay</button>"></iframe>
       <iframe name=port src="${there.origin}/in"></iframe><iframe src="${far}/in"></iframe>
       <iframe sandbox=allow-scripts src="${there.origin}/in"></iframe>`,
    );
    const found = elements.filter(({ tag }) => tag === 'button').map(({ frameLocators }) => frameLocators);
    expect(found).toEqual([
      undefined,
      ['iframe[name="port"]'].map(() => 'iframe[title="Same"]'),
      ['iframe[name="port"]'],
      ['iframe[name="port"]'],
      ['iframe[name="port"]', 'iframe'],
      ['iframe:nth-of-type(3)'],
      ['iframe:nth-of-type(3)'],
      ['iframe:nth-of-type(3)', 'iframe'],
      ['iframe:nth-of-type(4)'],
      ['iframe:nth-of-type(4)'],
      ['iframe:nth-of-type(4)', 'iframe'],
    ]);
    await there.close();
  });
});

describe('stable ids', () => {
  test('actions take them as they take numbers, and say when no element has one', async () => {
    await pages.open(
      '<button onclick="document.title = 1">A</button><button onclick="document.title = 2">B</button>',
    );
    const { data } = await pages.session.look({ view: 'json' });
    const { elements } = data as { elements: { elementId: string; accessibleName: string }[] };
    const id = elements.find(({ accessibleName }) => accessibleName === 'B')?.elementId as string;
    expect((await pages.session.click(id)).targets).toMatchObject([{ verdict: 'same' }]);
    expect(await pages.session.page.title()).toBe('2');
    await expect(pages.session.click('elem-0000000')).rejects.toMatchObject({ code: 'not_found' });
  });

  const html = `<nav><a href=/>Home</a></nav><ul><li>A <button>Go</button><li>A <button>Go</button></ul>
    <button>Go</button><iframe srcdoc="<button>Go</button>"></iframe><x-c></x-c>
    <script>customElements.define('x-c', class extends HTMLElement { constructor() { super();
      this.attachShadow({ mode: 'closed' }).innerHTML = '<button>Go</button>' } })</script>`;
  const idsNow = async (): Promise<string[]> => {
    const { data } = await pages.session.look({ view: 'json' });
    return (data.elements as unknown as Located[]).map(({ elementId }) => elementId);
  };

  test('are unique, and the same after a reload', async () => {
    await pages.open(html);
    await pages.session.page.frameLocator('iframe').getByRole('button').waitFor();
    const ids = await idsNow();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(6);
    await pages.session.reload();
    await pages.session.page.frameLocator('iframe').getByRole('button').waitFor();
    expect(await idsNow()).toEqual(ids);
  });

  test('lead back to the element', async () => {
    await pages.open(html);
    const ids = await idsNow();
    const { data } = await pages.session.details(ids[0] as string);
    expect(data).toMatchObject({ elementId: ids[0], tag: 'a', accessibleName: 'Home', isVisible: true });
    await expect(pages.session.details('elem-0000000')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are written into every frame and shadow root, as no change of the page, and taken out again', async () => {
    await pages.open(`${html}<div data-element-id=own tabindex=0>Its own</div>`);
    const { page } = pages.session;
    await page.frameLocator('iframe').getByRole('button').waitFor();
    const ids = await idsNow();
    await pages.session.look();
    const before = await pages.session.look();
    expect(await pages.session.injectIds()).toBe(ids.length - 1);
    const after = await pages.session.look();
    expect(after.snapshot.documents).toEqual(before.snapshot.documents);
    expect(after.text).toBe(before.text);
    const elements = await lookLocated(pages.session);
    expect(elements.map(({ elementId }) => elementId)).toEqual(ids);
    expect(await findFalse(pages.session, elements)).toEqual([]);
    const marked = elements.filter(({ locators }) => locators.primary.startsWith('[data-element-id="elem-'));
    // All but the one in the closed root, which no CSS reaches, and the one with an attribute of its own.
    expect(marked).toHaveLength(ids.length - 2);
    expect(await page.locator('div').getAttribute('data-element-id')).toBe('own');
    expect(await pages.session.removeIds()).toBe(ids.length - 1);
    expect(await page.locator('[data-element-id]').count()).toBe(1);
    const { snapshot, text } = await pages.session.look();
    expect(snapshot.documents).toEqual(before.snapshot.documents);
    expect(text).toBe(after.text);
  });

  test('are taken out of the page of somebody else when the session leaves it', async () => {
    await pages.open('<button>One</button>');
    const { page } = pages.session;
    const guest = await Session.fromPlaywright(page);
    expect(await guest.injectIds()).toBe(1);
    expect(await page.locator('[data-element-id]').count()).toBe(1);
    await guest.close();
    expect(await page.locator('[data-element-id]').count()).toBe(0);
  });

  test('copies that a page makes of marked elements are found out, and cleaned', async () => {
    await pages.open('<main><button>One</button></main>');
    const { page, session } = { page: pages.session.page, session: pages.session };
    await session.injectIds();
    await page.evaluate(() => document.body.append(document.querySelector('main')?.cloneNode(true) as Node));
    const elements = await lookLocated(session);
    expect(elements.every(({ locators }) => locators.primary.startsWith('sightline='))).toBe(true);
    expect(await findFalse(session, elements)).toEqual([]);
    expect(await session.removeIds()).toBe(2);
  });
});
