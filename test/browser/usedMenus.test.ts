import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

// Menus of actions that go back to their first option once they were used, and errors after the page was touched.

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const menu = (onchange: string): string =>
  `<main><h1>Mails</h1><label>With selected <select id=menu onchange="${onchange}">
     <option>Choose</option><option>Archive</option><option>Delete</option></select></label><p id=state>3 mails</p></main>`;

const withoutNumbers = (text: string): string => text.replace(/\[\d+\]/g, '[N]');

test('a select that goes back to its first option, and did something', async () => {
  await pages.open(menu(`state.textContent = '0 mails'; this.selectedIndex = 0`));
  expect(withoutNumbers((await pages.session.selectOption('With selected', 'Archive')).text)).toBe(
    [
      'chose "Archive" in [N]<select id="menu">"With selected"; it shows "Choose" again',
      'text in MAIN: "0 mails" (was "3 mails")',
    ].join('\n'),
  );
});

test('one that goes back, on a page that does nothing', async () => {
  await pages.open(menu('this.selectedIndex = 0'));
  const error = (await pages.session
    .selectOption('With selected', 'Archive')
    .catch((thrown: unknown) => thrown)) as SightlineError;
  expect(error.code).toBe('not_accepted');
  expect(withoutNumbers(error.message)).toBe(
    '[N]<select id="menu">"With selected": The control did not take it: it shows "Choose".',
  );
  expect(error.afterInput).toBe(true);
});

test('a script whose first action fails after input does not say that nothing was done', async () => {
  await pages.open(menu('this.selectedIndex = 0'));
  const { text, failure } = await pages.session.run(
    `await page.getByLabel('With selected').selectOption('Delete')`,
  );
  expect(failure?.code).toBe('not_accepted');
  expect(text).not.toContain('nothing had been done');
  expect(text).toContain('page after 1 action');
  const untouched = await pages.session.run(`await page.getByRole('button', { name: 'Nothing' }).click()`);
  expect(untouched.text).toContain('nothing had been done to the page');
});

test('text is typed into what has the focus, which is named', async () => {
  await pages.open('<label>City <input autofocus value="New "></label><button>Go</button>');
  await pages.session.focus('City');
  await pages.session.press('End');
  expect(withoutNumbers((await pages.session.typeAtFocus('York')).text)).toBe(
    [
      'typed into [N]<input>"City"; it has the focus',
      'changed in the page: [N]<input "City"> value "New York" (was "New")',
    ].join('\n'),
  );
});

test('the number of a toolbar button that was made anew among others still works', async () => {
  const bar = (names: string[]): string => names.map((name) => `<li><button>${name}</button></li>`).join('');
  await pages.open(
    `<ul id=bar role=toolbar>${bar(['Bold', 'Link', 'Undo'])}</ul><p contenteditable>Words</p>`,
  );
  const number = await pages.session.numberOf('Link');
  await pages.session.page.evaluate(
    (html) => {
      (document.getElementById('bar') as HTMLElement).innerHTML = html;
    },
    bar(['Italic', 'Link', 'Redo', 'Table']),
  );
  expect((await pages.session.click(number)).text).toMatch(
    new RegExp(
      `^clicked \\[${number}\\]<button>"Link"\\n\\(\\[${number}\\] had been replaced; known again by its role and name`,
    ),
  );
});

test('the number of a row whose button may be that of another row now is refused with the new number', async () => {
  const row = (name: string): string => `<tr><td>${name}<td><button>Delete</button>`;
  await pages.open(`<table id=rows>${row('Ann')}</table>`);
  const number = await pages.session.numberOf('Delete');
  await pages.session.page.evaluate((html) => {
    (document.getElementById('rows') as HTMLElement).innerHTML = html;
  }, row('Ben'));
  const error = (await pages.session.click(number).catch((thrown: unknown) => thrown)) as SightlineError;
  expect(error.message).toMatch(/is no longer part of the page\. Of that name now: \[\d+\]<button>"Delete"/);
});
