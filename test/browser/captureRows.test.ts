import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConnectedPage } from '../support/ConnectedPage.ts';
import { byId, decode, type Row, shape } from '../support/decode.ts';

let connected: ConnectedPage;
beforeAll(async () => {
  connected = await ConnectedPage.open();
});
afterAll(() => connected.close());

async function flagsOf(html: string, id = 'x'): Promise<string[]> {
  return byId(await connected.rows(html), id).flags;
}

describe('the flat tree', () => {
  test('slots hold what is assigned to them, hosts hold their open shadow root', async () => {
    const snapshot =
      await connected.snapshot(`<title>t</title><div id=host><i slot=b>B</i>text<u>unslotted?</u></div><script>
      host.attachShadow({ mode: 'open' }).innerHTML = '<slot name=b></slot><p>own</p><slot name=none>fallback</slot>';</script>`);
    expect(shape(snapshot).slice(2)).toEqual([
      '    div',
      '      #shadow-open',
      '        slot',
      '          i',
      '            "B"',
      '        p',
      '          "own"',
      '        slot',
      '          "fallback"',
    ]);
  });

  test('what is no content gets no row; line breaks and options do', async () => {
    const snapshot = await connected.snapshot(
      '<div>a<br>b<!-- c --><script>1</script><style></style><template>t</template><noscript>n</noscript></div><select><optgroup label=g><option>o</optgroup></select>',
    );
    expect(shape(snapshot).slice(2)).toEqual([
      '    div',
      '      "a"',
      '      br',
      '      "b"',
      '    select',
      '      optgroup',
      '        option',
      '          "o"',
    ]);
  });

  test('of SVG the text and what can be used', async () => {
    const snapshot = await connected.snapshot(
      '<svg id=x><title>Chart</title><g><path d="M0 0"/><text y=20>12 <tspan>%</tspan></text></g><a href=/x><circle r=3 /></a><g role=button tabindex=0 aria-label=Zoom></g><foreignObject><p>html</p></foreignObject></svg>',
    );
    expect(shape(snapshot).slice(2)).toEqual([
      '    svg',
      '      text',
      '        "12 "',
      '        "%"',
      '      a',
      '      g',
      '      foreignobject',
      '        p',
      '          "html"',
    ]);
    expect(byId(decode(snapshot), 'x')).toMatchObject({ role: 'img', name: 'Chart' });
  });

  test('white space collapses as it is painted, and stays in pre', async () => {
    const rows = await connected.rows(
      '<p>  one\n  two <b>three</b> <i>four</i>  </p>  <pre>a\n  b</pre><p style="white-space:pre-line">c  d\ne</p>',
    );
    expect(rows.filter(({ tag }) => tag === '#text').map(({ text }) => text)).toEqual([
      'one two ',
      'three',
      ' ',
      'four',
      'a\n  b',
      'c d\ne',
    ]);
  });

  test('white space stays between the words of highlighted code, as wherever its style is inherited', async () => {
    const code = '<code><b>if</b> <i>a</i>\n  <b>return</b> <i>b</i>\n<i>c</i></code>';
    const text = async (html: string) =>
      (await connected.rows(html)).map(({ tag, text }) => (tag === '#text' ? text : '')).join('');
    expect(await text(`<pre>${code}</pre>`)).toBe('if a\n  return b\nc');
    expect(await text(`<div>${code}</div>`)).toBe('if a return b c');
    expect(await text(`<pre style="white-space:normal">${code}</pre>`)).toBe('if a return b c');
    expect(await text('<div style="white-space:pre">a  b<b>\nc\n d</b></div>')).toBe('a  b\nc\n d');
  });

  test('a long text is cut at 10,000 characters', async () => {
    const rows = await connected.rows(`<p id=x>${'word '.repeat(10_000)}</p>`);
    expect(rows.at(-1)?.text).toHaveLength(10_000);
    expect(rows.at(-1)?.text.at(-1)).toBe('\u2026');
  });

  test('a form whose controls shadow its properties is read like any other', async () => {
    const rows = await connected.rows(
      '<img name=body><img name=title><form id=x action=/go><input name=attributes><input name=localName><input name=firstChild><input name=nodeType><input name=getAttribute></form>',
    );
    expect(byId(rows, 'x')).toMatchObject({ tag: 'form', attributes: { action: '/go' } });
    expect(rows.filter(({ tag }) => tag === 'input')).toHaveLength(5);
  });

  test('an XML document is content, whatever its tags are called', async () => {
    await connected.page.goto(
      'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><text y="20">hello</text></svg>',
    );
    expect(shape(await connected.connection.capture())).toEqual(['svg', '  text', '    "hello"']);
    await connected.page.goto('data:text/plain,just text');
    expect(decode(await connected.connection.capture()).at(-1)?.text).toBe('just text');
  });
});

describe('flags', () => {
  const cases: [string, string, string[]][] = [
    ['display none', '<div id=x style="display:none">t</div>', ['DisplayNone']],
    ['visibility', '<div id=x style="visibility:hidden">t</div>', ['VisibilityHidden']],
    ['opacity', '<div id=x style="opacity:0">t</div>', ['Transparent']],
    ['clip', '<div id=x style="position:absolute;clip:rect(0,0,0,0)">t</div>', ['ClippedAway', 'Absolute']],
    ['clip-path', '<div id=x style="position:absolute;clip-path:inset(50%)">t</div>', ['ClippedAway']],
    ['overflow', '<div id=x style="overflow:hidden;height:9px"><p>t</p></div>', ['ClipX', 'ClipY']],
    ['scroll', '<div id=x style="overflow:auto;height:9px"><p>t</p></div>', ['ClipY', 'ScrollY']],
    [
      'a little scrolled text',
      '<div id=x style="overflow:auto;height:40px;width:600px">Terms.<br>Two lines.<br>Three.<br>Four lines of it.</div>',
      ['ScrollY'],
    ],
    ['scrolled text', `<div id=x style="overflow:auto;height:9px">${'t '.repeat(200)}</div>`, ['ScrollY']],
    ['fixed', '<div id=x style="position:fixed;background:#fff">t</div>', ['Positioned', 'Fixed', 'Paints']],
    [
      'gradient',
      '<div id=x style="position:absolute;background:linear-gradient(red,blue)">t</div>',
      ['Paints'],
    ],
    ['sticky', '<div id=x style="position:sticky;top:0">t</div>', ['Sticky']],
    [
      'holds fixed',
      '<div id=x style="transform:scale(1)"><i style="position:fixed">t</i></div>',
      ['ContainsFixed'],
    ],
    ['pointer', '<div id=x style="cursor:pointer"><b>t</b></div>', ['Pointer', 'Hit']],
    ['no events', '<button id=x style="pointer-events:none">t</button>', ['NoPointerEvents']],
    ['tabindex', '<div id=x tabindex=0>t</div>', ['TabIndex']],
    ['handler', '<div id=x onclick="1">t</div>', ['Listener']],
    ['disabled', '<fieldset disabled><input id=x></fieldset>', ['Disabled']],
    ['aria-disabled', '<a href=/ id=x aria-disabled=true>t</a>', ['Disabled']],
    ['inert', '<div id=x inert>t</div>', ['Inert']],
    ['popover', '<div id=x popover>t</div><script>x.showPopover()</script>', ['TopLayer']],
    ['editable', '<div id=x contenteditable>t</div>', ['Editable']],
    ['font size', '<div id=x style="font-size:0">t</div>', ['InvisibleText']],
    ['colour', '<div id=x style="color:transparent">t</div>', ['InvisibleText']],
    [
      'colour in a grid',
      '<div style="display:grid"><i>a</i><b id=x style="color:#fff">t</b></div>',
      ['InvisibleText'],
    ],
    [
      'colour within a painted border',
      '<p id=x style="background:#000;color:#fff;background-clip:border-area;border:4px solid transparent">t</p>',
      ['InvisibleText'],
    ],
    ['indented lines', '<p style="text-indent:-999px"><b id=x>t</b></p>', ['InvisibleText']],
    ['focus', '<input id=x autofocus><script>x.focus()</script>', ['Focused']],
    ['pre', '<pre id=x>a\n  b</pre>', ['Pre']],
    ['cell', '<table><tr><td id=x>t</table>', ['Cell']],
    ['block', '<span id=x style="display:block">t</span>', ['Block']],
    ['details', '<details>loose<p id=x>t</p></details>', ['DisplayNone']],
    [
      'content-visibility',
      '<div class=c style="content-visibility:hidden"><p id=x>t</p></div>',
      ['DisplayNone'],
    ],
    ['nothing of it rendered', '<object data="data:text/html,x"><p id=x>t</p></object>', ['DisplayNone']],
  ];
  test.each(cases)('%s', async (_name, html, expected) => {
    expect(await flagsOf(html)).toEqual(expect.arrayContaining(expected));
  });

  const absent: [string, string, string][] = [
    [
      'a translucent layer does not paint',
      '<div id=x style="position:fixed;background:#0004">t</div>',
      'Paints',
    ],
    ['nor does a faded one', '<div id=x style="position:fixed;background:#fff;opacity:.5">t</div>', 'Paints'],
    ['an indent of what has no lines', '<p><b id=x style="text-indent:-999px">t</b></p>', 'InvisibleText'],
    [
      'white over another item of a grid',
      '<div style="display:grid"><i style="grid-area:1/1;background:#000">a</i><b id=x style="color:#fff;grid-area:1/1">t</b></div>',
      'InvisibleText',
    ],
    ['a pointer inside a pointer', '<a href=/><b id=x>t</b></a>', 'Pointer'],
    [
      'gradient text is seen',
      '<div id=x style="color:transparent;background:linear-gradient(red,blue);background-clip:text">t</div>',
      'InvisibleText',
    ],
    ['tabindex -1', '<div id=x tabindex=-1>t</div>', 'TabIndex'],
    ['an open details', '<details open><p id=x>t</p></details>', 'DisplayNone'],
  ];
  test.each(absent)('not: %s', async (_name, html, flag) => {
    expect(await flagsOf(html)).not.toContain(flag);
  });

  test('a modal dialog makes everything else inert, off-screen too', async () => {
    const rows = await connected.rows(
      '<main id=m><p id=far style="margin-top:5000px">t</p></main><div id=wrap><p id=beside>t</p><dialog id=d><button id=ok>OK</button></dialog></div><script>d.showModal()</script>',
    );
    const inert = rows.filter(({ flags }) => flags.includes('Inert')).map(({ attributes }) => attributes.id);
    expect(inert).toEqual(['m', 'beside']);
    expect(byId(rows, 'd').flags).toEqual(expect.arrayContaining(['TopLayer']));
    expect(byId(rows, 'ok').flags).toContain('Hit');
  });
});

describe('boxes', () => {
  test('are in document coordinates, whatever is scrolled', async () => {
    await connected.snapshot(
      '<body style="margin:0"><div style="height:1000px"></div><button id=x style="position:absolute;left:10.4px;top:900.6px;width:50px;height:20px">t</button><div style="height:3000px"></div>',
    );
    const before = byId(decode(await connected.connection.capture()), 'x').box;
    await connected.page.evaluate('scrollTo(0, 700)');
    expect(byId(decode(await connected.connection.capture()), 'x').box).toEqual(before);
    expect(before).toEqual([10, 901, 50, 20]);
  });

  test('an area of an image map lies on its image', async () => {
    const rows = await connected.rows(
      '<body style="margin:0"><img usemap="#m" style="display:block" width=90 height=90 src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name=m><area id=r href=/ shape=rect coords="10,20,30,50"><area id=c href=/ shape=circle coords="60,60,10"></map><map name=unused><area id=u href=/ coords="0,0,9,9"></map>',
    );
    expect([byId(rows, 'r').box, byId(rows, 'c').box, byId(rows, 'u').box]).toEqual([
      [10, 20, 20, 30],
      [50, 50, 20, 20],
      undefined,
    ]);
    expect([byId(rows, 'r'), byId(rows, 'u')].map(({ flags }) => flags.includes('Hit'))).toEqual([
      true,
      false,
    ]);
  });

  test('plain wrappers have none; contents have none; hidden ones have none', async () => {
    const rows = await connected.rows(
      '<p>a <span>b</span> <i id=icon></i> <span id=named>c</span></p><div id=c style="display:contents">d</div><p id=h hidden>e</p>',
    );
    const boxed = rows.filter(({ box }) => box).map(({ tag, attributes }) => attributes.id ?? tag);
    expect(boxed).toEqual(['html', 'body', 'p', 'icon', 'named']);
  });
});

describe('scrollers, layers and covers', () => {
  test('a scroller shows its offset and extent', async () => {
    await connected.snapshot(
      '<div id=x style="height:50px;overflow:auto"><div style="height:500px;width:10px"></div></div>',
    );
    await connected.page.evaluate('x.scrollTop = 40');
    expect(byId(decode(await connected.connection.capture()), 'x').scroller).toMatchObject({
      left: 0,
      top: 40,
      height: 500,
      clientHeight: 50,
    });
  });

  test('layers are ordered as they are painted', async () => {
    const rows = await connected.rows(`<style>div{position:absolute}</style>
      <div id=auto></div><div id=high style="z-index:5"><div id=inner style="z-index:-1"></div></div><div id=low style="z-index:-1"></div>
      <div id=context style="opacity:.9"><div id=confined style="z-index:99"></div></div><div id=loose><div id=free style="z-index:7"></div></div>
      <div id=turned style="transform:rotate(0deg)"><div id=held style="z-index:50"></div></div><div id=pop popover></div><script>pop.showPopover()</script>`);
    const order = rows
      .filter(({ layer }) => layer !== undefined)
      .sort((a, b) => (a.layer as number) - (b.layer as number))
      .map(({ attributes }) => attributes.id);
    expect(order).toEqual([
      'low',
      'auto',
      'context',
      'confined',
      'loose',
      'turned',
      'held',
      'inner',
      'high',
      'free',
      'pop',
    ]);
  });

  test('what lies under something else says what covers it', async () => {
    const rows = await connected.rows(
      '<button id=x style="width:80px;height:30px">t</button><div id=cover style="position:fixed;inset:0;background:#fff"></div>',
    );
    expect(byId(rows, 'x').coveredBy).toBe('cover');
  });

  test('half of it in the open is enough, a label hits its control, a pointer-less layer covers nothing', async () => {
    const rows =
      await connected.rows(`<style>#half{position:absolute;left:0;top:0;width:60px;height:300px}#veil{position:fixed;inset:0;pointer-events:none;background:#fff}</style>
      <button id=a style="position:absolute;left:0;top:10px;width:100px;height:30px">t</button><div id=half></div>
      <label style="position:absolute;top:100px;left:200px"><input id=b type=checkbox style="opacity:.5"><span style="position:absolute;inset:-5px">l</span></label><div id=veil></div>`);
    expect([byId(rows, 'a'), byId(rows, 'b')].map(({ flags }) => flags.includes('Hit'))).toEqual([
      true,
      true,
    ]);
  });

  test('scrolled out of its own scroller is not covered', async () => {
    const rows = await connected.rows(
      '<div style="height:60px;overflow:auto"><div style="height:200px"></div><button id=x>t</button></div><p>below</p><p>more</p><p>more</p><p>more</p><p>more</p>',
    );
    expect(byId(rows, 'x')).toMatchObject({ coveredBy: undefined });
    expect(byId(rows, 'x').flags).not.toContain('Hit');
  });

  test('on a large page the cover of a single control is still found', async () => {
    const rows = await connected.rows(
      `<button id=x>t</button><i id=cover style="position:absolute;left:0;top:0;width:200px;height:40px"></i>${'<p>filler <b>x</b></p>'.repeat(3000)}`,
    );
    expect(byId(rows, 'x').coveredBy).toBe('cover');
  });
});

describe('state', () => {
  test('live properties show what attributes do not', async () => {
    await connected.snapshot(`<input id=a value=old><input id=b type=checkbox><input id=c type=checkbox><select id=d multiple><option>1<option>2<option>3</select>
      <textarea id=e></textarea><details id=f><summary>s</summary></details><input id=g type=email required><input id=h type=range max=10><progress id=i value=.5></progress>`);
    await connected.page.evaluate(
      `a.value='new';b.checked=true;c.indeterminate=true;d.options[0].selected=d.options[2].selected=true;e.value='typed';f.open=true;h.value=7`,
    );
    await connected.page.fill('#g', 'nonsense');
    await connected.page.press('#g', 'Tab');
    const rows = decode(await connected.connection.capture());
    const state = (id: string, key: string): string | undefined => byId(rows, id).attributes[key];
    expect(['a', 'd', 'e', 'h', 'i'].map((id) => state(id, '.value'))).toEqual([
      'new',
      '1, 3',
      'typed',
      '7',
      '0.5',
    ]);
    expect([state('b', '.checked'), state('c', '.checked'), state('f', '.open')]).toEqual([
      'true',
      'mixed',
      'true',
    ]);
    expect(state('g', '.validation')).toContain('@');
    expect(
      rows.filter(({ tag }) => tag === 'option').map(({ attributes }) => attributes['.selected']),
    ).toEqual(['true', undefined, 'true']);
  });

  test('values are capped and data URLs are named, not shown', async () => {
    const rows: Row[] = await connected.rows(
      `<img id=x src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="${'a'.repeat(500)}"><a id=y class="one two" data-testid=t data-other=o style="color:red" href="/${'p'.repeat(500)}">l</a>`,
    );
    expect(byId(rows, 'x').attributes.src).toBe('data:image/gif,\u2026');
    expect(byId(rows, 'x').attributes.alt).toHaveLength(200);
    expect(Object.keys(byId(rows, 'y').attributes)).toEqual(['id', 'class', 'data-testid', '.look', 'href']);
  });
});
