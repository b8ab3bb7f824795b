import { bundleApp } from './bundleApp.ts';

/** A row of the list that every app shows. */
export interface Thing {
  key: number;
  name: string;
  state: string;
  likes: number;
}

/**
 * The same table in each library: state, name, likes, a button `Open` and one `Delete`. `show(things, keyed)` renders
 * it; a click sets `clicked`, and `Delete` takes the row out.
 */
export interface ListApp {
  name: string;
  /** Whether it can keep the elements of a thing, or only those of a place. */
  keys: boolean[];
  html(): Promise<string>;
}

const COMMON = `
  let things = [], keyed = true;
  window.clicked = '';
  const open = (t) => { window.clicked = 'open ' + t.key; };
  const take = (t) => { window.clicked = 'delete ' + t.key; window.show(things.filter((one) => one !== t), keyed); };
  const keep = (list, isKeyed) => { things = list; keyed = isKeyed; };`;

const page = (script: string): string => `<h1>People</h1><div id=app></div>${script}`;

export const listApps: ListApp[] = [
  {
    name: 'React',
    keys: [true, false],
    html: async () =>
      page(
        await bundleApp(`import { createElement as h } from 'react'; import { createRoot } from 'react-dom/client';
          import { flushSync } from 'react-dom'; ${COMMON}
          const root = createRoot(app);
          const row = (t, i) => h('tr', { key: keyed ? t.key : i }, h('td', null, t.state), h('td', null, t.name), h('td', null, t.likes + ' likes'),
            h('td', null, h('button', { onClick: () => open(t) }, 'Open'), h('button', { onClick: () => take(t) }, 'Delete')));
          window.show = (list, isKeyed) => { keep(list, isKeyed); flushSync(() => root.render(h('table', null, h('tbody', null, list.map(row))))); };`),
      ),
  },
  {
    name: 'Vue',
    keys: [true, false],
    html: async () =>
      page(
        await bundleApp(`import { createApp, reactive } from 'vue/dist/vue.esm-bundler.js'; ${COMMON}
          const state = reactive({ list: [], keyed: true });
          createApp({ setup: () => ({ state, open, take: (t) => take(things.find((one) => one.key === t.key)) }), template: \`<table><tbody>
            <tr v-for="(t, i) in state.list" :key="state.keyed ? t.key : i"><td>{{ t.state }}</td><td>{{ t.name }}</td><td>{{ t.likes }} likes</td>
              <td><button @click="open(t)">Open</button><button @click="take(t)">Delete</button></td></tr></tbody></table>\` }).mount(app);
          window.show = (list, isKeyed) => { keep(list, isKeyed); state.keyed = isKeyed; state.list = list; };`),
      ),
  },
  {
    name: 'Svelte',
    keys: [true, false],
    html: async () =>
      page(
        await bundleApp(
          `import { mount, flushSync } from 'svelte'; import App from 'App.svelte'; ${COMMON}
          const made = mount(App, { target: app, props: { open, take: (t) => take(things.find((one) => one.key === t.key)) } });
          window.show = (list, isKeyed) => { keep(list, isKeyed); made.set(list, isKeyed); flushSync(); };`,
          {
            'App.svelte': `<script>let { open, take } = $props(); let list = $state.raw([]); let keyed = $state(true);
              export function set(things, isKeyed) { keyed = isKeyed; list = things; }</script>
              {#snippet row(t)}<tr><td>{t.state}</td><td>{t.name}</td><td>{t.likes} likes</td>
                <td><button onclick={() => open(t)}>Open</button><button onclick={() => take(t)}>Delete</button></td></tr>{/snippet}
              <table><tbody>{#if keyed}{#each list as t (t.key)}{@render row(t)}{/each}{:else}{#each list as t}{@render row(t)}{/each}{/if}</tbody></table>`,
          },
        ),
      ),
  },
  {
    name: 'innerHTML',
    keys: [false],
    html: async () =>
      page(`<script>{ ${COMMON}
        window.open_ = (key) => open(things.find((one) => one.key === key));
        window.take_ = (key) => take(things.find((one) => one.key === key));
        window.show = (list, isKeyed) => { keep(list, isKeyed); app.innerHTML = '<table>' + list.map((t) => \`<tr><td>\${t.state}</td><td>\${t.name}</td>
          <td>\${t.likes} likes</td><td><button onclick="open_(\${t.key})">Open</button><button onclick="take_(\${t.key})">Delete</button></td></tr>\`).join('') + '</table>'; };
      }</script>`),
  },
  {
    name: 'jQuery',
    keys: [false],
    html: async () =>
      page(
        await bundleApp(`import $ from 'jquery'; ${COMMON}
          const row = (t) => $('<tr>').append($('<td>').text(t.state), $('<td>').text(t.name), $('<td>').text(t.likes + ' likes'),
            $('<td>').append($('<button>Open</button>').on('click', () => open(t)), $('<button>Delete</button>').on('click', () => take(t))));
          window.show = (list, isKeyed) => { keep(list, isKeyed); $(app).empty().append($('<table>').append(list.map(row))); };`),
      ),
  },
];
