import { expect } from 'vitest';
import type { ClickOptions } from '../../../packages/sightline/src/actions/ActionContext.ts';
import { type Case, conform, EVERYWHERE, FRAMES, HARDEST } from './conform.ts';
import type { Widget } from './WidgetBrowser.ts';

// Clicks of all kinds, hovering, focus, keys, and reading: each reaches its element, wherever that stands.

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const BUTTON: Widget = { html: '<p>Some text</p><button id=go>Go</button>' };
const FIELD: Widget = { html: '<label>Query <input id=q value=abc></label><button id=go>Go</button>' };

const click =
  (label: string, options?: ClickOptions): Case['act'] =>
  (session, number) =>
    session.click(number(label), options);

/** A widget of one control called Go, which is clicked. */
const clicked = (does: string, html: string, events: string[], script = ''): Case => ({
  does: `a click on ${does}`,
  widget: { html, script },
  act: click('Go'),
  events,
});

conform([
  {
    does: 'a click',
    widget: BUTTON,
    act: click('Go'),
    events: ['mouseover go', 'click go'],
    in: EVERYWHERE,
  },
  {
    does: 'a click with the right button',
    widget: BUTTON,
    act: click('Go', { button: 'right' }),
    events: ['contextmenu go right'],
    in: HARDEST,
  },
  {
    does: 'a click with the middle button',
    widget: BUTTON,
    act: click('Go', { button: 'middle' }),
    events: ['auxclick go middle'],
  },
  {
    does: 'a double click',
    widget: BUTTON,
    act: click('Go', { clickCount: 2 }),
    events: ['click go', 'click go', 'dblclick go'],
    in: HARDEST,
  },
  {
    does: 'a click with keys held down',
    widget: BUTTON,
    act: click('Go', { modifiers: ['Shift', 'Alt'] }),
    events: ['click go alt shift'],
    in: HARDEST,
  },
  {
    does: 'a click far below',
    widget: { html: `<p style="height:3000px">Tall</p>${BUTTON.html}` },
    act: click('Go'),
    events: ['click go'],
    in: HARDEST,
  },
  {
    does: 'hovering',
    widget: {
      html: '<div id=menu style="width:90px">Menu <button id=go style="display:none">Inside</button></div><button id=m>Open</button>',
      script: 'find("m").addEventListener("mouseenter", () => { find("go").style.display = "block" })',
    },
    act: (session, number) => session.hover(number('Open')),
    events: ['mouseover m'],
    holds: { 'find("go").style.display': 'block' },
    in: EVERYWHERE,
  },
  {
    does: 'giving the focus',
    widget: FIELD,
    act: (session, number) => session.focus(number('Query')),
    events: ['focusin q'],
    holds: { 'root.activeElement.id': 'q' },
    in: EVERYWHERE,
  },
  {
    does: 'pressing a key on an element',
    widget: FIELD,
    act: (session, number) => session.press('Enter', number('Go')),
    events: ['keydown go Enter', 'click go'],
    in: EVERYWHERE,
  },
  {
    does: 'pressing keys where the focus is',
    widget: FIELD,
    act: async (session, number) => {
      await session.focus(number('Query'));
      await session.press('ctrl+a');
      await session.press('Delete');
      await session.press('x');
    },
    events: ['keydown q a ctrl', 'keydown q Delete', 'keydown q x'],
    holds: { 'find("q").value': 'x' },
    in: HARDEST,
  },
  {
    does: 'pressing a chord with a sign in it',
    widget: FIELD,
    act: (session, number) => session.press('Control++', number('Query')),
    events: ['keydown q + ctrl'],
  },
  {
    does: 'reading text, value and visibility',
    widget: { html: `${FIELD.html}<button id=t>Say <b>hello</b> there</button>` },
    act: async (session, number) => {
      expect(await session.getText(number('Say'))).toBe('Say hello there');
      expect(await session.getValue(number('Query'))).toBe('abc');
      expect((await session.isVisible(number('Go'))).data.visible).toBe(true);
    },
    in: EVERYWHERE,
  },
  {
    does: 'a link that leaves the document',
    widget: { html: '<a id=go href="?next">Go</a>' },
    act: click('Go'),
    holds: { 'location.search': '?next' },
    in: HARDEST,
  },
  {
    does: 'a styled checkbox, by its label',
    widget: {
      html: `<style>.c{position:absolute;opacity:0;width:1px;height:1px} .b{display:inline-block;width:20px;height:20px;border:1px solid}</style>
        <label><input class=c id=c type=checkbox><span class=b></span> News</label>`,
    },
    act: click('News'),
    holds: { 'find("c").checked': true },
    in: HARDEST,
  },
  {
    does: 'a part of an image map',
    widget: {
      html: `<img src="${PIXEL}" width=300 height=200 usemap="#m" alt=Map><map name=m>
        <area id=a shape=rect coords="0,0,100,200" href="#west" alt=West><area id=go shape=circle coords="220,100,50" href="#east" alt=East></map>`,
    },
    act: click('East'),
    events: ['click go'],
    in: HARDEST,
  },
  {
    does: 'a button under a bar that stays in place, once scrolled',
    widget: {
      html: `<div id=bar style="position:fixed;top:0;left:0;right:0;height:200px;background:#cde">Bar</div>
        <p style="height:1200px">Tall</p><button id=go>Go</button><p style="height:1200px">More</p>`,
    },
    act: async (session, number, widgets) => {
      await widgets.state('scrollTo(0, 1150)');
      await session.click(number('Go'));
    },
    events: ['click go'],
    in: ['page', ...FRAMES],
  },
  clicked(
    'a link broken over lines',
    '<p style="width:200px;font:16px/1.5 monospace">Some words first <a id=go href="#x">Go on and on</a></p>',
    ['click go'],
  ),
  clicked(
    'what is covered in its middle',
    `<button id=go style="width:300px;height:60px">Go</button>
     <div style="position:absolute;left:100px;top:0;width:110px;height:120px;background:#fcc">Cover</div>`,
    ['click go'],
  ),
  clicked(
    'a card with a button in its middle',
    `<div id=go role=link aria-label=Go tabindex=0 style="width:300px;height:100px;display:grid;place-items:center;border:1px solid">
     <button id=inner style="width:120px;height:30px">Other</button></div>`,
    ['click go'],
  ),
  clicked(
    'a picture in a button',
    '<button id=b aria-label=Go><svg width=40 height=40><rect width=40 height=40 /></svg></button>',
    ['Go took it'],
    'find("b").addEventListener("click", () => note("Go took it"))',
  ),
  clicked(
    'what is turned',
    '<p style="height:100px"></p><button id=go style="transform:rotate(40deg) scale(1.5);margin:40px">Go</button>',
    ['click go'],
  ),
  clicked('a zoomed page', '<style>html{zoom:1.7}</style><p>Some</p><button id=go>Go</button>', ['click go']),
  clicked(
    'a button with a thick border',
    '<button id=go style="border:30px solid #99c;padding:0">Go</button>',
    ['click go'],
  ),
  clicked(
    'what lies in two scrollers',
    `<div style="height:200px;overflow:auto"><p style="height:600px">One</p><div style="width:200px;height:150px;overflow:auto">
     <p style="height:500px;width:900px">Two</p><button id=go style="margin-left:700px">Go</button></div></div>`,
    ['click go'],
  ),
  clicked(
    'a summary, which opens its details',
    '<details id=d><summary id=go>Go</summary><p>Inside</p></details>',
    ['click go'],
  ),
  clicked(
    'a custom element with a button in its shadow',
    '<x-b id=go></x-b>',
    ['click go'],
    `customElements.define('x-b', class extends HTMLElement { constructor() { super();
      this.attachShadow({ mode: 'open' }).innerHTML = '<button>Go</button>'; } })`,
  ),
  clicked(
    'what listens without being a control',
    '<div id=go style="cursor:pointer;width:80px">Go</div>',
    ['click go'],
    'find("go").addEventListener("click", () => {})',
  ),
  clicked(
    'what pulses for ever',
    `<style>@keyframes k{50%{transform:scale(1.08)}} #go{animation:k .8s infinite}</style><p style="height:50px"></p><button id=go style="width:120px;height:40px">Go</button>`,
    ['click go'],
  ),
  clicked(
    'a button that stops moving in a while',
    `<style>@keyframes k{from{transform:translateX(300px)}} #go{animation:k .6s linear}</style><button id=go>Go</button>`,
    ['click go'],
  ),
  clicked(
    'a button that is enabled after a while',
    '<button id=go disabled>Go</button>',
    ['click go'],
    'setTimeout(() => { find("go").disabled = false }, 300)',
  ),
  clicked(
    'a picture that is another one, still to be loaded, while the mouse is over it',
    '<span id=go aria-label=Go onclick="note(\'went\')"></span>',
    ['mouseover go', 'click go'],
    `const dot = (fill) => URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="14" height="14"><circle r="9" fill="' + fill + '"/></svg>'], { type: 'image/svg+xml' }));
    const style = document.createElement('style');
    style.textContent = '#go{height:14px;content:url(' + dot('red') + ')}#go:hover{content:url(' + dot('blue') + ')}';
    find('go').before(style)`,
  ),
  {
    does: 'a click on a button whose cover goes away after a while',
    widget: {
      html: '<button id=go>Go</button><div id=o hidden style="position:fixed;inset:0;background:#0008">Wait</div>',
    },
    act: async (session, number, widgets) => {
      await widgets.state('find("o").hidden = false, setTimeout(() => { find("o").remove() }, 300)');
      await session.click(number('Go'));
    },
    events: ['click go'],
    in: ['page', 'frame of another process'],
  },
]);
