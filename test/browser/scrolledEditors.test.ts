import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

// What is only scrolled away is still there: editors in boxes without scroll bars, lines that are drawn while they are in view.

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const PARAGRAPHS = Array.from({ length: 40 }, (_, i) => `<p>Paragraph ${i}</p>`).join('');
const BOX = 'style="height: 150px; overflow: hidden"';

async function click(name: string): Promise<string> {
  const { text } = await pages.session.click(name);
  return text.split('\n').slice(1).join('\n');
}

test('all of an editor is in looks and texts, in a box that hides what overflows it', async () => {
  const { text } = await pages.look(
    `<main><div id=box ${BOX}><div contenteditable aria-label=Body>${PARAGRAPHS}</div></div>
     <button onclick="box.scrollTop = 900">Down</button></main>`,
    { full: true },
  );
  expect(text).toContain('Paragraph 0 Paragraph 1 ');
  expect(text).toContain('Paragraph 39');
  const read = 'print((await page.getByRole("textbox").innerText()).split(/\\n+/).filter(Boolean).length)';
  expect((await pages.session.run(read)).text).toContain('40');
  expect(await click('Down')).toBe('scrolled: <div> to y 900 (was 0)');
  expect((await pages.session.look({ full: true })).text).toContain('Paragraph 0 Paragraph 1 ');
});

test('a box without scroll bars that was scrolled keeps what it showed first; one that was not hides the rest', async () => {
  const html = `<main><div id=box ${BOX}>${PARAGRAPHS}</div><button onclick="box.scrollTop = 900">Down</button></main>`;
  expect((await pages.look(html, { full: true })).text).not.toContain('Paragraph 39');
  expect(await click('Down')).not.toContain('gone');
  const { text } = await pages.session.look({ full: true });
  expect(text).toContain('Paragraph 0');
  expect(text).toContain('Paragraph 39');
});

test('lines that a script moves out of their box, and draws while they are in view, are out of view, not gone', async () => {
  await pages.look(
    `<main><div ${BOX}><div id=lines style="position: relative; height: 5000px"></div></div>
      <button onclick="draw(100)">Down</button><button onclick="lines.innerHTML = ''">Clear</button></main>
     <script>function draw(first) {
       lines.style.top = -first * 20 + 'px';
       lines.innerHTML = Array.from({ length: 7 }, (_, i) => '<div style="position: absolute; height: 20px; top: ' + (first + i) * 20 + 'px">line ' + (first + i) + '</div>').join('');
     } draw(0)</script>`,
  );
  const moved = await click('Down');
  expect(moved).toContain('line 106');
  expect(moved).toContain('scrolled out of view: 7 elements');
  expect(moved).not.toContain('gone');
  expect(await click('Clear')).toContain('gone from MAIN: "line 100"');
});

test('a section that folds, and one below another that went, are gone', async () => {
  await pages.look(
    `<style>.card { overflow: hidden; border-radius: 4px }</style>
     <main><div class=card id=card><p id=banner>Banner</p><div><p id=row>A row</p><p>Other</p></div></div>
      <div class=card id=panel>Panel</div>
      <button onclick="banner.remove(); row.remove()">Delete</button><button onclick="panel.style.height = 0">Fold</button></main>`,
  );
  expect(await click('Delete')).toBe('gone from MAIN: "Banner", "A row"');
  expect(await click('Fold')).toContain('gone from MAIN: "Panel"');
});

test('details of an editor show its blocks and the formatting of its words', async () => {
  await pages.open(`<div contenteditable aria-label=Minutes><h2>Old agenda</h2>
    <ol><li><p>Point <em>one</em></p></li><li>Point two</li></ol><p>See <a href="/plan">the <b>plan</b></a><br>today</p></div>`);
  const { text } = await pages.session.details('Minutes');
  expect(text.split('\n').slice(-6)).toEqual([
    '  Document:',
    '    "## Old agenda"',
    '    "1. Point *one*"',
    '    "1. Point two"',
    expect.stringMatching(/^ {4}"See \[the \*\*plan\*\*\]\(.*\/plan\)"$/),
    '    "today"',
  ]);
});
