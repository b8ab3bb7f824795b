import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptOptions } from '../../packages/sightline/src/session/Session.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const SHOP = `<h1>Shop</h1>
<form onsubmit="event.preventDefault(); done.textContent = 'Saved ' + who.value">
<label>Name <input id=who></label><label>Password <input type=password value=sesame></label>
<label>Terms <input type=checkbox></label>
<label>Size <select><option value=s>Small<option value=l>Large</select></label><button>Save</button></form>
<p id=done></p><button onclick="done.textContent = confirm('Sure?')" title=Question data-kind=ask>Ask</button>
<table><tr><th>Fruit<th>Price</tr><tr><td>Apple<td>3</tr><tr><td>Pear<td>4</tr></table>
<p hidden>Never shown</p>`;

/** What it answers, with the numbers of elements as N, and the error as `! code: message`. */
async function run(source: string, options?: ScriptOptions): Promise<string> {
  const { text, failure } = await pages.session.run(source, options);
  const error = failure ? `\n! ${failure.code}: ${failure.message}` : '';
  return `${text}${error}`.replace(/(?<=\[|get\()\d+(?=\])/g, 'N').replace(/127\.0\.0\.1:\d+/g, 'HOST');
}

const printed = async (source: string, options?: ScriptOptions): Promise<string> =>
  (await pages.session.run(source, options)).output;

describe('what a script answers', () => {
  it('of a page that it only opened: a first look', async () => {
    const answer = await run('await page.goto(args.url)', {
      args: { url: pages.url('<h1>Hello</h1><button>Go</button>', '/hello') },
    });
    expect(answer).toBe(`--- opened "Test" http://HOST/hello (status 200)
--- page:
(ungrouped):
 # Hello
 [N]<button>Go`);
  });

  it('of an address without a host: that of the site it is in', async () => {
    await pages.open(SHOP);
    const path = new URL(pages.url('<h1>Hello</h1>', '/hello')).pathname;
    expect(await run(`await page.goto('${path}')`)).toContain('opened "Test" http://HOST/hello');
    expect(await run("await page.goto('?a=1')")).toContain('http://HOST/hello?a=1 (status 200)');
  });

  it('of one that it opened and printed from: only the address; a first look where it printed nothing of it', async () => {
    const args = { url: pages.url('<h1>Hello</h1><button>Go</button>', '/hello') };
    const opened = '--- opened "Test" http://HOST/hello (status 200)';
    const heading = "await page.goto(args.url); print(await page.getByRole('heading').innerText())";
    expect(await run(heading, { args })).toBe(`Hello\n${opened}`);
    const none = "await page.goto(args.url); print(await page.getByRole('row').allInnerTexts())";
    expect(await run(none, { args })).toBe(
      `[]\n${opened}\n--- page:\n(ungrouped):\n # Hello\n [N]<button>Go`,
    );
  });

  it('of one that it opened and acted on: what changed since it had settled', async () => {
    const source = `await page.goto(args.url);
await page.fill({ Name: 'Ann', Terms: true });
await page.getByRole('button', { name: 'Save' }).click();
print(await page.getByLabel('Name').inputValue());`;
    expect(await run(source, { args: { url: pages.url(SHOP, '/shop') } })).toBe(`Ann
--- opened "Test" http://HOST/shop (status 200)
--- page after 2 actions:
new in the page:
 Saved Ann
changed in the page: [N]<input "Name"> value "Ann"; [N]<checkbox "Terms"> checked
focus: [N]<button "Save">`);
  });

  it('of one that only read: nothing but what it printed', async () => {
    await pages.open(SHOP);
    expect(await run('print(await page.title()); print(await page.table())')).toBe(
      'Test\nFruit | Price\nApple | 3\nPear | 4',
    );
    await pages.open('<table><tr><th>Name<th></tr><tr><td>Ann<td><button>Edit</button></tr></table>');
    expect(await run('const [row] = await page.table(); print(row, row.controls[0].name)')).toBe(
      '{"Name":"Ann","column 2":"Edit"} Edit',
    );
    expect(await run('const a = 1')).toBe('the script printed nothing and changed nothing');
  });

  it('a region that the page does not have: which it has', async () => {
    await pages.open('<nav aria-label=Primary><a href="#1">One</a></nav><p>Words</p>');
    for (const locator of [`getByRole('main')`, `locator('main')`])
      expect(
        await run(`await page.${locator}.innerText({ timeout: 1 }).catch((e) => print(e.hint))`),
      ).toContain("The regions of the page are NAV:Primary; locator('body') holds all of it.");
    await pages.open('<div role=main>Words</div>');
    expect(
      await run("await page.locator('main').innerText({ timeout: 1 }).catch((e) => print(e.hint))"),
    ).toContain("getByRole('main')");
  });

  it('an editor that takes keys by a field of a pixel: its value is empty, and a note says where its text is', async () => {
    await pages.open(
      '<div><pre>let a = 1</pre><textarea aria-label=Code style="width:1px;height:1px;border:0;padding:0;resize:none"></textarea></div>',
    );
    expect(await run(`print('value:' + await page.getByLabel('Code').inputValue())`)).toMatch(
      /^value:\n--- note: .*innerText\(\) of the box around it$/,
    );
  });

  it('what was printed of a look before is counted', async () => {
    const rows = Array.from(
      { length: 8 },
      (_, i) => `<tr><td>Order number ${i}<td><button>Open</button>`,
    ).join('');
    await pages.open(`<form><label>Name <input id=name></label><table>${rows}</table></form>`);
    const look = "await page.locator('form').look()";
    expect(await run(`print(${look}); print(/number 7/.test(${look}));`)).toContain('Order number 7');
    const again = await run(
      `await page.locator('#name').fill('Ann'); print((${look}).length > 100, ${look});`,
    );
    expect(again.split('\n---')[0]?.replace(/\d+(?=[\],])/g, 'N')).toMatch(
      /^true \[N\]<input focused value=Ann>Name( .*)?\n\(unchanged, \d elements\)$/,
    );
  });

  it('a drag in a drawing that draws a line has done something, and says what it joins', async () => {
    const node = (name: string, x: number): string =>
      `<g><text x=${x} y=20>${name}</text><rect class=port x=${x} y=30 width=16 height=16 cursor=crosshair onmousedown="from = this" onmouseup="
        if (from && from !== this) { const line = document.createElementNS(this.namespaceURI, 'path'); line.setAttribute('d', 'M20 38 L220 38'); line.setAttribute('stroke', 'red'); line.setAttribute('onclick', '0'); this.ownerSVGElement.append(line); } from = null"></rect></g>`;
    await pages.open(
      `<script>let from = null</script><svg width=400 height=100>${node('read soil', 20)}${node('valve', 220)}</svg>`,
    );
    const ports = "page.locator('.port')";
    expect(await run(`await ${ports}.first().dragTo(${ports}.last());`)).toContain(
      'a line was drawn from "read soil" to "valve"',
    );
    const { failure } = await pages.session.run(`await ${ports}.first().dragTo(page.getByText('valve'));`);
    expect(failure?.code).toBe('not_accepted');
  });

  it('shapes of a drawing are found by selectors, and add nothing to a look', async () => {
    const drawing = `<h1>Flow</h1><svg width=400 height=200><path class=wire d="M20 50 C 100 50 150 150 250 150" fill=none stroke=gray stroke-width=3 /><g class=port><rect x=300 y=20 width=20 height=20 onmousedown="document.querySelector('h1').textContent += ' pressed'" /></g><circle class=off cx=50 cy=150 r=9 visibility=hidden /></svg>`;
    await pages.open(drawing);
    const before = (await pages.session.look({ full: true })).text;
    const source = `print(await page.locator('.wire').count(), await page.locator('.off').count(), await page.locator('.off').isVisible());
const { width } = await page.locator('.wire').boundingBox();
print(Math.round(width));
print(await page.locator('svg').locator('path').isVisible());
await page.locator('.port').click();`;
    expect((await run(source)).split('\n--- ')[0]).toBe('1 0 false\n230\ntrue');
    expect(await printed("print(await page.locator('h1').innerText())")).toBe('Flow pressed');
    expect((await pages.session.look({ full: true })).text.replaceAll(' pressed', '')).toBe(before);
  });

  it('an editor is clicked through the field that it is typed through, and its lines are read with their indentation', async () => {
    await pages.open(`<div style="position:relative;width:300px;height:80px"><textarea aria-label=Code onfocus="this.dataset.on=1"
      style="position:absolute;left:4px;top:4px;width:2px;height:20px;border:0;padding:0;resize:none"></textarea>
      <div id=lines style="position:absolute;inset:0;background:#fff" onclick="this.previousElementSibling.focus()"><div>Dear team,</div><div>&nbsp;&nbsp;the level</div></div></div>`);
    const source = `await page.getByLabel('Code').click(); print(await page.getByLabel('Code').getAttribute('data-on'));
print(JSON.stringify([await page.locator('#lines').innerText(), await page.locator('#lines > div').last().innerText()]));`;
    expect((await pages.session.run(source)).output).toBe('1\n["Dear team,\\n  the level","  the level"]');
  });

  it('of an error: the line, what had been done, and what the page shows', async () => {
    await pages.open(SHOP);
    const answer = await run(
      "await page.getByLabel('Name').fill('Ann');\nawait page.getByRole('button', { name: 'Sav' }).click();\nawait page.getByRole('button').click();",
    );
    expect(answer).toBe(`--- done before that:
  line 1: filled [N]<input id="who">"Name"
  line 2: clicked [N]<button>"Save"
--- page after 2 actions:
new in the page:
 Saved Ann
changed in the page: [N]<input "Name"> value "Ann"
focus: [N]<button "Save">
! ambiguous: Line 3, \`await page.getByRole('button').click();\`: 2 elements match getByRole('button'):
  [N]<button>"Save"
  [N]<button>"Ask"`);
  });

  it('of a dialog: how it was answered', async () => {
    await pages.open(SHOP);
    expect(await run("await page.getByTitle('Question').click()")).toContain('confirm "Sure?" was dismissed');
  });

  it('more of what is new where it printed something else', async () => {
    const steps = Array.from({ length: 24 }, (_, i) => `<p>Step ${i} of the new assistant</p>`).join('');
    await pages.open(
      `<main><h1>Orders</h1><button onclick="document.querySelector('section').innerHTML = '${steps}'">Add</button><section></section></main>`,
    );
    const add = "await page.getByRole('button').click();";
    expect(await run(`${add} print(await page.locator('h1').innerText())`)).toContain('Step 20 of');
    await pages.session.reload();
    expect(await run(`${add} print(await page.locator('section').innerText())`)).toContain(
      '24 lines that were printed',
    );
  });

  it('nothing of a wait in which the page changes, or behind what does not wait itself', async () => {
    await pages.open(
      `<p id=n>0</p><button onclick="setInterval(() => { n.textContent++; }, 900)">Start</button><button>Hold</button>`,
    );
    const held =
      "await page.getByText('Hold').click(); await page.mouse.down(); await page.waitForTimeout(10); await page.mouse.up();";
    expect(await run(held)).not.toContain('wait of line');
    const changing = "await page.getByText('Start').click(); await page.waitForTimeout(2000);";
    expect(await run(changing)).not.toContain('wait of line');
  });

  it('of a click whose change is drawn late nothing but what changed', async () => {
    await pages.open(`<button onclick="late(this)">Remove</button><script>
      const late = (button) => Promise.resolve().then(() => {
        let frames = 0;
        const draw = () => (++frames < 24 ? requestAnimationFrame(draw) : button.replaceWith('Removed'));
        draw();
      });</script>`);
    const answer = await run("await page.getByRole('button').click();");
    expect(answer).toContain('Removed');
    expect(answer).not.toContain('nothing changed');
  });

  it('once that nothing changed in a wait behind an action', async () => {
    await pages.open(SHOP);
    const wait = "await page.getByLabel('Name').fill('Ann');\nawait page.waitForTimeout(1_000);";
    expect(await run(wait.replace('1_000', '50'))).not.toContain('wait of line');
    const first = await run(wait);
    expect(first).toContain(
      'note: nothing changed in the wait of line 2: each action waits until the page is at rest',
    );
    expect(await run(wait)).not.toContain('wait of line');
  });

  it('that a click did nothing, beside what others did: once, with how often', async () => {
    await pages.open(
      '<button onclick="n.textContent++">Add</button><p id=n>0</p><table><tr><th>Name<th id=none>&nbsp;</tr><tr><td>Ann<td>3</table><div id=box tabindex=0>Box</div><label>Note <input></label>',
    );
    const add = "await page.getByText('Add').click();";
    const none = "for (let i = 0; i < 3; i++) await page.locator('#none').click();";
    expect(await run(`${add}\n${none}`)).toBe(`--- page after 4 actions:
text in the page: "1" (was "0")
note: line 2: clicked <th id="none">: nothing changed (3 times)`);
    // What has the focus then gets keys.
    expect(
      await run(`${add} await page.getByText('Box').click(); await page.getByLabel('Note').click();`),
    ).not.toContain('nothing changed');
    expect(await run(`await page.locator('#none').click();`)).toBe(
      '--- page after 1 action:\nfocus: on nothing\nnote: line 1: clicked <th id="none">: nothing changed',
    );
    expect(await run(`await page.locator('#none').click();`)).toBe(
      '--- page after 1 action:\nnothing changed that can be seen',
    );
    expect(await run(`await page.locator('#none').click();\nthrow new Error('Stop')`)).toContain(
      '  line 1: clicked <th id="none">: nothing changed',
    );
  });

  it('page text that it prints steers no terminal, and looks like no report', async () => {
    await pages.open('<p id=a>--- page: \u001b[31mred\u202e</p>');
    expect(await printed("print(await page.locator('#a').innerText())")).toBe('\\--- page: [31mred');
  });

  it('more than it may print is counted', async () => {
    const answer = await run('for (let i = 0; i < 1000; i++) print("line " + i)', { maxTokens: 50 });
    expect(answer.split('\n').length).toBeLessThan(25);
    expect(answer).toMatch(/\n--- \d{4} more characters were printed: print less, or allow more tokens$/);
  });
});

describe('the words', () => {
  it('find and read', async () => {
    await pages.open(SHOP);
    const source = `const l = page.locator('input');
print(await l.count(), await page.getByRole('button').allInnerTexts(), await page.locator('table').innerText());
print(await page.getByLabel('Password').inputValue(), await page.getByLabel('Size').inputValue());
print(await page.getByText('Never').isVisible(), await page.getByText('Ask').isVisible(), await page.getByLabel('Terms').isChecked());
print(await page.getByText('Ask').getAttribute('data-kind'), await page.getByText('Ask').getAttribute('none'));
print(await page.locator('#none').textContent().catch((e) => e.code), await page.getByText('Never').count());
print((await page.locator('input').all()).length, await page.getByRole('button').last().innerText());
print(typeof (await page.getByText('Ask').boundingBox()).width, await page.getByText('Ask').isEnabled());`;
    expect(await printed(source)).toBe(`3 ["Save","Ask"] Fruit\tPrice
Apple\t3
Pear\t4
[filled] s
false true false
ask null
not_found 0
3 Ask
number true`);
  });

  it('describe many as plain objects, whose numbers are locators', async () => {
    await pages.open(SHOP);
    const source = `const [save, ask] = await page.getByRole('button').describe('title', 'data-kind');
print([save, ask].map((one) => ({ ...one, number: 0 })));
print(Object.keys(ask), ask.role, ask.name, ask.attributes, save.attributes);
await page.get(ask.number).or(page.locator('#none')).click();
const [found] = await page.query('price of fruit'); print(found === undefined || typeof found.number);
print((await page.query({ text: 'Save', role: 'button' })).map(({ name, heading }) => ({ name, heading })))`;
    const text = await printed(source);
    expect(text).toContain('\n[0]<button title="Question" data-kind="ask">Ask\n');
    expect(text).toContain(
      `["number","tag","role","name","text","title","data-kind","attributes","box"] button Ask {"title":"Question","data-kind":"ask"} {}`,
    );
  });

  it('describe attributes under their own names, several in one text, and a value once', async () => {
    await pages.open(
      '<a href="/orders?open" title=All>Orders</a><textarea aria-label=Note name=note>be  late\nagain</textarea>',
    );
    const source = `const [link] = await page.getByRole('link').describe('href title');
print(link.href, link.title); print([{ link: { ...link, number: 1 } }]);
const [field] = await page.getByRole('textbox').describe('value name');
print([{ ...field, number: 2 }]);`;
    expect(await printed(source)).toBe(`/orders?open All
[{"link":{"number":1,"role":"link","name":"Orders","href":"/orders?open","title":"All"}}]
[2]<textbox value="be  late\\nagain" name="note">Note`);
  });

  it('look at what a locator matches, nested matches once, within a budget', async () => {
    await pages.open(SHOP);
    const source = `print(await page.locator('form, label, select').look());
print(await page.locator('table').ariaSnapshot());
print((await page.locator('body').look({ maxTokens: 60 })).split('\\n').at(-1));
await page.locator('ul').look({ timeout: 50 });`;
    const { output, failure } = await pages.session.run(source);
    expect(
      output.replace(/\[\d+\]/g, '[N]'),
    ).toBe(`[N]<input>Name [N]<input type=password value="[filled]">Password [N]<checkbox>Terms [N]<select value=Small options="Small|Large">Size [N]<button>Save
Fruit | Price
Apple | 3
Pear | 4
(6 more elements: look({ maxTokens: 180 }))`);
    expect(failure?.code).toBe('invalid_argument');
  });

  it('look: unfolded where that fits, else with long texts shortened; another page that was looked at is not shown again', async () => {
    const links = Array.from({ length: 12 }, (_, i) => `<li><a href=#${i}>Item ${i}</a>`).join('');
    const next = pages.url(
      `<main><p>${'Many words. '.repeat(60)}</p><button>Buy</button><ul>${links}</ul></main>`,
      '/next',
    );
    await pages.open(`<a href="${next}">Next</a>`);
    const source = `await page.getByText('Next').click();
print((await page.locator('ul').look()).match(/Item/g).length);
print(await page.locator('main').look({ maxTokens: 140 }));`;
    const answer = await run(source);
    expect(answer).toContain('12\nMAIN:\n Many words.');
    expect(answer).toContain('…\n [N]<button>Buy');
    expect(answer).toMatch(/\n--- page after 1 action:\nanother page:\nPage: "Test" http:\S+$/);
  });

  it('no page beside a look that was printed, though that is cut', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `<p><a href=#${i}>Order ${i} of May</a></p>`).join('');
    const answer = await run(
      `await page.goto(${JSON.stringify(pages.url(rows, '/orders'))}); print(await page.look({ maxTokens: 80 }));`,
    );
    expect(answer).toContain('more');
    expect(answer).not.toContain('--- page');
  });

  it('of a dialog that opened by itself between two scripts: that it did, first', async () => {
    await pages.open(`<canvas id=c width=300 height=200 tabindex=0></canvas><dialog id=box aria-label="File changed"><button onclick="box.close()">Reload</button></dialog>
      <script>c.onclick = () => setTimeout(() => box.showModal(), 1500)</script>`);
    const click = "await page.locator('canvas').click({ position: { x: 5, y: 5 } });";
    expect(await run(click)).not.toContain('File changed');
    await pages.session.page.getByText('Reload').waitFor();
    expect(
      await run("await page.keyboard.press('Escape')"),
    ).toBe(`--- note: before this script opened DIALOG: "File changed"
--- page after 1 action:
closed DIALOG: "File changed"
focus: [N]<canvas>`);
    expect(await run("await page.keyboard.press('a')")).not.toContain('File changed');
  });

  it('what is a little more than it has room for is told, in place of how it is found', async () => {
    const names = Array.from({ length: 14 }, (_, i) => `<li><button>Entry ${i}</button>`).join('');
    await pages.open(
      `<button onclick='list.innerHTML = ${JSON.stringify(names)}'>Show</button><ul id=list></ul>`,
    );
    const answer = await run(
      "await page.getByText('Show').click(); print('Entry 0, Entry 1, Entry 2, Entry 3, Entry 4, Entry 5, Entry 6')",
    );
    expect(answer).toContain('Entry 13');
    expect(answer).not.toContain('more');
  });

  it('of another page also what was done there: a menu that it opened', async () => {
    const menu = `<button aria-expanded=false onclick="this.setAttribute('aria-expanded', true); list.hidden = false">More</button>
      <div id=list hidden><button>Publish</button><button>Unpublish</button></div>`;
    const rows = Array.from(
      { length: 30 },
      (_, i) => `<p>Paragraph number ${i} <button>Edit ${i}</button></p>`,
    );
    const next = pages.url(`<main>${rows.join('')}</main><footer>${menu}</footer>`, '/saved');
    await pages.open(`<h1>Draft</h1><a href="${next}">Save</a>`);
    const answer = await run(`await page.getByText('Save').click();
await page.getByRole('button', { name: 'More' }).click();`);
    expect(answer).toContain('another page:');
    expect(answer.split('then, there:')[1]?.replace(/y \d+/, 'y N')).toBe(`
new in CONTENTINFO:
 [N]<button>Publish [N]<button>Unpublish
changed in CONTENTINFO: [N]<button "More"> expanded
focus: [N]<button "More">
scrolled: to y N (was 0)`);
  });

  it('of a dialog that was open before and closed: what differs from before it opened', async () => {
    await pages.open(`<p id=state>Old</p><div id=rows></div><script>
      const draw = () => { rows.innerHTML = [1, 2, 3].map((i) => '<p>Row ' + i + '</p><button>Edit ' + i + '</button>').join(''); };
      draw();</script><button onclick="rows.innerHTML = ''; box.showModal()">Edit</button>
      <dialog id=box aria-label=Edit><input aria-label=Name><button onclick="state.textContent = 'New'; draw(); box.close()">Save</button></dialog>`);
    expect(await run("await page.getByText('Edit', { exact: true }).click()")).toContain(
      'opened DIALOG: "Edit"',
    );
    expect(await run(`await page.getByLabel('Name').fill('Ann'); await page.getByText('Save').click()`)).toBe(
      `--- page after 2 actions:
closed DIALOG: "Edit"
text in the page: "New" (was "Old")`,
    );
  });

  it('of another page only its messages, where the script printed something after its last action, and not before', async () => {
    const next = pages.url(
      '<p role=status>Loan 17 of the long ladder was saved. You may change it again below.</p><nav><a href=#1>Home</a></nav><main><h1>Orders</h1><button>Buy</button></main>',
      '/next',
    );
    const start = `<a href="${next}">Next</a><p id=here>Here</p>`;
    const pageOf = (answer: string): string =>
      answer.slice(answer.indexOf('Page: ')).replace(/http:\S+/, 'URL');
    await pages.open(start);
    const click = "await page.getByText('Next').click();";
    expect(pageOf(await run(`${click} print(await page.getByRole('heading').innerText());`))).toBe(
      'Page: "Test" URL\nstatus: "Loan 17 of the long ladder was saved. You may change it again below."',
    );
    for (const noAnswer of ['print([]);', 'print(page.url());']) {
      await pages.open(start);
      expect(
        pageOf(await run(`print(await page.locator('#here').innerText()); ${click} ${noAnswer}`)),
      ).toContain('# Orders');
    }
  });

  it('act: each is verified, and an error has code and hint', async () => {
    await pages.open(SHOP);
    const source = `await page.getByLabel('Size').selectOption('Large');
await page.getByLabel('Terms').check(); await page.getByLabel('Terms').uncheck();
await page.getByLabel('Name').pressSequentially('Bo'); await page.keyboard.press('b'); await page.getByLabel('Name').press('Enter');
print(await page.locator('#done').innerText(), await page.getByLabel('Size').inputValue());
try { await page.getByLabel('Size').selectOption('Huge') } catch (e) { print(e.code, e.hint.includes('Small')) }
await page.fill({ Zip: 'x' }).catch((e) => print(e.code));`;
    expect(await printed(source)).toBe('Saved Bob l\nnot_found true\nnot_found');
  });

  it('act: a field that a later step empties is shown', async () => {
    await pages.open(
      '<label>Date <input onblur="this.value = \'\'"></label><label>Name <input></label><button>Next</button>',
    );
    const source = `await page.getByLabel('Date').fill('soon'); await page.getByLabel('Name').fill('Ann');
await page.getByRole('button').click();`;
    expect(await run(source)).toContain('\nnote: [N]<input>"Date" is empty again: it was filled in line 1');
  });

  it('type into a frame that is a text to edit: no secret, and the page itself is meant where its frames have the like', async () => {
    await pages.open('<p>Above</p><iframe srcdoc="<body contenteditable>old</body>"></iframe>');
    const source = `await page.frameLocator('iframe').locator('body').click(); await page.keyboard.press('Control+a');
await page.keyboard.type('Agenda'); print(await page.frameLocator('iframe').locator('body').innerText());
print((await page.locator('body').innerText()).trim());`;
    expect(await printed(source)).toBe('Agenda\nAbove');
  });

  it('act: on the field, where a region has the same label', async () => {
    await pages.open(
      '<section aria-label=Intro tabindex=0><p>Words</p><label>Intro <input></label></section>',
    );
    const source = `const intro = page.getByLabel('Intro'); await intro.fill('a'); await intro.first().fill('b');
print(await intro.inputValue(), await intro.count());`;
    expect(await printed(source)).toBe('b 2');
  });

  it('act and read: in the item that a look calls so, whatever its accessible name is', async () => {
    const card = (name: string) =>
      `<article><p>${name}</p><button onclick="done.textContent = '${name}'">Open</button></article>`;
    await pages.open(`${['GettingStarted', 'Next steps'].map(card).join('')}<p id=done></p>`);
    expect((await pages.session.look()).text).toContain('(article "GettingStarted")');
    const source = `const card = page.getByRole('article', { name: 'GettingStarted' });
print(await card.getByRole('button').innerText()); await card.getByRole('button', { name: 'Open' }).click();
print(await page.locator('#done').innerText());`;
    const text = await run(source);
    expect(text).toMatch(/^Open\nGettingStarted\n/);
    expect(text).toContain(
      "note: getByRole('article', { name: 'GettingStarted' }).getByRole('button'): found by what a look calls the item",
    );
  });

  it('act: by the name where the role was a guess and one element is called so', async () => {
    await pages.open(`<ul><li onclick="done.textContent = 'themed'" tabindex=0>Theme<li onclick="" tabindex=0>Text theme</ul>
<button>Twice</button><a href=#>Twice</a><label>Filter <input></label><p id=done></p>`);
    const source = `await page.getByRole('menuitem', { name: 'theme' }).click();
await page.getByRole('menuitem', { name: /^them/i }).hover();
for (const [role, name] of [['menuitem', 'Twice'], ['menuitem', /./], ['tab', 'Filter'], ['menuitem', 'Text'], ['textbox', 'Theme']])
  await page.getByRole(role, { name }).click().catch((e) => print(e.code));
print(await page.getByRole('menuitem', { name: 'Theme' }).count());`;
    expect(await run(source)).toBe(`not_found
not_found
not_found
not_found
not_found
0
--- page after 2 actions:
new in the page:
 themed
focus: [N]<li "Theme">
note: clicked by its name: getByRole('menuitem', { name: 'theme' }) matches nothing
note: hovered over by its name: getByRole('menuitem', { name: /^them/i }) matches nothing`);
    const fill = `await page.getByRole('searchbox', { name: 'Filter' }).fill('x'); print(await page.getByLabel('Filter').inputValue())`;
    expect(await printed(fill)).toBe('x');
  });

  it('take the one of several that is called exactly so, and no other', async () => {
    await pages.open(`<label>Action: <select><option>None<option>Archive</select></label>
<label><input type=checkbox> Select 7 for an action</label><label><input type=checkbox> Select 8 for an action</label>
<button onclick="done.textContent = 'saved'">Save</button><button>Save as</button><button>Save</button><p id=done></p>`);
    const source = `await page.getByLabel('Action').selectOption('Archive');
print(await page.getByLabel('Action').inputValue(), await page.getByLabel('Action').count());
for (const name of ['for an action', 'Save'])
  await page.getByText(name).click({ timeout: 1 }).catch((e) => print(e.code));`;
    expect(await printed(source)).toBe('Archive 3\nambiguous\nambiguous');
  });

  it('read fields that something covers, and say what hides the others', async () => {
    await pages.open(`<textarea aria-label=Body>Rinse</textarea><div id=cover style="position:fixed;inset:0;background:#fff">
<button>Ok</button></div><button style="visibility:hidden" id=late>Late</button>`);
    const source = `print(await page.getByLabel('Body').inputValue(), await page.getByLabel('Body').isEditable());
await page.locator('#late').click({ timeout: 1 });`;
    expect(await run(source)).toContain(`Rinse true`);
    expect(await run(source)).toContain('(visibility:hidden on #late)');
  });

  it('wait: for what comes, and no longer than asked', async () => {
    await pages.open(
      '<button onclick="setTimeout(() => { o.innerHTML = \'<b>Here</b>\' }, 300)">Go</button><p id=o></p>',
    );
    const source = `page.setDefaultTimeout(60000);
await page.getByText('Go').click(); await page.getByText('Here').waitFor(); print('came');
await page.getByText('Go').waitFor({ state: 'hidden', timeout: 100 }).catch((e) => print(e.name));
await page.getByText('Nowhere').click({ timeout: 100 }).catch((e) => print(e.code));`;
    expect(await printed(source)).toBe('came\nTimeoutError\nnot_found');
  });

  it('go from page to page, and between tabs', async () => {
    const [one, two] = [
      pages.url('<h1>One</h1><a href="/two">Next</a>', '/one'),
      pages.url('<h1>Two</h1>', '/two'),
    ];
    const source = `await page.goto(args.one); await page.getByText('Next').click(); await page.waitForURL('**/two');
print(new RegExp('/two$').test(page.url()), await page.getByRole('heading').innerText());
await page.goBack(); print(page.url() === args.one);
await page.newTab(args.two); print((await page.tabs()).length, page.url() === args.two);
await page.closeTab(); print((await page.tabs()).length);`;
    expect(await printed(source, { args: { one, two } })).toBe('true Two\ntrue\n2 true\n1');
  });

  it('answer dialogs', async () => {
    await pages.open(SHOP);
    const source = `page.on('dialog', (d) => { print(d.type(), d.message()); return d.accept() });
await page.getByTitle('Question').click(); print(await page.locator('#done').innerText())`;
    expect(await printed(source)).toBe('confirm Sure?\ntrue');
    expect(
      await printed(
        "await page.getByTitle('Question').click(); print(await page.locator('#done').innerText())",
      ),
    ).toBe('false');
  });

  it('keep their promises over a page that goes away', async () => {
    await pages.open(SHOP);
    const before = await run('await page.goto("file:///etc/passwd")');
    expect(before).toContain('! blocked_url: Line 1');
    expect(await run("await page.getByLabel('Name').fill('x', { foo: 1 })")).toContain(
      "! invalid_argument: Line 1, `await page.getByLabel('Name').fill('x', { foo: 1 })`: fill: Unrecognized key: \"foo\".",
    );
  });
});

describe('a page that is not there any more', () => {
  it('closed in the middle: an error, and the tabs that are left', async () => {
    await pages.open(SHOP);
    const source = `await page.newTab(args.url);
try { await page.getByText('Never').click({ timeout: 60000 }) } catch (e) { print(e.code) }
print((await page.tabs()).length);`;
    const tab = pages.session.page.context().waitForEvent('page');
    const running = run(source, { args: { url: pages.url('<p>Two</p>', '/closed') } });
    const opened = await tab;
    await opened.waitForURL('**/closed');
    await opened.getByText('Two').waitFor();
    await opened.close();
    expect(await running).toMatch(/^tab_closed\n1\n/);
    expect(await printed('print(1)')).toBe('1');
  });

  it('crashed in the middle: an error, and the next page works', async () => {
    await pages.open(SHOP);
    const { page } = pages.session;
    const running = run(`print('begun');
try { await page.getByLabel('Name').fill('Ann'); await page.getByText('Never').click({ timeout: 60000 }) } catch (e) { print(e.code) }`);
    await expect.poll(() => page.inputValue('#who')).toBe('Ann');
    await page.goto('chrome://crash').catch(() => undefined);
    expect(await running).toMatch(/^begun\ntab_closed/);
    await pages.session.openTab();
    await pages.open(SHOP);
    expect(await printed('print(await page.title())')).toBe('Test');
  });

  it.each([40, 60])('crashed %i ms after an action began: never a time-out', async (delay) => {
    await pages.open(SHOP);
    const running = run(
      "try { await page.getByText('Never').click({ timeout: 60000 }) } catch (e) { print(e.code) }",
    );
    const filling = pages.session.fill('Name', 'Ann').catch((error) => error.code);
    await setTimeout(delay);
    await pages.session.page.goto('chrome://crash').catch(() => undefined);
    expect(await filling).not.toBe('timeout');
    expect(await running).toMatch(/^tab_closed/);
    await pages.session.openTab();
  });

  it('crashed by what the action did: an error for what comes next', async () => {
    await pages.open('<label>Name <input id=who onfocus="console.log(1)"></label>');
    const { page } = pages.session;
    page.once('console', () => void page.goto('chrome://crash').catch(() => undefined));
    const answer = await run(
      "try { await page.getByLabel('Name').fill('Ann') } catch {} await page.getByText('Name').click()",
    );
    expect(answer).toMatch(/! tab_closed: /);
    await pages.session.openTab();
  });

  it('left by what the script did: the numbers of before are refused, with what is there now', async () => {
    await pages.open(`<a href="${pages.url('<button>New</button>', '/new')}">Leave</a><button>Old</button>`);
    const source = `const [old] = await page.query('Old');
await page.getByText('Leave').click();
await page.get(old.number).click();`;
    const answer = await run(source);
    expect(answer).toContain('line 2: clicked [N]<a>"Leave"');
    expect(answer).toMatch(
      /! stale: Line 3, `await page.get\(old.number\).click\(\);`: \[N\] is of a document that was left./,
    );
  });

  it('a position is no number of a table: the error says which tables there are ways to', async () => {
    await pages.open(SHOP);
    expect(await printed('print((await page.table()).length)')).toBe('2');
    expect(await run("await page.table('')")).toContain('table: an empty name: table() is the largest one');
    expect(await run('await page.table(0)')).toContain(
      'table: a number is that of an element; table() is the only one',
    );
  });

  it('a table that loads its rows as it is scrolled: a note says which were read, and all are read where that is asked', async () => {
    await pages.open(`<div id=grid role=grid aria-label=Crew aria-rowcount=61 style="height:200px;width:300px;overflow:auto;position:relative"><div style="height:1220px"></div></div>
<script>const draw = () => { const first = Math.floor(grid.scrollTop / 20); grid.querySelectorAll('[role=row]').forEach((row) => row.remove());
grid.insertAdjacentHTML('beforeend', '<div role=row aria-rowindex=1 style="position:absolute;top:0"><span role=columnheader>Name</span></div>');
for (let i = first; i < Math.min(60, first + 10); i++) grid.insertAdjacentHTML('beforeend', '<div role=row aria-rowindex=' + (i + 2) + ' style="position:absolute;height:20px;top:' + (i * 20 + 20) + 'px"><span role=gridcell>Crew ' + i + '</span></div>'); };
grid.onscroll = draw; draw();</script>`);
    expect(await run('print((await page.table()).length, (await page.table()).length)')).toMatch(
      /^10 10\n--- table: rows 1 to 10 of 60; page\.table\(\{ all: true \}\) scrolls for the rest$/,
    );
    expect(
      await printed(
        "print((await page.table({ all: true })).length, (await page.table('Crew', { all: true })).at(-1))",
      ),
    ).toBe('60 {"Name":"Crew 59"}');
  });

  it('a table that is loading: its rows are waited for; one that has none is empty', async () => {
    await pages.open(`<div id=box>Loading</div><script>
      setTimeout(() => { box.innerHTML = '<table id=list><tr><th>Name<th>Age</tr></table>' }, 400);
      setTimeout(() => { list.insertAdjacentHTML('beforeend', '<tr><td>Ann<td>30</tr><tr><td>Ben<td>40</tr>') }, 1000);</script>`);
    expect(await printed('print((await page.table()).length)')).toBe('2');
    await pages.session.page.evaluate("list.querySelectorAll('tr:has(td)').forEach((row) => row.remove())");
    expect(await printed('print((await page.table()).length)')).toBe('0');
  });

  it('a table with a column that does not show: which it is', async () => {
    await pages.open(`<table><tr><th style="display:none">Who?<th>Paid<th>Owed</tr>
      <tr><td style="display:none">Ann<td>3<td>4</tr><tr><td style="display:none">Ben<td>5<td>6</tr></table>`);
    expect(await run('print(await page.table())')).toBe(
      'Paid | Owed\n3 | 4\n5 | 6\n--- table: not shown: column "Who?"',
    );
  });

  it('query: text that no control holds, as the command lists it; and what is nearest to what is not there', async () => {
    await pages.open('<h2>Site</h2><p>Roof covering</p><button>Save the plan</button>');
    expect(await printed("print(await page.query({ text: 'Roof covering', maxResults: 3 }))")).toMatch(
      /^\[\d+\]<paragraph heading="Site">Roof covering$/,
    );
    expect(await run("print(await page.query({ text: 'Save', role: 'link' }))")).toBe(
      '[]\n--- note: query {"text":"Save","role":"link"} finds nothing; nearest: [N]<button>"Save the plan"',
    );
  });

  it('select words in a text, and type over them', async () => {
    await pages.open(
      '<div contenteditable aria-label=Text><p>The first on Tuesday.</p><p>None on Tuesday evening.</p></div><label>Name <input value="Ann Lee"></label><p id=p>Some words</p>',
    );
    expect(
      await printed(`await page.getByLabel('Text').selectText('Tuesday evening');
await page.keyboard.type('Friday');
await page.getByLabel('Name').selectText('Lee');
await page.keyboard.type('Moe');
print(await page.getByLabel('Text').innerText(), await page.getByLabel('Name').inputValue());
await page.getByLabel('Name').selectText();
await page.keyboard.type('Ben');
await page.locator('#p').selectText();
print(await page.getByLabel('Name').inputValue());`),
    ).toBe('The first on Tuesday.\nNone on Friday. Ann Moe\nBen');
    expect(await pages.session.page.evaluate('String(getSelection())')).toBe('Some words');
    expect(await run("await page.getByLabel('Text').selectText('Sunday')")).toContain('! not_found');
  });

  it('a number of what stands alone goes with what the script itself changes around it', async () => {
    await pages.open(`<nav><button onclick="words.innerHTML = '<h2>Until June</h2><p>With Ben</p>'">Later</button></nav>
      <main><div id=words><h2>Until May</h2><p>With Ann</p></div><button onclick="log.push(1)">More</button></main><script>log = []</script>`);
    const { text } = await pages.session.look();
    const [later, more] = ['Later', 'More'].map(
      (name) => new RegExp(`\\[(\\d+)\\]<button>${name}`).exec(text)?.[1],
    );
    const source = `await page.get(${later}).click();
      for (let i = 0; i < 2; i++) await page.get(${more}).click();
      print('done');`;
    expect(await printed(source)).toBe('done');
    expect(await pages.session.page.evaluate('log.length')).toBe(2);
    // What the page does by itself is another matter.
    await pages.session.page.evaluate(`words.innerHTML = '<h2>Until July</h2><p>With Cat</p>'`);
    expect(await run(`await page.get(${more}).click()`)).toContain('! stale');
  });

  it('a number goes with a control that is drawn anew after the script took a part of its item away', async () => {
    const row = (pills: string, field: string, log: string) =>
      `<div class=row><div class=pills>${pills}</div><div class=new><div><input placeholder="${field}"></div><div><button onclick="log.textContent += ' ${log}'">add</button></div></div></div>`;
    const pill = (tag: string) =>
      `<span>${tag} <button onclick="this.parentElement.remove()">x</button></span>`;
    await pages.open(`<div>${row(pill('seaweed') + pill('todo'), 'tag name', 'tag')}${row('Add a field:', 'field name', 'field')}</div><p id=log></p><script>
      document.querySelector('input').oninput = () => { const add = document.querySelector('.new button'); add.replaceWith(add.cloneNode(true)); };</script>`);
    const { text } = await pages.session.look();
    const numbers = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => number);
    const [, remove] = numbers(/\[(\d+)\]<button>x/g);
    const [add] = numbers(/\[(\d+)\]<button>add/g);
    expect(
      await run(`await page.get(${remove}).click();
await page.fill({ 'tag name': 'edible' });
await page.get(${add}).click();
print(await page.locator('#log').innerText())`),
    ).toMatch(/^tag\n/);
  });

  it('a number is of what was shown by it, where a list draws other rows with the same elements', async () => {
    await pages.open(`<ul id=list></ul><p id=log></p><script>
      const draw = (...files) => files.forEach((file, i) => {
        const row = list.children[i] ?? list.appendChild(document.createElement('li'));
        row.tabIndex = -1;
        row.title = 'Name: ' + file;
        row.textContent = file;
        row.onclick = () => { log.textContent += ' ' + row.textContent };
      });
      draw('check', 'draft', 'notes');
    </script><button onclick="draw('archive', 'check', 'draft', 'notes')">New</button>
    <button onclick="draw('archive', 'check', 'first', 'notes')">Rename</button>`);
    const { text } = await pages.session.look();
    const draft = /\[(\d+)\]<li[^>]*>draft/.exec(text)?.[1];
    const use = `print(await page.get(${draft}).innerText()); await page.get(${draft}).click(); print(await page.locator('#log').innerText())`;
    expect(await printed(`await page.getByText('New').click(); ${use}`)).toBe('draft\ndraft');
    expect(await run(`await page.getByText('Rename').click();\nawait page.get(${draft}).click()`)).toContain(
      `! stale: Line 2, \`await page.get(${draft}).click()\`: [N] was the listitem "Name: draft" and is now [N]<li>"Name: first".`,
    );
  });
});

describe('a script that takes too long', () => {
  it('is stopped, with the line it was at; the session goes on', async () => {
    await pages.open(SHOP);
    const answer = await run(
      "await page.getByLabel('Name').fill('Ann');\nawait page.waitForTimeout(60000);",
      { timeoutMs: 6_000 },
    );
    expect(answer).toContain('line 1: filled [N]<input id="who">"Name"');
    expect(answer).toContain(
      '! timeout: Line 2, `await page.waitForTimeout(60000);`: The script took longer than 6000 ms and was stopped.',
    );
    expect(await run('for (;;) {}', { timeoutMs: 500 })).toContain('! timeout: ');
    expect(await printed('print(await page.title())')).toBe('Test');
  });

  it('two at once run one after the other', async () => {
    await pages.open(SHOP);
    const source =
      "const l = page.getByLabel('Name'); await l.fill(args.x); await page.waitForTimeout(50); print(await l.inputValue())";
    const outputs = await Promise.all(['a', 'b'].map((x) => printed(source, { args: { x } })));
    expect(outputs).toEqual(['a', 'b']);
  });
});

it('a secret appears nowhere', async () => {
  const answers: string[] = [];
  for (const secret of ['hunter2-secret', 'other-word-77'])
    answers.push(
      await run(
        `await page.goto(args.url); const l = page.getByLabel('Password'); await l.fill(args.secret);
print(args.secret, await l.inputValue(), await l.getAttribute('value'), (await l.describe('value'))[0].attributes, await page.look());`,
        { args: { secret, url: pages.url(SHOP, '/secret') } },
      ),
    );
  expect(answers[0]).toBe(answers[1]?.replace(/other-word-77/g, 'hunter2-secret'));
  expect(answers[0]).not.toContain('hunter2');
});

it('an error is plain text, without secrets', async () => {
  await pages.open(`${SHOP}<p id=a>\u001b[31mred</p>`);
  const source = `await page.getByLabel('Password').fill('pass-one');
throw new Error('pass-one ' + await page.locator('#a').innerText() + 'x'.repeat(5000));`;
  const { failure } = await pages.session.run(source);
  expect(failure?.message).toContain('[filled] [31mredxxx');
  expect(failure?.message.length).toBeLessThan(2_100);
  expect(failure?.message).not.toContain('pass-one');
});

it('a selector that matches nothing shows what its words are near to', async () => {
  await pages.open(`${SHOP}<iframe srcdoc="<p>In"></iframe>`);
  expect(await run("await page.locator('#user-name input').fill('x', { timeout: 200 })")).toContain(
    'Nothing matches locator(\'#user-name input\'). Nearest:\n  [N]<input id="who">"Name"',
  );
  const xpath =
    'print(await page.locator(\'//button[text()="Save"]\').count(), await page.locator(\'xpath=//button[normalize-space()="Ask"]\').count())';
  await pages.open(`<iframe srcdoc="<p>In"></iframe><button>Save</button><button> Ask </button>`);
  expect(await printed(xpath)).toBe('1 1');
});

it('an attribute that is asked of many is that of each, also after a change', async () => {
  await pages.open(`${Array.from({ length: 12 }, (_, i) => `<i data-x="v${i}" class="a  b">${i}</i>`).join('')}<i>none</i>
    <button onclick="document.querySelector('i').dataset.x = 'changed'">Change</button>`);
  const source = `const all = page.locator('i'); const values = [];
for (let i = 0; i < 13; i++) values.push(await all.nth(i).getAttribute('data-x'), await all.nth(i).getAttribute('class'));
print(values); await page.getByText('Change').click(); print(await all.first().getAttribute('data-x'), await all.nth(5).getAttribute('data-x'));`;
  const values = Array.from({ length: 12 }, (_, i) => [`v${i}`, 'a  b']).flat();
  expect(await printed(source)).toBe(`${JSON.stringify([...values, null, null])}\nchanged v5`);
});

it('a host learns what goes into secret fields', async () => {
  await pages.open(SHOP);
  const received: string[] = [];
  const source = `await page.getByLabel('Name').fill('Ann'); await page.getByLabel('Password').fill('pass-one');
await page.getByLabel('Password').pressSequentially('two'); await page.fill({ Name: 'Bo', Password: 'pass-three' });`;
  await pages.session.run(source, { onSecret: (value) => void received.push(value) });
  expect(received).toEqual(['pass-one', 'two', 'pass-three']);
});
