import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPage } from '../../packages/sightline/src/snapshot/buildPage.ts';
import type { PageNode } from '../../packages/sightline/src/snapshot/Page.ts';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { computeVisibility } from '../../packages/sightline/src/visibility/computeVisibility.ts';
import { bundleApp, type Components } from '../support/bundleApp.ts';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What can be clicked although no tag, role or cursor says so: its handler does, wherever that is kept. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** The words on the elements that a person can use, in order. */
async function used(html: string): Promise<string[]> {
  return usedIn((await pages.look(html)).snapshot);
}

function usedIn(snapshot: Snapshot): string[] {
  const page = buildPage(snapshot);
  const { interactive } = computeVisibility(page);
  const words = (node: PageNode): string => {
    const inside = page.nodes.slice(node.index, node.end).map(({ text }) => text);
    return (inside.join('') || node.name || node.tag).trim();
  };
  return page.nodes.filter(({ index }) => interactive[index] === 1).map(words);
}

test('a part of a control with a pointer of its own, but no icon or label of one', async () => {
  const shown =
    await used(`<style>button, .day, [role=option] { cursor: pointer } .close, .event, a.plain { cursor: pointer }
    .close, .event, .icon { display: inline-block; width: 20px; height: 20px } .day { width: 200px; height: 90px } button *, .icon { cursor: pointer }
    </style><button>Report <span class="close">×</span></button> <button><span class="icon">💾</span> Save</button>
    <button style="cursor: default">Notes <span style="cursor: pointer; display: inline-block">✎</span></button>
    <div class="day">12 <div class="event">Stand-up</div><a class="plain">Release</a></div>
    <div role="option">Open bugs <span class="star" aria-label="Pin search" style="display: inline-block">☆</span></div>
    <a href="/x">Ada <span title="Verified">☆</span></a>`);
  expect(shown.map((words) => words.replace(/\s+/g, ' '))).toEqual([
    'Report ×',
    '×',
    '💾 Save',
    'Notes ✎',
    '✎',
    '12 Stand-upRelease',
    'Stand-up',
    'Release',
    'Open bugs ☆',
    '☆',
    'Ada ☆',
  ]);
});

/** Every app shows these; a twin looks the same and does nothing. */
const USED = ['Card', 'Item', 'Cell'];

interface App {
  name: string;
  script: string;
  html?: string;
  components?: Components;
  expected?: string[];
}

const apps: App[] = [
  {
    name: 'React',
    script: `import { createElement as h } from 'react'; import { createRoot } from 'react-dom/client';
      const f = () => {};
      createRoot(app).render(h('section', null, h('h1', null, 'Title'), h('div', { onMouseDown: f }, 'Card'), h('div', { onScroll: f }, 'Twin'),
        h('ul', null, h('li', { onClick: f }, 'Item'), h('li', null, 'Twin')),
        h('table', null, h('tbody', null, h('tr', null, h('td', { onPointerUpCapture: f }, 'Cell'), h('td', null, 'Twin'))))));`,
  },
  {
    name: 'Preact',
    script: `import { h, render } from 'preact'; const f = () => {};
      render(h('section', null, h('div', { onClick: f }, 'Card'), h('div', null, 'Twin'), h('ul', null, h('li', { onClick: f }, 'Item'), h('li', null, 'Twin')),
        h('table', null, h('tbody', null, h('tr', null, h('td', { onMouseDown: f }, 'Cell'), h('td', null, 'Twin'))))), app);`,
  },
  {
    name: 'Vue',
    script: `import { createApp } from 'vue/dist/vue.esm-bundler.js';
      createApp({ methods: { go() {} }, template: \`<div @click="go">Card</div><div>Twin</div><ul><li v-for="w in ['Item']" @mousedown.prevent="go">{{ w }}</li><li>Twin</li></ul>
        <table><tr><td @click.once="go">Cell</td><td>Twin</td></tr></table>\` }).mount(app);`,
  },
  {
    name: 'Svelte',
    script: "import { mount } from 'svelte'; import App from 'App.svelte'; mount(App, { target: app });",
    components: {
      'App.svelte': `<script>let go = () => {};</script><h2>Title</h2><div onclick={go}>Card</div><div>Twin</div>
        <ul>{#each ['Item'] as w}<li onpointerdown={go}>{w}</li>{/each}<li>Twin</li></ul><table><tbody><tr><td onmousedown={go}>Cell</td><td>Twin</td></tr></tbody></table>`,
    },
  },
  {
    name: 'jQuery, delegated',
    html: '<div id=in><div class=c>Card</div><div>Twin</div><div class=c>Card</div></div><ul id=list><li class=on>Item</li><li>Twin</li><li class=on>Item</li></ul><table><tr><td data-go>Cell</td><td>Twin</td></tr></table>',
    expected: ['Card', 'Card', 'Item', 'Item', 'Cell'],
    script: `import $ from 'jquery'; const f = () => {};
      $('#list').on('click', 'li.on', f); $(document).on('click', '[data-go]', f); $('#in').on('mousedown', '> .c, .c', f);`,
  },
  {
    name: 'jQuery, direct',
    html: '<div id=c>Card</div><div>Twin</div><ul><li class=on>Item</li><li>Twin</li></ul><table><tr><td class=on>Cell</td><td>Twin</td></tr></table>',
    script: "import $ from 'jquery'; $('#c, .on').on('click', () => {});",
  },
  {
    name: 'Alpine',
    html: `<section x-data="{ n: 0 }"><div @click="n++">Card</div><div @click.outside="n++">Twin</div>
      <ul><li x-on:click="n++">Item</li><li>Twin</li></ul><table><tr><td @mousedown.prevent="n++">Cell</td><td>Twin</td></tr></table></section>`,
    script: "import Alpine from 'alpinejs'; Alpine.start();",
  },
];

describe('frameworks', () => {
  test.each(apps)('$name', async ({ script, html = '<div id=app></div>', components, expected = USED }) => {
    expect(await used(`${html}${await bundleApp(script, components)}`)).toEqual(expected);
  });
});

describe('listeners', () => {
  test('hundreds of them, in every kind of place, at once and as they come', async () => {
    const place = '<p class=x>A</p><p>B</p>'.repeat(150);
    await pages.look(`<div id=here>${place}</div><div id=open></div><div id=later></div><iframe id=f width=300 height=300></iframe>
      <script>const listen = (root) => root.querySelectorAll('.x').forEach((e) => e.addEventListener('click', () => {}));
      const s = document.getElementById('open').attachShadow({ mode: 'open' }); s.innerHTML = '${place}';
      f.contentDocument.body.innerHTML = '${place}'; listen(document); listen(s); listen(f.contentDocument)</script>`);
    const look = async () => usedIn((await pages.session.look()).snapshot);
    expect((await look()).filter((word) => word === 'A')).toHaveLength(450);
    expect(await look()).not.toContain('B');
    await pages.session.page.evaluate(
      "later.innerHTML = '<p class=x>C</p><p>D</p>'; listen(later); here.firstChild.remove()",
    );
    const after = await look();
    expect(after.filter((word) => word === 'A')).toHaveLength(449);
    expect(after).toContain('C');
    expect(after).not.toContain('D');
  });

  test("of a page that hides the console's functions and breaks its own built-ins", async () => {
    const words = await used(`<div id=a>${'<p class=x>A</p>'.repeat(100)}</div><script>
      document.querySelectorAll('.x').forEach((e) => e.addEventListener('click', () => {}));
      window.getEventListeners = () => ({ click: [] }); Object.keys = Reflect.ownKeys = () => { throw 1 };
      document.querySelectorAll = () => []; Array.prototype.forEach = () => {};</script>`);
    expect(words).toEqual(Array(100).fill('A'));
  });

  test('what takes a drop, or has a menu of its own, is a target; what all is dropped on is none', async () => {
    const words =
      await used(`<div id=all><h1>Board</h1><button>New</button> <a href=/>Home</a><section><h2>Done</h2></section>
      <p id=menu>report.txt</p><p>Twin</p></div><script>
      for (const e of [all, document.querySelector('section')]) e.addEventListener('drop', () => {});
      menu.addEventListener('contextmenu', () => {});</script>`);
    expect(words).toEqual(['New', 'Home', 'Done', 'report.txt']);
  });

  test('a page that claims what is not there adds nothing', async () => {
    const words = await used(`<p>A</p><script>Array.prototype.forEach = function (f) { f(this[0], 99999) };
      document.querySelectorAll = () => [{ localName: 'script', __click: 1 }];</script>`);
    expect(words).toEqual([]);
  });

  test('a handler that is taken away is shown no longer', async () => {
    await pages.look(`<div id=d>A</div><script>const f = () => {}; d.addEventListener('click', f)</script>`);
    await pages.session.page.evaluate(
      "d.removeEventListener('click', f); d.insertAdjacentHTML('afterend', '<p>new</p>')",
    );
    expect(usedIn((await pages.session.look()).snapshot)).toEqual([]);
  });

  test('a list that listens for its items is no target, a card with one inside it is', async () => {
    const listen = '<script>for (const e of document.querySelectorAll(".x")) e.onclick = () => {}</script>';
    expect(await used(`<ul class=x><li class=x>1</li><li>-</li><li class=x>2</li></ul>${listen}`)).toEqual([
      '1',
      '2',
    ]);
    expect(await used(`<ul class=x><li>1</li><li>2</li></ul><ol class=x><li>3</li></ol>${listen}`)).toEqual([
      '1',
      '2',
      '3',
    ]);
    const { text } = await pages.session.look({ full: true });
    const second = Number(/\[(\d+)\]<li>2/.exec(text)?.[1]);
    expect((await pages.session.click(second)).text).toContain(`clicked [${second}]<li>"2"`);
    expect(await used(`<div class=x>Card <i class=x>x</i></div>${listen}`)).toEqual(['Card x', 'x']);
    expect(await used(`<div class=x><p class=x>Only</p></div>${listen}`)).toEqual(['Only']);
  });

  test('shapes of a drawing that listen, as they come and in a frame too', async () => {
    const script = (tag: string) =>
      `for (const e of document.querySelectorAll('${tag}')) for (const type of ['mousedown', 'click']) e.addEventListener(type, () => {});`;
    const chart =
      '<svg width=90 height=40><g><rect width=20 height=30 /></g><circle cx=50 cy=20 r=9 /><path d="M60 0h20v20z"/></svg>';
    const frame = `<iframe srcdoc='${chart}<script>${script('circle').replaceAll("'", '"')}</script>'></iframe>`;
    expect(await used(`${chart}${frame}<script>${script('rect')}</script>`)).toEqual([
      'rect',
      'iframe',
      'circle',
    ]);
    await pages.session.page.evaluate(script('path'));
    expect(usedIn((await pages.session.look()).snapshot)).toEqual(['rect', 'path', 'iframe', 'circle']);
    expect((await pages.session.look({ full: true })).text).toContain('<path color=#000000>');
  });

  test('handlers that attributes name for a library that listens for them at the root', async () => {
    expect(
      await used(`<div jsaction="click:a.b">1</div><div jsaction="mouseover:a.b">-</div><div phx-click=go>2</div><div on:click=x>3</div>
        <div data-bs-toggle=collapse>4</div><div data-toggle=tooltip>-</div><div data-action="hover->x#y">-</div>`),
    ).toEqual(['1', '2', '3', '4']);
  });

  test('other frameworks keep them on properties of their own', async () => {
    const html = '<div id=a>Solid</div><div id=b>Svelte 5.0</div><div id=c>-</div><div id=d>-</div>';
    const script =
      'a.$$click = b.__click = () => {}; c.$$input = () => {}; d.__click = undefined; d.onkeydown = () => {}';
    expect(await used(`${html}<script>${script}</script>`)).toEqual(['Solid', 'Svelte 5.0']);
  });

  test('React 16 keeps its props under another name', async () => {
    expect(
      await used(
        '<div id=a>A</div><div id=b>B</div><script>a.__reactEventHandlers$x1 = { onClick() {} }; b.__reactEventHandlers$x1 = {}; document.onclick = () => {}</script>',
      ),
    ).toEqual(['A']);
  });
});
