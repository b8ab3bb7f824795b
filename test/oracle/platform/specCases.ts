import type { DocumentCase } from './documentCases.ts';
import { invisible, styled, visible, type WordCase } from './wordCases.ts';

// Cases that were written from the specifications, without a look at what they test.

const svg = (inner: string, attributes = ''): string =>
  `<svg width=150 height=24 ${attributes}>${inner}</svg>`;
const ruled = (css: string, html: string): string => `<style>${css}</style>${html}`;

export const specWords: Record<string, WordCase[]> = {
  'colours by the specifications': [
    invisible(styled('color:rgb(from white r g b)')),
    invisible(styled('color:color-mix(in oklab,white,transparent)')),
    invisible(styled('color:var(--nothing,#fff)')),
    invisible('<div style="color:#fff"><p style="color:currentcolor">§</p></div>'),
    invisible(
      ruled(
        '@property --s-ink{syntax:"<color>";inherits:false;initial-value:white}',
        styled('color:var(--s-ink)'),
      ),
    ),
    invisible(ruled('.s-line::first-line{color:#fff}', '<p class=s-line>§</p>')),
    visible(ruled('.s-letter::first-letter{color:#fff}', '<p class=s-letter>§</p>')),
    invisible(
      ruled(
        '.s-over{position:relative}.s-over::after{content:"";position:absolute;inset:0;background:#fff}',
        '<p class=s-over>§</p>',
      ),
    ),
    invisible(
      '<p style="margin:0">§</p><div style="position:relative;margin-top:-30px;height:30px;background:#fff"></div>',
    ),
    invisible('<div style="opacity:0"><b style="opacity:1">§</b></div>'),
    invisible(styled('background:#fff;background-clip:text;color:transparent')),
    visible(styled('background:#036;background-clip:text;color:transparent')),
    visible(styled('mix-blend-mode:exclusion;color:#000')),
    invisible(styled('mix-blend-mode:darken;color:#fff')),
    visible(styled('filter:url(#s-nothing)')),
    visible(styled('filter:invert(1) invert(1)')),
    visible(styled('filter:contrast(0)')),
    visible(styled('filter:sepia(1)')),
    invisible(styled('color-scheme:dark;color:CanvasText')),
    visible(styled('color-scheme:dark;background:Canvas;color:CanvasText')),
    invisible(
      '<button style="color:ButtonFace">§</button>',
      'the words of a control that is seen are its name',
    ),
    visible('<button disabled>§</button>'),
    visible(ruled('@media print{.s-print{display:none}}', '<p class=s-print>§</p>')),
    visible(ruled('@media not all{.s-none{color:#fff}}', '<p class=s-none>§</p>')),
    visible(ruled('@supports (display:nonsense){.s-sup{display:none}}', '<p class=s-sup>§</p>')),
    visible(ruled('@starting-style{.s-start{opacity:0}}', '<p class=s-start>§</p>')),
    invisible('<p data-c=white style="color:attr(data-c type(<color>))">§</p>'),
    invisible('<div><p style="opacity:calc(sibling-index() - 1)">§</p></div>'),
    visible(styled('color:#fff;background:conic-gradient(#003,#300)')),
    visible(styled('color:#fff;background:repeating-linear-gradient(#003,#300 4px)')),
    invisible(styled('color:#fff;background:linear-gradient(#fff,#fff)')),
    visible(styled('color:#fff;background:linear-gradient(90deg,#036,#036 40%)')),
    visible(
      styled(
        'color:#fff;background:linear-gradient(#fff,#fff),#036;background-size:2px 2px;background-repeat:no-repeat',
      ),
    ),
  ],
  'boxes by the specifications': [
    invisible('<table><tr style="visibility:collapse"><td>§</td></tr><tr><td>x</td></tr></table>'),
    visible('<table><caption style="caption-side:bottom">§</caption><tr><td>x</td></tr></table>'),
    visible('<div style="display:contents">§</div>'),
    visible('<button style="display:contents">§</button>'),
    invisible('<ruby>漢<rp>§</rp><rt>x</rt></ruby>'),
    invisible('<datalist>§</datalist>'),
    visible('<fieldset><legend>§</legend></fieldset>'),
    invisible('<iframe width=150 height=24>§</iframe>'),
    invisible('<audio>§</audio>'),
    invisible('<noframes>§</noframes>'),
    invisible(svg('<title>§</title>'), 'the title of a drawing is its name'),
    invisible(svg('<desc>§</desc>')),
    visible(svg('<foreignObject width=150 height=24><div>§</div></foreignObject>')),
    invisible(svg('<symbol><text y=15>§</text></symbol>')),
    visible(svg('<text font-size=3 y=5>§</text>', 'viewBox="0 0 24 6"')),
    invisible(svg('<switch><text y=15 systemLanguage=xx>§</text><text y=15>y</text></switch>')),
    invisible(svg('<text y=15 visibility=hidden>§</text>')),
    invisible(svg('<clipPath id=s-clip><rect/></clipPath><text y=15 clip-path="url(#s-clip)">§</text>')),
    invisible(svg('<g transform="scale(0)"><text y=15>§</text></g>')),
    visible(svg('<g transform="translate(4 2)"><text y=15>§</text></g>')),
    visible(styled('clip-path:url(#s-missing)')),
    invisible('<div style="height:20px;overflow:hidden"><p style="margin:30px 0 0">§</p></div>'),
    invisible(styled('position:fixed;bottom:-100px')),
    invisible(
      '<div style="overflow:auto;width:100px;height:30px;position:relative"><span style="position:absolute;left:-100px">§</span></div>',
    ),
    invisible('<div style="overflow:hidden;width:150px"><p style="transform:translateX(-150%)">§</p></div>'),
    invisible(styled('transform:matrix(1,0,0,0,0,0)')),
    invisible(styled('rotate:x 90deg')),
    invisible(styled('max-width:0;overflow:hidden')),
    visible(styled('width:0')),
    invisible(styled('inline-size:0;overflow-x:clip')),
    visible(styled('overflow:clip;overflow-clip-margin:40px;height:0')),
    invisible(styled('contain:strict')),
    invisible(styled('width:70px;text-indent:100%;white-space:nowrap;overflow:hidden'), {
      'vertical-rl':
        'an indent of all of a line is taken to move it out, also where the line is as long as its words',
    }),
    visible(styled('position:sticky;top:0')),
    visible(styled('user-select:none')),
    visible(styled('float:right')),
    visible(styled('display:table-cell')),
    visible(styled('display:list-item;list-style-position:inside')),
    visible(styled('position:relative;left:20px;top:4px')),
    visible('<div style="display:grid;grid-template-rows:0"><p style="margin:0">§</p></div>'),
    invisible(
      '<div style="display:grid;grid-template-rows:0fr;overflow:hidden"><p style="margin:0;min-height:0;overflow:hidden">§</p></div>',
    ),
    invisible(
      '<div style="display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden;width:150px">some words<br>§</div>',
      { 'vertical-rl': 'a clamp hides lines that stand in the box' },
    ),
    invisible(
      '<div style="overflow:hidden;height:20px;line-height:20px;margin-bottom:40px">one<br>two<br>§</div>',
    ),
    visible('<label>§<input type=checkbox></label>'),
    visible('<output>§</output>'),
    invisible('<progress value=.5>§</progress>'),
    invisible('<meter>§</meter>'),
    invisible('<object data="data:text/html,x" width=150 height=24>§</object>'),
    visible('<map name=s-map>§</map>'),
  ],
};

const rows = (count: number): string => Array.from({ length: count }, (_, i) => `<p>row${i}</p>`).join('');

export const specDocuments: DocumentCase[] = [
  {
    name: 'spec: box that scrolls to the left',
    html: '<div dir=rtl style="overflow:auto;width:100px;height:40px;position:relative">start<span style="position:absolute;left:-150px">reached</span><span style="position:absolute;right:-150px">lost</span></div>',
    visible: ['start', 'reached'],
    invisible: ['lost'],
  },
  {
    name: 'spec: what transforms move beyond the end can be scrolled to',
    html: '<p>start</p><p style="transform:translateY(3000px)">sunk</p><p style="transform:translateY(-3000px)">risen</p>',
    visible: ['start', 'sunk'],
    invisible: ['risen'],
  },
  {
    name: 'spec: fixed beyond the window',
    html: `<p style="position:fixed;top:3000px">lost</p>${rows(80)}`,
    visible: ['row0', 'row79'],
    invisible: ['lost'],
  },
  {
    name: 'spec: absolute in a box that scrolls but does not contain it',
    html: '<div style="overflow:hidden;height:20px"><p style="position:absolute;top:200px">outside</p><p style="margin-top:60px">cut</p></div>',
    visible: ['outside'],
    invisible: ['cut'],
  },
  {
    name: 'spec: fixed in a box with a transform is cut by it',
    html: '<div style="transform:none;contain:paint;overflow:hidden;height:40px;width:200px"><p style="position:fixed;top:100px">cut</p>kept</div>',
    visible: ['kept'],
    invisible: ['cut'],
  },
  {
    name: 'spec: frame that does not scroll',
    html: `<iframe scrolling=no style="height:100px" srcdoc="${rows(30)}"></iframe>`,
    visible: ['row0'],
    invisible: ['row29'],
  },
  {
    name: 'spec: box in a box, both scroll',
    html: `<div style="height:200px;overflow:auto"><div style="height:600px"></div><div style="height:80px;overflow:auto">${rows(20)}</div></div>`,
    visible: ['row0', 'row19'],
  },
  {
    name: 'spec: popover that is open',
    html: '<p>page</p><div popover=manual id=p style="inset:200px auto auto 200px">open</div><div popover=manual>shut</div><script>p.showPopover()</script>',
    visible: ['page', 'open'],
    invisible: ['shut'],
  },
  {
    name: 'spec: dialog that is not modal',
    html: '<p>page</p><dialog id=d style="top:200px">open</dialog><script>d.show()</script>',
    visible: ['page', 'open'],
  },
  {
    name: 'spec: sideways-rl',
    html: `<body style="writing-mode:sideways-rl">${rows(60)}`,
    visible: ['row0', 'row30', 'row59'],
  },
  {
    name: 'spec: vertical-rl, right to left',
    html: `<html dir=rtl style="writing-mode:vertical-rl">${rows(60)}`,
    visible: ['row0', 'row59'],
  },
  {
    name: 'spec: vertical-lr, right to left, too long a line',
    html: '<html dir=rtl style="writing-mode:vertical-lr"><p style="height:3000px">start<span style="position:absolute;bottom:2800px">far</span>',
    visible: ['start', 'far'],
  },
  {
    name: 'spec: hidden on one axis, visible on the other scrolls',
    html: `<div style="overflow-x:hidden;overflow-y:visible;height:60px;width:200px">${rows(10)}</div>`,
    visible: ['row0', 'row9'],
  },
  {
    name: 'spec: body that hides its overflow beside a root that hides its own',
    html: `<html style="overflow:auto"><body style="overflow:hidden;height:100px">${rows(20)}`,
    visible: ['row0'],
    invisible: ['row19'],
  },
  {
    name: 'spec: highlights of a script',
    html: "<style>::highlight(h){color:#fff}</style><p id=p>gone</p><p>kept</p><script>const r=new Range();r.selectNodeContents(p);CSS.highlights.set('h',new Highlight(r))</script>",
    visible: ['kept'],
  },
];
