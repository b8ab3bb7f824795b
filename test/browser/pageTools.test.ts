import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executeTool } from '../../packages/sightline/src/cli/executeTool.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { fakeContext, toolNamed } from '../support/tools.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages?.close());

/** What a tool answers in the session of this test. */
async function run(tool: string, input: object): Promise<Record<string, unknown>> {
  const context = fakeContext({
    session: () => pages.session,
    openSession: async () => pages.session,
    takeNotices: () => pages.session.takeNotices(),
  });
  return JSON.parse((await executeTool(toolNamed(tool), input, context, true)).out);
}

describe('tabs', () => {
  test('are opened and closed', async () => {
    await pages.open('<h1>One</h1>');
    expect(await run('tabs', { new: true })).toMatchObject({
      tabs: [{ active: false }, { active: true, number: 2 }],
    });
    expect(await run('tabs', { close: true })).toMatchObject({ tabs: [{ active: true, number: 1 }] });
    await run('tabs', { new: true });
    expect(await run('tabs', { number: 3, close: true })).toMatchObject({
      tabs: [{ active: true, number: 1 }],
    });
    for (const wrong of [
      { new: true, close: true },
      { new: true, number: 1 },
    ])
      expect(await run('tabs', wrong)).toMatchObject({ error: { code: 'invalid_argument' } });
    expect(await run('tabs', { number: 9, close: true })).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('resize', () => {
  test('gives the page another viewport, which a look and a picture show', async () => {
    await pages.open(
      '<style>@media (min-width: 500px) { button { display: none } }</style><button>Menu</button>',
    );
    expect((await pages.session.look()).text).not.toContain('Menu');
    await run('resize', { width: 400, height: 300 });
    expect((await pages.session.look()).text).toContain('Menu');
    expect(await pages.session.screenshot()).toMatchObject({ width: 400, height: 300 });
    await run('resize', { width: 1280, height: 720 });
  });

  test('not to what is no size', async () => {
    for (const [width, height] of [
      [0, 100],
      [100, 1e6],
      [1.5, 100],
    ] as const)
      await expect(pages.session.resize(width, height)).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});

describe('answer_dialogs', () => {
  const html = `<button onclick="document.title = confirm('Delete?') + ' ' + prompt('Name?', 'Ada')">Go</button>`;

  test('holds from then on, and each dialog is reported', async () => {
    const [, number] = /\[(\d+)\]/.exec((await pages.look(html)).text) ?? [];
    const click = async () => {
      const { text } = await pages.session.click(Number(number));
      return [await pages.session.page.title(), text.includes('confirm "Delete?" was accepted')];
    };
    expect(await click()).toEqual(['false null', false]);
    await run('answer_dialogs', { answer: 'accept' });
    expect(await click()).toEqual(['true Ada', true]);
    await run('answer_dialogs', { answer: 'accept', text: 'Grace' });
    expect(await click()).toEqual(['true Grace', true]);
    await run('answer_dialogs', { answer: 'dismiss', text: 'Grace' });
    expect(await click()).toEqual(['false null', false]);
  });

  test('from the opening of a page on', async () => {
    const url = pages.url(`<script>document.title = confirm('Enter?')</script>`);
    expect(await run('open', { url, dialogs: 'accept' })).toMatchObject({ title: 'true' });
    pages.session.answerDialogs('dismiss');
  });
});

describe('open', () => {
  test('waits for as much as is asked for', async () => {
    const slow = pages.url(
      '<script>setTimeout(() => fetch("/late").then(() => document.title = "Late"), 200)</script>',
    );
    expect(await run('open', { url: slow, waitUntil: 'networkidle' })).toMatchObject({ title: 'Late' });
  });
});

describe('wait_for', () => {
  const later = (script: string) =>
    `<p id=p>Saving</p><button id=b disabled>Go on</button><script>setTimeout(() => { ${script} }, 300)</script>`;

  test.each([
    ['a text', "p.textContent = 'All  Saved now'", { text: 'all saved' }],
    ['the end of one', 'p.remove()', { gone: 'Saving' }],
    ['the end of one that is hidden', "p.style.visibility = 'hidden'", { gone: 'Saving' }],
    ['an address', "history.pushState(0, '', '/orders/12?x=1')", { url: '/ORDERS/*x=' }],
    ['another page', "location.href = 'about:blank'", { url: 'about:blank' }],
    [
      'all of it',
      "p.textContent = 'Done'; history.pushState(0, '', '#done')",
      { text: 'Done', gone: 'Saving', url: '#done' },
    ],
  ])('%s', async (_, script, wanted) => {
    await pages.open(later(script));
    expect(await run('wait_for', { ...wanted, timeoutMs: 60_000 })).toMatchObject({ ok: true });
  });

  test('an element that can be used', async () => {
    const { text } = await pages.look('<button id=b disabled>Go on</button>');
    const [, number] = /\[(\d+)\]<button disabled>/.exec(text) ?? [];
    await pages.session.page.evaluate('setTimeout(() => { b.disabled = false }, 1500)');
    expect(await run('wait_for', { index: Number(number), timeoutMs: 60_000 })).toMatchObject({ ok: true });
    expect(await pages.session.page.isEnabled('#b')).toBe(true);
    expect(await run('wait_for', { index: 9_999 })).toMatchObject({ error: { code: 'not_shown' } });
  });

  test('a page at rest', async () => {
    await pages.open(
      '<ul id=p></ul><script>(function step() { p.append(document.createElement("li")); if (p.children.length < 60) requestAnimationFrame(step) })()</script>',
    );
    expect(await run('wait_for', { idle: true, timeoutMs: 60_000 })).toMatchObject({ ok: true });
    expect(await pages.session.page.locator('#p li').count()).toBe(60);
  });

  test('too long, and for nothing', async () => {
    await pages.open('<p>Saving');
    expect(await run('wait_for', { text: 'Saved', timeoutMs: 200 })).toMatchObject({
      error: { code: 'timeout', message: 'Waited 200 ms for the text "Saved".' },
    });
    expect(await run('wait_for', { gone: 'saving', timeoutMs: 200 })).toMatchObject({
      error: { code: 'timeout' },
    });
    expect(await run('wait_for', {})).toMatchObject({ error: { code: 'invalid_argument' } });
  });
});
