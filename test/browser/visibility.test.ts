import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What a person sees, on real pages: known traps, and others met since. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** The outline with numbers as N, the header of orphans left out. */
async function shown(html: string): Promise<string[]> {
  const lines = await pages.lines(html, { full: true });
  return lines
    .filter((line) => line !== '(ungrouped):')
    .map((line) => line.trim().replace(/\[\d+\]/g, '[N]'));
}

const NOTHING = ['(nothing visible)'];

describe('hidden by each known technique, text and controls alike', () => {
  test.each([
    'display:none',
    'visibility:hidden',
    'opacity:0',
    'height:0;overflow:hidden',
    'max-height:0;overflow:hidden',
    'position:absolute;left:-9999px',
    'position:absolute;top:-9999px',
    'position:fixed;left:-9999px',
    'transform:scale(0)',
    'clip-path:inset(50%)',
    'clip-path:circle(0)',
    'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)',
    'position:absolute;clip:rect(0 0 0 0)',
    'content-visibility:hidden',
    'position:absolute;transform:translateX(-5000px)',
  ])('%s', async (style) => {
    expect(
      await shown(`<div style="${style}">Words <a href=/>Link</a> <span><b>more</b></span></div>`),
    ).toEqual(NOTHING);
  });

  test('the hidden attribute and a closed details, but not inert alone', async () => {
    expect(await shown('<div hidden>no <button>no</button></div>')).toEqual(NOTHING);
    expect(await shown('<div inert>yes <button>off</button></div>')).toEqual([
      'yes [N]<button disabled=inert>off',
    ]);
    expect(await shown('<details><summary>More</summary>no <button>no</button></details>')).toEqual([
      '[N]<summary collapsed>More',
    ]);
  });

  test('what is painted as dots', async () => {
    expect(
      await shown(
        '<p>Card <b style="-webkit-text-security:disc">4111 2222</b>, <i aria-label="4111 2222">end</i>',
      ),
    ).toEqual(['Card [filled], end']);
  });

  test('font-size 0 and transparent words', async () => {
    expect(await shown('<p style="font-size:0">no</p><p style="color:transparent">no</p><p>yes</p>')).toEqual(
      ['yes'],
    );
  });
});

describe('shown', () => {
  test('visible inside hidden; content that overflows an empty box; display:contents', async () => {
    expect(
      await shown('<div style="visibility:hidden">no <b style="visibility:visible">yes</b></div>'),
    ).toEqual(['yes']);
    expect(await shown('<div style="width:0;height:0"><p style="width:90px">yes</p></div>')).toEqual(['yes']);
    expect(await shown('<div style="display:contents"><button>yes</button> text</div>')).toEqual([
      '[N]<button>yes</button> text',
    ]);
  });

  test('what a scroll reveals, marked', async () => {
    expect(await shown('<p>top</p><div style="height:2000px"></div><button>End</button>')).toEqual([
      'top',
      '(offscreen below:)',
      '[N]<button>End',
    ]);
  });

  test('not what no scroll reveals: the page does not scroll', async () => {
    const html =
      '<style>body{overflow:hidden}</style><p>top</p><div style="height:2000px"></div><button>End</button>';
    expect(await shown(html)).toEqual(['top']);
  });

  test('overflow-x of the body leaves the vertical scroll', async () => {
    const html =
      '<style>body{overflow-x:hidden}</style><p>top</p><div style="height:2000px"></div><button>End</button>';
    expect(await shown(html)).toContain('[N]<button>End');
  });

  test('one-character text, prices, SVG text', async () => {
    expect(await shown('<p>x</p><p>$5</p><svg width=90 height=30><text y=20>Chart</text></svg>')).toEqual([
      'x',
      '$5',
      'Chart',
    ]);
  });
});

describe('overlays', () => {
  const rest =
    '<main><h1>Under</h1><button>Below</button><p style="margin-top:2000px">far <a href=/>away</a></p></main>';

  test('a modal dialog makes all else inert, off-screen too', async () => {
    const html = `${rest}<dialog id=d aria-label=Cookies><button>Accept</button></dialog><script>d.showModal()</script>`;
    expect(await shown(html)).toEqual([
      'DIALOG: "Cookies"',
      expect.stringMatching(/^\[N\]<button.*>Accept$/),
    ]);
  });

  test('an open popover is shown, a closed one is not', async () => {
    expect(await shown('<div popover id=p>Pop</div><p>rest</p>')).toEqual(['rest']);
    expect(await shown('<div popover id=p>Pop</div><p>rest</p><script>p.showPopover()</script>')).toContain(
      'Pop',
    );
  });

  test('a nearly transparent layer covers nothing, a gradient does', async () => {
    const layer = (style: string) =>
      `<p>Under</p><div style="position:fixed;inset:0;z-index:2;${style}">Over</div>`;
    expect(await shown(layer('background:rgba(0,0,0,.05)'))).toContain('Under');
    expect(await shown(layer('background:linear-gradient(#fff,#eee)'))).toEqual(['Over']);
    expect(await shown(layer('background:#fff;pointer-events:none;opacity:.5'))).toContain('Under');
  });

  const body = '<style>body{margin:0}a{display:block}</style>';
  const header = (more: string) =>
    `${body}<header style="position:sticky;top:0;height:60px;background:#fff;z-index:2;${more}">Head</header>`;

  test('a sticky header covers for the moment what scrolling brings out', async () => {
    const html = `${header('')}<a href=/>Under it</a><div style="height:3000px"></div><script>scrollTo(0, 70)</script>`;
    expect((await shown(html)).join()).toContain('[N]<a>Under it');
  });

  test('also a pinned cell, which passes below the head with its row', async () => {
    const cell = 'position:sticky;left:0;width:80px;background:#eee;z-index:1';
    const row = (n: number) =>
      `<div style="position:relative;display:flex;height:40px;width:900px"><a href=/ style="${cell}">Pinned ${n}</a><a href=/ style="width:200px">Other ${n}</a></div>`;
    const rows = Array.from({ length: 12 }, (_, i) => row(i)).join('');
    const html = `${body}<div id=box style="height:250px;width:600px;overflow:auto">${header('width:900px')}${rows}</div>
<script>box.scrollTop = 80</script>`;
    const lines = (await shown(html)).join();
    expect(lines).toContain('[N]<a>Pinned 1 [N]<a>Other 1');
    expect(lines).toContain('[N]<a>Pinned 2 [N]<a>Other 2');
  });

  test('a pinned cell stays below another one at the same edge', async () => {
    const cell = (z: number) => `position:sticky;left:0;width:80px;background:#eee;z-index:${z}`;
    const html = `${body}<div style="width:300px;overflow:auto"><div style="display:flex;height:40px;width:900px">
<a href=/ style="${cell(1)}">Lower</a><a href=/ style="${cell(2)};margin-left:-80px">Upper</a><a href=/>Other</a></div></div>`;
    const lines = (await shown(html)).join();
    expect(lines).toContain('[N]<a>Upper [N]<a>Other');
    expect(lines).not.toContain('Lower');
  });

  test('and for good what no scrolling brings out', async () => {
    const html = `${header('margin-bottom:-60px')}<a href=/>Under it</a><div style="height:3000px"></div>`;
    expect(await shown(html)).toEqual(['BANNER:', 'Head']);
  });

  test('a bar at the foot covers the end of the page for good, nothing else', async () => {
    const foot =
      '<footer style="position:fixed;bottom:0;left:0;right:0;height:80px;background:#eee">Foot</footer>';
    const page = (end: string) =>
      `${body}<div style="height:690px"></div><a href=/>At the fold</a><div style="height:900px"></div><a href=/>Last</a>${end}${foot}`;
    const lines = (await shown(page(''))).join();
    expect(lines).toContain('[N]<a>At the fold');
    expect(lines).not.toContain('Last');
    expect((await shown(page('<div style="height:90px"></div>'))).join()).toContain('[N]<a>Last');
  });

  test('what fills the window covers every screenful', async () => {
    const html = `${body}<a href=/>Top</a><div style="height:3000px"></div><a href=/>Far</a><div style="position:fixed;inset:0;background:#fff">Over</div>`;
    expect(await shown(html)).toEqual(['Over']);
  });

  test('an opaque layer covers to the eye although clicks pass through it; a drawing that lets them may be clear', async () => {
    const under = (layer: string) => `<p>Under</p><button>Press</button>${layer}`;
    const at = 'style="position:fixed;inset:0;width:100%;height:100%;pointer-events:none';
    expect(await shown(under(`<div ${at};background:#fff">Over</div>`))).toEqual(['Over']);
    expect((await shown(under(`<canvas ${at}"></canvas>`))).join()).toContain('[N]<button>Press');
  });
});

describe('targets', () => {
  test('a checkbox made invisible for its styled label is the control a person uses', async () => {
    const html =
      '<input type=checkbox id=c style="position:absolute;opacity:0"><label for=c>Dark mode</label>';
    expect(await shown(html)).toEqual(['[N]<checkbox>Dark mode']);
    expect(await shown('<label>File <input type=file style="display:none"></label>')).toEqual([
      expect.stringContaining('<input type=file'),
    ]);
  });

  test('a link whose child has its own handler is two targets', async () => {
    const lines = await shown('<a href=/ style="display:block">Title <b onclick="1">x</b></a>');
    expect(lines.join(' ').match(/\[N\]/g)?.length).toBe(2);
  });

  test('state is shown: checked, selected, value, validation, why not', async () => {
    const html = `<form><input type=radio name=r checked aria-label=One><input type=radio name=r aria-label=Two>
      <textarea aria-label=Note>words</textarea><progress value=3 max=4></progress>
      <div role=tab tabindex=0 aria-selected=true>Tab</div><button aria-pressed=true>Bold</button><fieldset disabled><button>No</button></fieldset></form>`;
    expect((await shown(html)).join(' ')).toBe(
      '[N]<radio checked>One [N]<radio>Two [N]<textarea value=words>Note</textarea> <progressbar value=3/4> [N]<tab selected>Tab [N]<button pressed>Bold [N]<button disabled=fieldset>No',
    );
  });

  test('145 and 1,500 nested boxes do not break the capture', async () => {
    const deep = (n: number) => `${'<div>'.repeat(n)}<button>Deep</button>`;
    expect(await shown(deep(145))).toEqual(['[N]<button>Deep']);
    expect(
      await shown(
        `<div id=r></div><script>let e=r;for(let i=0;i<1500;i++)e=e.appendChild(document.createElement('div'));e.innerHTML='<button>Deep</button>'</script>`,
      ),
    ).toEqual(['[N]<button>Deep']);
  });
});

describe('frames that a person does not see', () => {
  const inner = 'srcdoc="<h2>Inner</h2><button>In</button> words"';
  test.each([
    `<iframe ${inner} width=0 height=0 frameborder=0></iframe>`,
    `<iframe ${inner} width=1 height=1 frameborder=0></iframe>`,
    `<iframe ${inner} style="visibility:hidden"></iframe>`,
    `<iframe ${inner} style="position:absolute;left:-9999px"></iframe>`,
    `<iframe ${inner} style="display:none"></iframe>`,
    `<iframe ${inner} style="opacity:0"></iframe>`,
    `<div style="height:0;overflow:hidden"><iframe ${inner}></iframe></div>`,
  ])('%s', async (html) => {
    expect(await shown(html)).toEqual(NOTHING);
  });

  test('one that its parent paints over', async () => {
    const html = `<div style="position:relative;height:200px"><iframe ${inner}></iframe><div style="position:absolute;inset:0;background:#fff">Cover</div></div>`;
    expect(await shown(html)).toEqual(['Cover']);
  });
});

describe('reported by users', () => {
  test('text directly in a collapsed box', async () => {
    expect(await shown('<div style="height:0;overflow:hidden">no <b>no</b></div>')).toEqual(NOTHING);
    expect(await shown('<div style="width:0;overflow:hidden">no</div>')).toEqual(NOTHING);
    expect(await shown('<div style="height:1px;overflow:hidden">no</div>')).toEqual(NOTHING);
  });

  test('a file input over a drop zone', async () => {
    const html = `<div style="position:relative;width:200px;height:40px">Drop here<input type=file style="opacity:0;position:absolute;inset:0" aria-label="Pick file"></div>`;
    expect((await shown(html)).join(' ')).toContain('[N]<input type=file>Pick file');
  });

  test('controls of different places do not share a line', async () => {
    expect(
      await shown(
        '<div><button>top</button></div><div style="height:3000px"></div><div><button>far</button></div>',
      ),
    ).toEqual(['[N]<button>top', '(offscreen below:)', '[N]<button>far']);
  });

  test('a shell that scrolls in the place of the page', async () => {
    const html = `<body style="margin:0;overflow:hidden;height:100vh"><div style="height:100vh;overflow:auto"><header><a href=#>Head</a></header><main><p>first</p><div style="height:1500px"></div><button>Low</button></main></div>`;
    expect(await shown(html)).toEqual([
      'BANNER:',
      '[N]<a>Head',
      'MAIN:',
      'first',
      '(offscreen in its scroller:)',
      '[N]<button>Low',
    ]);
    expect((await pages.session.look()).text).toContain('(0.0 pages above, 1.2 below)');
    expect(
      await shown('<main style="height:100px;overflow:auto"><p style="height:400px">x</p></main>'),
    ).toContain('MAIN: (scroll: 0.0↑ 3.3↓ 0%)');
  });

  test('columns stay columns: empty cells and spans', async () => {
    expect(
      await shown(
        '<table><tr><th></th><th>Mon</th><th>Tue</th><tr><th>9:00</th><td></td><td>Gym</td></table>',
      ),
    ).toEqual(['| Mon | Tue', '9:00 | | Gym']);
    expect(
      await shown('<table><tr><td colspan=2>wide</td><td>c3</td></tr><tr><td>a<td>b<td>c</tr></table>'),
    ).toEqual(['wide | | c3', 'a | b | c']);
  });

  test('the alternative of an image within a link that has words too', async () => {
    const src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    expect(await shown(`<a href=#><img alt="Cart" src="${src}" width=20 height=20> 3</a>`)).toEqual([
      '[N]<a>Cart 3',
    ]);
  });

  test('under a dialog that says it is modal', async () => {
    const html = `<main><p>behind text</p><button>behind btn</button></main><div style="position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:10"></div><div role=dialog aria-modal=true style="position:fixed;left:200px;top:100px;background:#fff;z-index:11"><button>OK</button></div>`;
    expect(await shown(html)).toEqual(['DIALOG:', '[N]<button>OK']);
  });

  test('a price struck through, a power, an indentation', async () => {
    expect(await shown('<p><s>$20</s> $15</p><p>x<sup>2</sup></p>')).toEqual(['~~$20~~ $15', 'x^2']);
    const { text } = await pages.look('<pre>def f():\n    return 1</pre>');
    expect(text).toContain('def f():\n     return 1');
  });

  test('a box that scrolls sideways', async () => {
    const html =
      '<div style="width:200px;overflow-x:auto;white-space:nowrap"><button style="width:150px">b1</button><button style="width:150px">b2</button><button style="width:300px">b3</button></div>';
    expect((await shown(html))[0]).toMatch(/^\|SCROLL\|\(scroll: [\d.]+→\)$/);
  });

  test('an option that cannot be chosen', async () => {
    expect(
      (await shown('<select aria-label=Size><option>S<option disabled>M (sold out)</select>'))[0],
    ).toContain('options="S|M (sold out) (disabled)"');
  });
});
