import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { type Case, conform, EVERYWHERE, HARDEST } from './conform.ts';
import type { Widget } from './WidgetBrowser.ts';

// Dragging, scrolling, and files.

const folder = mkdtempSync(join(tmpdir(), 'sl-files-'));
const [first, second] = ['one.txt', 'two.txt'].map((name) => {
  writeFileSync(join(folder, name), `words of ${name}`);
  return join(folder, name);
}) as [string, string];
afterAll(() => rmSync(folder, { recursive: true }));

/** HTML's own drag and drop: a card is moved into a column. */
const BOARD: Widget = {
  html: `<div id=a draggable=true role=button tabindex=0 style="width:80px;height:30px;background:#cdf">Card</div>
    <div id=column role=button tabindex=0 aria-label=Done style="margin-top:60px;width:200px;height:80px;background:#eee"></div>`,
  script: `find('a').addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'card'));
    find('column').addEventListener('dragover', (event) => event.preventDefault());
    find('column').addEventListener('drop', (event) => { event.preventDefault(); find('column').append(event.dataTransfer.getData('text/plain')) })`,
};

/** A list that is sorted by pointer events, as libraries do it. */
const SORTABLE: Widget = {
  html: `<div id=l style="width:150px">${['One', 'Two', 'Three'].map((item) => `<div id=${item} role=button tabindex=0 style="height:40px;touch-action:none;border:1px solid">${item}</div>`).join('')}</div>`,
  script: `let held; find('l').addEventListener('pointerdown', (event) => { held = event.target; held.setPointerCapture(event.pointerId) });
    find('l').addEventListener('pointermove', (event) => { if (!held) return;
      const over = [...find('l').children].find((one) => { const { top, bottom } = one.getBoundingClientRect(); return one !== held && event.clientY > top && event.clientY < bottom });
      if (over) (event.clientY > held.getBoundingClientRect().bottom ? over.after(held) : over.before(held)) });
    find('l').addEventListener('pointerup', () => { held = undefined; note('dropped') })`,
};

/** One that looks from time to time where the pointer is, as libraries do it where HTML's own drag is not used. */
const POLLED: Widget = {
  html: SORTABLE.html,
  script: `let held, y, timer;
    find('l').addEventListener('pointerdown', (event) => { held = event.target; timer = setInterval(() => {
      const over = [...find('l').children].find((one) => { const { top, bottom } = one.getBoundingClientRect(); return one !== held && y > top && y < bottom });
      if (over) (y > held.getBoundingClientRect().bottom ? over.after(held) : over.before(held)) }, 50) });
    addEventListener('pointermove', (event) => { y = event.clientY });
    addEventListener('pointerup', () => { clearInterval(timer); held = undefined; note('dropped') })`,
};

const SLIDER: Widget = {
  html: `<div id=rail style="position:relative;width:200px;height:6px;margin:30px;background:#ccc">
    <div id=t role=slider tabindex=0 aria-label=Price aria-valuenow=0 style="position:absolute;top:-7px;left:0;width:20px;height:20px;background:#36c"></div></div>`,
  script: `let from; const thumb = find('t');
    thumb.addEventListener('mousedown', (event) => { from = event.clientX - thumb.offsetLeft });
    document.addEventListener('mousemove', (event) => { if (from === undefined) return; thumb.style.left = Math.max(0, Math.min(180, event.clientX - from)) + 'px'; thumb.ariaValueNow = thumb.offsetLeft });
    document.addEventListener('mouseup', () => { from = undefined })`,
};

const TALL: Widget = {
  html: `<button id=top>Top</button><p style="height:2500px">Tall</p><button id=end>End</button>`,
};

const BOX: Widget = {
  html: `<div id=box style="width:200px;height:100px;overflow:auto"><div style="width:900px;height:600px"><button id=in>Inside</button></div></div>`,
};

const upload =
  (label: string, ...files: string[]): Case['act'] =>
  (session, number) =>
    session.uploadFile(number(label), files);

const names = (id: string): string => `[...find("${id}").files].map(({ name }) => name).join()`;

/** Files that are chosen after a click on something that is no field. */
const CHOOSER: Widget = {
  html: '<button id=b>Choose files</button><input id=f type=file hidden multiple>',
  script: 'find("b").addEventListener("click", () => find("f").click())',
};

conform([
  {
    does: 'dragging and dropping as HTML has it',
    widget: BOARD,
    act: (session, number) => session.drag(number('Card'), number('Done')),
    events: ['dragstart a', 'drop column'],
    holds: { 'find("column").textContent': 'card' },
    in: EVERYWHERE,
  },
  {
    does: 'sorting a list by the pointer',
    widget: SORTABLE,
    act: (session, number) => session.drag(number('One'), number('Three')),
    events: ['dropped'],
    holds: { '[...find("l").children].map(({ id }) => id).join()': 'Two,Three,One' },
    in: HARDEST,
  },
  {
    does: 'sorting a list that looks every 50 ms where the pointer is',
    widget: POLLED,
    act: (session, number) => session.drag(number('One'), number('Three')),
    events: ['dropped'],
    holds: { '[...find("l").children].map(({ id }) => id).join()': 'Two,Three,One' },
    in: HARDEST,
  },
  {
    does: 'dragging the thumb of a slider',
    widget: SLIDER,
    act: (session, number) => session.drag(number('Price'), { x: 90, y: 0 }),
    holds: { 'find("t").offsetLeft': 90 },
    in: HARDEST,
  },
  {
    does: 'scrolling the page',
    widget: TALL,
    act: async (session) => {
      const { text } = await session.scroll({ pixels: 300 });
      expect(text).toContain('by 300 px');
    },
    holds: { scrollY: 300 },
    in: ['page', 'open shadow root', 'closed shadow root'],
  },
  {
    does: 'scrolling what an element lies in',
    widget: TALL,
    act: (session, number) => session.scroll({ pixels: 300, target: number('Top') }),
    holds: { scrollY: 300 },
    in: HARDEST,
  },
  {
    does: 'scrolling a box sideways',
    widget: BOX,
    act: (session, number) => session.scroll({ pixels: 120, direction: 'right', target: number('Inside') }),
    holds: { '[find("box").scrollLeft, find("box").scrollTop]': [120, 0] },
    in: HARDEST,
  },
  {
    does: 'scrolling to an element',
    widget: TALL,
    act: (session, number) => session.scrollTo(number('End')),
    holds: { 'scrollY > 1000 && find("end").getBoundingClientRect().bottom <= innerHeight': true },
    in: EVERYWHERE,
  },
  {
    does: 'scrolling as far as it goes',
    widget: TALL,
    act: async (session) => {
      await session.scroll({ pixels: 100_000 });
      expect((await session.scroll()).text).toContain('cannot scroll down any further');
    },
  },
  {
    does: 'a page that scrolls in a box of its own',
    widget: {
      html: `<style>html,body{height:100%;margin:0;overflow:hidden}</style><main id=box style="height:100%;overflow:auto"><p style="height:3000px">Tall</p></main>`,
    },
    act: (session) => session.scroll({ pixels: 250 }),
    holds: { 'find("box").scrollTop': 250 },
  },
  {
    does: 'a file for a field',
    widget: { html: '<label>Photo <input id=f type=file></label>' },
    act: upload('Photo', first),
    events: ['input f', 'change f'],
    holds: { [names('f')]: 'one.txt', 'find("f").files[0].text()': 'words of one.txt' },
    in: EVERYWHERE,
  },
  {
    does: 'several files for a field',
    widget: { html: '<label>Photos <input id=f type=file multiple></label>' },
    act: upload('Photos', first, second),
    holds: { [names('f')]: 'one.txt,two.txt' },
  },
  {
    does: 'a file for a field that its label stands for',
    widget: {
      html: '<input id=f type=file style="display:none"><label for=f style="border:1px solid">Upload a photo</label>',
    },
    act: upload('Upload a photo', first),
    holds: { [names('f')]: 'one.txt' },
    in: HARDEST,
  },
  {
    does: 'files after a button that opens the choice of them',
    widget: CHOOSER,
    act: upload('Choose files', first, second),
    events: ['click b'],
    holds: { [names('f')]: 'one.txt,two.txt' },
    in: HARDEST,
  },
  {
    does: 'a file for a drop zone with a field in it',
    widget: {
      html: '<div id=z role=button tabindex=0 style="width:200px;height:80px;border:1px dashed">Drop here<input id=f type=file style="display:none"></div>',
    },
    act: upload('Drop here', first),
    holds: { [names('f')]: 'one.txt' },
  },
]);
