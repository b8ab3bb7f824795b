import type { Page } from 'playwright-core';
import { answers, says, shows, type TrialTask } from '../TrialTask.ts';

const largest = Array.from({ length: 100 }, (_, at) => at + 1).reduce((best, id) =>
  (id * 37) % 97 > (best * 37) % 97 ? id : best,
);

const westChairs = Array.from({ length: 120 }, (_, at) => at + 1).filter(
  (id) => id % 4 === 3 && id % 3 === 2 && (id * 7) % 41 <= 8,
).length;

/** Leaves one region and one product, with at most so many units. */
async function filterOrders(page: Page, region: string, most: number): Promise<string | undefined> {
  await page.getByText('Orders').first().waitFor();
  const regions = page.getByTestId('stMultiSelect');
  for (const name of ['North', 'South']) {
    await regions.getByText(name).first().click();
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(1_000);
  }
  await regions.locator('input').click();
  await page.getByRole('option', { name: region }).click();
  await page.keyboard.press('Escape');
  await page.getByTestId('stSelectbox').locator('input').click();
  await page.getByRole('option', { name: 'Chair' }).click();
  const slider = page.getByRole('slider');
  await slider.focus();
  for (let units = 40; units > most; units--) await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(3_000);
  return (await page.getByTestId('stMetricValue').innerText()).trim();
}

const cellAt = (line: number, column: number): { x: number; y: number } => ({
  x: 60 + column * 100 + 50,
  y: 25 + line * 25 + 12,
});

/** Writes into cells of the sheet, by line and column. */
async function writeCells(page: Page, cells: readonly [number, number, string][]): Promise<void> {
  for (const [line, column, text] of cells) {
    await page.locator('.x-spreadsheet-overlayer').click({ position: cellAt(line, column) });
    await page.waitForTimeout(300);
    await page.keyboard.type(text, { delay: 60 });
    await page.keyboard.press('Enter');
    await page.waitForTimeout(200);
  }
}

/** Writes a word beside the first people of a city, best paid first. */
async function noteBestPaid(page: Page, city: string, count: number): Promise<void> {
  await page.getByLabel('City Filter Input').fill(city);
  await page.waitForTimeout(1_000);
  for (let turn = 0; turn < 2; turn++) {
    await page.locator('.ag-header-cell[col-id=salary] .ag-header-cell-text').click();
    await page.waitForTimeout(500);
  }
  for (let row = 0; row < count; row++) {
    await page.locator(`.ag-row[row-index="${row}"] [col-id=note]`).dblclick();
    await page.keyboard.type('raise');
    await page.keyboard.press('Enter');
  }
}

/** Tables, grids and sheets. */
export const tableTasks: readonly TrialTask[] = [
  {
    id: 'lowest',
    difficulty: 'easy',
    application: 'sb-admin-2',
    path: '/tables.html',
    goal: 'Of all people who work in the Edinburgh office, who is paid the least? Answer with the full name.',
    kind: 'answer',
    check: answers('^\\W*Jennifer Acosta\\W*$'),
    solve: async (page) => {
      await page.getByRole('searchbox').fill('Edinburgh');
      await page.locator('thead th', { hasText: 'Salary' }).click();
      return page.locator('#dataTable tbody tr td').first().innerText();
    },
    miss: says('Gavin Joyce'),
  },
  {
    id: 'stock',
    difficulty: 'medium',
    application: 'gradio',
    path: '/',
    goal: 'The workbench has a table of the stock. Which line of it has the largest quantity? Answer with the id of the line.',
    kind: 'answer',
    check: answers(`^\\D*${largest}\\D*$`),
    solve: async (page) => {
      await page.getByRole('tab', { name: 'Table' }).click();
      const found = new Map<number, number>();
      const body = page.locator('.table-wrap .virtual-body, .table-wrap').last();
      await body.hover();
      for (let turn = 0; turn < 40; turn++) {
        for (const row of await page.getByRole('row').allInnerTexts()) {
          const cells = row
            .split(/\s+/)
            .filter((cell) => /^\d+$/.test(cell))
            .map(Number);
          if (cells.length >= 2) found.set(cells.at(-2) ?? 0, cells.at(-1) ?? 0);
        }
        await page.mouse.wheel(0, 150);
        await page.waitForTimeout(100);
      }
      return String([...found].sort(([, a], [, b]) => b - a)[0]?.[0]);
    },
    miss: says(String(largest + 1)),
  },
  {
    id: 'chairs',
    difficulty: 'medium',
    application: 'streamlit',
    path: '/',
    goal: 'How many orders of chairs came from the West alone, counting only orders of at most 8 units? Answer with the number.',
    kind: 'answer',
    check: answers(`^\\D*${westChairs}\\D*$`),
    solve: (page) => filterOrders(page, 'West', 8),
    miss: (page) => filterOrders(page, 'West', 15),
  },
  {
    id: 'raise',
    difficulty: 'hard',
    application: 'ag-grid',
    path: '/',
    goal: 'The three best paid people of Liege get the note "raise". Nobody else has a note.',
    kind: 'state',
    check: shows(`(() => {
      const all = []; grid.forEachNode(({ data }) => all.push(data));
      const best = all.filter(({ city }) => city === 'Liege').sort((a, b) => b.salary - a.salary).slice(0, 3), noted = all.filter(({ note }) => note);
      return noted.length === 3 && best.every(({ note }) => note === 'raise');
    })()`),
    solve: async (page) => void (await noteBestPaid(page, 'Liege', 3)),
    miss: async (page) => void (await noteBestPaid(page, 'Namur', 3)),
  },
  {
    id: 'total',
    difficulty: 'hard',
    application: 'x-spreadsheet',
    path: '/',
    goal: 'In the sheet, a chair costs 70 now. In the line right below the last item, write Total under Item, and under Count let the sheet itself add up the counts of the four items, so that the sum follows when a count changes.',
    kind: 'state',
    check: shows(`(() => {
      const formula = cell(5, 1).replace(/\\s/g, '').toUpperCase(), kept = [[0, 0, 'Item'], [1, 1, '4'], [2, 2, '240'], [3, 0, 'Chair'], [3, 1, '8'], [4, 2, '60']];
      return cell(3, 2) === '70' && cell(5, 0) === 'Total' && ['=SUM(B2:B5)', '=B2+B3+B4+B5', '=SUM(B2,B3,B4,B5)'].includes(formula) && kept.every(([line, column, text]) => cell(line, column) === text);
    })()`),
    solve: (page) =>
      writeCells(page, [
        [3, 2, '70'],
        [5, 0, 'Total'],
        [5, 1, '=SUM(B2:B5)'],
      ]).then(() => undefined),
    miss: (page) =>
      writeCells(page, [
        [3, 2, '70'],
        [5, 0, 'Total'],
        [5, 1, '15'],
      ]).then(() => undefined),
  },
];
