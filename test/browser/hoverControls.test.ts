import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

// Controls that show only while the mouse is over their row: they are hovered over first, and the answer says so.

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const NAMES = ['Ann', 'Ben', 'Cleo'];

/** A mail list: its checkboxes are transparent, its buttons not there, until a row is hovered over. */
const MAILS = `<style>li { padding: 6px } .pick { opacity: 0; transition: opacity .1s } .actions { display: none }
    li:hover .pick, .pick:checked { opacity: 1 } li:hover .actions { display: inline }</style>
  <main><h1>Mails</h1><ul>${NAMES.map(
    (name) => `<li><input type=checkbox class=pick><a href="#${name}">${name}</a> Lunch on Friday
      <span class=actions><button onclick="this.closest('li').append(' deleted')">Delete</button>
      <button onclick="this.closest('li').append(' archived')">Archive</button></span></li>`,
  ).join('')}</ul></main><p id=state></p>
  <script>addEventListener('change', ({ target }) => { state.textContent = 'picked ' + target.closest('li').querySelector('a').textContent })</script>`;

/** A list whose buttons are made when the mouse comes, and removed when it goes. */
const LAZY = `<main><h1>Files</h1><table>${NAMES.map((name) => `<tr><td>${name}<td class=more>`).join('')}</table></main>
  <script>for (const row of document.querySelectorAll('tr')) {
    row.onmouseenter = () => { row.querySelector('.more').innerHTML = '<button>More</button>' }
    row.onmouseleave = () => { row.querySelector('.more').innerHTML = '' }
    row.onclick = () => row.append(' opened')
  }</script>`;

const refusal = async (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'no error',
    ({ code, message, hint }: SightlineError) => `${code}: ${message} ${hint}`,
  );

const firstLine = async (action: Promise<{ text: string }>): Promise<string> =>
  ((await action).text.split('\n')[0] ?? '').replace(/\[\d+\]/g, '[N]');

describe('words', () => {
  test('a row whose one checkbox is transparent is checked', async () => {
    await pages.open(MAILS);
    const result = await pages.session.check('Ben');
    expect(result.text.replace(/\[\d+\]/g, '[N]')).toBe(
      [
        'checked [N]<checkbox>; shown by hovering over item "Ben, Lunch on Friday"',
        'changed in MAIN: [N]<checkbox> checked',
        'new in the page:',
        ' picked Ben',
      ].join('\n'),
    );
  });

  test('a button of a row that is not displayed', async () => {
    await pages.open(MAILS);
    expect(await firstLine(pages.session.click('button "Archive" in row "Cleo"'))).toBe(
      'clicked [N]<button>"Archive"; shown by hovering over item "Cleo, Lunch on Friday"',
    );
    expect(await pages.session.page.locator('li').allInnerTexts()).toEqual([
      expect.not.stringContaining('archived'),
      expect.not.stringContaining('archived'),
      expect.stringContaining('archived'),
    ]);
  });

  test('a button that is made when the mouse comes', async () => {
    await pages.open(LAZY);
    expect(await firstLine(pages.session.click('button "More" in row "Ben"'))).toBe(
      'clicked [N]<button>"More"; shown by hovering over row "Ben"',
    );
    expect(await pages.session.page.locator('tr').nth(1).innerText()).toContain('opened');
  });

  test('several that fit are listed with their rows; the number of one then works', async () => {
    await pages.open(MAILS);
    const text = await refusal(pages.session.click('button "Delete"'));
    expect(text.replace(/\[\d+\]/g, '[N]')).toBe(
      [
        `ambiguous: 3 elements fit "button 'Delete'": nothing was done.`,
        ...NAMES.map((name) => `  [N]<button>"Delete" (item "${name}, Lunch on Friday")`),
      ].join('\n') + ' Use a number, or say more: button "NAME" in row "WORDS".',
    );
    const number = Number(/\[(\d+)\]<button>"Delete" \(item "Ben/.exec(text)?.[1]);
    expect(await firstLine(pages.session.click(number))).toBe(
      'clicked [N]<button>"Delete"; shown by hovering over item "Ben, Lunch on Friday"',
    );
  });

  test('what hovering does not show is refused, with what that row holds and nothing of others', async () => {
    await pages.open(MAILS);
    expect(
      (await refusal(pages.session.click('button "Print" in row "Ann"'))).replace(/\[\d+\]/g, '[N]'),
    ).toBe(
      [
        `not_found: Nothing that can be used now is called "button 'Print' in row 'Ann'". Row "Ann" holds:`,
        '  [N]<checkbox>',
        '  [N]<a>"Ann"',
        '  [N]<button>"Delete"',
        '  [N]<button>"Archive" Use the number of one of these, or other words.',
      ].join('\n'),
    );
    expect(await refusal(pages.session.click('button "Print" in row "Zoe"'))).toContain(
      'There is no row "Zoe".',
    );
  });

  test('a control that shows is not hovered over, and of a closed section the opener is named', async () => {
    await pages.open(
      '<details><summary>More</summary><button>Export</button></details><ul><li>A <button>Go</button></ul>',
    );
    expect(await firstLine(pages.session.click('Go'))).toBe('clicked [N]<button>"Go"');
    expect(await refusal(pages.session.click('Export'))).toContain('<summary>"More" opens it');
  });
});

test('what hovering does not show is refused without the advice to hover', async () => {
  await pages.open('<ul><li>Ann <button hidden>Delete</button><li>Ben</ul>');
  const { text } = await pages.session.query({ text: 'Delete' });
  const number = Number(/\[(\d+)\]<button>Delete/.exec(text)?.[1]);
  expect((await refusal(pages.session.click(number))).replace(/\[\d+\]/g, '[N]')).toBe(
    'not_found: [N]<button>"Delete" is not shown: display:none on button. Hovering over item "Ann" does not show it.',
  );
});

test('a checkbox that a small box with a layer of its own draws is one, with its state', async () => {
  await pages.open(`<table>${NAMES.map(
    (
      name,
    ) => `<tr><td><div class=box aria-checked=false style="position:relative;width:20px;height:20px;background:#ddd">
      <input type=checkbox style="position:absolute;opacity:0"><ins style="position:absolute;inset:0;opacity:0"></ins></div><td>${name}`,
  ).join('')}</table><script>for (const layer of document.querySelectorAll('ins')) layer.onclick = () => {
      const input = layer.previousElementSibling; input.checked = !input.checked; layer.parentElement.ariaChecked = input.checked };</script>`);
  expect((await pages.session.look()).text.replace(/\[\d+\]/g, '[N]')).toContain(
    '[N]<checkbox> (row "Ann") | Ann',
  );
  expect(await firstLine(pages.session.check('Ben'))).toBe('checked [N]<checkbox> (row "Ben")');
  expect(
    await pages.session.page
      .locator('input')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked)),
  ).toEqual([false, true, false]);
});

describe('scripts', () => {
  test('locators act on what shows when its row is hovered over, and reads do not hover', async () => {
    await pages.open(MAILS);
    const { text, output } = await pages.session.run(`
      const row = page.getByRole('listitem').filter({ hasText: 'Ben' });
      print(await row.getByRole('checkbox').count());
      await row.getByRole('checkbox').check();
      await row.getByRole('button', { name: 'Archive' }).click();`);
    expect(output).toBe('0');
    expect(text).toContain('picked Ben');
    expect(text).toContain('archived');
  });

  test('a button that is made when the mouse comes', async () => {
    await pages.open(LAZY);
    const { failure, text } = await pages.session.run(
      `await page.getByRole('row').filter({ hasText: 'Cleo' }).getByRole('button', { name: 'More' }).click();`,
    );
    expect(failure).toBeUndefined();
    expect(text).toContain('opened');
  });
});
