import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HtmlPages } from '../support/HtmlPages.ts';

/** What boxes, shapes and scrollers leave of what they hold. The pixel oracle judges many more. */
let pages: HtmlPages;
beforeAll(async () => {
  pages = await HtmlPages.start();
});
afterAll(() => pages.close());

/** Names of the links and buttons in the full outline. */
async function targets(html: string): Promise<string> {
  const lines = await pages.lines(html, { full: true });
  return [...lines.join('\n').matchAll(/\[\d+\]<(?:a|button)>(\w[\w ]*?)(?=\s*(?:$|\n|\[|<))/g)]
    .map(([, name]) => name)
    .join(', ');
}

const link = (name: string, style = ''): string =>
  `<a href=# style="display:block;height:20px;${style}">${name}</a>`;
const box = (style: string, html: string): string =>
  `<div style="width:100px;height:20px;${style}">${html}</div>`;

describe('shapes', () => {
  test.each([
    'clip-path:inset(50px)',
    'clip-path:inset(0 0 0 500px)',
    'clip-path:inset(0 calc(50% + 1px) 0 calc(40% + 20px))',
    'clip-path:polygon(0 0,0 0,0 0)',
    'clip-path:circle(0px at 50% 50%)',
    'clip-path:ellipse(0 50%)',
    'position:absolute;clip:rect(0,0,0,0)',
    'position:absolute;clip:rect(auto,5px,auto,5px)',
    'contain:paint;height:0',
  ])('nothing is left by %s', async (style) => {
    expect(await targets(`${box(style, link('In'))}${link('Next')}`)).toBe('Next');
  });

  test.each([
    'clip-path:inset(0)',
    'clip-path:circle(50%)',
    'clip-path:polygon(0 0,100% 0,100% 100%,0 100%)',
    'clip:rect(0,0,0,0)',
    'position:absolute;clip:rect(0px,100px,20px,0px)',
  ])('enough is left by %s', async (style) => {
    expect(await targets(box(style, link('In')))).toBe('In');
  });

  test('a shape cuts what it holds, however that is placed', async () => {
    const html = box(
      'clip-path:inset(0 0 0 0)',
      `${link('In')}${link('Below')}${link('Beside', 'position:absolute;left:300px')}${link('Fixed', 'position:fixed;left:500px')}`,
    );
    expect(await targets(html)).toBe('In');
  });

  test('on an input, on a button, from a sheet, from a nested rule, in a shadow root', async () => {
    expect(await targets('<button style="clip-path:inset(50%)">In</button>')).toBe('');
    expect(await targets(`<style>.a{clip-path:inset(50%)}</style><div class=a>${link('In')}</div>`)).toBe('');
    expect(
      await targets(
        `<style>.a{color:red;& .b{clip-path:inset(50%)}}</style><div class=a><div class=b>${link('In')}</div></div>`,
      ),
    ).toBe('');
    const root =
      '<div><template shadowrootmode=open><style>div{clip-path:inset(50%)}</style><div><button>In</button></div></template></div>';
    expect(await targets(root)).toBe('');
  });
});

describe('scrollers', () => {
  const scroller = (style: string, html: string): string =>
    `<div style="width:100px;height:60px;overflow:auto;${style}">${html}</div>`;
  const wide = (n: number): string => `<button style="flex:0 0 90px;width:90px;height:30px">B${n}</button>`;
  const three = [1, 2, 3].map(wide).join('');

  const REVERSED = 'B3, B2, B1';
  test.each([
    ['from the left', 'white-space:nowrap'],
    ['from the right, by direction', 'direction:rtl;white-space:nowrap'],
    ['a reversed row', 'display:flex;flex-direction:row-reverse', REVERSED],
    ['a reversed column', 'display:flex;flex-direction:column-reverse', REVERSED],
    ['a row reversed twice', 'display:flex;direction:rtl;flex-direction:row-reverse', REVERSED],
    ['upright lines', 'writing-mode:vertical-rl'],
  ])('reach all they hold: %s', async (_, style, all = 'B1, B2, B3') => {
    expect(await targets(scroller(style, three))).toBe(all);
  });

  test('but not what lies before the end they scroll from', async () => {
    expect(await targets(scroller('position:relative', link('Left', 'position:absolute;left:-150px')))).toBe(
      '',
    );
    const right = link('Right', 'position:absolute;left:150px;width:50px');
    expect(await targets(scroller('position:relative;direction:rtl', right))).toBe('');
    const left = link('Left', 'position:absolute;left:-150px;width:50px');
    expect(await targets(scroller('position:relative;direction:rtl', left))).toBe('Left');
  });

  test('within a box that hides: only what passes by the part that shows', async () => {
    const inner = scroller('height:100px', `${link('First')}<div style="height:300px"></div>${link('Last')}`);
    expect(
      await targets(
        `<div style="height:50px;overflow:hidden"><div style="margin-top:-50px">${inner}</div></div>`,
      ),
    ).toBe('Last');
  });

  test('slides that only a script turns to are left out, slides that a person drags are not', async () => {
    const slides = [1, 2].map((n) => `<div style="flex:0 0 100px">${link(`Slide${n}`)}</div>`).join('');
    expect(await targets(box('display:flex;overflow:hidden', slides))).toBe('Slide1');
    expect(await targets(box('display:flex;overflow-x:auto', slides))).toBe('Slide1, Slide2');
  });

  test('menus beyond the edge of the window', async () => {
    const menu = (style: string) =>
      `<nav style="position:fixed;top:0;width:200px;${style}">${link('Menu')}</nav>`;
    expect(await targets(menu('left:-200px'))).toBe('');
    expect(await targets(menu('right:0;transform:translateX(100%)'))).toBe('');
    expect(
      await targets(`${menu('right:0;transform:translateX(100%)')}<div style="width:3000px">wide</div>`),
    ).toBe('');
  });
});

describe('frames', () => {
  const inner = "<a href=#>Top</a><div style='height:400px'></div><a href=#>Deep</a>";
  const frame = (more: string) => `<iframe srcdoc="${inner}" width=200 height=100 ${more}></iframe>`;

  test('that scroll, that do not, that show a strip', async () => {
    expect(await targets(frame(''))).toBe('Top, Deep');
    expect(await targets(frame('scrolling=no'))).toBe('Top');
    const strip = (margin: number) =>
      `<div style="height:30px;overflow:hidden">${frame(`style="display:block;border:0;margin-top:${margin}px"`)}</div>`;
    expect(await targets(strip(0))).toBe('Top');
    expect(await targets(strip(-70))).toBe('Deep');
  });

  test('one that is covered, with what it would scroll to', async () => {
    const cover = '<div style="position:absolute;inset:0;background:#fff">Cover</div>';
    expect(await targets(`<div style="position:relative;width:220px">${frame('')}${cover}</div>`)).toBe('');
  });

  test('drawn at half its size: its elements lie where they are drawn', async () => {
    const html = `<style>body{margin:0}</style><iframe srcdoc="<style>body{margin:0}button{position:absolute;left:100px;top:60px;width:80px;height:20px}</style><button>Half</button>" width=300 height=200 style="border:0;transform:scale(.5);transform-origin:0 0"></iframe>`;
    const { data } = await pages.look(html, { view: 'json' });
    expect(JSON.stringify(data)).toMatch(/Half.*?(?:50, ?30, ?40, ?10|"x":50,"y":30,"width":40,"height":10)/);
  });
});

describe('words', () => {
  const shown = async (html: string): Promise<string> => (await pages.lines(html, { full: true })).join(' ');

  test.each([
    ['beside what a shape leaves', '<p style="clip-path:circle(9px);width:200px">no</p>'],
    [
      'in a box of which its border leaves nothing',
      '<p style="border:5px solid;width:20px;height:0;overflow:hidden">no no no no</p>',
    ],
    [
      'in a box within one',
      '<div style="border:20px solid;height:0;overflow:hidden"><div><p>no</p></div></div>',
    ],
    [
      'in the part of a box that is cut off',
      '<div style="height:60px;overflow:clip"><p>x</p><p style="margin:0;padding-top:90px">no</p></div>',
    ],
    [
      'under a relative box that is moved over them',
      '<p style="margin:0">no</p><div style="position:relative;margin-top:-30px;height:30px;background:#fff"></div>',
    ],
    [
      'of a drawing, beside it',
      '<div dir=rtl><svg width=90 height=20><text y=15>no</text><rect width=9 height=9 /></svg></div>',
    ],
    [
      'on a column of their colour',
      '<table><colgroup><col style="background:#123"></colgroup><tr><td style="color:#123">no</td></tr></table>',
    ],
    [
      'of a first line, in vertical text',
      '<style>.f::first-line{color:#fff}</style><div style="writing-mode:vertical-rl"><p class=f>no no no</p></div>',
    ],
  ])('no: %s', async (_, html) => {
    const text = await shown(`${html}<p>yes</p>`);
    expect(text).toContain('yes');
    expect(text).not.toContain('no');
  });

  test.each([
    ['within what a shape leaves', '<p style="clip-path:circle(90px);width:90px">yes</p>'],
    ['within a border that leaves room', '<p style="border:1px solid;height:9px;overflow:hidden">yes</p>'],
    [
      'in the part of a box that shows',
      '<div style="height:40px;overflow:hidden"><p style="margin:0;height:90px">yes</p></div>',
    ],
    [
      'in the part of a box that scrolling brings',
      '<div style="height:40px;overflow:auto"><p style="margin:0;padding-top:90px">yes</p></div>',
    ],
    [
      'under a relative box where the flow puts it',
      '<p>yes</p><p style="position:relative;background:#fff">x</p>',
    ],
    [
      'of a drawing that shows what runs over',
      '<svg width=9 height=20 overflow=visible><text x=20 y=15>yes</text></svg>',
    ],
    [
      'on a column of another colour',
      '<table><colgroup><col><col style="background:#123"></colgroup><tr><td>x</td><td style="color:#fff">yes</td></tr></table>',
    ],
    [
      'in a row of another colour over its column',
      '<table><colgroup><col style="background:#123"></colgroup><tr style="background:#fff"><td style="color:#123">yes</td></tr></table>',
    ],
  ])('yes: %s', async (_, html) => {
    expect(await shown(html)).toContain('yes');
  });
});
