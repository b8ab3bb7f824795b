import { afterAll, beforeAll, expect, test } from 'vitest';
import { SettleObserver } from '../../packages/sightline/src/actions/settle/SettleObserver.ts';
import { diffPages } from '../../packages/sightline/src/diff/diffPages.ts';
import {
  type ChangeReportOptions,
  renderChangeReport,
} from '../../packages/sightline/src/render/changes/renderChangeReport.ts';
import { buildRenderContext, PageStateCache } from '../../packages/sightline/src/render/PageStateCache.ts';
import { RefRegistry } from '../../packages/sightline/src/session/refs/RefRegistry.ts';
import { ConnectedPage } from '../support/ConnectedPage.ts';

let connected: ConnectedPage;

beforeAll(async () => {
  connected = await ConnectedPage.open();
});
afterAll(() => connected.close());

/** Shows a page, does something to it, and reports what came of it, as a session would. */
async function outcomeOf(
  html: string,
  act: () => Promise<unknown>,
  options?: ChangeReportOptions,
): Promise<string[]> {
  const { page, connection } = connected;
  const reader = new PageStateCache();
  const numbers = new RefRegistry();
  const before = reader.get(await connected.snapshot(html), {}).pageState;
  const settling = await SettleObserver.start(page, connection);
  await act();
  const settled = await settling.settle();
  const reading = reader.get(await connection.capture(), {});
  const scene = buildRenderContext(reading, {}, numbers.createRefAssigner(reading.pageState), undefined);
  const { text } = renderChangeReport(scene, diffPages(before, reading.pageState), settled, options);
  return text.split('\n');
}

const click = (selector: string) => (): Promise<void> => connected.page.click(selector);

const SHOP = `
  <header><a href="#cart" id=cart>Cart (0)</a></header>
  <main><h1>Shop</h1>
    <article><h2>Lamp</h2><button id=add>Add to cart</button></article>
    <label>Quantity <input id=qty type=number value=1></label>
    <button id=more aria-expanded=false>More</button><p id=rest hidden>Rest of it</p>
  </main>
  <script>
    add.onclick = () => {
      const toast = document.createElement('div'); toast.role = 'status'; toast.textContent = 'Saving…';
      document.body.append(toast);
      setTimeout(() => {
        toast.remove(); cart.textContent = 'Cart (1)'; qty.value = 2;
        add.insertAdjacentHTML('afterend', '<p>Added to cart <button>Undo</button></p>');
      }, 100);
    };
    more.onclick = () => { more.ariaExpanded = 'true'; rest.hidden = false };
  </script>`;

test('a page that turns dark as a whole, by whatever is painted there; not where something lies over it', async () => {
  const app = (act: string) => `<style>body { margin: 0 } #app { height: 100vh; background: white }
    .night #app { background: #111; color: #ddd }
    .over { inset: 10%; background: black; color: white }</style>
    <div id=app><button id=go>Theme</button></div><script>go.onclick = () => { ${act} }</script>`;
  expect(await outcomeOf(app("document.documentElement.className = 'night'"), click('#go'))).toContain(
    'the page is dark now',
  );
  for (const position of ['fixed', 'absolute']) {
    const over = `app.insertAdjacentHTML('beforeend', '<p class=over style="position:${position}">Over</p>')`;
    expect((await outcomeOf(app(over), click('#go'))).join()).not.toContain('dark now');
  }
});

test('a click reports what came, changed, and passed by', async () => {
  expect(await outcomeOf(SHOP, click('#add'))).toEqual([
    'new in MAIN:',
    ' Added to cart [1]<button>Undo',
    'changed in BANNER: [2]<a "Cart (1)"> was called "Cart (0)"',
    'changed in MAIN: [3]<input "Quantity"> value "2" (was "1")',
    'focus: [4]<button "Add to cart">',
    'came and went: "Saving…" (status)',
  ]);
  expect(await outcomeOf(SHOP, click('#more'))).toEqual([
    'new in MAIN:',
    ' Rest of it',
    'changed in MAIN: [1]<button "More"> expanded',
    'focus: [1]<button "More">',
  ]);
});

test('where nothing changes that is said', async () => {
  expect(await outcomeOf(SHOP, click('h1'))).toEqual(['nothing changed that can be seen']);
});

const DIALOG = `
  <main><button id=open>Open</button><a href="#1">One</a><p>Some words</p></main>
  <dialog id=d aria-label="Cart"><p>One lamp</p><a href="#checkout">Checkout</a>
    <button id=close onclick="d.close()">Close</button></dialog>
  <script>document.getElementById('open').onclick = () => d.showModal();</script>`;

test('a dialog reports what it holds, and not what it hides', async () => {
  expect(await outcomeOf(DIALOG, click('#open'))).toEqual([
    'opened DIALOG: "Cart":',
    ' One lamp',
    ' [1]<a focused>Checkout [2]<button>Close',
  ]);
  expect(await outcomeOf(`${DIALOG}<script>d.showModal()</script>`, click('#close'))).toEqual([
    'closed DIALOG: "Cart"',
    'focus: on nothing',
  ]);
});

test('a veil without words says how many elements are behind it; one with words says these', async () => {
  const veil = (words: string): string =>
    `<main><button id=open>Open</button> <a href="#1">One</a></main>
    <script>open.onclick = () => document.body.insertAdjacentHTML('beforeend',
      '<div style="position:fixed;inset:0;background:#fff">${words}</div>')</script>`.replace(
      'open.on',
      "document.getElementById('open').on",
    );
  expect(await outcomeOf(veil(''), click('#open'))).toEqual([
    'behind something else now: 2 elements',
    'focus: <button "Open">',
  ]);
  expect(await outcomeOf(veil('Please wait'), click('#open'))).toEqual([
    'new in the page:',
    ' Please wait',
    'focus: <button "Open">',
  ]);
});

test('a list that is rendered anew, sorted or cut reports just that', async () => {
  const list = (act: string): string => `<main><ul id=l></ul><button id=b>Do</button></main><script>
    const draw = (names) => { l.innerHTML = names.map((n) => '<li>' + n + ' <button>Buy ' + n + '</button></li>').join('') };
    draw(['a', 'b', 'c']); b.onclick = () => { ${act} }</script>`;
  const focus = 'focus: [1]<button "Do">';
  expect(await outcomeOf(list(`draw(['a', 'b', 'c'])`), click('#b'))).toEqual([focus]);
  expect(await outcomeOf(list(`draw(['a', 'c'])`), click('#b'))).toEqual([
    'gone from MAIN: "b", <button "Buy b">',
    focus,
  ]);
  expect(await outcomeOf(list('l.append(l.firstChild)'), click('#b'))).toEqual([
    'moved in MAIN: "a" [1]<button "Buy a"> now after [2]<button "Buy c">',
    focus.replace('1', '3'),
  ]);
});

test('a toggle whose only state is a class reports the class', async () => {
  const html = `<style>.on { color: red }</style><button id=b class="star" onclick="b.classList.toggle('on'); b.blur()">Like</button>`;
  expect(await outcomeOf(html, click('#b'))).toEqual([
    'changed in the page: [1]<button "Like"> class "on" added',
  ]);
});

test('stars and swatches that are chosen by their colour alone report the colour', async () => {
  const html = `<span onclick="for (const s of document.querySelectorAll('span')) s.style.color = '#f90'" style="width:9px;color:#ccc;cursor:pointer">\u2605</span>
    <span style="color:#ccc;cursor:pointer;background:url(x)">\u2605</span> <i style="position:absolute;width:9px;height:9px;background:#c33;cursor:pointer;opacity:.9"></i>
    <script>document.querySelector('span').addEventListener('click', () => { document.querySelector('i').style.outline = 'red solid 2px' })</script>`;
  expect(await outcomeOf(html, click('span'))).toEqual([
    'changed in the page: ' +
      '[1]<span "\u2605"> style "color: rgb(255, 153, 0)" (was "color: #ccc"); ' +
      '[2]<span "\u2605"> style "color: rgb(255, 153, 0)" (was "color: #ccc"); ' +
      '[3]<i> style "background: rgb(204, 51, 51); outline: red solid 2px" (was "background: #c33")',
  ]);
});

test('another page is reported by a first look', async () => {
  const html =
    '<title>A</title><a href="data:text/html,<title>B</title><main><button>Hi</button></main>">Go</a>';
  const lines = await outcomeOf(html, () =>
    connected.page.goto('data:text/html,<title>B</title><main><button>Hi</button></main>'),
  );
  expect(lines[0]).toBe('another page:');
  expect(lines.slice(1)).toEqual([expect.stringMatching(/^Page: "B" data:/), 'MAIN:', ' [1]<button>Hi']);
});

test('scrolling is reported', async () => {
  const html = '<div style="height:5000px">tall</div>';
  expect(await outcomeOf(html, () => connected.page.evaluate(() => scrollTo(0, 600)))).toEqual([
    'scrolled: to y 600 (was 0)',
  ]);
});

test('what an overlay lay over has its words still: they are names of controls now, and nothing of them is gone', async () => {
  const html = `<main><p><label>From <input></label> for <span>2</span> <button>More</button></p></main>
    <div id=o style="position:fixed;inset:0;background:#0008"><button onclick="o.remove()">Reject</button></div>`;
  expect(await outcomeOf(html, click('#o button'))).toEqual([
    'gone from the page: <button "Reject">',
    'can be reached again: 2 elements',
  ]);
});

test('a row is not reported as renamed where a button in it came, or was renamed', async () => {
  const html = `<table role=grid><tr tabindex=0 id=r><td>Lunch</td><td><button id=b onclick="b.textContent = 'Starred';
    d.hidden = false; b.blur()">Star</button> <button id=d hidden>Delete</button></td></tr></table>`;
  expect(await outcomeOf(html, click('#b'))).toEqual([
    'new in the page:',
    ' [1]<button>Delete',
    'changed in the page: [2]<button "Starred"> was called "Star"',
  ]);
  const words = html.replace('d.hidden = false', "r.cells[0].textContent = 'Dinner'");
  expect(await outcomeOf(words, click('#b'))).toContainEqual(
    expect.stringMatching(/<tr "Dinner Starred"> was called "Lunch Star"/),
  );
});

test('what is greyed by a class alone says so, and when it no longer is', async () => {
  const html = `<style>.disabled{opacity:.5;cursor:not-allowed}.off{cursor:not-allowed}</style><label><input type=checkbox id=c> I accept</label>
    <button id=b class="btn disabled">Publish</button><div id=d class=off onclick=1>Share</div><ol><li id=s aria-current=step>Terms<li>Done</ol>
    <script>c.onchange = () => { b.className = 'btn'; d.className = ''; s.removeAttribute('aria-current') }</script>`;
  expect(await outcomeOf(html, click('#c'))).toContain(
    'changed in the page: [1]<checkbox "I accept"> checked; [2]<button "Publish"> cursor empty (was "not-allowed"); [3]<div "Share"> cursor empty (was "not-allowed"); <li "Terms"> not current',
  );
});
