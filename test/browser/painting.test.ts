import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What is laid out, and painted or not. The pixel oracle judges many more. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** The outline with numbers as N. */
async function shown(html: string): Promise<string> {
  const lines = await pages.lines(html, { full: true });
  return lines
    .filter((line) => line !== '(ungrouped):')
    .map((line) => line.trim().replace(/\[\d+\]/g, '[N]'))
    .join(' ');
}

const NOTHING = '(nothing visible)';
const inside = 'words <a href=#>Link</a>';

describe('painted away', () => {
  test.each([
    'filter:opacity(0)',
    'filter:brightness(1) opacity(0%)',
    'mask-image:linear-gradient(transparent,transparent)',
    '-webkit-mask:linear-gradient(#0000 0 0)',
    'transform:rotateY(180deg);backface-visibility:hidden',
    'rotate:y 180deg;backface-visibility:hidden',
    'transform:rotateX(90deg)',
    'scale:0',
  ])('%s', async (style) => {
    expect(await shown(`<div style="${style}">${inside}</div>`)).toBe(NOTHING);
    expect(await shown(`<style>.x{${style}}</style><div class=x>${inside}</div>`)).toBe(NOTHING);
  });

  test.each([
    'filter:opacity(.5)',
    'filter:blur(0)',
    'mask-image:linear-gradient(#000,transparent)',
    'backface-visibility:hidden',
    'transform:rotateY(180deg)',
    'mix-blend-mode:multiply',
  ])('not by %s', async (style) => {
    expect(await shown(`<div style="${style}">${inside}</div>`)).toBe('words [N]<a>Link');
  });

  test('a card that is turned shows one side', async () => {
    const side = (turn: number, name: string) =>
      `<div style="position:absolute;backface-visibility:hidden;transform:rotateY(${turn}deg)"><button>${name}</button></div>`;
    const card = (turn: number) =>
      `<div style="transform-style:preserve-3d;transform:rotateY(${turn}deg);height:30px">${side(0, 'Front')}${side(180, 'Back')}</div>`;
    expect(await shown(card(0))).toBe('[N]<button>Front');
    expect(await shown(card(180))).toBe('[N]<button>Back');
  });
});

describe('a strip of a target', () => {
  const link = (style: string, content = 'First') =>
    `<a href=# style="display:block;${style}">${content}</a>`;
  const cut = (clip: string, content: string) => `<div style="overflow:hidden;${clip}">${content}</div>`;

  test.each([
    ['above its words', cut('height:6px', link('padding:10px'))],
    ['beside its words', cut('width:20px', link('width:200px;padding-left:60px'))],
    ['above the words of what it holds', cut('height:6px', link('padding:10px', '<i><b>First</b></i>'))],
    ['of a button without a border', cut('height:5px', '<button style="all:unset;padding:12px">Go</button>')],
  ])('%s shows nothing of it', async (_, html) => {
    expect(await shown(html)).toBe(NOTHING);
    const { text } = await pages.session.explain('a,button');
    expect(text).toContain('clipped by div to a strip in which nothing of it is painted');
  });

  test.each([
    ['with its words', cut('height:16px', link('padding:4px'))],
    ['of its colour', cut('height:6px', link('padding:10px;background:navy'))],
    ['of its border', cut('height:6px', link('padding:10px;border-top:2px solid red'))],
    [
      'with its picture',
      cut(
        'width:30px',
        link(
          'width:200px;padding-left:60px',
          '<svg width=20 height=20 style="margin-left:-50px"></svg>First',
        ),
      ),
    ],
    [
      'of which scrolling shows more',
      `<div style="overflow-y:auto;height:6px">${link('padding:10px')}</div>`,
    ],
  ])('%s is shown', async (_, html) => {
    expect(await shown(html)).toContain('First');
  });
});

test('a field without room for a letter that paints nothing is not shown', async () => {
  const style = 'width:0;height:0;padding:0;font-size:0;background:none;border:2px solid transparent';
  expect(await shown(`<input style="${style}" readonly>`)).toBe(NOTHING);
  expect(await shown(`<input style="${style};border-color:red">`)).toBe('[N]<input/>'.replace('/', ''));
});

test('a link around a drawing that holds a title alone is not shown', async () => {
  expect(await shown('<a href=#><svg><title><b>Title</b></title><desc><i>More</i></desc></svg></a>')).toBe(
    NOTHING,
  );
});

test('what can be dragged and paints nothing is not shown', async () => {
  expect(await shown('<div draggable=true style="height:40px"></div><svg draggable=true></svg>')).toBe(
    NOTHING,
  );
  expect(await shown('<div draggable=true style="height:40px;background:navy"></div>')).toBe(
    '[N]<div draggable color=#000080>',
  );
});

test('a pointer cursor on an anchor without an address', async () => {
  const html = (style: string) =>
    `<a title=Settings style="${style}"><svg width=16 height=16><path d="M0 0h9v9"/></svg></a>`;
  expect(await shown(html('cursor:pointer'))).toBe('[N]<a>Settings');
  expect(await shown(html(''))).not.toContain('[N]');
});

describe('words', () => {
  test('of the colour of their ground, moved out by their indentation', async () => {
    expect(await shown('<p style="color:#fff">no</p><p>yes</p>')).toBe('yes');
    expect(await shown('<p style="color:#fff;background:#fff">no</p><p>yes</p>')).toBe('yes');
    expect(
      await shown('<body style="background:#123"><p style="color:#123">no</p><p style="color:#fff">yes</p>'),
    ).toBe('yes');
    expect(await shown('<p style="text-indent:-9999px">no</p><p style="text-indent:-1em">yes</p>')).toBe(
      'yes',
    );
  });

  test('in the colour of the page, on something else', async () => {
    const white = '<b style="color:#fff">yes</b>';
    const grounds = 'position:relative|margin-top:-40px|box-shadow:inset 0 0 0 99px #000';
    for (const around of ['background:#000', 'background:linear-gradient(#000,#333)', ...grounds.split('|')])
      expect(await shown(`<p>x</p><div style="${around}">${white}</div>`), around).toContain('yes');
    const dark = '<i style="grid-area:1/1;background:#000">x</i>';
    const inGrid = '<b style="grid-area:1/1;color:#fff">yes</b>';
    expect(await shown(`<div style="display:grid">${dark}${inGrid}</div>`)).toContain('yes');
    expect(await shown(`<p>x</p><div style="display:grid">${inGrid}</div>`)).toBe('x');
    expect(await shown('<p style="color:#fff;text-shadow:0 0 2px #000">yes</p>')).toBe('yes');
    expect(await shown('<style>:root{color-scheme:dark}</style><p style="color:#fff">yes</p>')).toBe('yes');
  });
});

test('words outside the tokens of a formula, which are not laid out', async () => {
  const formula = '<math><mrow role=button>loose <mi>a</mi><mo>+</mo><mn>1</mn> </mrow></math>';
  expect(await shown(`<p>Sum ${formula}`)).toContain('a + 1');
  expect(await shown(`<p>Sum ${formula}`)).not.toContain('loose');
});

test('only an element of HTML is edited, by a value that says so', async () => {
  const boxes = ['', 'true', 'plaintext-only', 'false', 'img'].map(
    (value) => `<p contenteditable="${value}">${value || 'empty'}</p>`,
  );
  const drawing = '<svg contenteditable="" width=30 height=30><rect width=9 height=9 /></svg>';
  const text = await shown(boxes.join('') + drawing);
  expect(text.match(/\[N\]/g)).toHaveLength(3);
  expect(text).not.toContain('[N]<svg');
});

describe('targets that paint nothing', () => {
  test('hold a drawing without a shape, a canvas without a drawing', async () => {
    const box = (content: string): string => `<div onclick=1 style="cursor:pointer">${content}</div>`;
    expect(await shown(box('<svg><g><defs><path d="M0 0h9v9"/></defs></g></svg>'))).toBe(NOTHING);
    expect(await shown(box('<canvas></canvas>'))).toBe(NOTHING);
    expect(await shown(box('<svg><g><path d="M0 0h9v9"/></g></svg>'))).toContain('[N]');
    const draw = "<script>document.querySelector('canvas').getContext('2d').fillRect(5, 5, 9, 9)</script>";
    expect(await shown(box('<canvas></canvas>') + draw)).toContain('[N]');
    expect(await shown(box('<canvas width=200 height=90></canvas>'))).toContain('[N]');
  });

  test('are a canvas without a drawing that answers to a click alone, not one to draw on', async () => {
    expect(await shown('<canvas onclick=1>words</canvas>')).not.toContain('[N]');
    const pad = "<script>document.querySelector('canvas').addEventListener('pointerdown', () => 1)</script>";
    for (const use of ['onmousedown=1', 'onclick=1 style="touch-action:none"', ''])
      expect(await shown(`<canvas ${use}></canvas>${use ? '' : pad}`)).toContain('[N]<canvas');
  });

  test('hold a drawing of which no part has a size, a film without a picture, characters that no font draws', async () => {
    const box = (content: string): string => `<div onclick=1 style="cursor:pointer">${content}</div>`;
    expect(await shown(box('<svg>words <rect></rect><use></use></svg>'))).toBe(NOTHING);
    const inner = '<svg>words <path/><a><foreignObject><p>Out</p></foreignObject></a></svg>';
    expect(await shown(box(inner))).not.toContain('[N]');
    expect(await shown(box(inner.replace('t>', 't width=50 height=50>')))).toContain('[N]');
    expect(await shown(box('<svg><rect width=9 height=9></rect></svg>'))).toContain('[N]');
    expect(
      await shown(box('<svg><line x2=0 stroke=red stroke-width=9 stroke-linecap=round></line></svg>')),
    ).toContain('[N]');
    expect(await shown(box('<video></video>'))).toBe(NOTHING);
    expect(await shown(box('<video controls></video>'))).toContain('[N]');
    for (const unseen of ['&#xfff9;', '&#xe0041;&#xe0042;', '&#x2066;&#x2069;', '&#xfe0f;']) {
      expect(await shown(`<a href=#>${unseen}</a>`)).toBe(NOTHING);
      expect(await shown(`<div role=listbox aria-label=None>${unseen}</div>`)).toBe(NOTHING);
    }
    expect(await shown('<a href=#>&#xe0041;A</a>')).toContain('[N]<a');
    expect(await shown('<object tabindex=0 role=listbox>In</object>')).toContain('[N]');
    expect(await shown('<object tabindex=0 role=listbox></object>')).toBe(NOTHING);
  });

  test('an empty field is shown: its edge may be painted by a box around it', async () => {
    const combobox = '<div role=combobox tabindex=0 aria-label=Age style="height:20px">&#8203;</div>';
    expect(await shown(`<div style="border:1px solid">${combobox}</div>`)).toContain('[N]');
    expect(await shown('<div role=textbox contenteditable style="height:20px"></div>')).toContain('[N]');
    expect(await shown('<div role=listbox aria-label=None style="height:20px"></div>')).toBe(NOTHING);
  });

  test.each([
    'visibility:hidden',
    'visibility:collapse',
    'opacity:0',
    'clip-path:inset(50%)',
    'transform:scale(0)',
    'display:none',
  ])('hold nothing but what is out of sight by %s', async (style) => {
    const target = (content: string): string => `<div onclick=1>${content}</div>`;
    expect(await shown(target(`<p style="${style}">Out</p>`))).toBe(NOTHING);
    expect(await shown(target(`<p style="${style}"><img src="data:," width=9 height=9 alt=Out></p>`))).toBe(
      NOTHING,
    );
    expect(await shown(target(`<p style="${style}">Out</p> In`))).toBe('[N]<div>In');
  });

  test('not one of which a part is seen in what is not', async () => {
    const part = '<i style="visibility:visible">In</i>';
    expect(await shown(`<div onclick=1><p style="visibility:hidden">Out ${part}</p></div>`)).toBe(
      '[N]<div>In',
    );
  });

  test.each(['<b>', '<span><b>', '<b><u>'])('nor one whose words lie in %s out of sight', async (around) => {
    const hidden = around.replace('<b', '<b style="visibility:hidden"');
    const part = (style: string): string => `<div onclick=1>${hidden}Out <i style="${style}">In</i></div>`;
    expect(await shown(part('visibility:visible'))).toBe('[N]<div>In');
    expect(await shown(part('visibility:hidden'))).toBe(NOTHING);
    expect(await shown(part('visibility:visible;display:none'))).toBe(NOTHING);
    expect(await shown(part('visibility:visible;font-size:0'))).toBe(NOTHING);
  });

  test('are fields by their role alone, which take no focus and no click', async () => {
    const field = (attributes: string): string =>
      `<div role=textbox aria-label=Name style="height:20px" ${attributes}></div>`;
    expect(await shown(field(''))).toBe(NOTHING);
    for (const used of ['tabindex=0', 'contenteditable', 'onclick=1'])
      expect(await shown(field(used))).toContain('[N]');
  });

  test.each(['', 'paragraph', 'math', 'toolbar', 'tree', 'article', 'listitem', 'img', 'status', 'menuitem'])(
    'whatever their role: %s',
    async (role) => {
      const target = (content: string): string =>
        `<div role="${role}" aria-label=Go onclick=1 tabindex=0 style="cursor:pointer;height:20px">${content}</div>`;
      expect(await shown(target(''))).not.toContain('[N]');
      expect(await shown(target('<i></i><p style="display:none">Out</p>'))).not.toContain('[N]');
      expect(await shown(target('In'))).toContain('[N]');
    },
  );

  test('but for what is seen by what is around it: cells by the lines of their table', async () => {
    const table = (role: string): string =>
      `<table border role=grid><tr role=row><td role=${role} tabindex=0 onclick=1 aria-label=Monday style="height:20px"></table>`;
    for (const role of ['gridcell', 'columnheader', 'rowheader'])
      expect(await shown(table(role))).toContain('[N]');
    for (const role of ['gridcell', 'row'])
      expect(await shown(`<a href=# role=${role}><video></video></a>`)).toBe(NOTHING);
    const bar = '<div role=separator tabindex=0 aria-label=Panes onmousedown=1 style="height:9px"></div>';
    expect(await shown(`<p>Left</p>${bar}<p>Right</p>`)).toContain('[N]');
  });

  test('nor what lies beyond the edge of the page, in a cell of no size', async () => {
    const box = '<div onclick=1><fieldset style="transform:translateX(9px)"></fieldset></div>';
    expect(await shown(box)).toContain('[N]');
    expect(await shown(box.replace('(9', '(-9999'))).toBe(NOTHING);
    expect(await shown('<table cellpadding=0><tr><td onclick=1></table>')).toBe(NOTHING);
  });

  test('and for a bullet', async () => {
    const item = (style: string): string => `<ul><li onclick=1 style="${style}"></li></ul>`;
    expect(await shown(item(''))).toContain('[N]');
    expect(await shown(item('list-style:none;height:20px'))).not.toContain('[N]');
    expect(await shown(item('margin-left:-40px'))).not.toContain('[N]');
    expect(await shown(item('margin-left:-40px;list-style-position:inside'))).toContain('[N]');
  });

  test.each(['inert', 'style="pointer-events:none"'])('cannot be used: %s', async (around) => {
    const empty = `<div ${around}><svg style="cursor:pointer"></svg></div>`;
    expect(await shown(empty)).toBe(NOTHING);
    expect(await shown(empty.replace('</svg', '<path d="M0 0h9v9"/></svg'))).toContain('[N]<svg');
  });

  test('have no box, and hold nothing that has one', async () => {
    const button = (content: string, style = ''): string =>
      `<button style="display:contents;${style}" aria-label=Go>${content}</button>`;
    expect(await shown(button(''))).toBe(NOTHING);
    expect(await shown(button('<ul></ul>', 'background:red'))).toBe(NOTHING);
    expect(await shown(button('Go'))).toBe('[N]<button>Go');
    expect(await shown(button('<svg><rect width=9 height=9 /></svg>'))).toContain('[N]<button>Go');
    const edited = (content: string): string =>
      `<div contenteditable style="display:contents"><p></p>${content}</div>`;
    expect(await shown(edited('<i hidden>Out</i>'))).toBe(NOTHING);
    expect(await shown(edited('In'))).toContain('[N]');
    const drawn = '<style>button::before{content:"→"}</style>';
    expect(await shown(drawn + button(''))).toContain('[N]<button');
  });

  test.each(['onclick=1', 'role=slider tabindex=0'])('are drawings of nothing: %s', async (attributes) => {
    const drawing = (content: string): string => `<svg ${attributes} aria-label=Map>${content}</svg>`;
    for (const content of ['', 'words', '<rect/>', '<g><title>Map</title></g>'])
      expect(await shown(drawing(content))).toBe(NOTHING);
    expect(await shown(drawing('<rect width=9 height=9 />'))).toContain('[N]');
    expect(await shown(drawing('<text y=20>Words</text>'))).toContain('[N]');
  });

  test.each([
    'onpointerdown=1',
    'onmousedown=1 role=img aria-label=Board',
    'ontouchstart=1 tabindex=0',
    'onclick=1 style="cursor:crosshair"',
    'onclick=1 style="touch-action:none"',
  ])('not a drawing that is drawn on: %s', async (attributes) => {
    expect(await shown(`<svg width=300 height=150 ${attributes}></svg>`)).toContain('[N]');
    expect(await shown(`<div><svg width=300 height=150 ${attributes}></svg></div>`)).toContain('[N]');
  });

  test('not a drawing that a script lets one draw on', async () => {
    const script = (act: string): string => `<script>const s = document.querySelector('svg');${act}</script>`;
    const svg = '<svg width=300 height=150></svg>';
    expect(await shown(svg + script(''))).toBe(NOTHING);
    expect(await shown(svg + script("s.addEventListener('pointerdown', () => 1)"))).toContain('[N]');
  });

  test('hold a drawing with another document of no size', async () => {
    const drawing = (attributes: string): string =>
      `<div onclick=1><svg><foreignObject ${attributes}><hr></foreignObject></svg></div>`;
    expect(await shown(drawing(''))).toBe(NOTHING);
    expect(await shown(drawing('width=90 height=90'))).toContain('[N]');
    expect(await shown(drawing('width=1 height=1 overflow=visible'))).toContain('[N]');
    const fixed = (attributes: string): string =>
      `<svg><foreignObject ${attributes}><div style="position:fixed"><button>In</button></div></foreignObject></svg>`;
    expect(await shown(fixed(''))).toBe(NOTHING);
    expect(await shown(fixed('width=90 height=90'))).toBe('[N]<button>In');
    expect(await shown('<svg onclick=1><rect><slot></slot></rect></svg>')).toBe(NOTHING);
  });

  test('are fields without an area, whatever they hold', async () => {
    const field = '<select style="all:unset"><option>A</select>';
    expect(await shown(field)).toContain('[N]');
    expect(await shown(field.replace('all:unset', 'all:unset;display:block;width:0'))).toBe(NOTHING);
    const area = '<textarea style="all:unset;display:block">A</textarea>';
    expect(await shown(area)).toContain('[N]');
    expect(await shown(area.replace('block', 'block;height:0'))).toBe(NOTHING);
  });

  test('hold a slot without anything in it, or only what is cut off, not laid out or of no size', async () => {
    const target = (content: string): string => `<div onclick=1>${content}</div>`;
    const host = (root: string, content: string): string =>
      target(`<p><template shadowrootmode=closed>${root}</template>${content}</p>`);
    expect(await shown(host('<slot name=a></slot>', 'Out'))).toBe(NOTHING);
    expect(await shown(host('<slot name=a></slot>', '<i slot=a>In</i>'))).toBe('[N]<div>In');
    expect(await shown(host('<slot>In</slot>', ''))).toBe('[N]<div>In');
    expect(await shown(host('Out', '').replace('<p', '<p style="visibility:hidden"'))).toBe(NOTHING);
    const cut = '<p style="width:0;overflow:auto">Out</p>';
    expect(await shown(target(cut))).toBe(NOTHING);
    expect(await shown(target(cut.replace('Out', '<i style="position:absolute">In</i>')))).toContain('In');
    expect(await shown(target('<video>Out</video>'))).toBe(NOTHING);
    expect(await shown(target('<math><mrow>Out</mrow></math>'))).toBe(NOTHING);
    expect(await shown(target('<math><mi>x</mi></math>'))).toBe('[N]<div>x');
    expect(await shown(target('<ul style="content-visibility:hidden;height:0">Out</ul>'))).toBe(NOTHING);
    const quote = '<q style="font-size:0"></q>';
    expect(await shown(target(quote))).toBe(NOTHING);
    expect(await shown(target(quote.replace(':0', ':9px')))).toContain('[N]');
  });

  test('hold words beyond the edge of the page alone', async () => {
    const turned = (words: string): string =>
      `<div onclick=1 style="transform:rotate(30deg);text-align:${words}">Words</div>`;
    expect(await shown(turned('left'))).toBe(NOTHING);
    expect(await shown(turned('right'))).toContain('[N]');
    const moved = (x: number): string =>
      `<div onclick=1><ul style="transform:translateX(${x}px)"><p>Words</p></ul></div>`;
    expect(await shown(moved(-9999))).toBe(NOTHING);
    expect(await shown(moved(9))).toContain('[N]');
    expect(await shown(`<body dir=rtl><style>html{direction:rtl}</style>${moved(-2000)}`)).toContain('[N]');
  });

  test('are sticky: they keep their room in the flow', async () => {
    expect(await shown('<svg onclick=1 style="position:sticky;top:0"></svg>')).toBe(NOTHING);
  });

  test('are links with a role of their own, a grid, a summary of which the marker is transparent, a label of no size', async () => {
    for (const role of ['', 'img', 'grid']) {
      const link = `<a href=# ${role && `role=${role}`}><div style="height:9px"><b></b></div></a>`;
      expect(await shown(link)).not.toContain('[N]');
      expect(await shown(link.replace('<b>', '<b>In'))).toContain('[N]');
    }
    const summary = '<details><summary style="color:transparent">Out</summary></details>';
    expect(await shown(summary)).not.toContain('[N]');
    expect(await shown(summary.replace('color:transparent', ''))).toContain('[N]');
    expect(await shown('<details onclick=1><p>Folded</p></details>')).toContain('[N]<details');
    const list = '<label role=listbox><svg style="position:absolute">Out</svg></label>';
    expect(await shown(list)).not.toContain('[N]');
    expect(await shown(list.replace('Out', '<rect width=9 height=9></rect>'))).toContain('[N]');
  });

  test('are a select without options that nothing draws, quotes around words moved out of sight', async () => {
    const select = (style: string, content = ''): string =>
      `<select style="${style}" aria-label=Choice>${content}<b>Out</b></select>`;
    expect(await shown(select('all:unset;display:block;width:90px;height:20px'))).toBe(NOTHING);
    expect(await shown(select(''))).toContain('[N]<select');
    expect(await shown(select('all:unset;display:block', '<option>One'))).toContain('[N]<select');
    const moved = (style: string): string =>
      `<div style="text-indent:-9999px;white-space:nowrap"><a href=#>Out<p style="${style}">Out <q>Out</q></p></a></div>`;
    expect(await shown(moved(''))).toBe(NOTHING);
    expect(await shown(moved('background:#ccc'))).toContain('[N]<a>');
  });

  test('are a formula whose parts are empty, or words beside its parts', async () => {
    for (const empty of ['x', '<msup></msup>', '<mfrac></mfrac>'])
      expect(await shown(`<math onclick=1>${empty}</math>`)).toBe(NOTHING);
    expect(await shown('<math onclick=1><msup><mi></mi><mn>2</mn></msup></math>')).toContain('^2');
  });

  test('lie beyond what cuts off a turned frame around them', async () => {
    const frame = (left: number, top: number, tall = ''): string =>
      `<div style="overflow:hidden;height:120px;width:320px"><iframe style="transform:rotate(30deg);width:300px;height:150px"
        srcdoc="<div style='position:absolute;left:${left}px;top:${top}px'><button>In</button></div>${tall}"></iframe></div>`;
    expect(await shown(frame(230, 120))).not.toContain('<button');
    expect(await shown(frame(120, 60))).toContain('<button>In');
    const tall = '<p style=height:400px>';
    expect(await shown(frame(120, 400, tall))).toContain('<button>In');
    expect(await shown(frame(-10, 0, tall))).not.toContain('<button');
  });

  test('stand in a select, which lays out its options alone', async () => {
    const select = (content: string): string => `<label>Go<select>${content}</select></label>`;
    const moved =
      "<input type=file><script>document.querySelector('select').append(document.querySelector('input'))</script>";
    expect(await shown(select('') + moved)).not.toContain('type=file');
    const options = await shown(select('<div><button role=alert><option>One</button></div>'));
    expect(options).toContain('[N]<select');
    expect(options).toContain('One');
    expect(options).not.toContain('alert');
    const parts = await shown(
      select('<option><h2 role=listbox onclick=1>Two</h2><i tabindex=0 contenteditable>Three</i>'),
    );
    expect(parts).toMatch(/^\S*\[N\]<select[^[]*$/);
    expect(parts).toContain('Two');
    const item = '<x-y><main><li onclick=1>Out</li><option>One</option></main></x-y>';
    expect(await shown(select(item))).not.toContain('<li');
  });

  test('lie in a page that paints nothing beyond its box', async () => {
    const page = (style: string): string => `<body style="${style}"><div>${inside}</div>`;
    expect(await shown(page('contain:strict'))).toBe(NOTHING);
    expect(await shown(page('contain:strict;height:90px'))).toBe('words [N]<a>Link');
  });

  test('overflow a box whose content the browser may put off: it cuts off what it holds', async () => {
    const box = (width: number, style: string): string =>
      `<div style="width:${width}px;${style}"><div><button>In</button></div></div>`;
    expect(await shown(box(0, 'content-visibility:auto'))).toBe(NOTHING);
    expect(await shown(box(90, 'content-visibility:auto'))).toBe('[N]<button>In');
    expect(await shown(box(0, ''))).toBe('[N]<button>In');
  });

  test('mask what overflows a box without an area', async () => {
    const masked = (height: number): string =>
      `<div style="height:${height}px;mask-image:linear-gradient(red,blue)">${inside}</div>`;
    expect(await shown(masked(0))).toBe(NOTHING);
    expect(await shown(masked(40))).toBe('words [N]<a>Link');
    const beyond = (style: string): string =>
      `<div style="height:40px;position:relative;${style}"><p style="position:absolute;top:90px">${inside}</p></div>`;
    expect(await shown(beyond('mask-image:linear-gradient(red,blue)'))).toBe(NOTHING);
    expect(await shown(beyond('mask:no-clip linear-gradient(red,blue)'))).toBe('words [N]<a>Link');
  });

  test('take the keys for what is shown around them, where they are laid out and out of the flow', async () => {
    const editor = (style: string, around = 'p'): string =>
      `<div onclick=1 style="width:300px;height:90px">Code<${around}><textarea style="${style}"></textarea></${around}></div>`;
    expect(await shown(editor('position:absolute;left:-9999px'))).toContain('<textarea');
    expect(await shown(editor('transform:translateX(-9999px)'))).not.toContain('<textarea');
    const cut = 'i style="display:block;contain:strict;height:0;width:0"';
    expect(await shown(editor('position:absolute', cut))).toContain('<textarea');
    expect(await shown(editor('', cut))).not.toContain('<textarea');
    expect(await shown(editor('', 'p style="transform:scale(0)"'))).not.toContain('<textarea');
    expect(
      await shown('<p style="height:200px">Words<p><textarea style="position:absolute;opacity:0">'),
    ).not.toContain('<textarea');
    const select = editor('', 'select').replace('<select>', '<select style="width:0;all:unset"><button>');
    expect(await shown(select)).not.toContain('<textarea');
  });

  const plain = 'all:unset;display:inline-block;width:20px;height:20px;';

  test('an empty box, words out of sight, an image of no size, words for readers only', async () => {
    expect(await shown(`<button style="${plain}" aria-label=Nothing></button>`)).toBe(NOTHING);
    expect(await shown('<div onclick="1" style="height:30px"></div>')).toBe(NOTHING);
    expect(await shown(`<a href=# style="${plain}text-indent:-99px;overflow:hidden">Out</a>`)).toBe(NOTHING);
    expect(await shown('<a href=#><img alt="" width=0 height=0></a>')).toBe(NOTHING);
    expect(
      await shown('<a href=#><span style="position:absolute;clip:rect(0,0,0,0)">For readers</span></a>'),
    ).toBe(NOTHING);
    expect(
      await shown('<button style="width:0;height:0;padding:0;border:0;overflow:hidden">Zero</button>'),
    ).toBe(NOTHING);
  });

  test.each([
    ['a picture', 'background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)'],
    ['a ground', 'background:#c00'],
    ['an edge', 'border:1px solid'],
    ['a shadow', 'box-shadow:0 0 4px #000'],
  ])('not one with %s', async (_, style) => {
    expect(await shown(`<button style="${plain}${style}" aria-label=Icon></button>`)).toBe('[N]<button>Icon');
  });

  test('nor one whose icon a style sheet draws, nor one that lies over what is seen', async () => {
    expect(
      await shown(`<style>.i::before{content:"→"}</style><a href=# class=i aria-label=Next></a>`),
    ).toContain('[N]<a');
    expect(
      await shown(
        '<div style="position:relative"><h3>Card</h3><a href=# style="position:absolute;inset:0" aria-label="Open card"></a></div>',
      ),
    ).toContain('[N]<a>Open card');
  });

  test('a switch drawn by a span that covers its own checkbox', async () => {
    const html =
      '<label style="position:relative;display:inline-block;width:44px;height:22px"><input type=checkbox style="opacity:0;width:0;height:0" aria-label=Night><span style="position:absolute;inset:0;background:#888"></span></label>';
    expect(await shown(html)).toBe('[N]<checkbox>Night');
  });

  test('a link to the content that shows when it has the focus: not before', async () => {
    const html =
      '<style>.skip{position:absolute;clip:rect(0,0,0,0)}.skip:focus{clip:auto}</style><a href=#m class=skip id=s>Skip to content</a><p id=m>Text</p>';
    expect(await shown(html)).toBe('Text');
    expect(await shown(`${html}<script>s.focus()</script>`)).toContain('[N]<a focused>Skip to content');
  });
});

describe('shown all the same', () => {
  test('what is hidden from the accessibility tree only; what lets clicks pass', async () => {
    expect(await shown('<div aria-hidden=true><button>Seen</button></div>')).toBe('[N]<button>Seen');
    expect(await shown('<button style="pointer-events:none">Seen</button>')).toContain('Seen');
  });

  test('hidden until found, a collapsed row, a closed select: not', async () => {
    expect(await shown('<div hidden=until-found>no <a href=#>no</a></div><p>yes</p>')).toBe('yes');
    expect(await shown('<table><tr style="visibility:collapse"><td>no<tr><td>yes</table>')).toBe('yes');
  });
});

describe('what is seen of a control without words', () => {
  const dot = 'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%229%22 height=%229%22/>';

  test('a picture that a style sheet puts in its place', async () => {
    expect(await shown(`<span id=send style="content:url('${dot}')" onclick=a()></span>`)).toBe(
      '[N]<span id=send>',
    );
    expect(await shown('<span id=send style="display:block;height:9px" onclick=a()></span>')).toBe(NOTHING);
  });

  test('the colour of a swatch, and of a shape that can be clicked', async () => {
    const swatch = 'style="background:rebeccapurple;display:block;height:9px" onclick=a()';
    expect(await shown(`<span id=hue ${swatch}></span>`)).toBe('[N]<span id=hue color=#663399>');
    expect(await shown(`<span ${swatch}>Buy</span>`)).toBe('[N]<span>Buy');
    expect(await shown('<svg><rect width=20 height=20 fill=red onclick=a() /></svg>')).toBe(
      '[N]<rect color=#ff0000>',
    );
  });
});
