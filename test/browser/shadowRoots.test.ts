import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { byId, decode, shape } from '../support/decode.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { protocolSender } from '../support/protocolSender.ts';

let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** The flat tree below the body: tags and text, without indentation. */
async function tree(html: string): Promise<string[]> {
  return treeOf((await pages.look(`<body>${html}`)).snapshot);
}

function treeOf(snapshot: Parameters<typeof shape>[0]): string[] {
  return shape(snapshot)
    .slice(2)
    .map((line) => line.trim());
}

const attach = (id: string, mode: string, inner: string, options = ''): string =>
  `<script>var s_${id}=document.getElementById('${id}').attachShadow({mode:'${mode}'${options}});s_${id}.innerHTML=\`${inner}\`;</script>`;

describe.each(['open', 'closed'])('%s roots', (mode) => {
  const root = `#shadow-${mode}`;

  test('on built-in elements, with what slots hold in their order, and what they fall back on', async () => {
    expect(
      await tree(
        `<section id=h><i slot=b>B</i>text<u slot=nowhere>lost</u><b slot=a>A</b></section>${attach('h', mode, '<slot name=a></slot><hr><slot></slot><slot name=b></slot><slot name=c>Fallback</slot>')}`,
      ),
    ).toEqual([
      ...['section', root, 'slot', 'b', '"A"', 'hr', 'slot', '"text"'],
      ...['slot', 'i', '"B"', 'slot', '"Fallback"'],
    ]);
  });

  test('slots in slots, in a root within a root', async () => {
    const inner = `<p id=in><slot></slot></p>`;
    expect(
      await tree(
        `<div id=h><b>Light</b></div><script>const o=h.attachShadow({mode:'${mode}'});o.innerHTML='${inner}';
        o.getElementById('in').attachShadow({mode:'${mode}'}).innerHTML='<em>before</em><slot></slot>'</script>`,
      ),
    ).toEqual(['div', root, 'p', root, 'em', '"before"', 'slot', 'slot', 'b', '"Light"']);
  });

  test('declarative ones', async () => {
    expect(
      await tree(
        `<article><template shadowrootmode=${mode}><h2>Inside</h2><slot></slot></template><p>Slotted</p></article><template><p>inert</p></template>`,
      ),
    ).toEqual(['article', root, 'h2', '"Inside"', 'slot', 'p', '"Slotted"']);
  });

  test('imperative slots', async () => {
    expect(
      await tree(
        `<div id=h><i>1</i><b>2</b></div>${attach('h', mode, '<slot></slot>', ",slotAssignment:'manual'")}<script>s_h.querySelector('slot').assign(h.querySelector('b'))</script>`,
      ),
    ).toEqual(['div', root, 'slot', 'b', '"2"']);
  });

  test('a click lands on what stands in one; a cover in one is seen; a number finds the element', async () => {
    const { snapshot } = await pages.look(
      `<style>body{margin:0}</style><div id=h></div>${attach('h', mode, '<button id=x onclick="document.title=1">Go</button><div style="position:relative"><button id=y style="position:absolute;left:0;top:9px">Under</button><p id=over style="position:absolute;margin:0;left:0;top:0;width:300px;height:90px;background:#fff">over</p></div>')}`,
    );
    const rows = decode(snapshot);
    expect(byId(rows, 'x').flags).toContain('Hit');
    expect(byId(rows, 'y').coveredBy).toBe('over');
    const { node } = byId(rows, 'x');
    const number = /\[(\d+)\]<button>Go/.exec((await pages.session.look({ full: true })).text)?.[1];
    await (await pages.session.locator(Number(number))).click();
    expect([node.name, await pages.session.page.title()]).toEqual(['Go', '1']);
  });

  test('focus inside, and listeners', async () => {
    const { snapshot } = await pages.look(
      `<div id=h></div>${attach('h', mode, '<input id=i><p id=p>Card</p>')}<script>s_h.getElementById('i').focus();s_h.getElementById('p').addEventListener('click',()=>{})</script>`,
    );
    expect(byId(decode(snapshot), 'i').flags).toContain('Focused');
    expect(byId(decode(snapshot), 'p').flags).toContain('Listener');
  });
});

describe('closed roots', () => {
  test('come to light when they are attached between looks, and change', async () => {
    const { page } = pages.session;
    await pages.look(
      '<div id=h style="height:40px">light</div><!-- < --><script>if (1 < 2) var a = "<b>";</script>',
    );
    await page.evaluate(
      "s = h.attachShadow({ mode: 'closed' }); s.innerHTML = '<p>one</p>'; document.body.append('x', document.createElement('i'))",
    );
    expect((await pages.session.look()).text).toContain('one');
    await page.evaluate("s.innerHTML = '<p>two</p>'");
    expect((await pages.session.look()).text).toContain('two');
  });

  test('in frames, and in the hundreds', async () => {
    const one = "e.attachShadow({mode:'closed'}).innerHTML='<b>hid<slot></slot></b>'";
    const { snapshot } = await pages.look(
      `${'<div class=h>den</div>'.repeat(300)}${'<p><br></p>'.repeat(300)}<iframe srcdoc="<div id=f></div><script>var e=f;${one}</script>"></iframe>
      <script>for (const e of document.querySelectorAll('.h')) ${one}</script>`,
    );
    expect(decode(snapshot).filter(({ tag }) => tag === '#shadow-closed')).toHaveLength(301);
  });

  test('deeper than the browser shows at once', async () => {
    const { snapshot } = await pages.look(
      `${'<div>'.repeat(200)}<p id=h>light</p>${'</div>'.repeat(200)}${attach('h', 'closed', '<b>deep </b><slot></slot>')}`,
    );
    expect(treeOf(snapshot).slice(-6)).toEqual(['p', '#shadow-closed', 'b', '"deep "', 'slot', '"light"']);
  });

  test("the browser's own roots are no content", async () => {
    expect(
      await tree(
        '<details open><summary>S</summary>d</details><video controls></video><input type=date><select><option>o</select>',
      ),
    ).toEqual(['details', 'summary', '"S"', '"d"', 'video', 'input', 'select', 'option', '"o"']);
  });

  test('nothing that the page could notice is done', async () => {
    await pages.open(`<script>const seen=[];for(const [o,k] of [[Element.prototype,'attachShadow'],[Element.prototype,'attachInternals'],[Document.prototype,'querySelectorAll']]){const f=o[k];o[k]=function(...a){seen.push(k);return f.apply(this,a)}}
      new MutationObserver((r)=>seen.push(...r)).observe(document,{subtree:true,childList:true,attributes:true})</script><div id=h></div><script>h.attachShadow({mode:'closed'}).innerHTML='<p>x'</script>`);
    await pages.session.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => { seen.length = 0 })',
    );
    expect((await pages.session.look()).text).toContain('x');
    const noticed = await pages.session.page.evaluate('seen.map(String)');
    expect(noticed).toEqual([]);
  });
});

test('roles, names and states that elements have by their internals are shown, and followed', async () => {
  const script = `const define = (name, make) => customElements.define(name, class extends HTMLElement {
      #internals = this.attachInternals(); constructor() { super(); make(this.#internals, this) } })
    define('x-switch', (internals, host) => { internals.role = 'switch'; internals.ariaChecked = 'false'
      host.onclick = () => { internals.ariaChecked = 'true' } })
    define('x-star', (internals) => { internals.role = 'button'; internals.ariaLabel = 'Favourite' })
    define('x-plain', () => undefined)
    setTimeout(() => customElements.define('x-late', class extends HTMLElement {
      constructor() { super(); this.inner = this.attachInternals(); this.inner.role = 'checkbox'; this.inner.ariaChecked = 'mixed' } }))`;
  await pages.look(
    `<x-switch tabindex=0>Wifi</x-switch> <x-star tabindex=0 style="display:inline-block;width:20px;height:20px;background:gold"></x-star>
     <x-star role=link aria-label=Own tabindex=0>x</x-star> <x-plain>words</x-plain><x-late>All</x-late><script>${script}</script>`,
  );
  const { session } = pages;
  await session.page.waitForFunction("customElements.get('x-late')");
  const { text } = await session.look({ view: 'flat', full: true });
  for (const line of ['<switch>Wifi', '<button>Favourite', '<a label=Own>x', '<checkbox checked=mixed>All'])
    expect(text).toContain(line);
  expect((await session.click('Wifi')).text).toContain('checked');
  expect((await session.look({ view: 'flat', full: true })).text).toContain('<switch checked focused>Wifi');
});

test('internals that no field of the element holds are read from the accessibility tree', async () => {
  const script = `const define = (name, make) => customElements.define(name, class extends HTMLElement {
      constructor() { super(); make(this.attachInternals(), this) } })
    define('x-mode', (internals, host) => { internals.role = 'switch'; internals.ariaLabel = 'Night'; internals.ariaChecked = 'false'
      host.onclick = () => { internals.ariaChecked = 'true' } })
    define('x-size', (internals) => { internals.role = 'button'; internals.ariaExpanded = 'false' })
    define('x-none', () => undefined)`;
  await pages.look(
    `<x-mode tabindex=0>moon</x-mode> <x-size tabindex=0>size</x-size> <x-none tabindex=0>words</x-none><script>${script}</script>`,
  );
  const { session } = pages;
  const { text } = await session.look({ view: 'flat', full: true });
  for (const line of ['<switch label=Night>moon', '<button collapsed>size', '<x-none>words'])
    expect(text).toContain(line);
  expect((await session.click('Night')).text).toContain('checked');
});

test('the internals of many elements are read by one message, also where one of them throws', async () => {
  const script = `customElements.define('x-on', class extends HTMLElement {
    #internals = this.attachInternals();
    constructor() { super(); this.#internals.role = 'switch'; this.#internals.ariaChecked = 'true';
      if (this.id === 'odd') Object.defineProperty(this.#internals, 'ariaLabel', { get() { throw 1 } }) } })`;
  const elements = Array.from({ length: 12 }, (_, i) => `<x-on tabindex=0>Option ${i}</x-on>`).join('');
  await pages.look(`${elements}<x-on id=odd>odd</x-on><script>${script}</script>`);
  const { session } = pages;
  const send = vi.spyOn(await protocolSender(session.page), 'send');
  const { text } = await session.look({ view: 'flat', full: true });
  const reads = send.mock.calls.filter(([, parameters]) =>
    JSON.stringify(parameters ?? '').includes('RoleDescription'),
  );
  send.mockRestore();
  expect(text.match(/<switch checked>Option/g)).toHaveLength(12);
  expect(reads).toHaveLength(1);
});
