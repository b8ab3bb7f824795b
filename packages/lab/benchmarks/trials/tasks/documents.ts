import type { Page } from 'playwright-core';
import type { Site } from '../../apps/Application.ts';
import { answers, says, shows, type TrialTask } from '../TrialTask.ts';

const fileText = async ({ json }: Site, path: string): Promise<string> =>
  (await json(`/api/contents/${path}`)).content;

const openFile = (page: Page, name: string): Promise<void> =>
  page.locator('.jp-DirListing-item', { hasText: name }).dblclick();

/** Adds text behind a file of the list that is shown, and saves it. */
async function appendTo(page: Page, name: string, text: string): Promise<void> {
  await openFile(page, name);
  await page.locator('.jp-FileEditor .cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
  await page.keyboard.press('Control+s');
  await page.waitForTimeout(2_000);
}

/** Makes a notebook with one cell, runs it, and saves it under a name. */
async function makeNotebook(page: Page, name: string, code: string): Promise<void> {
  await page.locator('.jp-LauncherCard[data-category="Notebook"]').first().click();
  const cell = page.locator('.jp-CodeCell .cm-content').first();
  await cell.click();
  await page.getByText('| Idle').waitFor();
  await cell.fill(code);
  await page.keyboard.press('Shift+Enter');
  await page.locator('.jp-OutputArea-output').first().waitFor();
  await page.keyboard.press('Control+s');
  await page.locator('dialog input, .jp-Dialog input').first().fill(name);
  await page.locator('.jp-Dialog .jp-mod-accept').click();
  await page.waitForTimeout(2_000);
}

const units = (at: number): number => (at * 37) % 41;
const desks = Array.from({ length: 300 }, (_, at) => (at % 4 === 1 ? units(at) : 0)).reduce((a, b) => a + b);
const SUM =
  'import csv\nprint(sum(int(r["units"]) for r in csv.DictReader(open("data/sales.csv")) if r["product"] == "Desk"))';

const printed = (cell: { outputs?: { text?: string | string[] }[] }): string =>
  (cell.outputs ?? []).map(({ text = '' }) => String(text)).join('');

const CODE_TAIL = `() {\n  return 'world';\n}\n${'// more\n'.repeat(60)}`;

/** Files, notes and editors. */
export const documentTasks: readonly TrialTask[] = [
  {
    id: 'todo',
    difficulty: 'easy',
    application: 'jupyterlab',
    path: '/lab?reset',
    goal: 'Put one more thing at the end of the file todo.txt, on a line of its own: call the bank. What is in it already stays as it is. Save it.',
    kind: 'state',
    check: async (site) =>
      (await fileText(site, 'todo.txt')).trimEnd() === 'buy milk\nwrite report\ncall the bank',
    solve: async (page) => void (await appendTo(page, 'todo.txt', 'call the bank\n')),
    miss: async (page) => void (await appendTo(page, 'todo.txt', 'call bank\n')),
  },
  {
    id: 'sales',
    difficulty: 'medium',
    application: 'jupyterlab',
    path: '/lab?reset',
    goal: 'In the folder data there is a table of sales, sales.csv. Which product was sold in sale 217, and how many units? Answer like: Sofa, 12',
    kind: 'answer',
    check: answers(`^Lamp\\W+${units(216)}$`),
    solve: async (page) => {
      await openFile(page, 'data');
      await page.locator('.jp-DirListing-item', { hasText: 'sales.csv' }).click({ button: 'right' });
      await page.locator('.lm-Menu-item', { hasText: 'Open With' }).hover();
      await page.locator('.lm-Menu-item', { hasText: /^Editor/ }).click();
      await page.locator('.jp-FileEditor .cm-content').click();
      await page.keyboard.press('Control+End');
      await page.waitForTimeout(500);
      for (let turn = 0; turn < 60; turn++) {
        const lines = await page.locator('.jp-FileEditor .cm-line').allInnerTexts();
        const line = lines.find((one) => one.startsWith('217,'));
        if (line) return line.split(',').slice(1).join(', ').trim();
        await page.keyboard.press('PageUp');
      }
      return undefined;
    },
    miss: says(`Desk, ${units(217)}`),
  },
  {
    id: 'notebook',
    difficulty: 'hard',
    application: 'jupyterlab',
    path: '/lab?reset',
    goal: 'The folder data has a table of sales, sales.csv. Let a new Python notebook work out from that file how many units of desks were sold in all, and keep the notebook, with its result, as desks.ipynb in the top folder. Answer with the number.',
    kind: 'answer',
    check: async (site) => {
      const { cells } = await site.json('/api/contents/desks.ipynb').then(({ content }) => content);
      return answers(`^\\D*${desks}\\D*$`)(site) && cells.map(printed).join('').includes(String(desks));
    },
    solve: async (page) => {
      await makeNotebook(page, 'desks.ipynb', SUM);
      return String(desks);
    },
    miss: async (page) => {
      await makeNotebook(page, 'desks.ipynb', SUM.replace('Desk', 'Lamp'));
      return String(desks);
    },
  },
  {
    id: 'note',
    difficulty: 'easy',
    application: 'tiddlywiki',
    path: '/',
    goal: 'The note about bronze is to have the tag alloy too, beside the tag that it has.',
    kind: 'state',
    check: async ({ json }) =>
      String((await json('/recipes/default/tiddlers/Bronze')).tags)
        .split(' ')
        .sort()
        .join() === 'alloy,metal',
    solve: async (page) => void (await tagBronze(page, 'alloy')),
    miss: async (page) => void (await tagBronze(page, 'alloys')),
  },
  {
    id: 'minutes',
    difficulty: 'medium',
    application: 'editors',
    path: '/',
    goal: 'In the minutes, make the whole first line a heading of the largest size, and set just the word "one" in italics. The words stay as they are.',
    kind: 'state',
    check: shows(`(() => {
      const ops = quill.getContents().ops, italic = ops.filter((op) => op.attributes?.italic).map((op) => op.insert);
      const heading = ops.findIndex((op) => op.attributes?.header === 1);
      return quill.getText().trim() === 'Old agenda\\nPoint one' && italic.join() === 'one' && ops.filter((op) => op.attributes?.header).length === 1
        && ops.slice(0, heading).map((op) => op.insert).join('') === 'Old agenda';
    })()`),
    solve: async (page) => {
      await page.getByText('Old agenda').click();
      await page.locator('.ql-header .ql-picker-label').click();
      await page.locator('.ql-header .ql-picker-item[data-value="1"]').click();
      await page.getByText('Point one').dblclick({ position: { x: 50, y: 8 } });
      await page.locator('button.ql-italic').click();
      return undefined;
    },
    miss: async (page) => {
      await page.getByText('Point one').click();
      await page.locator('.ql-header .ql-picker-label').click();
      await page.locator('.ql-header .ql-picker-item[data-value="1"]').click();
      await page.getByText('Point one').dblclick({ position: { x: 100, y: 10 } });
      await page.locator('button.ql-italic').click();
      return undefined;
    },
  },
  {
    id: 'code',
    difficulty: 'easy',
    application: 'editors',
    path: '/',
    goal: 'In the code on this page, the function hello is to be called greet. Everything else in the code, the comments below it too, stays as it is.',
    kind: 'state',
    check: shows(`code.getValue() === ${JSON.stringify(`function greet${CODE_TAIL}`)}`),
    solve: async (page) => {
      await page.locator('.CodeMirror-line', { hasText: 'hello' }).getByText('hello').dblclick();
      await page.keyboard.type('greet');
      return undefined;
    },
    miss: async (page) => {
      await page.locator('.CodeMirror-line', { hasText: 'hello' }).getByText('hello').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('greet');
      return undefined;
    },
  },
];

async function tagBronze(page: Page, tag: string): Promise<void> {
  await page.locator('input[type=search]').first().fill('Bronze');
  await page
    .locator('a.tc-tiddlylink', { hasText: /^Bronze$/ })
    .first()
    .click();
  const note = page.locator('[data-tiddler-title="Bronze"]').first();
  await note.hover();
  await note.getByRole('button', { name: 'Edit this tiddler' }).click();
  const field = page.getByPlaceholder('tag name');
  await field.fill(tag);
  await field.press('Enter');
  await page.waitForTimeout(300);
  await page
    .getByRole('button', { name: /Confirm changes/ })
    .first()
    .click();
  await page.waitForTimeout(2_500);
}
