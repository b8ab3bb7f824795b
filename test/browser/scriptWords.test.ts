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

const pagedTable = (links: string): string => `<main><div><table aria-label=Orders id=t></table>
  <p id=range></p><nav id=pager></nav></div></main><script>
  let at = 0;
  const draw = () => {
    t.innerHTML = '<tr><th>Order<th>Sum</tr>' + Array.from({ length: 4 }, (_, i) => at * 4 + i).filter((i) => i < 10).map((i) => '<tr><td>No ' + (i + 1) + '<td>' + i * 5).join('');
    range.textContent = (at * 4 + 1) + ' to ' + Math.min(10, at * 4 + 4) + ' of 10';
    pager.innerHTML = ${links};
  };
  document.onclick = (e) => { if (e.target.matches('.next')) { at++; draw() } };
  draw();</script>`;

it('a whole table of several pages is read by turning these, to its last one', async () => {
  await pages.open(
    pagedTable(`'<button>1</button><button class=next' + (at === 2 ? ' disabled' : '') + '>Next</button>'`),
  );
  const read = await run("print((await page.table('Orders')).length)");
  expect(read.join('\n')).toContain(
    `4\n--- table: rows 1 to 4 of 10; page.table("Orders", { all: true }) turns its pages`,
  );
  const all = await run(
    `const rows = await page.table('Orders', { all: true }); print(rows.length, rows[9].Order, new Set(rows.map((row) => row.Order)).size)`,
  );
  expect(all.slice(0, 3)).toEqual([
    '10 No 10 10',
    '--- table: read 3 pages, of which the last is shown',
    '--- page after 2 actions:',
  ]);
});

it('pages that turn to the same rows end it', async () => {
  await pages.open(pagedTable(`'<button>1</button><button>Next</button>'`));
  expect((await run(`print((await page.table('Orders', { all: true })).length)`))[0]).toBe('4');
});

it('the report beside what was printed repeats no text of it, and names no call for the rest', async () => {
  await pages.open(`<main><button onclick="said.textContent = 'Order saved today.'">Save</button><p id=said></p>
    <button onclick="list.innerHTML = Array.from({ length: 90 }, (_, i) => '<p>Line ' + i * 7 + ' of the list that came</p>').join('')">List</button><div id=list></div></main>`);
  expect(
    await run(`await page.getByText('Save').click(); print(await page.locator('#said').innerText())`),
  ).toEqual(['Order saved today.', '--- page after 1 action:', 'focus: [N]<button "Save">']);
  const cut = await run(`await page.getByText('List').click(); print(await page.locator('#list p').count())`);
  expect(cut.join('\n')).toMatch(/\(\d+ more\)/);
  expect(cut.join('\n')).not.toContain('more: ');
});
