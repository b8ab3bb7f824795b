import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleApp } from '../../support/bundleApp.ts';
import { type Case, conform, EVERYWHERE, HARDEST } from './conform.ts';
import { type Widget, WidgetBrowser } from './WidgetBrowser.ts';

// Fields of every type take what they are given, fire the events that the page listens for, and are read back.

const fill =
  (text: string): Case['act'] =>
  (session, number) =>
    session.fill(number('Field'), text);

const fillAndLeave =
  (text: string): Case['act'] =>
  async (session, number) => {
    await session.fill(number('Field'), text);
    await session.press('Tab');
  };

const input = (attributes: string, script = ''): Widget => ({
  html: `<label>Field <input id=f ${attributes}></label><button id=other>Other</button>`,
  script,
});

/** Set by their value: a person picks it in a window of the browser, which is no part of the page. */
const PICKED = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range']);

/** A field of a type, filled and asked what it holds. */
const filled = (type: string, text: string, value = text, attributes = ''): Case => ({
  does: `filling a field of type ${type} with ${text}`,
  widget: input(`type=${type} ${attributes}`),
  act: fill(text),
  events: PICKED.has(type) ? ['input f UNTRUSTED', 'change f UNTRUSTED'] : ['input f'],
  holds: { 'find("f").value': value },
});

/** Six boxes for one sign each. */
const BOXES = `<form>${[1, 2, 3, 4, 5, 6]
  .map((i) => `<input maxlength=1 ${i === 1 ? 'id=f aria-label=Field' : `aria-label="Sign ${i}"`}>`)
  .join('')}</form>`;

const EDITING = 'contenteditable role=textbox aria-label=Field style="min-height:20px;border:1px solid"';

conform([
  { ...filled('text', 'Jos\u00e9 "Smith" <b>'), in: EVERYWHERE },
  { ...filled('date', '2026-11-22'), in: HARDEST },
  filled('email', 'me@example.com'),
  filled('number', '-12.5', '-12.5', 'step=any'),
  filled('number', '12,5', '12.5', 'step=any'),
  filled('password', 'open sesame'),
  filled('search', 'shoes'),
  filled('tel', '+44 20 7946 0000'),
  filled('url', 'https://example.com/a?b=c'),
  filled('time', '09:30'),
  filled('datetime-local', '2026-11-22T09:30'),
  filled('month', '2026-11'),
  filled('week', '2026-W47'),
  filled('color', '#1E90FF', '#1e90ff'),
  filled('color', '#f0c', '#ff00cc'),
  filled('range', '70', '70', 'min=0 max=100'),
  {
    does: 'emptying a field',
    widget: input('value=old'),
    act: fill(''),
    holds: { 'find("f").value': '' },
  },
  {
    does: 'filling a textarea with lines',
    widget: { html: '<label>Field <textarea id=f>old</textarea></label>' },
    act: fill('one\ntwo'),
    events: ['input f'],
    holds: { 'find("f").value': 'one\ntwo' },
    in: HARDEST,
  },
  {
    does: 'filling an editing host',
    widget: { html: `<div id=f ${EDITING}>old <b>words</b></div>` },
    act: fill('new words'),
    events: ['input f'],
    holds: { 'find("f").textContent': 'new words' },
    in: HARDEST,
  },
  {
    does: 'filling an editing host with lines',
    widget: { html: `<div id=f ${EDITING}></div>` },
    act: fill('one\ntwo'),
    holds: { 'find("f").innerText.replace(/\\n+/g, "/").replace(/\\/$/, "")': 'one/two' },
  },
  {
    does: 'filling what is editable as plain text only',
    widget: {
      html: `<div id=f ${EDITING.replace('contenteditable', 'contenteditable=plaintext-only')}>old</div>`,
    },
    act: fill('new'),
    holds: { 'find("f").textContent': 'new' },
  },
  {
    does: 'typing key by key',
    widget: input('value=old'),
    act: (session, number) => session.type(number('Field'), 'abc'),
    events: ['keydown f a', 'input f', 'keydown f b', 'input f', 'keydown f c', 'input f'],
    holds: { 'find("f").value': 'abc' },
    in: EVERYWHERE,
  },
  {
    does: 'typing behind what is there',
    widget: input('value=old'),
    act: (session, number) => session.type(number('Field'), 'er', { clear: false }),
    events: ['keydown f e', 'keydown f r'],
    holds: { 'find("f").value': 'older' },
    in: HARDEST,
  },
  {
    does: 'typing behind what an editing host holds',
    widget: { html: `<div id=f ${EDITING}>old</div>` },
    act: (session, number) => session.type(number('Field'), 'er', { clear: false }),
    holds: { 'find("f").textContent': 'older' },
  },
  {
    does: 'typing into a textarea with lines',
    widget: { html: '<label>Field <textarea id=f></textarea></label>' },
    act: (session, number) => session.type(number('Field'), 'a\nb'),
    events: ['keydown f a', 'keydown f Enter', 'keydown f b'],
    holds: { 'find("f").value': 'a\nb' },
  },
  {
    does: 'typing on what is no field but listens for keys',
    widget: {
      html: '<div id=f role=spinbutton aria-label=Field tabindex=0 style="width:90px;height:30px"></div>',
      script: 'find("f").addEventListener("keydown", (event) => { find("f").textContent += event.key })',
    },
    act: (session, number) => session.type(number('Field'), 'hi'),
    events: ['keydown f h', 'keydown f i'],
    holds: { 'find("f").textContent': 'hi' },
  },
  {
    does: 'a mask that formats what is put in',
    widget: input(
      '',
      `find("f").addEventListener("input", () => { const d = find("f").value.replace(/\\D/g, "");
        find("f").value = d.replace(/^(\\d{3})(\\d{3})(\\d+)$/, "($1) $2-$3") })`,
    ),
    act: async (session, number) => {
      const { text } = await session.fill(number('Field'), '5551234567');
      expect(text).toContain('wrote it as "(555) 123-4567"');
    },
    holds: { 'find("f").value': '(555) 123-4567' },
    in: HARDEST,
  },
  {
    does: 'a mask that listens for keys alone',
    widget: input(
      '',
      `let digits = ''; const show = () => { find("f").value = digits.replace(/(..)(?=.)/g, '$1/') };
       find("f").addEventListener('keydown', (event) => { event.preventDefault();
         if (/^\\d$/.test(event.key)) digits += event.key; if (event.key === 'Backspace' || event.key === 'Delete') digits = ''; show() });
       find("f").addEventListener('input', show)`,
    ),
    act: fill('112233'),
    events: ['keydown f 1'],
    holds: { 'find("f").value': '11/22/33' },
  },
  {
    does: 'a mask that shows itself at focus, and forgets what was not typed',
    widget: input(
      '',
      `let typed = ''; const show = () => { find("f").value = typed + '__/__'.slice(typed.length) };
       find("f").addEventListener('focus', show);
       find("f").addEventListener('keydown', (event) => { if (event.key.length > 1) return;
         event.preventDefault(); if (/\\d/.test(event.key)) typed += (typed.length === 2 ? '/' : '') + event.key; show() });
       find("f").addEventListener('blur', show)`,
    ),
    act: fillAndLeave('24/12'),
    holds: { 'find("f").value': '24/12' },
  },
  {
    does: 'a picker that learns of its date from keys let go, and empties the field without one',
    widget: input(
      '',
      `let date = ''; find("f").addEventListener('keyup', () => { date = find("f").value });
       find("f").addEventListener('blur', () => { find("f").value = date })`,
    ),
    act: fillAndLeave('12/24/2026'),
    holds: { 'find("f").value': '12/24/2026' },
  },
  {
    does: 'a field that puts a sign before the number',
    widget: input(
      '',
      `find("f").addEventListener("change", () => { find("f").value = "$ " + find("f").value })`,
    ),
    act: fillAndLeave('1200'),
    holds: { 'find("f").value': '$ 1200' },
  },
  {
    does: 'a field that its page makes anew while it is filled',
    widget: {
      html: '<div id=box><label>Field <input id=f></label></div>',
      script: `root.addEventListener('input', () => { const { value } = find('f'); find('box').innerHTML = '<label>Field <input id=f></label>'; find('f').value = value })`,
    },
    act: fill('abc'),
    holds: { 'find("f").value': 'abc' },
  },
  {
    does: 'a field that is locked while the page is busy',
    widget: input('readonly', 'setTimeout(() => { find("f").readOnly = false }, 300)'),
    act: fill('abc'),
    holds: { 'find("f").value': 'abc' },
  },
  {
    does: 'a field that is locked until it has the focus, so that browsers do not fill it in',
    widget: input('readonly onfocus="this.readOnly = false"'),
    act: fill('abc'),
    holds: { 'find("f").value': 'abc' },
  },
  {
    does: 'a value in a field that finds it wrong, which is shown',
    widget: input('type=email'),
    act: async (session, number) => {
      const { text } = await session.fill(number('Field'), 'me@');
      expect(text).toMatch(/the field says: ".*@.*"/);
    },
    holds: { 'find("f").value': 'me@' },
  },
  {
    does: 'a code in boxes of one sign each, of which each passes the focus on',
    widget: {
      html: BOXES,
      script: `for (const box of find('f').parentNode.children) box.addEventListener('input', () => box.nextElementSibling?.focus())`,
    },
    act: fill('314-159'),
    events: ['input f'],
    holds: { 'Array.from(find("f").parentNode.children, (box) => box.value).join()': '3,1,4,1,5,9' },
  },
  {
    does: 'a code over boxes that do not hold it to the letter, which is refused',
    widget: { html: BOXES },
    act: async (session, number) =>
      expect(session.fill(number('Field'), '3141599')).rejects.toMatchObject({ code: 'not_accepted' }),
  },
  {
    does: 'a slider made of other elements, that goes by fives and to the left',
    widget: {
      html: '<div id=f role=slider aria-label=Field tabindex=0 aria-valuemin=0 aria-valuemax=100 aria-valuenow=0 style="width:99px;height:9px"></div>',
      script: `find('f').addEventListener('keydown', ({ key }) => setTimeout(() => { const f = find('f');
        f.ariaValueNow = Math.max(0, Number(f.ariaValueNow) + (key === 'ArrowLeft' ? 5 : key === 'ArrowRight' ? -5 : 0)); }, 20))`,
    },
    act: async (session, number) => {
      await session.fill(number('Field'), '65');
      await expect(session.fill(number('Field'), '42')).rejects.toMatchObject({ code: 'not_accepted' });
      await expect(session.fill(number('Field'), '142')).rejects.toMatchObject({ code: 'invalid_argument' });
    },
    holds: { 'find("f").ariaValueNow': '45' },
  },
]);

describe('fields that a framework controls', () => {
  let widgets: WidgetBrowser;
  beforeAll(async () => {
    widgets = await WidgetBrowser.start();
  });
  afterAll(() => widgets?.close());

  test('React keeps what is filled and typed', async () => {
    const app = await bundleApp(`
      import { createElement as h, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      function App() {
        const [name, setName] = useState('old'), [code, setCode] = useState(''), [on, setOn] = useState(false), [size, setSize] = useState('s');
        return h('form', null,
          h('label', null, 'Name', h('input', { value: name, onChange: (e) => setName(e.target.value) })),
          h('label', null, 'Code', h('input', { value: code, onChange: (e) => setCode(e.target.value.toUpperCase().slice(0, 4)) })),
          h('label', null, 'News', h('input', { type: 'checkbox', checked: on, onChange: (e) => setOn(e.target.checked) })),
          h('label', null, 'Size', h('select', { value: size, onChange: (e) => setSize(e.target.value) }, h('option', { value: 's' }, 'Small'), h('option', { value: 'l' }, 'Large'))),
          h('output', { id: 'out' }, [name, code, on, size].join('|')));
      }
      createRoot(document.getElementById('app')).render(h(App));`);
    await widgets.open(`<div id=app></div>${app}`);
    const { session } = widgets;
    await session.fill(widgets.number('Name'), 'Ann');
    await session.type(widgets.number('Code'), 'ab');
    await session.check(widgets.number('News'));
    await session.selectOption(widgets.number('Size'), 'Large');
    expect(await widgets.state('out.textContent')).toBe('Ann|AB|true|l');
    await expect(session.fill(widgets.number('Code'), 'abcdef')).rejects.toMatchObject({
      code: 'not_accepted',
    });
  });
});
