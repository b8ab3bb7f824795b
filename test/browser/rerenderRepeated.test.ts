import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { bundleApp } from '../support/bundleApp.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { lookForElements, numbersOf } from '../support/shownElements.ts';

/** What a person does again and again with one control, after one look: numbers must stay good for it. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** A step: the name of what is clicked (`name#2`: the second of that name), or what a field is filled with. */
type Step = string | [field: string, text: string];

/** Looks once, goes the steps with the numbers of that look, and returns what the app wrote into `log`, or the first error. */
async function go(html: string, ...steps: Step[]): Promise<string> {
  const { session } = pages;
  await pages.open(`<script>var log = [];</script><div id=root></div>${html}`);
  const elements = await lookForElements(session);
  for (const step of steps) {
    const [name, value] = typeof step === 'string' ? [step] : step;
    const [words = '', nth = '1'] = name.split('#');
    const number = numbersOf(elements, words)[Number(nth) - 1] as number;
    const done = value === undefined ? session.click(number) : session.fill(number, value);
    const failed = await done.then(
      () => undefined,
      (error: SightlineError) => error,
    );
    if (failed)
      return `${await session.page.evaluate('log.join(" ")')} | ${name}: ${failed.code} ${failed.message}`;
  }
  return String(await session.page.evaluate('log.join(" ")'));
}

const react = (script: string): Promise<string> =>
  bundleApp(`import { createElement as h, useState } from 'react'; import { createRoot } from 'react-dom/client';
    const log = window.log; ${script}
    createRoot(root).render(h(App));`);

/** A page that is made anew, wholly, after every click: `html` runs in the page, and so does what each `data-do` does. */
const redrawn = <State>(state: State, html: (state: State) => string, acts: string): string =>
  `<div id=app></div><script>const state = ${JSON.stringify(state)}; const acts = ${acts}; const html = ${html};
    const draw = () => { app.innerHTML = html(state); };
    app.onclick = (event) => { const act = event.target.closest('[data-do]'); if (!act) return; const [name, arg] = act.dataset.do.split(' '); acts[name](arg); draw(); };
    draw();</script>`;

describe('counters', () => {
  test('in React', async () => {
    const html =
      await react(`function App() { const [n, set] = useState(3); const to = (v) => { log.push(v); set(v); };
      return h('div', null, h('button', { onClick: () => to(n - 1) }, '-'), h('span', null, n), h('button', { onClick: () => to(n + 1) }, '+')); }`);
    expect(await go(html, '+', '+', '+', '-', '+')).toBe('4 5 6 5 6');
  });

  test('made anew after every click', async () => {
    const html = redrawn(
      { n: 3 },
      (state) => `<button data-do="by -1">-</button> ${state.n} <button data-do="by 1">+</button>`,
      '{ by(d) { state.n += +d; log.push(state.n); } }',
    );
    expect(await go(html, '+', '+', '+', '-', '+')).toBe('4 5 6 5 6');
  });

  test.each(['in place', 'made anew'])('of the lines of a cart, %s', async (how) => {
    const acts =
      '{ by([i, sign]) { state[i][1] += sign === "+" ? 1 : -1; log.push(state[i][0] + state[i][1]); } }';
    const html = redrawn(
      [
        ['Tea', 1],
        ['Milk', 2],
      ] as [string, number][],
      (state) =>
        `<ul>${state.map(([name, n], i) => `<li>${name} <button data-do="by ${i}-">-</button> <span>${n}</span> <button data-do="by ${i}+">+</button> <i>$${n * 5}</i></li>`).join('')}</ul>`,
      acts,
    );
    const inPlace = html.replace(
      'const draw = () => {',
      'const draw = () => { const spans = app.querySelectorAll("span"); if (spans.length > 0) { spans.forEach((span, i) => { span.textContent = state[i][1]; app.querySelectorAll("i")[i].textContent = "$" + state[i][1] * 5; }); return; }',
    );
    expect(await go(how === 'in place' ? inPlace : html, '+#2', '+#2', '+#1', '-#2', '+#1')).toBe(
      'Milk3 Milk4 Tea2 Milk3 Tea3',
    );
  });
});

describe('labels that change with a click', () => {
  test('Follow and Following, in rows', async () => {
    const html =
      await react(`const names = ['Ann', 'Ben', 'Cat']; function App() { const [on, set] = useState([]);
      return h('ul', null, names.map((name) => h('li', { key: name }, h('b', null, name), h('button', { onClick() {
        log.push(name + (on.includes(name) ? '-' : '+')); set(on.includes(name) ? on.filter((one) => one !== name) : [...on, name]); } }, on.includes(name) ? 'Following' : 'Follow')))); }`);
    expect(await go(html, 'Follow#2', 'Follow#2', 'Follow#1', 'Follow#2', 'Follow#3')).toBe(
      'Ben+ Ben- Ann+ Ben+ Cat+',
    );
  });

  test.each<[string, (state: number[]) => string]>([
    [
      'Like 3',
      (state) =>
        `<ul>${state.map((n, i) => `<li><p>Post ${'abc'[i]}</p><button data-do="like ${i}">Like ${n}</button></li>`).join('')}</ul>`,
    ],
    [
      '3 likes beside it',
      (state) =>
        `<ul>${state.map((n, i) => `<li><p>Post ${'abc'[i]}</p>${n} likes <button data-do="like ${i}">Like</button></li>`).join('')}</ul>`,
    ],
  ])('likes, made anew: %s', async (_, html) => {
    const made = redrawn([1, 3, 5], html, '{ like(i) { state[i]++; log.push("abc"[i] + state[i]); } }');
    expect(await go(made, 'Like#2', 'Like#2', 'Like#1', 'Like#3', 'Like#2')).toBe('b4 b5 a2 c6 b6');
  });

  test('Play and Pause', async () => {
    const html = `<div><b>A song</b><button onclick="log.push(this.textContent); this.textContent = this.textContent === 'Play' ? 'Pause' : 'Play'">Play</button></div>`;
    expect(await go(html, 'Play', 'Play', 'Play')).toBe('Play Pause Play');
  });
});

const FIELDS = ['Name', 'Email', 'City'];

describe('forms', () => {
  test('whose messages change as they are filled', async () => {
    const html =
      await react(`const names = ${JSON.stringify(FIELDS)}; function App() { const [values, set] = useState({}); const [tried, setTried] = useState(true);
      return h('form', { onSubmit(event) { event.preventDefault(); log.push(names.map((name) => values[name] ?? '').join()); } },
        h('p', null, names.filter((name) => !values[name]).length + ' fields are missing'),
        names.map((name) => h('div', { key: name }, h('label', null, name, h('input', { value: values[name] ?? '', onChange: (event) => set({ ...values, [name]: event.target.value }) })),
          (values[name] ?? '').length < 3 && h('i', null, values[name] ? name + ' is too short' : name + ' is required'))), h('button', null, 'Send')); }`);
    expect(await go(html, ['Name', 'Ann Lee'], ['Email', 'a@b.test'], ['City', 'Bern'], 'Send')).toBe(
      'Ann Lee,a@b.test,Bern',
    );
  });

  test('whose fields are made anew at every keystroke', async () => {
    const html = `<form id=form onsubmit="log.push(Object.values(values).join()); return false"></form><script>
      const values = { Name: '', Email: '', City: '' };
      const draw = (focus) => { form.innerHTML = Object.keys(values).map((name) => '<p><label for=' + name + '>' + name + '</label><input id=' + name + ' value="' + values[name] + '">' + (values[name] ? '' : '<i>Required</i>') + '</p>').join('') + '<button>Send</button>';
        if (focus) { form[focus].focus(); form[focus].setSelectionRange(99, 99); } };
      form.oninput = (event) => { values[event.target.id] = event.target.value; draw(event.target.id); }; draw();</script>`;
    expect(await go(html, ['Name', 'Ann'], ['Email', 'a@b.test'], ['City', 'Bern'], 'Send')).toBe(
      'Ann,a@b.test,Bern',
    );
  });

  test('of rows that only their fields distinguish', async () => {
    const row =
      '<li><input> <button onclick="log.push(this.previousElementSibling.value); this.parentElement.remove()">Remove</button></li>';
    expect(
      await go(`<ul>${row.repeat(3)}</ul>`, ['<input#2', 'Milk'], ['<input#3', 'Eggs'], 'Remove#3'),
    ).toBe('Eggs');
  });
});

test('more is loaded five times, by a button that is made anew', async () => {
  const html = redrawn(
    { n: 3 },
    (state) =>
      `<ul>${[...Array(state.n).keys()].map((i) => `<li>Entry ${i}<button>Open</button></li>`).join('')}</ul><p>${state.n} of 100</p><button data-do=more>Load more</button>`,
    '{ more() { state.n += 3; log.push(state.n); } }',
  );
  expect(await go(html, 'Load more', 'Load more', 'Load more', 'Load more', 'Load more')).toBe(
    '6 9 12 15 18',
  );
});

test('an accordion opens and closes', async () => {
  const html =
    await react(`const parts = ['Sizes', 'Colours', 'Prices']; function App() { const [open, set] = useState('');
    return h('div', null, parts.map((part) => h('section', { key: part }, h('h3', null, h('button', { 'aria-expanded': open === part, onClick() { log.push(part); set(open === part ? '' : part); } }, part)),
      open === part && h('p', null, 'All about ' + part)))); }`);
  expect(await go(html, 'Sizes', 'Colours', 'Prices', 'Sizes', 'Sizes')).toBe(
    'Sizes Colours Prices Sizes Sizes',
  );
});

test('a table is sorted twice by each of its heads, and made anew each time', async () => {
  const html = redrawn(
    {
      by: '',
      up: true,
      rows: [
        ['Tea', 3],
        ['Milk', 1],
        ['Jam', 2],
      ],
    },
    (state) =>
      `<table><tr>${['Name', 'Price'].map((head, i) => `<th><button data-do="sort ${i}">${head}</button>${state.by === String(i) ? (state.up ? '▲' : '▼') : ''}</th>`).join('')}</tr>${state.rows.map((row) => `<tr><td>${row[0]}</td><td>${row[1]}</td></tr>`).join('')}</table>`,
    '{ sort(i) { state.up = state.by === i ? !state.up : true; state.by = i; state.rows.sort((a, b) => (a[i] < b[i] ? -1 : 1) * (state.up ? 1 : -1)); log.push(state.rows[0][0]); } }',
  );
  expect(await go(html, 'Price', 'Price', 'Name', 'Name', 'Price')).toBe('Milk Tea Jam Tea Milk');
});

test('a calendar turns its months, all its days made anew', async () => {
  const html = redrawn(
    { m: 0 },
    (state) =>
      `<div class=calendar><div><button data-do="turn -1" aria-label="Previous month">‹</button><b>${new Date(2026, state.m).toLocaleString('en', { month: 'long' })} 2026</b><button data-do="turn 1" aria-label="Next month">›</button></div>${[0, 1, 2, 3].map((w) => `<div>${[1, 2, 3, 4, 5, 6, 7].map((d) => `<button>${w * 7 + d + state.m}</button>`).join('')}</div>`).join('')}</div>`,
    '{ turn(d) { state.m += +d; log.push(state.m); } }',
  );
  expect(await go(html, 'Next month', 'Next month', 'Next month', 'Previous month', 'Next month')).toBe(
    '1 2 3 2 3',
  );
});

test('tabs, and a dialog, that are made anew', async () => {
  const tabs = redrawn(
    { at: 'One' },
    (state) =>
      `<div role=tablist>${['One', 'Two', 'Three'].map((name) => `<button role=tab aria-selected=${name === state.at} data-do="to ${name}">${name}</button>`).join('')}</div><div role=tabpanel>All about ${state.at}</div>`,
    '{ to(name) { state.at = name; log.push(name); } }',
  );
  expect(await go(tabs, 'Two', 'Three', 'One', 'Two')).toBe('Two Three One Two');
  const dialog = redrawn(
    { open: true },
    (state) =>
      (state.open
        ? '<div role=dialog aria-label=Sure><p>Are you sure?</p><button data-do=no>No</button><button data-do=yes>Yes</button></div>'
        : '') + '<button data-do=ask>Ask</button>',
    '{ ask() { state.open = true; log.push("ask"); }, no() { state.open = false; log.push("no"); }, yes() { log.push("yes"); } }',
  );
  expect(await go(dialog, 'No', 'Ask', 'No', 'Ask', 'Yes')).toBe('no ask no ask yes');
});

test('a form whose controls are made anew in wrappers that stay, two of them of one name', async () => {
  const html = `<div><div id=tags></div><div><span><input placeholder="Tag"></span><span id=list></span><span id=addTag></span></div><div id=found></div></div>
    <div><em>A new field:</em><div><span><input placeholder="Field"></span></div><span id=addField></span></div><script>
    const [tag, field] = document.querySelectorAll('input'); let all = [];
    const button = (place, click) => { place.innerHTML = '<button>add</button>'; place.firstChild.onclick = click; };
    const draw = () => {
      tags.innerHTML = all.map((one) => '<i>' + one + '</i>').join(' ');
      list.innerHTML = tag.value && '<button title="Clear">x</button>';
      found.innerHTML = tag.value && '<p>No ' + tag.value + ' found</p><p>Of all, ' + all.length + '</p>';
      button(addTag, () => { log.push('tag:' + tag.value); all.push(tag.value); tag.value = ''; draw(); });
      button(addField, () => { log.push('field:' + field.value); field.value = ''; draw(); });
    };
    tag.oninput = draw; draw();</script>`;
  const steps: Step[] = [
    ['Tag', 'red'],
    'add#1',
    ['Tag', 'blue'],
    'add#1',
    ['Field', 'size'],
    'add#2',
    ['Tag', 'green'],
    'add#1',
  ];
  expect(await go(html, ...steps)).toBe('tag:red tag:blue field:size tag:green');
});

test('a form is made anew beside the rows that it makes, whose fields have the names of its own', async () => {
  const html = `<table id=rows></table><div id=form></div><script>
    const all = [];
    const field = (value = '') => '<input placeholder=Value value="' + value + '">';
    const draw = () => {
      rows.innerHTML = all.map((one) => '<tr><td>' + one + '<td>' + field('of ' + one) + '</tr>').join('');
      form.innerHTML = '<em>A new field:</em><p><input placeholder=Name></p><p>' + field() + '</p><button>add</button>';
      const [name, value] = form.querySelectorAll('input');
      form.lastChild.onclick = () => { log.push(name.value + '=' + value.value); all.push(name.value); draw(); };
    };
    draw();</script>`;
  const add = (name: string): Step[] => [['Name', name], ['Value', `of ${name}`], 'add'];
  expect(await go(html, ...['size', 'colour', 'age'].flatMap(add))).toBe(
    'size=of size colour=of colour age=of age',
  );
});

test('a wizard goes on and back', async () => {
  const html =
    await react(`const steps = ['Address', 'Payment', 'Gift', 'Thanks']; function App() { const [at, set] = useState(1);
    const to = (n) => { log.push(steps[n]); set(n); };
    return h('div', null, h('h2', null, steps[at]), h('p', null, 'All about ' + steps[at]), h('button', { onClick: () => to(at - 1) }, 'Back'), h('button', { onClick: () => to(at + 1) }, 'Next')); }`);
  expect(await go(html, 'Next', 'Next', 'Back', 'Next', 'Back')).toBe('Gift Thanks Gift Thanks Gift');
});

test('what stands alone goes with the words around it, where a result showed all of them; by themselves they make it another', async () => {
  const html = `<script>const show = (text) => { words.innerHTML = '<h2>Order ' + text + '</h2><p>For ' + text + '</p>' }</script>
    <nav><button onclick="show('Ann')">First</button> <button onclick="show('Ben')">Second</button></nav>
    <main><div id=words></div><button onclick="log.push(words.textContent)">Delete</button></main><script>show('Zoe')</script>`;
  expect(await go(html, 'Second', 'Delete', 'First', 'Delete')).toBe('Order BenFor Ben Order AnnFor Ann');
  const { session } = pages;
  const [remove = 0] = numbersOf(await lookForElements(session), 'Delete');
  await session.page.evaluate("show('Ben')");
  await expect(session.click(remove)).rejects.toMatchObject({ code: 'stale' });
});

test('all rows of a table are ticked after one look, however often the page changes', async () => {
  const names = ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Flo', 'Gus', 'Hal', 'Ida', 'Joy'];
  const html = redrawn(
    names.map((name) => [name, 'open']),
    (state) =>
      `<p>${state.filter((one) => one[1] === 'done').length} done</p><table>${state.map((one, i) => `<tr><td>${one[1]}</td><td>${one[0]}</td><td><button data-do="tick ${i}">Tick</button></td></tr>`).join('')}</table>`,
    '{ tick(i) { state[i][1] = "done"; log.push(state[i][0]); } }',
  );
  expect(await go(html, ...names.map((_, i) => `Tick#${i + 1}`))).toBe(names.join(' '));
});

test('an item that moves, and is called by its new place, is the same one', async () => {
  const item = (name: string, i: number): string =>
    `<section><h3>Link ${i + 1}</h3><button class=up>Move up</button><label>Label <input value=${name}></label></section>`;
  const html = `<div id=list>${['Sign-up', 'Tools', 'Map'].map(item).join('')}</div><script>
    list.onclick = ({ target }) => { if (!target.matches('.up')) return;
      const own = target.closest('section'); log.push(own.querySelector('input').value);
      if (own.previousElementSibling) list.insertBefore(own, own.previousElementSibling);
      [...list.children].forEach((one, i) => { one.querySelector('h3').textContent = 'Link ' + (i + 1); }); };</script>`;
  expect(await go(html, 'Move up#3', 'Move up#3')).toBe('Map Map');
  const apart = html
    .replaceAll(/<h3>Link (\d)/g, '<h3><span>Link</span> <b>$1</b>')
    .replace("'h3').textContent = 'Link ' + (i + 1)", "'b').textContent = i + 1");
  expect(await go(apart, 'Move up#3', 'Move up#3')).toBe('Map Map');
});

describe('a row of which another cell says what was chosen for it', () => {
  const table = (
    after: string,
  ): string => `<table><tbody id=rows><tr><td>Esbjerg<td id=rank>Engineer<td>211<td><button>Note</button></table>
    <ul role=listbox aria-label=Rank><li role=option>Cook<li role=option>Mate</ul><script>
    document.querySelector('ul').onclick = () => { ${after} };
    rows.onclick = ({ target }) => { if (target.matches('button')) log.push(rows.textContent); };</script>`;

  test('is the same row', async () => {
    expect(await go(table("rank.textContent = 'Mate'"), 'Mate', 'Note')).toContain('EsbjergMate211');
  });

  test('is another row where the list was sorted by it, in the same elements', async () => {
    const row = (name: string): string => `<tr><td>${name}<td>open<td><button>Delete</button>`;
    const html = `<table><tbody id=rows>${row('Ann')}${row('Bob')}</table>
      <ul role=listbox aria-label=First><li role=option>Ann<li role=option>Bob</ul><script>
      document.querySelector('ul').onclick = () => { [...rows.rows].forEach((one, i) => { one.cells[0].textContent = ['Bob', 'Ann'][i]; }); };
      rows.onclick = ({ target }) => { log.push(target.closest('tr').cells[0].textContent); };</script>`;
    expect(await go(html, 'Bob', 'Delete#1')).not.toBe('Bob');
  });

  test('is another row where more than that is another', async () => {
    const html = table("rank.textContent = 'Mate'; rank.nextElementSibling.textContent = '305 days'");
    expect(await go(html, 'Mate', 'Note')).toContain('Note: stale');
  });
});
