import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

// What actions answer on live pages: what they caused first, and whether they did what they are for.

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** Opens the page, and finds the number that stands before some text of its look. */
async function numbersOn(html: string, ...texts: string[]): Promise<number[]> {
  const { text } = await pages.look(html);
  return texts.map((one) => {
    const end = text.indexOf(one) + one.length;
    return Number(
      /^.*\[(\d+)\][^[]*$/s.exec(
        text.slice(0, end) + (one.endsWith('[') ? text.slice(end, end + 4) : ''),
      )?.[1],
    );
  });
}

const linesAfter = ({ text }: { text: string }): string[] => text.split('\n');

async function refusal(action: Promise<unknown>): Promise<string> {
  try {
    await action;
    return 'no error';
  } catch (error) {
    const { code, message, hint } = error as SightlineError;
    return `${code}: ${message} ${hint}`;
  }
}

test('a disclosure whose rows stand far below other new text', async () => {
  const [history] = await numbersOn(
    `<main><div id=manual></div>${'<p>Old words of the page.</p>'.repeat(9)}
      <details id=d><summary>History</summary><p>12 May: opened by Ann</p><p>14 May: closed by Ben</p></details></main>
      <script>d.ontoggle = () => { manual.innerHTML = Array.from({ length: 60 }, (_, i) => '<p>Part ' + i + ' of a long manual.</p>').join('') }</script>`,
    'History',
  );
  const lines = linesAfter(await pages.session.click(history as number));
  expect(lines.slice(0, 5)).toEqual([
    `clicked [${history}]<summary>"History"`,
    `changed in MAIN: [${history}]<summary "History"> expanded`,
    'new in MAIN:',
    ' 12 May: opened by Ann',
    ' 14 May: closed by Ben',
  ]);
  expect(lines.join('\n').length).toBeLessThan(700);
});

const BOARD = (
  accepts: boolean,
): string => `<style>section { float: left; width: 200px; min-height: 200px }</style>
  <main>${['To do', 'Doing', 'Done'].map((name, i) => `<section><h2>${name}</h2><ul><li>${i === 0 ? '<div role=button tabindex=0 id=card draggable=true>Fix roof</div>' : `<button>Task ${i}</button>`}</li></ul></section>`).join('')}</main>
  <script>for (const list of document.querySelectorAll('ul')) {
    list.ondragover = (event) => event.preventDefault();
    list.ondrop = (event) => { event.preventDefault(); if (${accepts}) list.append(card.parentNode) };
  }</script>`;

test('a card that was dragged onto what heads an empty list is told where the list is', async () => {
  const column = (name: string, card: string): string =>
    `<section><button>${name}</button><ul style="height:100px">${card}</ul></section>`;
  const [card, head] = await numbersOn(
    `<style>section { float: left; width: 200px }</style><main>${column('To do', '<div role=button tabindex=0 id=card draggable=true>Fix roof</div>')}${column('Done', '')}</main>
<script>for (const list of document.querySelectorAll('ul')) {
    list.ondragover = (event) => event.preventDefault();
    list.ondrop = (event) => { event.preventDefault(); list.append(card) };
  }</script>`,
    'Fix roof',
    'Done',
  );
  const refused = await refusal(pages.session.drag(card as number, head as number));
  const list = Number(/"Done" \(at \[(\d+)\]<ul>, empty\)/.exec(refused)?.[1]);
  await pages.session.drag(card as number, list);
  expect(await pages.session.page.locator('section', { hasText: 'Done' }).textContent()).toBe('DoneFix roof');
});

test('a card that was dragged reports its column; one that was not, the columns', async () => {
  const [card, task] = await numbersOn(BOARD(true), 'Fix roof', 'Task 2');
  const [head] = linesAfter(await pages.session.drag(card as number, task as number));
  expect(head).toBe(
    `dragged [${card}]<button id="card">"Fix roof" onto [${task}]<button>"Task 2"; it is now in "Done"`,
  );
  const [fixed, second, third] = await numbersOn(BOARD(false), 'Fix roof', 'Task 1', 'Task 2');
  expect(await refusal(pages.session.drag(fixed as number, third as number))).toBe(
    `not_accepted: [${fixed}]<button id="card">"Fix roof" did not move, and nothing else changed. Drop zones: "To do" (at [${fixed}]<button id="card">"Fix roof"), ` +
      `"Doing" (at [${second}]<button>"Task 1"), "Done" (at [${third}]<button>"Task 2"). Drag it onto something in one of these.`,
  );
});

test('a drop zone is called by its name, a landmark by its key', async () => {
  const { session } = pages;
  await pages.open(BOARD(true));
  expect((await session.drag('Fix roof', 'Doing')).text).toContain('onto');
  expect(await session.page.locator('section', { hasText: 'Doing' }).textContent()).toContain('Fix roof');
  await pages.open(`<main><p>Text</p></main><aside aria-label="Side bar"><button>Save</button></aside>
    <form aria-label="New order"><input aria-label=Qty></form>`);
  expect((await session.hover('FORM:New order')).text).toMatch(/^hovered over <form>"New order"/);
  expect((await session.scrollTo('COMPLEMENTARY: "Side bar"')).text).toContain('"Side bar"');
  expect((await session.click('MAIN')).text).toMatch(/^clicked <main>/);
  expect((await refusal(session.click('FORM:Old order'))).startsWith('not_found')).toBe(true);
});

test('an event that was moved in a calendar, which is drawn anew', async () => {
  const [event] = await numbersOn(
    `<main><h1>May</h1><div id=c></div></main><script>
      let at = 3;
      const draw = () => {
        c.innerHTML = '<table role=grid>' + [0, 1, 2, 3].map((w) => '<tr>' + [1, 2, 3, 4, 5, 6, 7].map((d) => { const n = w * 7 + d;
          return '<td role=gridcell style="width:80px;height:60px" data-n=' + n + '><a href="#' + n + '">' + n + '</a>' + (n === at ? '<div role=button tabindex=0 draggable=true>Lunch</div>' : '') + '</td>' }).join('') + '</tr>').join('') + '</table>';
        for (const cell of c.querySelectorAll('td')) { cell.ondragover = (e) => e.preventDefault(); cell.ondrop = (e) => { e.preventDefault(); at = Number(cell.dataset.n); draw() } }
      };
      draw();</script>`,
    'Lunch',
  );
  const lines = linesAfter(await pages.session.drag(event as number, '<a>19'));
  expect(lines[0]?.replace(/onto \[\d+\]/, 'onto')).toBe(
    `dragged [${event}]<button>"Lunch" onto<a>"19"; it is now in "19"`,
  );
  expect(lines[1]).toBe('2 of 4 rows differ in MAIN:');
  expect(lines[3]).toContain(`[${event}]<button draggable>Lunch`);
  expect(lines.length).toBe(4);
});

test('a table that is drawn anew keeps its numbers, and reports the rows that differ', async () => {
  const [send, second] = await numbersOn(
    `<main><button id=send>Send</button><div id=t></div></main><script>
      const draw = (sent) => { t.innerHTML = '<table>' + Array.from({ length: 35 }, (_, i) => '<tr><td>Order ' + (i + 1) + '<td>' + (sent.includes(i) ? 'Sent' : 'Draft') + '<td><button>Edit</button>').join('') + '</table>' };
      draw([]); send.onclick = () => draw([2, 30]);</script>`,
    'Send',
    'Order 2 | Draft | [',
  );
  const lines = linesAfter(await pages.session.click(send as number));
  expect(lines[1]).toBe('2 of 35 rows differ in MAIN:');
  expect(lines[2]).toMatch(/^ Order 3 \| Sent \| \[\d+\]<button>Edit$/);
  expect(lines[3]).toMatch(/^ Order 31 \| Sent \| \[\d+\]<button>Edit$/);
  expect(lines.slice(4)).toEqual(['gone from MAIN: "Draft", "Draft"']);
  expect((await pages.session.click(second as number)).text).toMatch(
    /^clicked \[\d+\]<button>"Edit"\n(?!\()/,
  );
});

test('39 suggestions that opened', async () => {
  const [city] = await numbersOn(
    `<main><label>City <input id=f role=combobox aria-controls=l></label></main><ul id=l role=listbox></ul><script>
      f.oninput = () => { l.innerHTML = Array.from({ length: 39 }, (_, i) => '<li role=option>Town ' + (i + 1)).join('') }</script>`,
    'City',
  );
  const lines = linesAfter(await pages.session.fill(city as number, 'To'));
  expect(lines[0]).toBe(`filled [${city}]<combobox id="f">"City"`);
  expect(lines[1]).toBe(`changed in MAIN: [${city}]<combobox "City"> value "To"`);
  expect(lines.slice(2).join('\n')).toMatch(
    /^new in the page:\n [^(]*Town 4\n [^(]*Town 5 \(34 more: look\)$/,
  );
});

test('a dialog that closed reports what it did to the page', async () => {
  const html = `<main><button id=add onclick="d.showModal()">Add</button><ul id=l><li>One</ul></main>
    <dialog id=d aria-label=Task><label>Name <input id=n></label><button id=s>Save</button><button id=x onclick="d.close()">Cancel</button></dialog>
    <script>s.onclick = () => { l.append(Object.assign(document.createElement('li'), { textContent: n.value })); d.close() }</script>`;
  const [add] = await numbersOn(html, 'Add');
  const opened = await pages.session.click(add as number);
  const number = (label: string) => Number(new RegExp(`\\[(\\d+)\\][^[]*${label}`).exec(opened.text)?.[1]);
  await pages.session.fill(number('Name'), 'Two');
  expect(linesAfter(await pages.session.click(number('Save'))).slice(1)).toEqual([
    'closed DIALOG: "Task"',
    'new in MAIN:',
    ' Two',
  ]);
  await pages.session.click(add as number);
  expect(linesAfter(await pages.session.click(number('Cancel'))).slice(1)).toEqual([
    'closed DIALOG: "Task"',
    'the page is as it was before that opened',
  ]);
});

test('an old number of an element that stands alone and was made anew; a refusal names the new one', async () => {
  const [save] = await numbersOn(
    `<main><h1>Draft</h1><div id=a><p>Saved at noon.</p><button>Save</button></div></main>`,
    'button>Save',
  );
  await pages.session.page.evaluate(() => {
    (document.querySelector('#a') as Element).innerHTML =
      '<p>Saved at one.</p><i>Other words</i><button>Save</button>';
  });
  expect((await pages.session.click(save as number)).text).toMatch(
    /^clicked \[\d+\]<button>"Save"\n\(\[\d+\] had been replaced; /,
  );
  const [edit] = await numbersOn(
    '<main><table id=t><tr><td>Ann<td><button>Edit</button><tr><td>Ben<td><button>Edit</button></table></main>',
    'Edit',
  );
  await pages.session.page.evaluate(() => {
    (document.querySelector('#t') as Element).innerHTML =
      '<tr><td>Cat<td><button>Edit</button><tr><td>Ben<td><button>Edit</button>';
  });
  expect(await refusal(pages.session.click(edit as number))).toMatch(
    /^detached: \[\d+\], the button "Edit", is no longer part of the page\. Of that name now: \[\d+\]<button>"Edit" \(row "Cat"\), \[\d+\]<button>"Edit" \(row "Ben"\)\. Look at the page again\.$/,
  );
});

test('a toggle without a state is clicked, and its looks are reported; a refusal names the element', async () => {
  const [star, bell, plain] = await numbersOn(
    `<style>.on { color: red } .rung::after { content: "!" }</style><main><button id=star onclick="this.classList.toggle('on')">Star</button>
      <button id=bell onclick="this.classList.add('rung')">Bell</button><button>Plain</button></main>`,
    'Star',
    'Bell',
    'Plain',
  );
  const [head] = linesAfter(await pages.session.check(star as number));
  expect(head).toMatch(
    /^clicked \[\d+\]<button id="star">"Star"; it has no state to read, but looks different: class "on" added, color "rgb\(255, 0, 0\)" \(was "rgb\(0, 0, 0\)"\)/,
  );
  expect((await pages.session.check(bell as number)).text).toMatch(/::after ".*!.*" \(was ""\)/);
  expect(await refusal(pages.session.check(plain as number))).toMatch(
    /^not_accepted: \[\d+\]<button>"Plain": It does not say whether it is checked, and looks the same after a click\./,
  );
});

test('a style change reports all that changed', async () => {
  const [centre] = await numbersOn(
    `<main><button id=c>Centre</button><div id=e contenteditable style="text-align:left">Words</div></main>
      <script>c.onclick = () => { e.style.textAlign = 'center'; e.style.fontFamily = 'Arial' }</script>`,
    'Centre',
  );
  expect((await pages.session.click(centre as number)).text).toMatch(
    /style "text-align: center; font-family: Arial" \(was "text-align: left"\)/,
  );
});

test('a field that makes an entry of what was typed, and is empty again, took it', async () => {
  await pages.open(`<ul id=tags></ul><label>Tags <input oninput="if (this.value.endsWith(',')) {
    tags.insertAdjacentHTML('beforeend', '<li>' + this.value.slice(0, -1) + '</li>'); this.value = ''; }"></label>`);
  const { text } = await pages.session.type('Tags', 'harvest,');
  expect(text).toMatch(/^typed into \[\d+\]<input>"Tags"; the field is empty again/);
  expect(text).toContain('harvest');
});

test('keys that reach nothing, and keys that what has the focus does nothing with', async () => {
  await pages.open(
    '<main><button>Save</button><p id=p>Off</p></main><script>onkeydown = ({ key }) => { if (key === "x") p.textContent = "On" }</script>',
  );
  const press = async (key: string) => linesAfter(await pages.session.press(key))[0];
  expect(await press('j')).toBe('pressed j; nothing had the focus');
  expect(await press('x')).toBe('pressed x');
  await pages.session.focus('Save');
  expect(await press('j')).toMatch(/^pressed j; the focus was on \[\d+\]<button>"Save"$/);
});

test('what a click caused is told though the page draws it later by itself; a click that does nothing is said to', async () => {
  const [add, nothing] = await numbersOn(
    `<main><button onclick="wanted = true">Add</button><button>Nothing</button><p id=p>Empty</p></main>
      <script>let wanted = false; let left = 6; setInterval(() => { if (wanted && --left === 0) p.textContent = 'One item' }, 70)</script>`,
    'Add',
    'Nothing',
  );
  expect(linesAfter(await pages.session.click(add as number))).toContain(
    'text in MAIN: "One item" (was "Empty")',
  );
  expect(linesAfter(await pages.session.click(nothing as number))).toContain(
    'nothing changed that can be seen',
  );
});

test('a calendar that opens is its first and last day, and any other is named by its label', async () => {
  const [open] = await numbersOn(
    `<main><button id=open>Date</button><div id=days></div><p id=chosen></p></main>
      <script>document.getElementById('open').onclick = () => {
        days.innerHTML = Array.from({ length: 31 }, (_, i) => '<span tabindex=-1 style="display:block" aria-label="March ' + (i + 1) + ', 2026"' + (i === 9 ? ' aria-current=date' : '') + '>' + (i + 1) + '</span>').join('');
        for (const day of days.children) day.onclick = () => chosen.textContent = day.ariaLabel;
      }</script>`,
    'Date',
  );
  const report = linesAfter(await pages.session.click(open as number));
  expect(report.slice(1)).toEqual([
    'new in MAIN:',
    expect.stringMatching(
      /^ \[\d+\]<span label="March 1, 2026">1 … \[\d+\]<span current label="March 10, 2026">10 … \[\d+\]<span label="March 31, 2026">31 \(28 more elements: get_region .*full\)$/,
    ),
  ]);
  const clicked = await pages.session.click('March 30, 2026');
  expect(clicked.text).toContain('March 30, 2026');
  expect(clicked.text).toMatch(/^new in MAIN:\n March 30, 2026$/m);
});
