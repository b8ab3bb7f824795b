import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Snapshot } from '../../packages/sightline/src/snapshot/Snapshot.ts';
import { byId, decode, type Row } from '../support/decode.ts';
import { HtmlPages } from '../support/HtmlPages.ts';
import { shareSession } from '../support/sharedBrowser.ts';

/** What people who tried the tool on their own pages stumbled over. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

async function snapshotOf(html: string): Promise<Snapshot> {
  return (await pages.look(html)).snapshot;
}

async function rowsOf(html: string): Promise<Row[]> {
  return decode(await snapshotOf(html));
}

const NOTHING = ['(nothing visible)'];

test('a page that stops answering after its first look is a timeout that says so, again and again; the session opens the next page', async () => {
  const session = await shareSession();
  try {
    await session.navigate(pages.url('<button>Spin</button>'));
    await session.look();
    const spinning = session.page.waitForEvent('console');
    await session.page.evaluate('setTimeout(()=>{console.log("now");for(;;);})');
    await spinning;
    const late = { code: 'timeout', retryable: true };
    await expect(session.look({ timeoutMs: 300 })).rejects.toMatchObject(late);
    await expect(session.look({ timeoutMs: 300 })).rejects.toMatchObject(late);
    await session.navigate(pages.url('<p>calm</p>'));
    expect((await session.look()).text).toContain('calm');
  } finally {
    // Also after a failure: such a page takes a processor from all other tests.
    await session.close();
  }
});

describe('inside SVG', () => {
  test('links and controls with their names and values, under a title too', async () => {
    const rows = await rowsOf(`<p id=l>Volume</p><svg width=300 height=100><title>Chart</title>
      <a id=a href="#x"><text x=10 y=20>SVG link</text></a><a id=old xlink:href="#y"><text y=60>Old</text></a>
      <g id=b tabindex=0 role=button aria-label=Btn><circle cx=50 cy=50 r=20 /></g>
      <g id=s role=slider tabindex=0 aria-valuenow=5 aria-labelledby=l><rect width=9 height=9 /></g>
      <use id=u href="#b" x=100 tabindex=0 role=button aria-label=Again /></svg>`);
    expect(['a', 'old', 'b', 's', 'u'].map((id) => [byId(rows, id).role, byId(rows, id).name])).toEqual([
      ['link', 'SVG link'],
      ['link', 'Old'],
      ['button', 'Btn'],
      ['slider', 'Volume'],
      ['button', 'Again'],
    ]);
    expect(rows.find(({ tag }) => tag === 'svg')?.name).toBe('Chart');
  });

  test('what stands in a transparent group does not show', async () => {
    const html =
      '<svg width=90 height=90><text y=20>Seen</text><g opacity=0><text y=60>ghost</text></g></svg>';
    expect((await pages.lines(html)).join()).not.toContain('ghost');
  });
});

describe('what nobody sees', () => {
  test.each([
    'transform:scale(1,0)',
    'transform:scaleX(0)',
    'scale:0',
    'scale:1 0',
    'transform:rotateY(90deg)',
    'rotate:y 90deg',
    'clip-path:inset(100%)',
    'clip-path:inset(0 0 100% 0)',
    'clip-path:inset(0 60% 0 40%)',
    'clip-path:ellipse(0 50%)',
    'clip-path:polygon(5px 5px,5px 5px,5px 5px)',
    'opacity:.01',
  ])('%s', async (style) => {
    expect(await pages.lines(`<div style="${style}">Words <a href=/>Link</a></div>`)).toEqual(NOTHING);
    expect(await pages.lines(`<button style="${style}">Save</button>`)).toEqual(NOTHING);
  });

  test('a link whose words have no size or colour', async () => {
    expect(await pages.lines('<a href=/ style="font-size:0">Link</a>')).toEqual(NOTHING);
    expect(await pages.lines('<a href=/ style="color:transparent">Link</a>')).toEqual(NOTHING);
  });

  test('but not what paints something, or is only turned', async () => {
    const kept = [
      '<style>a::before{content:"*";font-size:20px}</style><a id=k href=/ style="font-size:0">x</a>',
      '<a id=k href=/ style="font-size:0;border:1px solid">x</a>',
      '<a id=k href=/ style="font-size:0">x<img alt=pic src="data:," width=20 height=20></a>',
      '<div id=k style="transform:rotate(90deg);width:100px;height:0">x</div>',
      '<div id=k style="clip-path:inset(0 10% 0 40%);text-align:center">x</div>',
      '<div id=k style="scale:1 .5">x</div>',
    ];
    for (const html of kept) expect(byId(await rowsOf(html), 'k').flags, html).not.toContain('ClippedAway');
  });
});

describe('listeners that scripts added', () => {
  test('mark the element, in frames and shadow roots too; not what can be used anyway', async () => {
    const rows =
      await rowsOf(`<div id=c><h3>Card</h3></div><button id=b>B</button><a id=a>no address</a><p id=none>p</p><div id=h></div>
      <iframe srcdoc="<p id=q>x</p><script>q.onclick=()=>1</script>"></iframe><script>
      c.addEventListener('click',()=>{});b.addEventListener('click',()=>{});a.addEventListener('click',()=>{});none.addEventListener('scroll',()=>{});
      const s=h.attachShadow({mode:'open'});s.innerHTML='<p id=i>in</p>';s.firstChild.addEventListener('pointerdown',()=>{})</script>`);
    const marked = rows
      .filter(({ flags }) => flags.includes('Listener'))
      .map(({ attributes }) => attributes.id);
    expect(marked.sort()).toEqual(['a', 'c', 'i', 'q']);
  });

  test.each([
    ['with new elements', '<b>more</b>'],
    ['with text', 'more'],
    ['with nothing else that changes', ''],
  ])('one that is added later is reported at once, %s', async (_, more) => {
    await pages.look('<div id=c>Card</div>');
    await pages.session.page.evaluate((html) => {
      const card = document.getElementById('c') as HTMLElement;
      card.addEventListener('click', () => undefined);
      if (html !== '') card.innerHTML = html;
    }, more);
    const { snapshot } = await pages.session.look();
    expect(byId(decode(snapshot), 'c').flags).toContain('Listener');
  });
});

describe('closed shadow roots', () => {
  const define = (tag: string, inner: string) =>
    `<script>customElements.define('${tag}',class extends HTMLElement{constructor(){super();this.attachShadow({mode:'closed'}).innerHTML='${inner}'}})</script>`;
  const html = `<x-in hidden></x-in><x-card></x-card><x-plain>text</x-plain>${define('x-in', '<a href=#>deep</a>')}
    ${define('x-card', '<button onclick="document.title=this.textContent">Inside</button><x-in></x-in>')}`;

  test('are read, nested ones too, and say that they are closed', async () => {
    const rows = await rowsOf(html);
    expect(rows.filter(({ tag }) => tag.startsWith('#shadow')).map(({ tag }) => tag)).toEqual([
      '#shadow-closed',
      '#shadow-closed',
      '#shadow-closed',
    ]);
    expect(rows.map(({ text }) => text.trim()).filter((text) => text !== '')).toEqual([
      'deep',
      'Inside',
      'deep',
      'text',
    ]);
  });

  test('a number given in one finds the live element', async () => {
    const number = /\[(\d+)\]<button>Inside/.exec((await pages.look(html)).text)?.[1];
    const button = await pages.session.locator(Number(number));
    await button.click();
    expect(await pages.session.page.title()).toBe('Inside');
  });

  test('one whose element is defined after a look, within a second', async () => {
    await pages.look('<x-late style="display:block;height:20px"></x-late>');
    await pages.session.page.addScriptTag({
      content: define('x-late', '<button>Late</button>').replace(/<\/?script>/g, ''),
    });
    // Without a sign of it, new elements are searched for once a second.
    await expect.poll(async () => (await pages.session.look()).text).toContain('Late');
  });

  test('a change inside is seen', async () => {
    await pages.look(
      `<x-live></x-live><script>customElements.define('x-live',class extends HTMLElement{constructor(){super();
      const s=this.attachShadow({mode:'closed'});s.innerHTML='<p>one</p>';window.say=(t)=>{s.firstChild.firstChild.data=t}}})</script>`,
    );
    await pages.session.page.evaluate('say("two")');
    expect((await pages.session.look()).text).toContain('two');
  });
});

test('an editing host is a text box; one with a role of its own stays what it is', async () => {
  const rows = await rowsOf(
    '<div id=d contenteditable aria-label=Body>Hi <b>you</b></div><p id=p contenteditable>para</p><h2 id=h contenteditable>Head</h2><div id=n contenteditable=false>no</div>',
  );
  expect(['d', 'p', 'h', 'n'].map((id) => byId(rows, id).role)).toEqual([
    'textbox',
    'textbox',
    'heading',
    '',
  ]);
  expect(byId(rows, 'd').name).toBe('Body');
});

describe('frames', () => {
  test('show the origin that they run under, not the one of their address', async () => {
    const { documents, url } = await snapshotOf(
      '<iframe srcdoc="<p>in</p>"></iframe><iframe sandbox srcdoc="<p>boxed</p>"></iframe>',
    );
    const { origin } = new URL(url);
    expect(documents.map((document) => document.origin)).toEqual([origin, origin, 'null']);
  });

  test('one that did not load is unreadable', async () => {
    const rows = await rowsOf('<iframe id=f src="http://127.0.0.1:9/"></iframe>');
    expect(byId(rows, 'f').flags).toContain('Unreadable');
  });
});

test('the areas of an image map are links that lie on the image', async () => {
  const rows = await rowsOf(
    `<style>body{margin:0}</style><img usemap=#m width=200 height=200 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" alt=Map><map name=m><area id=eu shape=rect coords="0,0,100,100" href=#eu alt=Europe><area id=as shape=circle coords="150,150,40" href=#as alt=Asia></map>`,
  );
  expect(byId(rows, 'eu')).toMatchObject({ role: 'link', name: 'Europe', box: [0, 0, 100, 100] });
  expect(byId(rows, 'as')).toMatchObject({ role: 'link', name: 'Asia', box: [110, 110, 80, 80] });
});

describe('words that style sheets make', () => {
  test('are part of names and text, in shadow roots too; icons, hidden tips and print are not', async () => {
    const rows =
      await rowsOf(`<style>.b::before{content:"Save"}.p::before{content:"Price: "}.r::after{content:" *"}
      .fa:before{content:"\\f015"}.tip::after{content:attr(data-tip);opacity:0}.at::after{content:" (" attr(href) ")"}
      @media print{.b::after{content:"Print"}}</style><button id=b class=b></button><p id=p class=p>$10</p>
      <label class=r>Name<input id=i></label><a id=f class=fa href=#></a><button id=t class=tip data-tip=Hint>T</button>
      <a id=a class=at href=x>L</a><div id=h></div><script>
      h.attachShadow({mode:'open'}).innerHTML='<style>i::before{content:"In "}</style><button id=s><i>shadow</i></button>'</script>`);
    expect(['b', 'i', 'f', 't', 'a', 's'].map((id) => byId(rows, id).name)).toEqual([
      'Save',
      'Name *',
      '',
      'T',
      'L (x)',
      'In shadow',
    ]);
    expect(byId(rows, 'p').node.children.map(({ text }) => text)).toEqual(['Price: ', '$10']);
  });

  test('a rule that is added later counts', async () => {
    await pages.look('<style id=s>b{color:red}</style><p id=p>x</p>');
    await pages.session.page.evaluate(() => {
      document.styleSheets[0]?.insertRule('p::after{content:" new"}');
    });
    expect((await pages.session.look()).text).toContain('x new');
  });
});

test('an image and words name a link together; a refused submit is reported', async () => {
  const rows = await rowsOf(`<a id=a href=#><img alt=Cart src="data:," width=20 height=20> 3</a>
    <form><input id=i required><button id=b>Go</button></form><script>b.click()</script>`);
  expect(byId(rows, 'a').name).toBe('Cart 3');
  expect(byId(rows, 'i').attributes['.validation']).toMatch(/fill/i);
});

describe('kits that build their own controls', () => {
  /** The lines below the region, numbered from 1. */
  async function outlineOf(html: string): Promise<string> {
    const lines = (await pages.lines(html)).slice(1).join('');
    let count = 0;
    return lines.replace(/\[\d+\]/g, () => `[${++count}]`);
  }

  async function numberOf(text: string): Promise<number> {
    return Number(/\[(\d+)\]/.exec((await pages.session.query({ text })).text)?.[1]);
  }

  test('the transparent input of a combobox is its field; the box around it is not one more', async () => {
    const html = `<style>input{opacity:0;width:2px;border:0}#w{cursor:pointer;width:200px}</style><label for=c>Region</label>
      <div id=w onclick=1><div><input id=c role=combobox aria-expanded=false></div><span>North</span></div>`;
    expect(await outlineOf(html)).toBe(' [1]<combobox collapsed>Region North');
  });

  test('a box around nothing but controls is these; words beside them make it one', async () => {
    const html = `<style>.w{cursor:pointer;width:80px}</style><div class=w onclick=1><button>Go</button></div>
      <div class=w onclick=1>Card <button>Like</button></div><ul onclick=1><li class=w>All<li class=w>Open</ul>`;
    expect(await outlineOf(html)).toBe(' [1]<button>Go [2]<div>Card [3]<button>Like [4]<li>All [5]<li>Open');
  });

  test('the fields of a form are all reported, however alike their boxes are', async () => {
    const field = (i: number): string =>
      `<div><p>Help</p><label>Field ${i}<input></label> <a href=#>?</a></div>`;
    expect(await outlineOf(Array.from({ length: 9 }, (_, i) => field(i)).join(''))).toContain('Field 8');
  });

  test('words with room between them are apart, although no space says so', async () => {
    const html = `<style>b{display:inline-block;margin:0 4px}i{display:inline-block}</style>
      <p><b>1 You</b><b>2 Plan</b></p><p><i>un</i><i>real</i></p>`;
    expect(await outlineOf(html)).toBe(' 1 You 2 Plan unreal');
  });

  test('what is chosen may show beside the field', async () => {
    await pages.look(`<div><span id=v>Pick</span><input id=c role=combobox aria-label=Colour aria-controls=l></div>
      <ul id=l role=listbox hidden><li role=option>Red<li role=option>Blue</ul><script>c.onclick=()=>{l.hidden=false}
      l.onclick=(e)=>{v.textContent=e.target.textContent;c.value='';l.hidden=true}</script>`);
    const { text } = await pages.session.selectOption(await numberOf('colour'), ['Blue']);
    expect(text).toMatch(/^chose "Blue" in /);
  });

  test('a date is written as the field asks for it', async () => {
    await pages.look(
      `<input aria-label=Arrival placeholder=MM/DD/YYYY><input aria-label=Tag placeholder="tt.mm.jjjj">`,
    );
    const filled = async (name: string) =>
      (await pages.session.fill(await numberOf(name), '2026-12-05')).text;
    expect(await filled('arrival')).toContain('value "12/05/2026"');
    expect(await filled('tag')).toContain('value "05.12.2026"');
  });

  test('a target without a name is reported by its words, under the number that was used', async () => {
    await pages.look(`<div id=d style="cursor:pointer">Ann<br>Invoice 1 <button>Bin</button></div><script>
      d.onclick=()=>{document.body.innerHTML+=''}</script>`);
    expect((await pages.session.query({ text: 'invoice' })).text).toContain('<div>Ann Invoice 1');
    const number = await numberOf('invoice');
    expect((await pages.session.click(number)).text).toContain(
      `clicked [${number}]<div id="d">"Ann Invoice 1`,
    );
  });

  test('a field that is taken out of the page with all around it breaks nothing', async () => {
    const { page } = pages.session;
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await pages.look('<div id=d><label for=i>Name</label><input id=i value=x></div>');
    await page.evaluate("d.querySelector('input').value='y';d.remove()");
    await pages.session.look();
    expect(errors).toEqual([]);
  });

  test('the hidden input of a drawn slider is reported and set', async () => {
    await pages.look(`<style>input{position:absolute;clip:rect(0 0 0 0);width:1px;height:1px}#r{cursor:pointer;width:90px;height:9px;background:#ccc}</style>
      <div id=r onmousedown=1><span><input type=range aria-label=Volume value=30></span></div>`);
    expect((await pages.session.fill(await numberOf('volume'), '40')).text).toContain(
      'value "40" (was "30")',
    );
  });

  test('what is hidden in the head of a column is reported by the column', async () => {
    const head = (name: string): string =>
      `<th><b>${name}</b><button style="opacity:0" onclick=1>Sort</button>`;
    await pages.look(`<table><tr>${head('Guest')}${head('Nights')}<tr><td>Ann<td>2</table>`);
    const { text } = await pages.session.query({ text: 'sort' });
    expect(text).toMatch(/<button>Sort \(column "Nights"\) - .*<th>/);
  });

  test('many elements that change alike are reported together; a region that is new, once', async () => {
    const fields = Array.from({ length: 6 }, (_, i) => `<button>B${i}</button>`).join('');
    await pages.look(`<button id=go>Go</button><p>${fields}</p><script>go.onclick=()=>{
      for(const b of document.querySelectorAll('p button'))b.disabled=true
      document.body.insertAdjacentHTML('beforeend','<div><nav>Inner</nav><i>Outer</i></div>')}</script>`);
    const { text } = await pages.session.click(await numberOf('go'));
    expect(text).toMatch(/<button "B0"> and 5 more disabled/);
    expect(text.match(/Inner/g)).toHaveLength(1);
  });

  test('a list that says of nothing that it is an option has what listens for clicks', async () => {
    await pages.look(`<div><span id=v>Pick</span><input id=c readonly role=combobox aria-label=Size></div><div id=l hidden>
      <div onclick="v.textContent='Small';l.hidden=true">Small</div><div onclick="v.textContent='Large';l.hidden=true">Large</div>
      </div><script>c.onclick=()=>{l.hidden=false}</script>`);
    const { text } = await pages.session.selectOption(await numberOf('size'), ['Large']);
    expect(text).toMatch(/^chose "Large" in /);
  });
});
