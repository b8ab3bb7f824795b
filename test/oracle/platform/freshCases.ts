import type { ClickCase } from './clickCases.ts';
import type { DocumentCase } from './documentCases.ts';
import type { ReadingCase } from './readingCases.ts';
import { invisible, styled, visible, type WordCase } from './wordCases.ts';

// Cases that were declared before the code of the page was read: grounds, reach, viewports, what is dead, orders, components.

const ruled = (css: string, html: string): string => `<style>${css}</style>${html}`;
const script = (code: string): string => `<script>{${code}}</script>`;
const rows = (count: number, style = ''): string =>
  Array.from({ length: count }, (_, i) => `<p style="${style}">row${i}</p>`).join('');

export const freshWords: Record<string, WordCase[]> = {
  'fresh: grounds': [
    invisible(styled('background:linear-gradient(#333,#333);color:#333')),
    visible(styled('background:linear-gradient(#333,#333);color:#fff')),
    invisible('<div style="background:#246"><p style="color:rgb(34 68 102)">§</p></div>'),
    invisible(
      '<div style="background:#246"><p style="background:inherit;color:hsl(210 50% 26.7%)">§</p></div>',
    ),
    visible('<div style="background:#000"><p style="color:#000;text-shadow:0 0 2px #fff">§</p></div>'),
    invisible('<div style="background:#000"><p style="color:#fff;mix-blend-mode:multiply">§</p></div>'),
    visible('<div style="background:#fff"><p style="color:#fff;mix-blend-mode:difference">§</p></div>'),
    invisible('<div style="filter:brightness(0)"><p style="background:#ccc;color:#111">§</p></div>'),
    visible('<div style="filter:contrast(0)"><p>§</p></div>'),
    visible('<div style="filter:invert(1);background:#000"><p style="color:#fff">§</p></div>'),
    invisible(
      '<div style="background:#fff;color:#000"><p style="color:color-mix(in oklch,currentColor 0%,white)">§</p></div>',
    ),
    invisible('<table><tr style="background:#123"><td style="color:#123">§</td></tr></table>'),
    invisible(
      '<table><colgroup><col style="background:#123"></colgroup><tr><td style="color:#123">§</td></tr></table>',
    ),
    visible('<table><tr style="background:#123"><td style="color:#eee">§</td></tr></table>'),
    invisible(
      '<p style="border:20px solid #456;width:0;height:0;color:#456;overflow:hidden">§</p>',
      'what cuts off a word for which its box would have room is taken to the outer edge of the border',
    ),
    visible('<p style="box-shadow:inset 0 0 0 200px #123;color:#fff">§</p>'),
    invisible(
      '<p style="box-shadow:inset 0 0 0 200px #123;color:#123">§</p>',
      'a shadow is not taken for a ground',
    ),
    invisible(ruled('.fr-l::first-letter{color:#fff}.fr-l{color:#fff}', '<p class=fr-l>§</p>')),
    visible('<button style="background:#000;color:#fff;border:0">§</button>'),
    invisible(
      '<button style="background:#000;color:#000;border:0;outline:0;appearance:none"><span style="opacity:.01">§</span></button>',
      'they are its name; the button is seen',
    ),
  ],
  'fresh: reach': [
    invisible(
      '<div dir=rtl style="overflow:hidden;width:80px;height:40px;position:relative"><p style="position:absolute;left:200px">§</p></div>',
    ),
    invisible(
      '<div style="overflow:auto;width:80px;height:40px;position:relative"><p style="position:absolute;left:-200px;margin:0">§</p></div>',
    ),
    visible('<div style="writing-mode:vertical-lr;height:80px">§</div>'),
    visible('<div style="writing-mode:sideways-rl;height:80px">§</div>'),
    invisible('<div style="writing-mode:vertical-rl;inline-size:0;overflow:hidden">§</div>'),
    invisible(
      '<div style="position:relative;overflow:clip;width:60px;height:20px"><p style="position:absolute;top:30px;margin:0">§</p></div>',
    ),
    visible('<div style="container-type:inline-size;width:150px">§</div>'),
    invisible('<div style="transform:rotateY(90deg)">§</div>'),
    invisible('<div style="transform:scale(0)">§</div>'),
    visible('<div style="transform:scaleX(-1)">§</div>'),
    invisible('<div style="backface-visibility:hidden;transform:rotateX(180deg)">§</div>'),
    invisible('<div style="clip-path:circle(60px)">§</div>'),
    invisible('<div style="clip-path:inset(0 100% 0 0)">§</div>'),
    invisible('<div style="position:absolute;clip:rect(0 0 0 0)">§</div>'),
  ],
  'fresh: parts': [
    invisible('<details><summary>more</summary><div>§</div></details>'),
    visible('<details open><summary>more</summary><div>§</div></details>'),
    invisible('<div popover>§</div>'),
    invisible('<dialog>§</dialog>'),
    visible('<dialog open style="position:static">§</dialog>'),
    invisible(
      '<object data="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>" type="image/svg+xml" width=150 height=24>§</object>',
    ),
    { html: '<object data="nothing:" type="application/x-none">§</object>' },
    invisible('<noscript>§</noscript>'),
    invisible('<video width=20 height=20>§</video>'),
    invisible('<canvas width=20 height=20>§</canvas>'),
    invisible('<meter value=.5>§</meter>'),
    invisible('<progress value=.5>§</progress>'),
    visible('<ruby>a<rt>§</rt></ruby>'),
    invisible('<ruby>a<rp>§</rp><rt>b</rt></ruby>'),
    visible('<svg width=150 height=30><text x=5 y=20>§</text></svg>'),
    invisible('<svg width=150 height=30><defs><text x=5 y=20>§</text></defs></svg>'),
    visible(
      '<svg width=150 height=30><foreignObject width=140 height=30><p style="margin:0">§</p></foreignObject></svg>',
    ),
    invisible('<svg width=150 height=30><text x=5 y=20 fill=none>§</text></svg>'),
    visible('<svg width=150 height=30><text x=5 y=20 fill=none stroke=black>§</text></svg>'),
    invisible('<svg width=150 height=30><switch><text x=5 y=20 systemLanguage="xx">§</text></switch></svg>'),
    invisible('<div><template shadowrootmode=open><p>x</p></template>§</div>'),
    visible('<div><template shadowrootmode=closed><b><slot></slot></b></template>§</div>'),
    invisible('<select><option>a<option>§</select>', 'options are reported with their list'),
  ],
};

const DARK = { colorScheme: 'dark' } as const;

export const freshDocuments: DocumentCase[] = [
  {
    name: 'fresh: dark canvas under a page that is half light',
    html: '<meta name=color-scheme content=dark><div style="background:#fff"><p style="color:#000">light</p><p style="color:#fff">lost</p></div><p style="color:#fff">night</p>',
    visible: ['light', 'night'],
    invisible: ['lost'],
  },
  {
    name: 'fresh: scheme of one element',
    html: '<div style="color-scheme:dark;background:Canvas"><p style="color:CanvasText">words</p><p style="color:#121212">gone</p></div>',
    visible: ['words'],
    invisible: ['gone'],
  },
  {
    name: 'fresh: light-dark in the dark',
    html: '<style>:root{color-scheme:light dark}</style><p style="color:light-dark(#121212,#fff)">right</p><p style="color:light-dark(#fff,#121212)">wrong</p>',
    visible: ['right'],
    invisible: ['wrong'],
    context: DARK,
  },
  {
    name: 'fresh: picture of the root',
    html: '<style>html{background:linear-gradient(#000,#000)}</style><p style="color:#000">black</p><p style="color:#fff">white</p>',
    visible: ['white'],
    invisible: ['black'],
  },
  {
    name: 'fresh: sideways-rl pages go on to the left',
    html: `<style>:root{writing-mode:sideways-rl}</style>${rows(40, 'width:60px')}`,
    visible: ['row0', 'row20', 'row39'],
  },
  {
    name: 'fresh: right to left in a vertical page',
    html: `<html dir=rtl><style>:root{writing-mode:vertical-rl}</style>${rows(30, 'width:60px')}`,
    visible: ['row0', 'row29'],
  },
  {
    name: 'fresh: column that is reversed and scrolls up',
    html: `<div style="display:flex;flex-direction:column-reverse;height:100px;overflow:auto">${rows(20)}</div>`,
    visible: ['row0', 'row19'],
  },
  {
    name: 'fresh: columns beyond the page',
    html: `<div style="columns:200px;height:90px;width:500px;column-fill:auto">${rows(20)}</div>`,
    visible: ['row0', 'row19'],
  },
  {
    name: 'fresh: what is above the page is not reached',
    html: '<p style="position:absolute;top:-300px">lost</p><p style="position:absolute;top:3000px">deep</p>',
    visible: ['deep'],
    invisible: ['lost'],
  },
  {
    name: 'fresh: what a page that cannot scroll holds',
    html: '<style>html,body{overflow:hidden;height:100%}</style><p>here</p><p style="margin-top:3000px">there</p>',
    visible: ['here'],
    invisible: ['there'],
  },
  {
    name: 'fresh: fixed outside the screen',
    html: '<p style="position:fixed;top:110vh">out</p><p style="position:fixed;top:50vh">in</p><div style="height:4000px"></div>',
    visible: ['in'],
    invisible: ['out'],
  },
  {
    name: 'fresh: lists of what is put off, in a box',
    html: `<div style="height:200px;overflow:auto">${rows(60, 'content-visibility:auto;contain-intrinsic-size:20px')}</div>`,
    visible: ['row0', 'row59'],
  },
  {
    name: 'fresh: box that scrolls from right to left',
    html: '<div dir=rtl style="overflow:auto;width:80px"><p style="width:300px;text-align:left">far</p></div>',
    visible: ['far'],
  },
  {
    name: 'fresh: popover above a full screen cover',
    html: `<div style="position:fixed;inset:0;background:#fff;z-index:9"></div><p>under</p><div popover=manual id=p>over</div>${script('document.getElementById("p").showPopover()')}`,
    visible: ['over'],
    invisible: ['under'],
  },
  {
    name: 'fresh: two modal dialogs that cover each other',
    html: `<dialog id=a style="width:400px;height:300px">first</dialog><dialog id=b style="width:400px;height:300px">second</dialog>${script('document.getElementById("a").showModal();document.getElementById("b").showModal()')}`,
    visible: ['second'],
    invisible: ['first'],
  },
];

export const freshReading: ReadingCase[] = [
  {
    name: 'fresh: order of floats',
    html: '<style>p{margin:0;width:90px}</style><p style="float:right">gamma</p><p style="float:left">alpha</p><p style="float:left">beta</p>',
    reads: ['alpha', 'beta', 'gamma'],
    wrong: 'floats are reported in the order of the document',
  },
  {
    name: 'fresh: rows of a grid, placed by number',
    html: '<div style="display:grid;grid-template-columns:100px 100px"><p style="grid-area:2/2">delta</p><p style="grid-area:1/2">beta</p><p style="grid-area:2/1">gamma</p><p style="grid-area:1/1">alpha</p></div>',
    reads: ['alpha', 'beta', 'gamma', 'delta'],
  },
  {
    // The browser draws the list over the page, in none of its pixels; no other words say what the field takes.
    name: 'fresh: suggestions of a field',
    html: '<input list=d aria-label=Fruit><datalist id=d><option>Apple<option>Pear</datalist>',
    tree: ['combobox "Fruit"'],
    shows: ['suggestions="Apple|Pear"'],
  },
  ...['vertical-rl', 'vertical-lr'].map((mode) => ({
    name: `fresh: items in an order, ${mode}`,
    html: `<style>:root{writing-mode:${mode}}p{inline-size:90px}p:last-of-type{order:-1}</style><div style="display:flex;flex-wrap:wrap;inline-size:200px">${['beta', 'gamma', 'delta', 'alpha'].map((word) => `<p>${word}</p>`).join('')}</div>`,
    reads: ['alpha', 'beta', 'gamma', 'delta'],
  })),
  {
    name: 'fresh: reversed column of buttons',
    html: '<div style="display:flex;flex-direction:column-reverse"><button>gamma</button><button>beta</button><button>alpha</button></div>',
    reads: ['alpha', 'beta', 'gamma'],
  },
  {
    name: 'fresh: list that counts by two',
    html: '<style>ol{counter-reset:list-item 10}li{counter-increment:list-item 2}</style><ol><li>First<li>Second</ol>',
    shows: ['12. First', '14. Second'],
  },
  {
    name: 'fresh: reversed list with a value',
    html: '<ol reversed start=9><li>First<li value=4>Second<li>Third</ol>',
    shows: ['9. First', '4. Second', '3. Third'],
  },
  {
    name: 'fresh: numbers of chapters',
    html: '<style>body{counter-reset:c}h2{counter-increment:c;counter-reset:s}h3{counter-increment:s}h2::before{content:counter(c) " "}h3::before{content:counter(c) "." counter(s) " "}</style><h2>One</h2><h3>Inner</h3><h3>Other</h3><h2>Two</h2><h3>Last</h3>',
    shows: ['1 One', '1.1 Inner', '1.2 Other', '2 Two', '2.1 Last'],
  },
  {
    name: 'fresh: fourth root over a sum',
    html: '<p>Take <math><mroot><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>4</mn></mroot></math> now</p>',
    shows: ['root(a+b, 4)'],
    judged: 'by eye',
  },
  {
    name: 'fresh: inert button is disabled',
    html: '<div inert><button>Send</button></div><button>Other</button>',
    shows: ['Send', 'Other'],
    judged: 'by eye',
  },
  {
    name: 'fresh: dots of a text that hides itself',
    html: '<p>Card <span style="-webkit-text-security:circle">4111222233334444</span></p>',
    hides: ['4111222233334444'],
  },
  {
    name: 'fresh: switch of a custom element',
    html: `<x-sw tabindex=0>moon</x-sw>${script('customElements.define("x-sw",class extends HTMLElement{constructor(){super();const i=this.attachInternals();i.role="switch";i.ariaLabel="Night";i.ariaChecked="true"}})')}`,
    tree: ['switch "Night" checked=true'],
    shows: ['Night'],
  },
  {
    name: 'fresh: name from another root',
    html: `<span id=n>Outer name</span><div id=h></div>${script('const r=document.getElementById("h").attachShadow({mode:"open"});r.innerHTML="<button></button>";const b=r.querySelector("button");b.ariaLabelledByElements=[document.getElementById("n")]')}`,
    tree: ['button "Outer name"'],
    shows: ['Outer name'],
  },
  {
    name: 'fresh: fields of a disabled group, but for its legend',
    html: '<fieldset disabled><legend><label><input type=checkbox> Ship</label></legend><label>Street <input></label></fieldset>',
    tree: ['checkbox "Ship"', 'textbox "Street" disabled=true'],
    shows: ['Ship', 'Street'],
  },
  {
    name: 'fresh: Arabic beside numbers',
    html: '<html lang=ar dir=rtl><p>سعر 250 ريال</p>',
    shows: ['سعر 250 ريال'],
  },
  {
    name: 'fresh: pictures of emoji with joiners',
    html: '<p>Team 👩‍👩‍👧 ready</p>',
    shows: ['Team 👩‍👩‍👧 ready'],
  },
  {
    name: 'fresh: capital letters by their style are found',
    html: '<p>Take <b style="text-transform:none">Ελλάδα</b> now</p>',
    shows: ['Ελλάδα'],
  },
];

const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true } as const;
const HEAD = '<meta name=viewport content="width=device-width,initial-scale=1">';
const NAMES = ['Ada', 'Ben', 'Cyd'];
const named = (style = ''): string =>
  NAMES.map((name) => `<button aria-label=${name} style="${style}">${name}</button>`).join(' ');

export const freshClicks: ClickCase[] = [
  {
    name: 'fresh: phone, pinched after a scroll',
    context: PHONE,
    html: `${HEAD}<div style="height:900px"></div>${named()}<div style="height:900px"></div>`,
    prepare: async (session, page) => {
      await page.evaluate(() => scrollTo(0, 500));
      await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1.7 });
    },
    targets: NAMES,
  },
  {
    name: 'fresh: buttons at the right edge of a wide right-to-left page, page scale 2',
    html: `<html dir=rtl><div style="width:2600px">${named()}<div style="margin-right:2400px">${'<button aria-label=Far>Far</button>'}</div></div>`,
    prepare: (session) => session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 }),
    targets: [...NAMES, 'Far'],
  },
  {
    name: 'fresh: vertical boxes in a vertical page',
    html: `<style>:root{writing-mode:vertical-rl}</style>${rows(40, 'width:60px')}${named()}`,
    targets: NAMES,
  },
  {
    name: 'fresh: perspective',
    html: `<div style="perspective:300px;perspective-origin:150px"><div style="transform:rotateY(50deg);width:300px">${named('margin:20px')}</div></div>`,
    targets: NAMES,
  },
  {
    name: 'fresh: half below a sticky head',
    html: `<div style="position:sticky;top:0;height:120px;background:#ccc;z-index:2">head</div>${rows(30)}${named()}${rows(30)}`,
    targets: NAMES,
  },
  {
    name: 'fresh: path of an offset',
    html: `<style>button{offset-path:path("M100 100 L400 300");offset-distance:70%;position:absolute}button:nth-of-type(2){offset-distance:10%}button:nth-of-type(3){offset-distance:40%}</style>${named()}`,
    targets: NAMES,
  },
  {
    name: 'fresh: zoomed box in a scaled frame on a phone',
    context: PHONE,
    html: `${HEAD}<iframe style="transform:scale(.6);transform-origin:0 0;width:500px;height:500px;border:0" srcdoc="<div style='zoom:1.8'>${named().replaceAll('"', '')}</div>"></iframe>`,
    targets: NAMES,
  },
];
