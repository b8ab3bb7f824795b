import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';
import { shareSession } from '../support/sharedBrowser.ts';

/** Keys, the mouse, drawings and page functions in scripts. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** What a script prints, then what it did, then its error. */
async function run(source: string, args: object = {}): Promise<string> {
  const { output, steps, failure } = await pages.session.run(source, { args });
  const done = steps.map(({ text }) => text.replace(/\[\d+\]/g, '[N]'));
  return [output, ...done, ...(failure ? [`! ${failure.code}: ${failure.message}`] : [])].join('\n');
}

const LOG = `<script>const log = []; const note = (text) => { log.push(text); out.textContent = log.join(' ') }</script><p id=out></p>`;
const PAD = `${LOG}<div id=pad tabindex=0 style="position:absolute;left:100px;top:80px;width:200px;height:100px;border:10px solid"
  onmousedown="note('down' + event.button + '@' + event.offsetX + ',' + event.offsetY + (event.shiftKey ? '+shift' : ''))"
  onmouseup="note('up@' + event.offsetX + ',' + event.offsetY)" onclick="note('click' + event.detail)"
  oncontextmenu="note('menu'); return false" onmousemove="if (event.buttons) note('drag')"></div>`;
const PRINT = "print(await page.locator('#out').innerText())";

describe('where in an element', () => {
  it('it is clicked, with which button, how often and with which keys', async () => {
    await pages.open(PAD);
    const source = `const pad = page.locator('#pad');
await pad.click({ position: { x: 15, y: 25 } });
await pad.click({ position: { x: 5, y: 5 }, button: 'right' });
await pad.click({ position: { x: 6, y: 6 }, clickCount: 2, modifiers: ['Shift'] });
${PRINT}`;
    expect((await run(source)).split('\n')).toEqual([
      'down0@15,25 up@15,25 click1 down2@5,5 menu up@5,5 down0@6,6+shift up@6,6 click1 down0@6,6+shift up@6,6 click2',
      'clicked [N]<div id="pad">',
      'right-clicked [N]<div id="pad">',
      'double-clicked [N]<div id="pad">',
    ]);
  });

  it('nothing is clicked that something else covers there', async () => {
    await pages.open(
      `${PAD}<div style="position:absolute;left:110px;top:90px;width:50px;height:50px;background:red">Lid</div>`,
    );
    const source = `await page.locator('#pad').click({ position: { x: 20, y: 20 }, timeout: 800 }).catch((e) => print(e.code));
await page.locator('#pad').click(); ${PRINT}`;
    expect(await run(source)).toMatch(/^covered\ndown0@\d+,\d+ up@\d+,\d+ click1\n/);
  });

  it('it is hovered and dragged from one place to another', async () => {
    await pages.open(PAD);
    const source = `const pad = page.locator('#pad');
await pad.hover({ position: { x: 1, y: 1 } });
await pad.dragTo(pad, { sourcePosition: { x: 10, y: 20 }, targetPosition: { x: 150, y: 60 } }); ${PRINT}`;
    expect(await run(source)).toMatch(
      /^down0@10,20 (?:drag ){5,}up@150,60 click1\nhovered over .*\ndragged within \[N\]<div id="pad">$/,
    );
  });
});

describe('a calendar whose lines lie over its days', () => {
  /** Two layers of one size; by coordinates the page finds the day and hour below the mouse. */
  const calendar = (above = '') => `${LOG}<div id=week style="position:relative;width:300px;height:200px">
<div style="position:absolute;inset:0;display:flex"><div class=day style="width:100px">Mon</div><div class=day style="width:100px">Tue</div><div class=day style="width:100px">Wed</div></div>
<div style="position:absolute;inset:0;z-index:1"><div style="height:50px">8 am</div><div style="height:50px">9 am</div><div style="height:100px">10 am</div></div>
<div id=drill role=button style="position:absolute;z-index:2;left:0;top:50px;width:90px;height:40px">Fire drill</div>${above}</div>
<script>drill.onmousedown = () => { onmouseup = (event) => { onmouseup = null; const box = week.getBoundingClientRect();
drill.style.left = 100 * Math.floor((event.clientX - box.left) / 100) + 'px'; drill.style.top = 50 * Math.floor((event.clientY - box.top) / 50) + 'px';
note(Math.floor((event.clientX - box.left) / 100) + ',' + Math.floor((event.clientY - box.top) / 50)) } }</script>`;
  const drag = (options = '') =>
    `await page.getByText('Fire drill').dragTo(page.locator('.day').nth(2)${options}); ${PRINT}`;

  it('takes what is dropped on a day, and at an hour of it', async () => {
    await pages.open(calendar());
    expect((await run(drag(', { targetPosition: { x: 50, y: 160 } }'))).split('\n')[0]).toBe('2,3');
    await pages.open(calendar());
    expect((await run(drag())).split('\n')[0]).toMatch(/^2,\d$/);
  });

  it('takes nothing where a dialog, or what is no layer of it, is above', async () => {
    const lid = (attributes: string) =>
      `<div style="position:absolute;inset:0;left:100px;z-index:3" ${attributes}>Wait</div>`;
    await pages.open(calendar(lid('')));
    expect(await run(drag(', { timeout: 800 }'))).toContain('! covered: ');
    await pages.open(calendar(lid('role=dialog').replace('left:100px;', '')));
    expect(await run(drag(', { timeout: 800 }'))).toContain('! covered: ');
  });
});

describe('keys and the mouse, as a person has them', () => {
  it('type into a mask that takes nothing behind its marks', async () => {
    await pages.open(`<label>Date <input id=d onfocus="if (!this.value) this.value = 'dd/mm/yyyy'" onkeydown="
const at = [...this.value].findIndex((mark, i) => i >= this.selectionStart && /[dmy]/.test(mark));
if (!/\\d/.test(event.key)) return; event.preventDefault(); if (at < 0) return;
this.value = this.value.slice(0, at) + event.key + this.value.slice(at + 1); this.setSelectionRange(at + 1, at + 1)"></label>`);
    const source = `const date = page.getByLabel('Date'); await date.click(); await date.pressSequentially('24122026');
print(await date.inputValue());`;
    expect((await pages.session.run(source)).output).toBe('24/12/2026');
  });

  it('leave the tooltip of what was clicked before, which covers the next', async () => {
    await pages.open(`<style>#tip { position: absolute; top: 30px; left: 0; width: 300px; height: 60px; background: #ddd }</style>
<button id=tab style="position: absolute; top: 0" onmouseenter="tip.hidden = false" onmouseleave="tip.hidden = true">Tab</button>
<button id=go style="position: absolute; top: 40px" onclick="done.textContent = 'gone'">Go</button>
<p id=done style="position: absolute; top: 100px"></p><div id=tip hidden>Shows the tab</div>`);
    const source = `await page.getByRole('button', { name: 'Tab' }).click();
await page.getByRole('button', { name: 'Go' }).click(); print(await page.locator('#done').innerText());`;
    const { output, failure } = await pages.session.run(source);
    expect([output, failure?.message]).toEqual(['gone', undefined]);
  });
});

describe('typing where no field has the focus', () => {
  const SHEET = `<canvas width=300 height=100 style="border:1px solid"></canvas><textarea id=cell hidden></textarea><script>
addEventListener('keydown', ({ key, target }) => {
  if (target === cell) return;
  cell.hidden = false;
  cell.value = key;
  setTimeout(() => cell.focus(), 20);
});</script>`;
  const value = () => pages.session.page.locator('#cell').inputValue();

  it('waits for the editor that the first key opens', async () => {
    await pages.open(SHEET);
    await run("await page.mouse.click(50, 50); await page.keyboard.type('Total')");
    expect(await value()).toBe('Total');
    await pages.open(SHEET);
    await pages.session.typeAtFocus('Total');
    expect(await value()).toBe('Total');
  });
});

describe('the mouse', () => {
  it('moves, presses, releases, clicks and turns its wheel', async () => {
    await pages.open(`${PAD}<div style="height:3000px"></div>`);
    const source = `const { mouse } = page;
await mouse.move(130, 110); await mouse.down(); await mouse.move(160, 120, { steps: 4 }); await mouse.up();
await mouse.click(120, 100, { button: 'right' }); await mouse.dblclick(120, 100); await mouse.wheel(0, 400); ${PRINT}
await mouse.click(5000, 10).catch((e) => print(e.code, e.message, e.hint));`;
    expect(await run('await page.mouse.move(69, 775)')).toContain(
      'moved the mouse to 69, 775, outside of the viewport, which is 1280 x 720',
    );
    expect((await run(source)).split('\n')).toEqual([
      'down0@20,20 drag drag drag drag up@50,30 click1 down2@10,10 menu up@10,10 down0@10,10 up@10,10 click1 down0@10,10 up@10,10 click2',
      'invalid_argument 5000, 10 is outside of the viewport, which is 1280 x 720. Scroll first; or use locator.click({ position }), which does.',
      'moved the mouse to 130, 110',
      'pressed the left mouse button',
      'released the left mouse button',
      'clicked at 120, 100',
      'double-clicked at 120, 100',
      'turned the mouse wheel by 0, 400',
    ]);
  });

  it('goes where boxes say that elements are, also on a page that is scrolled', async () => {
    await pages.open(
      `${LOG}<div style="height:900px"></div><button onclick="note('pressed')">Go</button><div style="height:900px"></div>`,
    );
    const source = `const go = page.getByRole('button', { name: 'Go' });
await go.scrollIntoViewIfNeeded();
const { x, y } = await go.boundingBox(); const [{ box: [left, top] }] = await go.describe();
await page.mouse.click(x + 5, y + 5); await page.mouse.click(left + 5, top + 5); ${PRINT}`;
    expect((await run(source)).split('\n')[0]).toBe('pressed pressed');
  });

  it('holds nothing down after the script, nor does the keyboard', async () => {
    await pages.open(`${PAD}<input id=field onkeydown="note(event.key + (event.shiftKey ? '!' : ''))">`);
    await run("await page.mouse.move(130, 110); await page.mouse.down(); await page.keyboard.down('Shift')");
    const source = `await page.mouse.move(140, 115); await page.locator('#field').press('a'); ${PRINT}`;
    expect(await run(source)).toMatch(/^down0@20,20 up@20,20 click1 a\n/);
  });
});

it('the keyboard presses, holds, types and inserts', async () => {
  await pages.open(`${LOG}<input id=field autofocus onkeydown="note(event.key)">`);
  const source = `const { keyboard } = page; await page.locator('#field').focus();
await keyboard.type('ab', { delay: 1 }); await keyboard.insertText('\\u00e9!'); await keyboard.down('Shift'); await keyboard.press('ArrowLeft');
await keyboard.up('Shift'); await keyboard.press('Delete'); await keyboard.press('Control+a'); ${PRINT}
print(await page.locator('#field').inputValue());
await keyboard.press('Nokey').catch((e) => print(e.code, e.message)); await keyboard.down('Nokey').catch((e) => print(e.code));
keyboard.pres('a');`;
  expect(await run(source)).toMatch(
    /^a b Shift ArrowLeft Delete Control a\nab\u00e9\ninvalid_argument There is no such key\.\ninvalid_argument\n[\s\S]*held Shift down[\s\S]*page.keyboard.pres is not there. Nearest: page.keyboard.press\.$/,
  );
});

it('parts of drawings that have a role, a name or a listener are found as other elements are', async () => {
  await pages.open(`${LOG}<svg width=300 height=120 aria-label=Chart><g role=button aria-label=Zoom tabindex=0 onclick="note('zoom')"><path d="M0 0h40v40h-40z"/></g>
<path class=bar d="M60 0h40v60h-40z" aria-label="Monday: 6" /><rect class=bar x=120 width=40 height=80 /><g class=slice><path d="M180 0h40v40h-40z"/></g>
<text x=10 y=100>Legend</text></svg><script>document.querySelector('rect').addEventListener('click', () => note('rect'));
document.querySelector('.slice').addEventListener('click', () => note('slice'))</script>`);
  const source = `await page.getByRole('button', { name: 'Zoom' }).click();
print(await page.locator('.bar').count(), await page.locator('svg g').count(), await page.getByLabel('Monday').getAttribute('class'));
await page.locator('rect.bar').click(); await page.locator('g.slice').click(); await page.locator('svg').getByRole('button').click();
print(await page.getByText('Legend').isVisible()); ${PRINT}`;
  expect(await run(source)).toMatch(/^2 2 bar\ntrue\nzoom rect slice zoom\n/);
});

describe('page functions', () => {
  it('are refused where nobody has allowed them, with what to use', async () => {
    await pages.open(PAD);
    for (const call of [
      'page.evaluate(() => 1)',
      "page.locator('p').evaluateAll((all) => all.length)",
      "page.$eval('p', (p) => p.id)",
    ]) {
      const { failure } = await pages.session.run(`await ${call}`);
      expect(failure?.message).toContain('Functions are not run in the page.');
      expect(failure?.hint).toContain('Use locator.describe() for values, attributes and boxes of many;');
    }
  });

  it('answer JSON where a person has allowed them: bounded, and without secrets', async () => {
    const session = await shareSession({ allowEvaluate: true });
    const evaluate = async (source: string): Promise<string> => {
      const { output, failure } = await session.run(source, { timeoutMs: 60_000 });
      return failure ? `${failure.code}: ${failure.message}` : output;
    };
    try {
      await session.navigate(
        pages.url(
          `${PAD}<ul><li>a<li>b</ul><input type=password value=Sesame99 aria-label=Pw><iframe srcdoc="<p id=in>In</p>"></iframe>`,
        ),
      );
      expect(
        await evaluate(`print(await page.evaluate(() => document.title), await page.evaluate('1 + 1'), await page.evaluate(({ a }) => [a, null], { a: 2 }));
print(await page.locator('li').evaluateAll((all, x) => all.map((e) => e.textContent.trim() + x), '!'), await page.locator('#out').evaluate((e) => e.id));
print(await page.getByText('In').evaluate((e) => e.ownerDocument !== top.document), await page.locator('#none').evaluateAll((all) => all.length));
print(await page.evaluate(() => ({ pw: document.querySelector('input').value, Sesame99: ['x Sesame99 y'] })), await page.evaluate(async () => undefined));`),
      ).toBe(`Test 2 [2,null]
["a!","b!"] out
true 0
{"pw":"[filled]","[filled]":["x [filled] y"]} undefined`);
      expect(
        await evaluate(
          "await page.evaluate(() => { throw new Error('no ' + document.querySelector('input').value) })",
        ),
      ).toBe(
        "task_failed: Line 1, `await page.evaluate(() => { throw new Error('no ' + document.querySelector('input').value) })`: The page function failed: no [filled]",
      );
      expect(await evaluate("await page.evaluate(() => 'x'.repeat(1e6))")).toContain(
        'it answers more than 500000 characters',
      );
      expect(
        await evaluate('await page.evaluate(() => { for (;;) {} }, null).catch((e) => print(e.code))'),
      ).toBe('timeout');
      const { text } = await session.run("await page.evaluate(() => { out.textContent = 'Changed' })");
      expect(text).toContain('Changed');
      expect(await evaluate('print(await page.evaluate((x) => typeof x))')).toBe('undefined');
    } finally {
      await session.close();
    }
  });
});

it('a page that never rests is waited for once; then keys follow one another as those of a shortcut do', async () => {
  await pages.open(
    `<p id=clock>0</p><button id=go>Go</button><script>const add = () => clock.append(document.createElement('b'));
      setInterval(add, 5); (function frame() { add(); requestAnimationFrame(frame) })()</script>`,
  );
  const source = `const lasted = async (act) => { const from = Date.now(); await act(); return Date.now() - from };
const first = await lasted(() => page.locator('#go').click());
const keys = [];
for (let i = 0; i < 3; i++) keys.push(await lasted(() => page.keyboard.press('d')));
print(Math.min(...keys) < first);`;
  expect((await run(source)).split('\n')[0]).toBe('true');
});

describe('a handle to resize that paints nothing', () => {
  const split = (id: string, around = ''): string =>
    `<div style="display:flex;width:400px;height:60px;${around}"><div id=${id} style="width:100px">Left</div>
      <div class=grip data-of=${id} style="width:6px;cursor:col-resize"></div><div>Right</div></div>`;
  const html = `<main>${split('pane')}${split('inner', 'cursor:pointer')}<div class=plain style="width:6px;height:9px"></div></main>
    <script>for (const grip of document.querySelectorAll('.grip')) grip.onmousedown = () => {
      const pane = document.getElementById(grip.dataset.of);
      document.onmousemove = (e) => { pane.style.width = e.clientX - pane.getBoundingClientRect().left + 'px' };
      document.onmouseup = () => { document.onmousemove = null };
    }</script>`;

  it('is in no look, and scripts find it, also below another pointer', async () => {
    expect((await pages.look(html)).text).not.toContain('cursor');
    expect(
      await run(`const grips = page.locator('.grip');
print(await grips.count(), await page.locator('.plain').count(), (await grips.first().boundingBox()).width);
print(await grips.describe())`),
    ).toMatch(/^2 0 6\n\[\d+\]<div>\n\[\d+\]<div>$/);
  });

  it('is dragged', async () => {
    await pages.open(html);
    const source = `for (const id of ['pane', 'inner']) {
  await page.locator('.grip[data-of=' + id + ']').dragTo(page.locator('#' + id), { targetPosition: { x: 50, y: 20 } });
  print(Math.round((await page.locator('#' + id).boundingBox()).width));
}`;
    expect((await run(source)).split('\n').slice(0, 2)).toEqual(['50', '50']);
  });
});

describe('words that are typed where no field has the focus', () => {
  const html = `<div id=cell tabindex=0 aria-label=Cell>[ ]:</div><p id=count>Cells: 1</p><script>let count = 1
    cell.onkeydown = ({ key }) => { if (key === 'b') document.getElementById('count').textContent = 'Cells: ' + ++count }</script>`;
  const NO_FIELD = 'no field took these keys: the page may have taken each for a shortcut';
  const type = (selector: string, text: string): string =>
    `await page.locator('${selector}').click(); await page.keyboard.type('${text}')`;

  it('may be shortcuts, which the report says', async () => {
    await pages.open(html);
    expect(await run(type('#cell', 'abba'))).toContain(`"Cell"; it has the focus; ${NO_FIELD}`);
    const { text } = await pages.session.typeAtFocus('abba');
    expect(text.split('\n')[0]).toContain(NO_FIELD);
  });

  it('are none of a single key, of a field, or of one that the first key opens', async () => {
    await pages.open(html);
    expect(await run(type('#cell', 'b'))).not.toContain(NO_FIELD);
    await pages.open('<input id=cell>');
    expect(await run(type('#cell', 'abba'))).not.toContain(NO_FIELD);
    await pages.open(`<div id=cell tabindex=0>Cell</div><input id=field style="opacity:0">
      <script>cell.onkeydown = () => field.focus()</script>`);
    expect(await run(type('#cell', 'abba'))).not.toContain(NO_FIELD);
  });
});
