import type { DocumentCase } from './documentCases.ts';
import { seen, styled, unseen, type WordCase } from './wordCases.ts';

// Cases that were written from the specifications, without a look at what they test.

const svg = (inner: string, attributes = ''): string =>
  `<svg width=150 height=24 ${attributes}>${inner}</svg>`;
const ruled = (css: string, html: string): string => `<style>${css}</style>${html}`;

export const specWords: Record<string, WordCase[]> = {
  'colours by the specifications': [
    unseen(styled('color:rgb(from white r g b)')),
    unseen(styled('color:color-mix(in oklab,white,transparent)')),
    unseen(styled('color:var(--nothing,#fff)')),
    unseen('<div style="color:#fff"><p style="color:currentcolor">§</p></div>'),
    unseen(
      ruled(
        '@property --s-ink{syntax:"<color>";inherits:false;initial-value:white}',
        styled('color:var(--s-ink)'),
      ),
    ),
    unseen(ruled('.s-line::first-line{color:#fff}', '<p class=s-line>§</p>')),
    seen(ruled('.s-letter::first-letter{color:#fff}', '<p class=s-letter>§</p>')),
    unseen(
      ruled(
        '.s-over{position:relative}.s-over::after{content:"";position:absolute;inset:0;background:#fff}',
        '<p class=s-over>§</p>',
      ),
    ),
    unseen(
      '<p style="margin:0">§</p><div style="position:relative;margin-top:-30px;height:30px;background:#fff"></div>',
    ),
    unseen('<div style="opacity:0"><b style="opacity:1">§</b></div>'),
    unseen(styled('background:#fff;background-clip:text;color:transparent')),
    seen(styled('background:#036;background-clip:text;color:transparent')),
    seen(styled('mix-blend-mode:exclusion;color:#000')),
    unseen(styled('mix-blend-mode:darken;color:#fff')),
    seen(styled('filter:url(#s-nothing)')),
    seen(styled('filter:invert(1) invert(1)')),
    seen(styled('filter:contrast(0)')),
    seen(styled('filter:sepia(1)')),
    unseen(styled('color-scheme:dark;color:CanvasText')),
    seen(styled('color-scheme:dark;background:Canvas;color:CanvasText')),
    unseen('<button style="color:ButtonFace">§</button>', 'the words of a control that is seen are its name'),
    seen('<button disabled>§</button>'),
    seen(ruled('@media print{.s-print{display:none}}', '<p class=s-print>§</p>')),
    seen(ruled('@media not all{.s-none{color:#fff}}', '<p class=s-none>§</p>')),
    seen(ruled('@supports (display:nonsense){.s-sup{display:none}}', '<p class=s-sup>§</p>')),
    seen(ruled('@starting-style{.s-start{opacity:0}}', '<p class=s-start>§</p>')),
    unseen('<p data-c=white style="color:attr(data-c type(<color>))">§</p>'),
    unseen('<div><p style="opacity:calc(sibling-index() - 1)">§</p></div>'),
    seen(styled('color:#fff;background:conic-gradient(#003,#300)')),
    seen(styled('color:#fff;background:repeating-linear-gradient(#003,#300 4px)')),
    unseen(styled('color:#fff;background:linear-gradient(#fff,#fff)')),
    seen(styled('color:#fff;background:linear-gradient(90deg,#036,#036 40%)')),
    seen(
      styled(
        'color:#fff;background:linear-gradient(#fff,#fff),#036;background-size:2px 2px;background-repeat:no-repeat',
      ),
    ),
  ],
  'boxes by the specifications': [
    unseen('<table><tr style="visibility:collapse"><td>§</td></tr><tr><td>x</td></tr></table>'),
    seen('<table><caption style="caption-side:bottom">§</caption><tr><td>x</td></tr></table>'),
    seen('<div style="display:contents">§</div>'),
    seen('<button style="display:contents">§</button>'),
    unseen('<ruby>漢<rp>§</rp><rt>x</rt></ruby>'),
    unseen('<datalist>§</datalist>'),
    seen('<fieldset><legend>§</legend></fieldset>'),
    unseen('<iframe width=150 height=24>§</iframe>'),
    unseen('<audio>§</audio>'),
    unseen('<noframes>§</noframes>'),
    unseen(svg('<title>§</title>'), 'the title of a drawing is its name'),
    unseen(svg('<desc>§</desc>')),
    seen(svg('<foreignObject width=150 height=24><div>§</div></foreignObject>')),
    unseen(svg('<symbol><text y=15>§</text></symbol>')),
    seen(svg('<text font-size=3 y=5>§</text>', 'viewBox="0 0 24 6"')),
    unseen(svg('<switch><text y=15 systemLanguage=xx>§</text><text y=15>y</text></switch>')),
    unseen(svg('<text y=15 visibility=hidden>§</text>')),
    unseen(svg('<clipPath id=s-clip><rect/></clipPath><text y=15 clip-path="url(#s-clip)">§</text>')),
    unseen(svg('<g transform="scale(0)"><text y=15>§</text></g>')),
    seen(svg('<g transform="translate(4 2)"><text y=15>§</text></g>')),
    seen(styled('clip-path:url(#s-missing)')),
    unseen('<div style="height:20px;overflow:hidden"><p style="margin:30px 0 0">§</p></div>'),
    unseen(styled('position:fixed;bottom:-100px')),
    unseen(
      '<div style="overflow:auto;width:100px;height:30px;position:relative"><span style="position:absolute;left:-100px">§</span></div>',
    ),
    unseen('<div style="overflow:hidden;width:150px"><p style="transform:translateX(-150%)">§</p></div>'),
    unseen(styled('transform:matrix(1,0,0,0,0,0)')),
    unseen(styled('rotate:x 90deg')),
    unseen(styled('max-width:0;overflow:hidden')),
    seen(styled('width:0')),
    unseen(styled('inline-size:0;overflow-x:clip')),
    seen(styled('overflow:clip;overflow-clip-margin:40px;height:0')),
    unseen(styled('contain:strict')),
    unseen(styled('width:70px;text-indent:100%;white-space:nowrap;overflow:hidden'), {
      'vertical-rl':
        'an indent of all of a line is taken to move it out, also where the line is as long as its words',
    }),
    seen(styled('position:sticky;top:0')),
    seen(styled('user-select:none')),
    seen(styled('float:right')),
    seen(styled('display:table-cell')),
    seen(styled('display:list-item;list-style-position:inside')),
    seen(styled('position:relative;left:20px;top:4px')),
    seen('<div style="display:grid;grid-template-rows:0"><p style="margin:0">§</p></div>'),
    unseen(
      '<div style="display:grid;grid-template-rows:0fr;overflow:hidden"><p style="margin:0;min-height:0;overflow:hidden">§</p></div>',
    ),
    unseen(
      '<div style="display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden;width:150px">some words<br>§</div>',
      { 'vertical-rl': 'a clamp hides lines that stand in the box' },
    ),
    unseen(
      '<div style="overflow:hidden;height:20px;line-height:20px;margin-bottom:40px">one<br>two<br>§</div>',
    ),
    seen('<label>§<input type=checkbox></label>'),
    seen('<output>§</output>'),
    unseen('<progress value=.5>§</progress>'),
    unseen('<meter>§</meter>'),
    unseen('<object data="data:text/html,x" width=150 height=24>§</object>'),
    seen('<map name=s-map>§</map>'),
  ],
};

const rows = (count: number): string => Array.from({ length: count }, (_, i) => `<p>row${i}</p>`).join('');

export const specDocuments: DocumentCase[] = [
  {
    name: 'spec: box that scrolls to the left',
    html: '<div dir=rtl style="overflow:auto;width:100px;height:40px;position:relative">start<span style="position:absolute;left:-150px">reached</span><span style="position:absolute;right:-150px">lost</span></div>',
    seen: ['start', 'reached'],
    unseen: ['lost'],
  },
  {
    name: 'spec: what transforms move beyond the end can be scrolled to',
    html: '<p>start</p><p style="transform:translateY(3000px)">sunk</p><p style="transform:translateY(-3000px)">risen</p>',
    seen: ['start', 'sunk'],
    unseen: ['risen'],
  },
  {
    name: 'spec: fixed beyond the window',
    html: `<p style="position:fixed;top:3000px">lost</p>${rows(80)}`,
    seen: ['row0', 'row79'],
    unseen: ['lost'],
  },
  {
    name: 'spec: absolute in a box that scrolls but does not contain it',
    html: '<div style="overflow:hidden;height:20px"><p style="position:absolute;top:200px">outside</p><p style="margin-top:60px">cut</p></div>',
    seen: ['outside'],
    unseen: ['cut'],
  },
  {
    name: 'spec: fixed in a box with a transform is cut by it',
    html: '<div style="transform:none;contain:paint;overflow:hidden;height:40px;width:200px"><p style="position:fixed;top:100px">cut</p>kept</div>',
    seen: ['kept'],
    unseen: ['cut'],
  },
  {
    name: 'spec: frame that does not scroll',
    html: `<iframe scrolling=no style="height:100px" srcdoc="${rows(30)}"></iframe>`,
    seen: ['row0'],
    unseen: ['row29'],
  },
  {
    name: 'spec: box in a box, both scroll',
    html: `<div style="height:200px;overflow:auto"><div style="height:600px"></div><div style="height:80px;overflow:auto">${rows(20)}</div></div>`,
    seen: ['row0', 'row19'],
  },
  {
    name: 'spec: popover that is open',
    html: '<p>page</p><div popover=manual id=p style="inset:200px auto auto 200px">open</div><div popover=manual>shut</div><script>p.showPopover()</script>',
    seen: ['page', 'open'],
    unseen: ['shut'],
  },
  {
    name: 'spec: dialog that is not modal',
    html: '<p>page</p><dialog id=d style="top:200px">open</dialog><script>d.show()</script>',
    seen: ['page', 'open'],
  },
  {
    name: 'spec: sideways-rl',
    html: `<body style="writing-mode:sideways-rl">${rows(60)}`,
    seen: ['row0', 'row30', 'row59'],
  },
  {
    name: 'spec: vertical-rl, right to left',
    html: `<html dir=rtl style="writing-mode:vertical-rl">${rows(60)}`,
    seen: ['row0', 'row59'],
  },
  {
    name: 'spec: vertical-lr, right to left, too long a line',
    html: '<html dir=rtl style="writing-mode:vertical-lr"><p style="height:3000px">start<span style="position:absolute;bottom:2800px">far</span>',
    seen: ['start', 'far'],
  },
  {
    name: 'spec: hidden on one axis, visible on the other scrolls',
    html: `<div style="overflow-x:hidden;overflow-y:visible;height:60px;width:200px">${rows(10)}</div>`,
    seen: ['row0', 'row9'],
  },
  {
    name: 'spec: body that hides its overflow beside a root that hides its own',
    html: `<html style="overflow:auto"><body style="overflow:hidden;height:100px">${rows(20)}`,
    seen: ['row0'],
    unseen: ['row19'],
  },
  {
    name: 'spec: highlights of a script',
    html: "<style>::highlight(h){color:#fff}</style><p id=p>gone</p><p>kept</p><script>const r=new Range();r.selectNodeContents(p);CSS.highlights.set('h',new Highlight(r))</script>",
    seen: ['kept'],
  },
];
