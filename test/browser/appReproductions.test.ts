import { afterAll, beforeAll, expect, test } from 'vitest';
import { HtmlPages, linesOf } from '../support/HtmlPages.ts';

/** Small pages with what went wrong on real applications (docs/oracles.md, Applications). */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

const withoutNumbers = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim().replace(/\[\d+\]/g, '[N]'));

const cell = (column: number, text: string): string =>
  `<span role=gridcell aria-colindex=${column}>${text}</span>`;
const run = (row: number, top: number, name: string, auc: string): string =>
  `<div role=row aria-rowindex=${row} style="position:absolute;display:flex;gap:20px;top:${top}px">${cell(1, name)}${cell(2, auc)}</div>`;

const ORDER = `<div role=treegrid aria-label=Runs aria-rowcount=4><div role=row aria-rowindex=1><span role=columnheader aria-colindex=1>Run</span> <span role=columnheader aria-colindex=2>AUC</span></div>
<div style="position:relative;height:140px">${run(4, 60, 'third', '0.7')}${run(2, 0, 'first', '0.9')}${run(3, 30, 'second', '0.8')}</div></div>`;

const CANVAS = `<style>.w{position:relative;width:400px;height:200px}.w>*{position:absolute;inset:0}.s{overflow:auto}</style>
<div class=w><div class=s><div style="height:900px"></div></div><canvas tabindex=0 width=400 height=200 style="pointer-events:none"><table role=grid><tr><th>id<th>name<tr><td>1<td>Lamp</table></canvas></div>
<div class=w><canvas tabindex=0 width=400 height=200><table role=grid><tr><th>id<th>name<tr><td>2<td>Desk</table></canvas><div class=s><div style="height:900px"></div></div></div>
<script>for (const one of document.querySelectorAll('canvas')) one.getContext('2d').fillRect(0, 0, 40, 40)</script>`;

test('rows as they are seen; grids in canvases that lie over and under their scrollers', async () => {
  expect(await pages.lines(ORDER + CANVAS)).toEqual(
    expect.arrayContaining([' first | 0.9', ' second | 0.8', ' third | 0.7', ' 1 | Lamp', ' 2 | Desk']),
  );
  const { text } = await pages.session.table('Runs');
  expect(text.match(/first|second|third/g)).toEqual(['first', 'second', 'third']);
});

test.each(['horizontal-tb', 'vertical-rl', 'vertical-lr'])(
  'parts of a table as they are seen, %s',
  async (mode) => {
    const part = (tag: string): string => `<${tag}><tr><td>${tag}</${tag}>`;
    const parts = `<caption style="caption-side:bottom">caption</caption>${['tfoot', 'tbody', 'thead'].map(part).join('')}`;
    const { text } = await pages.look(`<html style="writing-mode:${mode}"><table>${parts}</table>`);
    expect(text.match(/thead|tbody|tfoot|caption/g)).toEqual(['thead', 'tbody', 'tfoot', 'caption']);
  },
);

const LISTENING = `<style>.m{position:relative;width:40px;height:32px}.m input{position:absolute;inset:0;opacity:0;width:100%;height:100%;margin:0;z-index:1}.m label{display:block;width:40px;height:32px;background:#ccc;font-size:0}</style>
<div class=m><input type=checkbox role=button aria-haspopup=true id=p aria-label="Personal tools"><label for=p><span>Personal tools</span></label></div><div style="position:fixed;top:-500px"><label for=p>Personal tools</label></div>
<ul id=w style="list-style:none"><li tabindex=-1><span>data</span> <span>7m ago</span></li><li><span>README.md</span> <span>7m ago</span></li><li><span>todo.txt</span> <span>7m ago</span></li></ul>
<div id=sheet><table><tr><td>Desk<td>240<tr><td>Chair<td>75</table></div>
<script>for (const one of [w, sheet]) for (const type of ['mousedown', 'dblclick', 'click']) one.addEventListener(type, (event) => { window.hit = event.target.textContent; });</script>`;

test('what a container listens for: files, cells; a checkbox drawn by the label that is shown', async () => {
  const lines = withoutNumbers(await pages.lines(LISTENING)).join(' ');
  expect(lines).toContain('[N]<button haspopup=true>Personal tools [N]<li>data 7m ago');
  expect(lines).toMatch(
    /\[N\]<li>README.md 7m ago \[N\]<li>todo.txt 7m ago \[N\]<div> Desk \| 240 Chair \| 75/,
  );
  const { session } = pages;
  for (const words of ['todo.txt', 'Chair']) {
    const { text } = await session.query({ text: words });
    await session.click(Number(/\[(\d+)\]/.exec(text)?.[1]));
    expect(await session.page.evaluate('window.hit')).toContain(words);
  }
});

const TIMES = `<table id=t><tr><th>Run<th>Created</table><script>let now = 0;
const draw = () => { for (const [i, one] of document.querySelectorAll('i').entries()) one.textContent = now + i * 3 + 5 + ' seconds ago'; };
for (const name of ['churn-1', 'churn-2', 'churn-3']) t.insertRow().innerHTML = '<td><a href="#' + name + '">' + name + '</a><td><i></i>';
draw(); window.tick = () => { now++; draw(); };</script>`;

test('a number outlives the times beside it, click after click', async () => {
  const text = linesOf(await pages.look(TIMES)).join('\n');
  const numbers = [...text.matchAll(/\[(\d+)\]<a>churn/g)].map(([, number]) => Number(number));
  expect(numbers).toHaveLength(3);
  for (const [i, number] of numbers.entries()) {
    await pages.session.page.evaluate('tick()');
    await pages.session.click(number);
    expect(await pages.session.page.evaluate('location.hash')).toBe(`#churn-${i + 1}`);
  }
});

/** A sign of an icon font is as wide as its font is high: so are these letters, which lie upon each other. */
const sign = (name: string): string =>
  `<span style="font:20px 'Test Icons',monospace;letter-spacing:calc(1em / ${name.length} - 1ch)">${name}</span>`;

test('signs of icon fonts are no words beside others; a field in the place of a hidden one has its label', async () => {
  const html = `<button>${sign('lock')} Secrets</button><button aria-label="New device">${sign('add')}</button><button>${sign('delete')}</button>
    <button><span style="font:20px monospace">lock</span> Safe</button>
    <style>i::before{content:"trash_bin";font:20px 'Test Icons',monospace;letter-spacing:calc(1em / 9 - 1ch)} i.words::before{font-family:monospace}</style>
    <button><i></i> Remove</button><button><i></i></button><button><i class=words></i> Empty</button>
    <p><label for=tags>Tags</label> <input id=tags style="display:none"><span><input></span></p>`;
  const [line = ''] = withoutNumbers([(await pages.lines(html)).join(' ')]);
  expect(line).toContain('[N]<button>Secrets [N]<button>New device [N]<button>delete [N]<button>lock Safe');
  expect(line).toContain('[N]<button>Remove [N]<button>trash_bin [N]<button>trash_bin Empty');
  expect(line).toContain('<input label=Tags>');
  expect((await pages.session.query({ text: 'Tags' })).text).toMatch(/^Found.*\n \[\d+\]<input label=Tags>/);
});

test('letters that an icon font draws as signs are no words, alone neither; wide initials and letters of the font around are', async () => {
  const html = `<style>@font-face{font-family:Signs;src:local("DejaVu Sans Mono"),local("Liberation Mono"),local("monospace");size-adjust:220%}
    .icon-x::before{content:"E";font-family:Signs} .icon-n::before{content:"E"} .face::before{content:"E";font-family:Signs}</style>
    <button><i class=icon-x></i> Delete</button><button id=only><i class=icon-x></i></button>
    <button><i class=icon-n></i>mpty</button><button><i class=face></i> Ellen</button>`;
  const line = withoutNumbers([(await pages.lines(html)).join(' ')]).join();
  expect(line).toContain('[N]<button>Delete [N]<button icon=icon-x> [N]<button>Empty [N]<button>E Ellen');
});

const PICKER = `<main><button>behind</button></main><div style="position:fixed;inset:0;background:#0008;z-index:10"></div>
<div style="position:fixed;inset:0;z-index:11"><div role=dialog aria-modal=true aria-label=Edit style="position:relative;margin:40px;width:500px;height:400px;background:#fff">
<div id=shown>Tree</div><input id=kind aria-label=Kind autocomplete=new-password role=combobox aria-haspopup=listbox aria-autocomplete=list aria-expanded=false aria-controls=kinds></div></div>
<div id=list style="position:absolute;left:60px;top:120px;width:200px;z-index:12;background:#fff;display:none"><div role=listbox id=kinds style="height:0;width:0;overflow:hidden"><div role=option>Fern</div><div role=option>Cactus</div></div>
<style>.one { cursor: pointer }</style><div class=one>Fern</div><div class=one>Cactus</div></div>
<script>const open = (on) => { list.style.display = on ? 'block' : 'none'; kind.setAttribute('aria-expanded', on); };
kind.addEventListener('mousedown', () => open(true));
kind.addEventListener('input', () => { open(true); for (const one of document.querySelectorAll('.one')) one.hidden = !one.textContent.includes(kind.value); });
for (const one of document.querySelectorAll('.one')) one.addEventListener('click', () => { shown.textContent = one.textContent; kind.value = ''; open(false); });</script>`;

test('a list that opens over a modal is chosen from; a field with a list is no password, though it says so against autofill', async () => {
  await pages.lines(PICKER);
  const { session } = pages;
  await session.click('Kind');
  const { text } = await session.look();
  expect(text).toMatch(/\[\d+\]<div>Cactus/);
  expect(text).not.toContain('behind');
  await session.press('Escape');
  await session.fill('Kind', 'Cactus');
  expect((await session.look()).text).not.toContain('[filled]');
  expect(await pages.lines(PICKER)).toContain(' Tree');
  await session.selectOption('Kind', 'Cactus');
  expect((await session.look()).text).toMatch(/^ Cactus$/m);
});

const OPENING = `<div><input id=skill aria-label=Skill role=combobox aria-haspopup=listbox aria-controls=skills aria-expanded=false></div>
<div id=box hidden style="position:absolute;top:200px;left:10px;width:200px;background:#fff"><div id=skills role=listbox><div role=option>Digging</div><div role=option>Driving</div><div role=option>Pruning</div></div></div>
<script>box.style.cursor = 'pointer'; skills.style.opacity = 0;
skill.addEventListener('click', () => { box.hidden = false; setTimeout(() => { skills.style.opacity = 1; }, 100); });
for (const row of skills.children) row.addEventListener('click', () => { skill.value = window.wrong ?? row.textContent; box.hidden = true; });</script>`;

test('a list that opens is no option by all its words; another option that is chosen instead is a failure', async () => {
  await pages.lines(OPENING.replace('opacity = 0', 'opacity = 1').replace('Pruning', 'Driving, long'));
  const { session } = pages;
  await session.selectOption('Skill', 'Digging');
  expect((await session.look()).text).toContain('value=Digging');
  await pages.lines(OPENING);
  await session.selectOption('Skill', 'Pruning');
  expect((await session.look()).text).toContain('value=Pruning');
  await pages.lines(OPENING.replace('window.wrong', "'Digging'"));
  await expect(session.selectOption('Skill', 'Driving')).rejects.toMatchObject({ code: 'not_accepted' });
});

const DRAWN = `<table><tr><td><x-check><label slot=label for=all></label><input slot=input type=checkbox id=all aria-label="Select all" style="appearance:none;opacity:0;margin:0;width:26px;height:26px;grid-area:1/1"></x-check><td>Name</table>
<script>customElements.define('x-check', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<style>:host{display:inline-block}</style><div style="display:grid"><div style="grid-area:1/1;margin:4px;background:#89a"></div><slot name=input></slot><div><slot name=label></slot></div></div>';
  this.addEventListener('click', () => {}); } });</script>`;

test('a checkbox that a custom element draws in its shadow root has its name, and an empty label is no other', async () => {
  expect(withoutNumbers(await pages.lines(DRAWN))).toContain('[N]<checkbox>Select all | Name');
  const { session } = pages;
  await session.check('Select all');
  expect((await session.look()).text).toMatch(/<checkbox checked.*>Select all/);
});

const SORTED = `<style>ul { position: absolute; top: 20px; width: 160px; height: 300px; margin: 0; padding: 0; list-style: none } li { height: 40px; background: #cde; cursor: grab }</style>
<h3 style="position:absolute;left:300px;top:-10px">Doing</h3><ul id=todo style="left:0"><li id=card>Order soil</ul><ul id=doing style="left:300px"><li id=at><div><span>Water ferns</span></div></ul>
<script>let held = false; card.addEventListener('mousedown', (event) => { event.preventDefault(); held = true; card.style.pointerEvents = 'none'; });
doing.addEventListener('mousemove', () => { if (held) at.style.marginTop = '60px'; });
addEventListener('mouseup', (event) => { if (held && doing.contains(event.target)) doing.prepend(card); held = false; at.style.marginTop = 0; card.style.pointerEvents = 'auto'; });</script>`;

test('a card is dropped on one that makes room for it', async () => {
  await pages.lines(SORTED);
  const { session } = pages;
  const { failure } = await session.run(
    "await page.getByText('Order soil').dragTo(page.getByText('Water ferns'))",
  );
  expect(failure).toBeUndefined();
  expect(await session.page.evaluate(() => document.getElementById('doing')?.innerText)).toBe(
    'Order soil\nWater ferns',
  );
});

const TYPED = `<div><label for=born>Born</label><input id=born role=combobox aria-haspopup=dialog aria-expanded=false></div><div><label for=to>To</label><input id=to role=combobox aria-autocomplete=list aria-expanded=false></div>
<div id=days role=dialog hidden style="position:absolute;inset:20px 0 0 0;background:#fff">May <button>4</button> <button>5</button></div><script>const open = (on) => { days.hidden = !on; born.setAttribute('aria-expanded', on); };
born.addEventListener('input', () => open(true)); born.addEventListener('keydown', ({ key }) => { if (key === 'Enter') open(false); });</script>`;

test('a combobox that offers nothing, or opens a calendar, takes what is typed', async () => {
  await pages.lines(TYPED);
  const { session } = pages;
  await session.fillFields({ Born: '5/4/1990', To: 'tom@bell.example' });
  const { text } = await session.look();
  expect(text).toMatch(/value=5\/4\/1990.*>Born/);
  expect(text).toMatch(/value="?tom@bell.example"?.*>To/);
});
