import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages, linesOf } from '../support/HtmlPages.ts';

/** Widgets of application frameworks: each does as its library does, and is judged by what the page took. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const evaluate = (script: string): Promise<unknown> => pages.session.page.evaluate(script);
const refusal = (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'done',
    ({ code, message }) => `${code}: ${message}`,
  );

const FIELDS = `<label>Units <input id=units type=range min=0 max=40 value=5></label> <output id=filter>filter 5</output>
<div role=group aria-label=At><span id=hour role=spinbutton contenteditable tabindex=0 aria-label=hour aria-valuemin=0 aria-valuemax=23 aria-valuenow=9>09</span>:<span
 id=minute role=spinbutton contenteditable tabindex=0 aria-label=minute aria-valuemin=0 aria-valuemax=59 aria-valuenow=0>00</span>
 <span id=half role=spinbutton contenteditable tabindex=0 aria-label=half aria-valuetext=AM>AM</span></div>
<div id=turn role=spinbutton tabindex=0 aria-label=turn aria-valuenow=3 aria-valuemin=0 aria-valuemax=9>3</div>
<input id=digits aria-label=Digits>
<script>
const commit = () => { filter.textContent = 'filter ' + units.value; };
units.onpointerup = commit; units.onkeyup = commit;
for (const one of document.querySelectorAll('span[role=spinbutton]')) {
  let typed = '';
  one.onbeforeinput = (event) => event.preventDefault();
  one.onkeydown = ({ key }) => {
    if (one.id === 'half' && /^[ap]$/i.test(key)) { one.textContent = key.toUpperCase() + 'M'; one.setAttribute('aria-valuetext', one.textContent); }
    if (one.id === 'half' || !/^[0-9]$/.test(key)) return;
    typed = (typed + key).slice(-2);
    one.setAttribute('aria-valuenow', String(Number(typed)));
    one.textContent = typed.padStart(2, '0');
  };
}
turn.onkeydown = ({ key }) => {
  const step = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (step) turn.setAttribute('aria-valuenow', String(Number(turn.getAttribute('aria-valuenow')) + step));
};
digits.oninput = () => { digits.value = ''; };
</script>`;

test('an open branch of a tree is clicked at its words, not at the item in its middle', async () => {
  const item = (name: string, ...inside: string[]): string =>
    `<li role=treeitem ${inside.length > 0 ? 'aria-expanded=true' : ''} tabindex=-1><span class=title>${name}</span>${inside.length > 0 ? `<ul role=group>${inside.join('')}</ul>` : ''}</li>`;
  const leaves = ['Lease', 'Supply', 'Cleaning', 'Security', 'Parking'].map((name) => item(name));
  await pages.lines(`<ul role=tree aria-label=Files>${item('Contracts', ...leaves)}${item('Notes')}</ul>
    <script>window.clicked = []; document.onclick = ({ target }) => clicked.push(target.className + target.closest('li')?.firstChild.textContent)</script>`);
  await pages.session.click('Contracts');
  expect(await evaluate('clicked')).toEqual(['titleContracts']);
});

test('an open branch of a tree is not clicked at the sign or the button before its words, which closes it', async () => {
  const branch = (name: string, before: string): string =>
    `<li role=treeitem aria-expanded=true aria-label=${name} tabindex=-1>${before}<span>${name}</span><ul role=group><li role=treeitem tabindex=-1>Lease ${name}</li></ul></li>`;
  await pages.lines(`<ul role=tree aria-label=Files>${branch('Contracts', '<i>▾</i> ')}${branch('Plans', '<button tabindex=-1>Close</button> ')}</ul>
    <script>window.clicked = []; document.onclick = ({ target }) => clicked.push(target.textContent)</script>`);
  await pages.session.click('treeitem "Contracts"');
  await pages.session.click('treeitem "Plans"');
  expect(await evaluate('clicked')).toEqual(['Contracts', 'Plans']);
});

const KEYED = `<label>Amount</label><div id=count role=spinbutton aria-valuenow=0><input id=amount aria-label=Amount value=0></div>
<div id=day role=spinbutton aria-valuetext=2026-11-01><input id=date aria-label=Date value=2026-11-01></div>
<script>let typed = ''
amount.onkeydown = ({ key }) => { if (/^\\d$/.test(key)) typed += key; if (/Delete|Backspace/.test(key)) typed = '' }
amount.onfocus = () => { typed = '' }
amount.onblur = () => { const taken = typed; if (taken) setTimeout(() => count.setAttribute('aria-valuenow', Number(taken)), 50) }
date.onblur = () => { date.value = day.getAttribute('aria-valuetext') }</script>`;

test('a field of a widget that knows only of keys has taken what the widget has', async () => {
  await pages.lines(KEYED);
  const { session } = pages;
  await session.fill('Amount', '25');
  expect(await session.page.evaluate("count.getAttribute('aria-valuenow')")).toBe('25');
  await expect(session.fill('Date', '2026-12-03')).rejects.toMatchObject({ code: 'not_accepted' });
  expect(await session.page.evaluate('date.value')).toBe('2026-11-01');
});

test('a slider commits at a key, parts of a time take digits, a spin button the arrows, a refusal stays one', async () => {
  await pages.open(FIELDS);
  const { session } = pages;
  expect((await session.fill('#units', '10')).text).toContain('"filter 10" (was "filter 5")');
  expect((await session.fill('#units', '0')).text).toContain('"filter 0" (was "filter 10")');
  for (const [id, value] of [
    ['hour', '14'],
    ['minute', '5'],
    ['half', 'PM'],
    ['turn', '7'],
  ] as const)
    expect((await session.fill(`#${id}`, value)).text).toMatch(/^set /);
  expect(
    await evaluate('[hour.textContent, minute.textContent, half.textContent, turn.ariaValueNow]'),
  ).toEqual(['14', '05', 'PM', '7']);
  expect(await refusal(session.fill('#hour', '24'))).toContain('invalid_argument');
  expect(await refusal(session.type('#digits', 'abc'))).toContain('not_accepted');
});

/** A code editor with a hidden input that indents and closes brackets while one types; a terminal; text edited in place. */
const EDITORS = `<style>.input{position:absolute;left:0;top:0;width:1px;height:1px;opacity:0}.line{position:absolute;left:30px;white-space:pre;height:20px}</style>
<div id=code style="position:relative;width:400px;height:160px"><div id=lines></div><textarea class=input id=input aria-label=Source></textarea></div>
<div id=screen style="position:relative;width:300px;height:60px"><canvas width=300 height=60></canvas><textarea class=input id=keys aria-label=Shell></textarea></div>
<div id=rich contenteditable role=textbox aria-label=Body style="white-space:pre-wrap"><p>old</p></div>
<script>
let text = 'one\\n  two\\n\\nthree', whole = false;
const draw = () => {
  const all = text.split('\\n').map((line, i) => '<div class=line style="top:' + i * 20 + 'px">' + (line ? '<span>' + line + '</span>' : '') + '</div>');
  lines.innerHTML = [...all.slice(1), all[0]].join('');
};
draw();
const insert = (added) => { text = whole ? added : text + added; whole = false; draw(); };
input.onkeydown = (event) => {
  if (event.ctrlKey && event.code === 'KeyA') { whole = true; event.preventDefault(); }
  else if (event.key === 'Delete') insert('');
  else if (event.key === 'Enter') insert('\\n    ');
  else if (event.key.length === 1 && !event.ctrlKey) insert(event.key === '{' ? '{}' : event.key);
  else whole = false;
  if (event.key.length === 1) event.preventDefault();
};
input.oncopy = (event) => { event.clipboardData.setData('text/plain', whole ? text : text.split('\\n').at(-1)); event.preventDefault(); };
input.onpaste = (event) => { insert(event.clipboardData.getData('text/plain')); event.preventDefault(); };
let ran = '';
keys.onkeydown = (event) => { if (event.key.length === 1) ran += event.key; event.preventDefault(); };
rich.onpaste = (event) => {
  const parts = event.clipboardData.getData('text/plain').split(/\\n+/);
  rich.replaceChildren(...parts.map((part) => Object.assign(document.createElement('p'), { textContent: window.spoil ? part.trim() : part })));
  event.preventDefault();
};
</script>`;

test('an editor takes a whole text as it is, or says that it did not; a terminal is typed into', async () => {
  await pages.open(EDITORS);
  const { session } = pages;
  const lines = linesOf(await session.look());
  expect(lines.join('\n')).toContain('one\n   two\n three');
  expect(lines.join('\n')).toMatch(/<textarea>Source[\s\S]*<canvas 300x60 unreadable>[\s\S]*<textarea>Shell/);
  expect(await session.getText('#code')).toBe('one\n  two\n\nthree');
  const code = 'if x {\n    a = {"b": [1]}\n\n}';
  expect((await session.fill('#input', code)).text).toMatch(/^filled /);
  expect(await evaluate('text')).toBe(code);
  await session.type('#input', '!', { clear: false });
  expect(await evaluate('text')).toBe(`${code}!`);
  expect(await refusal(session.fill('#keys', 'ls'))).toContain('takes keys only');
  expect((await session.type('#keys', 'ls -l')).text).toContain('typed into');
  expect(await evaluate('ran')).toBe('ls -l');
  expect((await session.fill('#rich', 'a\n  b')).text).toMatch(/^filled [^;]*\n/);
  expect(await session.getText('#rich')).toBe('a\n  b');
  await evaluate('window.spoil = true');
  expect(await refusal(session.fill('#rich', 'a\n  c'))).toContain('not_accepted');
});

test('a value that comes out from under an error is shown; a modal hides what the mouse cannot reach; a canvas shows its grid', async () => {
  const { session } = pages;
  await pages.open(`<div style="position:relative;width:300px"><textarea id=result disabled style="width:300px;height:60px" aria-label=Result></textarea>
<div id=error style="position:absolute;inset:0;background:#fee">Error</div></div><button id=run onclick="error.remove();result.value='all good: 42'">Run</button>`);
  expect((await session.click('#run')).text).toContain('value "all good: 42"');

  const modal = `<style>body{pointer-events:none}</style><nav aria-hidden=true><a href=#a>Traces</a></nav><main aria-hidden=true><button>Filters</button></main>
<div role=dialog aria-label=Tour style="pointer-events:auto;position:fixed;top:80px;left:80px;background:#fff"><p>New here?</p><button>Got it</button></div>`;
  const lines = (await pages.lines(modal)).map((line) => line.replace(/\[\d+\]/, '[N]'));
  expect(lines).toEqual(['DIALOG: "Tour"', ' New here?', ' [N]<button>Got it']);

  const grid = `<div style="position:relative;width:400px;height:200px"><canvas tabindex=0 width=400 height=200 style="position:absolute;inset:0"><table role=grid aria-label=Stock><tr role=row><td role=gridcell tabindex=-1>id<td role=gridcell tabindex=-1>name<tr role=row><td role=gridcell tabindex=-1>1<td role=gridcell tabindex=-1>Lamp</table></canvas>
<div style="position:absolute;inset:0;overflow:auto"><div style="height:900px"></div></div></div>`;
  expect(await pages.lines(grid)).toEqual(expect.arrayContaining([' id | name', ' 1 | Lamp']));
});

/** A board that draws where the mouse goes, and text with a toolbar for what is selected in it. */
const PLACES = `<canvas id=board width=300 height=200 tabindex=0></canvas>
<p id=text>Paris is the capital of France. <b>Paris</b> lies on
 the Seine.</p><div id=editor contenteditable role=textbox aria-label=Body><p>first line</p><p>second line</p></div>
<textarea id=area aria-label=Notes>one two three</textarea><p id=fixed style="user-select:none">cannot be chosen</p>
<output id=bar></output><script>
const log = [];
for (const kind of ['mousedown', 'mouseup'])
  board.addEventListener(kind, ({ offsetX, offsetY }) => log.push(kind + ' ' + Math.round(offsetX) + ',' + Math.round(offsetY)));
text.onmouseup = () => { bar.textContent = 'Mark ' + getSelection(); };
</script>`;

test('places in a canvas are clicked and dragged between; words are selected as by a person', async () => {
  await pages.open(PLACES);
  const { session } = pages;
  const logged = (): Promise<unknown> => evaluate('log.splice(0)');
  const note = 'what a canvas shows is not read: a screenshot shows whether it changed';
  expect(linesOf(await session.look()).join()).toMatch(/\[\d+\]<canvas size=300x200 unreadable/);
  expect((await session.click('#board', { position: { x: 20, y: 30 } })).text).toContain('clicked');
  expect(await logged()).toEqual(['mousedown 20,30', 'mouseup 20,30']);
  const within = { sourcePosition: { x: 10, y: 10 }, targetPosition: { x: 200, y: 150 } };
  expect((await session.drag('#board', '#board', within)).text).toContain(`\n${note}`);
  expect(await logged()).toEqual(['mousedown 10,10', 'mouseup 200,150']);
  await session.drag('#board', { x: 30, y: -5 }, { sourcePosition: { x: 50, y: 60 } });
  expect(await logged()).toEqual(['mousedown 50,60', 'mouseup 80,55']);
  expect(await refusal(session.click('#board', { position: { x: 400, y: 5 } }))).toContain('300 x 200');

  expect((await session.selectText('#text', 'Paris')).text).toMatch(
    /^selected "Paris" in .*; the first of 2 places\n[\s\S]*"Mark Paris"/,
  );
  await session.selectText('#text', 'Paris lies on the Seine');
  expect(await evaluate('bar.textContent')).toBe('Mark Paris lies on the Seine');
  // A press on words that are selected would drag them away.
  await session.selectText('#editor', 'second');
  await session.selectText('#editor', 'second line');
  await session.selectText('#editor', 'second');
  expect(await session.getText('#editor')).toBe('first line\nsecond line');
  await session.press('Delete');
  expect(await session.getText('#editor')).toBe('first line\n line');
  await session.selectText('#area', 'two');
  expect(await evaluate('[area.selectionStart, area.selectionEnd]')).toEqual([4, 7]);
  expect((await session.type('#area', 'four')).text).toMatch(/^typed over "two" in /);
  expect(await evaluate('area.value')).toBe('one four three');
  await session.selectText('#area', 'four');
  await session.selectText('#editor', 'line');
  expect((await session.type('#editor', 'row')).text).toMatch(/^typed over "line" in /);
  expect(await session.getText('#editor')).toBe('first row\n line');
  await session.type('#area', 'all');
  expect(await evaluate('area.value')).toBe('all');
  expect(await refusal(session.selectText('#text', 'Berlin'))).toContain('not_found');
  expect(await refusal(session.selectText('#fixed', 'chosen'))).toContain('not_accepted');
});

test('words that were selected in a part of an editor are typed over in all of it', async () => {
  await pages.open(
    '<div id=editor contenteditable role=textbox><p>All winter.</p><p id=part>On Tuesday at 7.</p></div>',
  );
  const { session } = pages;
  await session.selectText('#part', 'Tuesday');
  expect((await session.type('#editor', 'Thursday')).text).toMatch(/^typed over "Tuesday" in /);
  expect(await session.getText('#editor')).toBe('All winter.\nOn Thursday at 7.');
});

const CHOICES = `<div><label><input type=checkbox id=box> Task 7</label></div><p id=bar></p>
<label title="Thin line"><input type=radio name=width><svg width=9 height=9></svg></label>
<div id=colors><span class=chip><span>Red</span><button aria-label="Remove Red">x</button></span>
<span class=field><input id=color role=combobox aria-label=Colors aria-expanded=false></span></div><ul id=list role=listbox></ul><script>
box.onclick = (event) => { event.preventDefault(); bar.textContent = '1 task selected'; };
color.oninput = color.onclick = () => {
  const left = ['Green', 'Blue'].filter((name) => name.toLowerCase().includes(color.value.toLowerCase()));
  list.innerHTML = left.map((name) => '<li role=option>' + name).join('') || '<li role=option>No results';
};
</script>`;

test('a refused check shows what else came of it; a chosen option that is not offered again is no failure', async () => {
  await pages.open(CHOICES);
  const { session } = pages;
  expect(linesOf(await session.look()).join()).toContain('<radio>Thin line');
  expect(await refusal(session.check('#box'))).toMatch(
    /still not checked after a click\.\nnew in .*\n.*1 task selected/,
  );
  expect((await session.selectOption('#color', 'red')).text).toMatch(
    /^left as it is .*; "red" was chosen already/,
  );
  expect(await refusal(session.selectOption('#color', 'Pink'))).toContain('not_found');
});

/** Several are chosen in a popover at the end of the body; each choice draws the rows of a table anew. */
const POPOVER = `<button id=colors aria-haspopup=dialog aria-expanded=false>Colors</button><div id=rows></div><div id=portal></div><script>
const chosen = new Set();
const draw = () => { rows.innerHTML = '<div onclick="0">Lamp ' + chosen.size + '</div><div onclick="0">Desk</div>'; colors.textContent = [...chosen].join() || 'Colors'; };
draw();
colors.onclick = () => {
  const isOpen = portal.innerHTML !== '';
  colors.setAttribute('aria-expanded', String(!isOpen));
  portal.innerHTML = isOpen ? '' : '<div role=listbox aria-multiselectable=true>' + ['red', 'green', 'blue'].map((one) => '<div role=option aria-selected=' + chosen.has(one) + '>' + one).join('</div>') + '</div></div>';
};
portal.onclick = ({ target }) => { chosen.add(target.textContent); target.setAttribute('aria-selected', 'true'); draw(); };
</script>`;

test('of a list that stays open, several options are chosen', async () => {
  await pages.open(POPOVER);
  await pages.session.selectOption('#colors', ['red', 'blue']);
  expect(await evaluate('[...chosen].join()')).toBe('red,blue');
});

/** Two selects as component libraries draw them: a search field below the choice, a box and an arrow that listen, one list. */
const SELECTS = `<style>
.sel{position:relative;display:flex;width:300px;height:32px;cursor:pointer;margin:8px 0}.box{position:relative;display:flex;flex:1;border:1px solid #999;cursor:text}
.wrap{position:relative;display:flex;flex:1}.search{position:absolute;inset:0}.search input{width:90%;height:100%;border:0;background:transparent}
.item,.hint{position:relative;flex:1;line-height:30px}.hint{pointer-events:none;color:#777}.arrow{position:absolute;right:8px;top:10px;width:12px;height:12px;pointer-events:none}.arrow span{pointer-events:auto;display:block;cursor:pointer}
#list{position:absolute;top:200px;left:8px;background:#fff;width:300px;margin:0;padding:0}</style>
<div><div class=sel aria-label="Select subject"><div class=box><span class=wrap><span class=search><input type=search role=combobox aria-expanded=false aria-haspopup=listbox aria-label="Select subject"></span><span class=hint>7 columns</span></span></div><span class=arrow aria-hidden=true><span role=img aria-label=down><svg width=12 height=12><path d="M0 0h9v9z"/></svg></span></span></div>
<div class=sel aria-label="Select operator"><div class=box><span class=wrap><span class=search><input type=search role=combobox aria-expanded=false aria-haspopup=listbox aria-label="Select operator"></span><span class=hint>12 operators</span></span></div><span class=arrow aria-hidden=true><span role=img aria-label=down><svg width=12 height=12><path d="M0 0h9v9z"/></svg></span></span></div></div>
<button>Save</button><ul id=list role=listbox hidden></ul>
<script>
const options = { 'Select subject': ['customer', 'region'], 'Select operator': ['Equal', 'In'] };
let open;
function show(sel, value) {
  sel.querySelector('.item, .hint').outerHTML = '<span class=item title="' + value + '">' + value + '</span>';
}
for (const sel of document.querySelectorAll('.sel')) {
  const input = sel.querySelector('input');
  sel.querySelector('.arrow').onclick = sel.querySelector('[role=img]').onclick = () => {};
  sel.querySelector('.box').onmousedown = (event) => {
    if (event.target !== input) event.preventDefault();
    input.focus(); open = sel; list.hidden = false; input.setAttribute('aria-expanded', 'true');
    list.innerHTML = options[sel.getAttribute('aria-label')].map((one) => '<li role=option>' + one).join('');
  };
}
list.onclick = ({ target }) => {
  show(open, target.textContent);
  list.hidden = true; open.querySelector('input').setAttribute('aria-expanded', 'false');
  if (open === document.querySelector('.sel')) show(document.querySelectorAll('.sel')[1], 'In');
};
</script>`;

test('a combobox is one control, also where its choice lies over its input and another choice changed it', async () => {
  const { session } = pages;
  await pages.open(SELECTS);
  const [, subject = '', , operator = '', , save] = linesOf(await session.look());
  expect([subject, operator].map((line) => line.replace(/\[\d+\]/, ''))).toEqual([
    ' <combobox collapsed>Select subject',
    ' <combobox collapsed>Select operator',
  ]);
  const numberIn = (line: string): number => Number(/\d+/.exec(line)?.[0]);
  await session.selectOption(numberIn(subject), 'region');
  expect((await session.selectOption(numberIn(operator), 'Equal')).text).toContain('chose "Equal"');
  const lines = linesOf(await session.look({ full: true }));
  expect(lines.slice(1)).toEqual([subject, ' region', operator, ' Equal', save]);
});

/** Pickers without roles: one waits for its button or Tab, one reads a date again in its own way, one drops what it cannot read. */
const PICKERS = `<form id=form><label>Leave <input id=leave></label> <label>Back <input id=back></label> <label>Born <input id=born></label> <label>Shift <input id=shift placeholder=DD.MM.></label><button>Send</button></form>
<div id=days hidden style="position:absolute;top:200px;background:#fff"></div>
<script>
days.innerHTML = Array.from({ length: 28 }, (_, i) => '<span>' + (i + 1) + '</span>').join(' ');
const taken = {}; let sent = 0;
form.onsubmit = (event) => { sent++; event.preventDefault(); };
const read = {
  leave: (text) => /^[0-9]{4}-/.test(text) ? text : '',
  back: (text) => text.split('-').reverse().join('/'),
  born: (text) => /^[0-9]{4}-/.test(text) ? text : '',
  shift: (text) => text.split('-').reverse().map((one) => Number(one) % 12 || 1).join('.'),
};
for (const field of document.querySelectorAll('input')) {
  let tab = false;
  field.onfocus = () => { days.hidden = false; tab = false; };
  field.onkeydown = ({ key }) => { tab = key === 'Tab'; };
  field.onblur = () => {
    days.hidden = true;
    const now = field.id === 'leave' && !tab ? '' : read[field.id](field.value);
    field.value = now || taken[field.id] || '';
    if (now) taken[field.id] = now;
  };
}
</script>`;

test('a picker that opens over a field decides what it holds: by leaving it, by Tab, and never by sending the form', async () => {
  await pages.open(PICKERS);
  const { session } = pages;
  expect((await session.fill('Leave', '2026-11-22')).text).toContain('filled');
  expect((await session.fillFields({ Back: '2026-11-25' })).text).toContain('wrote it as "25/11/2026"');
  expect(await refusal(session.fill('Born', 'tomorrow'))).toMatch(/^not_accepted: .*the field is empty/);
  expect(await refusal(session.fill('Shift', '2026-11-22'))).toMatch(/^not_accepted: .*holds "10\.11\.10"/);
  expect(await evaluate('[taken.leave, taken.back, taken.born, sent]')).toEqual([
    '2026-11-22',
    '25/11/2026',
    undefined,
    0,
  ]);
});

/** Fields for numbers that look at what they hold when they are left, as those of component libraries do. */
const NUMBERS = `<label>Seats <input id=seats inputmode=numeric></label> <label>Fee <input id=fee inputmode=decimal></label>
<script>
seats.onblur = () => { seats.value = String(Math.min(10, Number(seats.value))); };
fee.onfocus = () => { fee.value = fee.value.replace(/[^0-9.]/g, ''); };
fee.onblur = () => { fee.value = Number(fee.value).toLocaleString('de', { style: 'currency', currency: 'EUR' }); };
</script>`;

test('a number counts as the field holds it once it is left, and the field keeps the focus', async () => {
  await pages.open(NUMBERS);
  const { session } = pages;
  expect(await refusal(session.fill('Seats', '50'))).toMatch(/^not_accepted: .*holds "10"/);
  expect((await session.fill('Seats', '7')).text).toContain('filled');
  expect((await session.fill('Fee', '1234.5')).text).toContain('wrote it as "1.234,50');
  expect(await evaluate('[seats.value, document.activeElement.id]')).toEqual(['7', 'fee']);
});

test('a click that only a canvas answers does not say that nothing changed', async () => {
  const map = (size: string) =>
    `<button onclick="const c = document.querySelector('canvas').getContext('2d'); c.fillRect(0, 0, 50, 50)">Zoom in</button><canvas ${size}></canvas>`;
  await pages.open(map('width=400 height=200'));
  expect((await pages.session.click('Zoom in')).text).toContain('nothing changed outside of the canvas');
  await pages.open(map('width=20 height=20'));
  expect((await pages.session.click('Zoom in')).text).toContain('nothing changed that can be seen');
});

/** A date whose parts show when it has the focus or a value: until then its label lies over them. */
const EMPTY_DATE = `<style>#parts{opacity:0} #parts:focus-within,#parts.full{opacity:1} #group{position:relative;width:200px;height:30px;border:1px solid} label{position:absolute;pointer-events:none}</style>
<div role=group id=group aria-labelledby=born><label id=born>Born</label><div id=parts><span role=spinbutton contenteditable tabindex=0 aria-label=Month aria-valuemin=1 aria-valuemax=12 aria-valuetext=Empty>MM</span>/<span
 role=spinbutton contenteditable tabindex=0 aria-label=Day aria-valuemin=1 aria-valuemax=31 aria-valuetext=Empty>DD</span></div></div>
<script>
for (const part of parts.children) {
  let typed = '';
  part.onbeforeinput = (event) => event.preventDefault();
  part.onkeydown = ({ key }) => {
    if (!/^[0-9]$/.test(key)) return;
    typed = (typed + key).slice(-2);
    part.setAttribute('aria-valuenow', String(Number(typed)));
    part.setAttribute('aria-valuetext', typed);
    part.textContent = typed; parts.className = 'full';
  };
}
</script>`;

test('the parts of an empty date are shown and take digits, though they are transparent until one has the focus', async () => {
  const { session } = pages;
  const { text } = await pages.look(EMPTY_DATE);
  const [month, day] = ['Month', 'Day'].map((name) =>
    Number(new RegExp(`\\[(\\d+)\\]<spinbutton[^>]*(?:>|label=)${name}`).exec(text)?.[1]),
  );
  await session.fill(month as number, '11');
  await session.fill(day as number, '22');
  expect(await evaluate('parts.textContent.replace(/\\s/g, "")')).toBe('11/22');
});

test('words of an editor of code are selected across its spans, by the field that takes its keys', async () => {
  const line = (words: string): string =>
    `<pre style="margin:0">${words
      .split(' ')
      .map((word) => `<span>${word}</span>`)
      .join('<span>&nbsp;</span>')}</pre>`;
  await pages.open(`<div id=code style="position:relative;font:16px monospace">
<div style="overflow:hidden;position:absolute;width:3px;height:0;top:2px"><textarea id=keys aria-label=Code
 style="position:absolute;width:1000px;height:1em;outline:none"></textarea></div>
<div id=lines style="user-select:none" onmousedown="setTimeout(() => keys.focus())">${line('const total = 1;')}${line('let rest = 2;')}</div></div>
<div id=ace><textarea id=small aria-label=Script style="width:6px;height:14px;padding:0;border:0;opacity:0.01"></textarea>${line('print hello')}</div>
<script>
// With a selection of its own, as editors of code have: copied, it is in the field.
let from, to, picked = '';
const at = ({ clientX, clientY }) => document.caretPositionFromPoint(clientX, clientY);
lines.addEventListener('mousedown', (event) => { from = event; });
lines.addEventListener('mouseup', (event) => {
  picked = event.clientX - from.clientX > 3 ? 'total = 1' : '';
});
keys.addEventListener('copy', () => { keys.value = picked; keys.select(); });
</script>`);
  const { session } = pages;
  const number = /\[(\d+)\]<textbox>Script/.exec((await session.look()).text)?.[1];
  expect((await session.selectText('#keys', 'total = 1')).text).toMatch(/^selected "total = 1" in /);
  expect((await session.selectText('#code', 'total = 1')).text).toMatch(/^selected "total = 1" in /);
  await session.selectText(Number(number ?? 0) || '#small', 'print hello');
  expect(await evaluate('String(getSelection()).replace(/\\s/g, " ")')).toBe('print hello');
  expect(await refusal(session.selectText('#keys', 'hello'))).toContain('not_found');
});
