import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

// A list of files as notebooks and file managers draw it: the panel around it listens for the mouse, its rows say nothing of it.

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const FILES: readonly [name: string, ago: string][] = [
  ['data', '2d ago'],
  ['report.ipynb', '17m ago'],
  ['sales.csv', '3h ago'],
  ['Untitled.ipynb', '1h ago'],
];

const page = (focusable: boolean): string => `<style>li { display: flex; gap: 20px }</style>
  <div id=files class=listing ${focusable ? 'tabindex=0' : ''}><div><span>Name</span> <span>Modified</span></div>
  <ul>${FILES.map(
    ([name, ago]) =>
      `<li title="Name: ${name}\nCreated: 2026-11-01 10:00\nModified: 2026-11-01 10:00"><span>${name}</span><span>${ago}</span></li>`,
  ).join('')}</ul></div>
  <main><div role=tablist><div role=tab aria-selected=true>report_old.ipynb</div></div>
  <p>The file report.ipynb holds the figures.</p></main>
  <script>for (const kind of ['mousedown', 'click', 'dblclick']) files.addEventListener(kind, (event) => {
    if (kind === 'dblclick') document.querySelector('p').textContent = 'opened ' + event.target.closest('li').firstChild.textContent;
  })</script>`;

test.each([false, true])(
  'the row of a file can be used, and is found first; panel in the tab order: %s',
  async (focusable) => {
    await pages.open(page(focusable));
    const { text, data } = await pages.session.query({ text: 'report.ipynb' });
    expect(text.split('\n')[1]).toMatch(/^ \[\d+\]<li>Name: report\.ipynb/);
    const [row] = data.elements as { index: number }[];
    const { text: opened } = await pages.session.click(row?.index as number, { clickCount: 2 });
    expect(opened).toContain('opened report.ipynb');
    const { text: look } = await pages.session.look({ full: true });
    expect(look).toMatch(/\[\d+\]<li title="Name: report\.ipynb Created: [^"]{1,40}…">report\.ipynb 17m ago/);
  },
);

test('a header that says what a click on it does is written once, and a field is labelled in a DOM query as in the outline', async () => {
  await pages.open(`<style>th[tabindex]::before { content: '↑ ' }</style>
    <table><tr><th tabindex=0 aria-label="Name: activate to sort column ascending">Name</th><th>Value</th></tr>
    <tr><td>draft</td><td><input></td></tr><tr><td>limit</td><td><input></td></tr></table>
    <script>document.querySelector('th').onclick = () => {}</script>`);
  expect((await pages.session.look()).text.replace(/\[\d+\]/g, '[N]')).toContain('[N]<th>↑ Name');
  const { text } = await pages.session.queryDom('input');
  expect(text.replace(/\[\d+\]/g, '[N]')).toBe(
    ['DOM query "input": 2 match(es)', '[N]<input> label="draft"', '[N]<input> label="limit"'].join('\n'),
  );
});
