import { afterAll, beforeAll, expect, it } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What scripts find by words: of style sheets, of icons, and in which order. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

async function run(source: string): Promise<string[]> {
  const { text, failure } = await pages.session.run(source, {});
  return [...text.replace(/\[\d+\]/g, '[N]').split('\n'), ...(failure ? [`! ${failure.message}`] : [])];
}

it('getByText finds the words that a style sheet draws, where no text of the page says so', async () => {
  await pages.open(`<style>[data-label]::before { content: attr(data-label) }</style><main>
    <span role=button tabindex=0 data-label="Heading 1"></span><span role=button tabindex=0 data-label="Heading 2"></span>
    <span role=button tabindex=0 data-label="Normal"></span><p>Normal</p><button aria-label="Bold"></button></main>`);
  expect(
    await run(`print(await page.getByText('Heading 1').describe(), await page.getByText(/^heading/i).count());
print(await page.getByText('Heading 1', { exact: true }).count(), await page.getByText('Heading 3').count());
print(await page.getByText('Normal').describe(), await page.getByText('Bold').count())`),
  ).toEqual(['[N]<button>Heading 1', '2', '1 0', '[N]<paragraph>Normal', '0']);
});

it('an action on a text that no element has means the one control of that name, and says so', async () => {
  await pages.open(
    `<main><button aria-label="Bold" onclick="said.textContent = 'bold'">B</button><p id=said></p></main>`,
  );
  expect((await run(`await page.getByText('Bold').click({ timeout: 500 })`)).at(-1)).toBe(
    "note: clicked by its name: getByText('Bold') matches nothing",
  );
});

it('a query gives what can be used first, then what holds another answer, then what is hidden', async () => {
  await pages.open(`<main><select style="display:none" aria-label="Heading 1"><option>Heading 1</option></select>
    <div role=listbox tabindex=0 aria-label="Heading 1"><div role=option tabindex=-1>Heading 1</div></div>
    <button>Heading 1</button></main>`);
  const order = (
    await run(`for (const one of await page.query('Heading 1')) print(one.role, one.visible ?? '')`)
  ).map((line) => line.trim());
  expect(order.slice(-2)).toEqual(['listbox', 'combobox false']);
  expect(order.slice(0, -2).sort()).toEqual(['button', 'option']);
});
