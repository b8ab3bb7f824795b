import type { ClickCase } from './clickCases.ts';
import type { ReadingCase } from './readingCases.ts';

// Cases that were written from the specifications, without a look at what they test.

const list = (style: string): string => `<ol style="${style}"><li>First<li>Second</ol>`;
const math = (html: string): string => `<p>Take <math>${html}</math> now</p>`;

export const specReading: ReadingCase[] = [
  {
    name: 'spec: foot and head of a table stand where they belong',
    html: '<table><tfoot><tr><td>gamma</td></tr></tfoot><tbody><tr><td>beta</td></tr></tbody><thead><tr><td>alpha</td></tr></thead></table>',
    reads: ['alpha', 'beta', 'gamma'],
  },
  {
    name: 'spec: caption below',
    html: '<table><caption style="caption-side:bottom">gamma</caption><tr><td>alpha</td><td>beta</td></tr></table>',
    reads: ['alpha', 'beta', 'gamma'],
  },
  {
    name: 'spec: order in a grid',
    html: '<div style="display:grid"><p style="order:2">gamma</p><p>alpha</p><p style="order:1">beta</p></div>',
    reads: ['alpha', 'beta', 'gamma'],
  },
  {
    name: 'spec: order of generated boxes',
    html: '<style>.g::before{content:"gamma";order:9}</style><div class=g style="display:flex;gap:9px"><p>alpha</p><p>beta</p></div>',
    shows: ['alpha', 'beta', 'gamma'],
    judged: 'by eye',
  },
  { name: 'spec: a string for a marker', html: list("list-style-type:'- '"), shows: ['- First'] },
  {
    name: 'spec: words for a marker',
    html: `<style>li::marker{content:"Q" counter(list-item) ": "}</style>${list('')}`,
    shows: ['Q1: First', 'Q2: Second'],
    judged: 'by eye',
  },
  { name: 'spec: Greek letters', html: list('list-style-type:lower-greek'), shows: ['α. First'] },
  { name: 'spec: Arabic digits', html: list('list-style-type:arabic-indic'), shows: ['١. First'] },
  { name: 'spec: Devanagari digits', html: list('list-style-type:devanagari'), shows: ['२. Second'] },
  { name: 'spec: Thai digits', html: list('list-style-type:thai'), shows: ['๑. First'] },
  { name: 'spec: Hebrew numbers', html: list('list-style-type:hebrew'), shows: ['א. First', 'ב. Second'] },
  { name: 'spec: Armenian numbers', html: list('list-style-type:armenian'), shows: ['Ա. First'] },
  { name: 'spec: Georgian numbers', html: list('list-style-type:georgian'), shows: ['ა. First'] },
  { name: 'spec: Han digits', html: list('list-style-type:cjk-decimal'), shows: ['一、 First'] },
  { name: 'spec: hiragana', html: list('list-style-type:hiragana'), shows: ['あ、 First'] },
  {
    name: 'spec: list from minus one',
    html: '<ol start=-1><li>First<li>Second</ol>',
    shows: ['-1. First', '0. Second'],
  },
  {
    name: 'spec: counter that goes down',
    html: '<style>ul{counter-reset:n 5;list-style:none}li{counter-increment:n -2}li::before{content:counter(n) ") "}</style><ul><li>First<li>Second</ul>',
    shows: ['3) First', '1) Second'],
  },
  {
    name: 'spec: counter in another style',
    html: '<style>body{counter-reset:n}p{counter-increment:n}p::before{content:counter(n,lower-roman) ". "}</style><p>First<p>Second',
    shows: ['i. First', 'ii. Second'],
  },
  {
    name: 'spec: an attribute as words',
    html: '<style>b::after{content:" (" attr(data-n) ")"}</style><p><b data-n=42>Mails</b>',
    shows: ['Mails (42)'],
  },
  {
    name: 'spec: quotation marks of a quotation',
    html: '<p lang=en>He said <q>yes</q> twice',
    shows: ['“yes”'],
  },
  { name: 'spec: soft hyphen', html: '<p>extra&shy;ordinary', shows: ['extraordinary'], judged: 'by eye' },
  { name: 'spec: place to break a word', html: '<p>super<wbr>cali', shows: ['supercali'], judged: 'by eye' },
  {
    name: 'spec: blank that does not break',
    html: '<p>10&nbsp;km away',
    shows: ['10 km away'],
    judged: 'by eye',
  },
  { name: 'spec: one letter in an element', html: '<p><b>W</b>ord <i>i</i>n', shows: ['Word in'] },
  { name: 'spec: preformatted lines', html: '<pre>one\n  two</pre>', reads: [], shows: ['one', 'two'] },
  {
    name: 'spec: sum from below and above',
    html: math('<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>'),
    shows: ['∑'],
    judged: 'by eye',
  },
  {
    name: 'spec: index and power',
    html: math('<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>'),
    shows: ['x_i^2'],
    judged: 'by eye',
  },
  {
    name: 'spec: a fraction of fractions',
    html: math('<mfrac><mfrac><mn>1</mn><mn>2</mn></mfrac><mn>3</mn></mfrac>'),
    shows: ['(1/2)/3'],
    judged: 'by eye',
  },
  {
    name: 'spec: product without a sign',
    html: math('<mn>2</mn><mo>&#x2062;</mo><mi>x</mi>'),
    shows: ['2x'],
    judged: 'by eye',
  },
  {
    name: 'spec: name by two references in their order',
    html: '<div hidden><span id=b>beta</span><span id=a>alpha</span></div><button aria-labelledby="a b"></button>',
    shows: ['alpha beta'],
    judged: 'by eye',
  },
  {
    name: 'spec: role and state by internals',
    html: '<f-switch tabindex=0>Wifi</f-switch><script>customElements.define("f-switch", class extends HTMLElement { #i = this.attachInternals(); constructor() { super(); this.#i.role = "switch"; this.#i.ariaChecked = "true" } })</script>',
    shows: ['[1]<switch checked>Wifi'],
    judged: 'by eye',
  },
  {
    name: 'spec: name by internals',
    html: '<f-star tabindex=0></f-star><script>customElements.define("f-star", class extends HTMLElement { constructor() { super(); this.inner = this.attachInternals(); this.inner.role = "button"; this.inner.ariaLabel = "Favourite" } connectedCallback() { this.style.cssText = "display:inline-block;width:20px;height:20px;background:gold" } })</script>',
    shows: ['Favourite'],
    judged: 'by eye',
  },
  {
    name: 'spec: an attribute outweighs internals',
    html: '<f-tab role=link aria-label=Real tabindex=0>x</f-tab><script>customElements.define("f-tab", class extends HTMLElement { constructor() { super(); const i = this.attachInternals(); this.i = i; i.role = "tab"; i.ariaLabel = "Fallback" } })</script>',
    shows: ['Real'],
    hides: ['Fallback', 'role=tab'],
    judged: 'by eye',
  },
];

const b = (name: string, style = '', inner = name): string =>
  `<button aria-label="${name}" style="${style}">${inner}</button>`;
const tall = '<div style="height:1800px"></div>';

export const specClicks: ClickCase[] = [
  {
    name: 'spec: header that sticks',
    html: `<header style="position:sticky;top:0;height:120px;background:#eee;z-index:2">head</header>${tall}${b('Low')}${tall}${b('Lower')}`,
    targets: ['Low', 'Lower'],
  },
  {
    name: 'spec: smooth scrolling',
    html: `<style>html{scroll-behavior:smooth}</style>${b('Top')}${tall}${b('Low')}`,
    targets: ['Low', 'Top'],
  },
  {
    name: 'spec: mandatory snapping',
    html: `<style>html{scroll-snap-type:y mandatory}section{height:95vh;scroll-snap-align:start}</style>${['A', 'B', 'C'].map((one) => `<section>${b(`One ${one}`)}<div style="height:70vh"></div>${b(`End ${one}`)}</section>`).join('')}`,
    targets: ['One C', 'End A', 'End B'],
  },
  {
    name: 'spec: half cut off by a path',
    html: b('Cut', 'width:200px;height:60px;clip-path:inset(0 0 0 70%)'),
    targets: ['Cut'],
  },
  {
    name: 'spec: middle covered',
    html: `<div style="position:relative;width:200px">${b('Wide', 'width:200px;height:60px')}<i style="position:absolute;left:60px;top:0;width:80px;height:60px;background:red"></i></div>`,
    targets: ['Wide'],
  },
  {
    name: 'spec: link over two lines',
    html: '<p style="width:120px">Some words then <a href="#x" aria-label="Long link">a link that is broken over lines</a> and more',
    targets: ['Long link'],
  },
  {
    name: 'spec: box without a box',
    html: b('Contents', 'display:contents', '<span aria-label=Contents>words</span>'),
    targets: ['Contents'],
  },
  {
    name: 'spec: columns',
    html: `<div style="columns:3;height:90px">${Array.from({ length: 12 }, (_, i) => `<div>${b(`Col ${i}`)}</div>`).join('')}</div>`,
    targets: ['Col 0', 'Col 5', 'Col 11'],
  },
  {
    name: 'spec: scroller to the left',
    html: `<div dir=rtl style="width:200px;overflow:auto;white-space:nowrap">${Array.from({ length: 9 }, (_, i) => b(`Side ${i}`, 'width:80px')).join('')}</div>`,
    targets: ['Side 8', 'Side 0', 'Side 4'],
  },
  {
    name: 'spec: scroller from its end',
    html: `<div style="height:120px;overflow:auto;display:flex;flex-direction:column-reverse">${Array.from({ length: 12 }, (_, i) => b(`Rev ${i}`, 'min-height:30px')).join('')}</div>`,
    targets: ['Rev 11', 'Rev 0', 'Rev 6'],
  },
  {
    name: 'spec: vertical scroller',
    html: `<div style="writing-mode:vertical-rl;width:200px;overflow:auto">${Array.from({ length: 12 }, (_, i) => `<div>${b(`Ver ${i}`)}</div>`).join('')}</div>`,
    targets: ['Ver 11', 'Ver 0'],
  },
  {
    name: 'spec: put off',
    html: `<style>section{content-visibility:auto;contain-intrinsic-size:auto 300px}</style>${Array.from({ length: 30 }, (_, i) => `<section>${b(`Off ${i}`)}</section>`).join('')}`,
    targets: ['Off 29', 'Off 12', 'Off 0'],
  },
  {
    name: 'spec: turned in space',
    html: `<div style="perspective:500px">${b('Turned', 'width:120px;height:60px;transform:rotateY(45deg) rotateX(20deg)')}</div>`,
    targets: ['Turned'],
  },
  {
    name: 'spec: modal over the page',
    html: `${b('Under')}<dialog id=d>${b('Inside')}</dialog><script>d.showModal()</script>`,
    targets: ['Inside'],
  },
  {
    name: 'spec: popover',
    html: `${b('Under')}<div popover=manual id=d>${b('Inside')}</div><script>d.showPopover()</script>`,
    targets: ['Inside', 'Under'],
  },
  {
    name: 'spec: in a scroller in a frame in a scroller',
    html: `<div style="height:150px;overflow:auto"><div style="height:700px"></div><iframe style="height:120px" srcdoc="<div style='height:80px;overflow:auto'><div style='height:500px'></div><button aria-label=Deep>d</button></div>"></iframe></div>`,
    targets: ['Deep'],
  },
  {
    name: 'spec: fixed to a box with a transform',
    html: `<div style="transform:translate(40px,60px);height:200px"><div style="position:fixed;top:30px;left:30px">${b('Fixed')}</div></div>${tall}`,
    targets: ['Fixed'],
  },
  {
    name: 'spec: picture with a polygon',
    html: `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'/>" usemap="#m" width=200 height=100 alt=Picture><map name=m><area shape=poly coords="10,10,90,10,10,90" href="#a" alt="Corner"><area shape=default href="#b" alt="Rest"></map>`,
    targets: ['Corner', 'Rest'],
  },
  {
    name: 'spec: link of a drawing',
    html: `<svg width=200 height=80><a href="#s" aria-label="Drawn"><rect x=90 y=10 width=60 height=40 fill=teal aria-label="Drawn"/></a></svg>`,
    targets: ['Drawn'],
  },
  {
    name: 'spec: zoomed in a scroller',
    html: `<div style="height:100px;width:200px;overflow:auto"><div style="zoom:2.5"><div style="height:300px"></div>${b('Zoomed')}</div></div>`,
    targets: ['Zoomed'],
  },
  {
    name: 'spec: overlapping boxes',
    html: `${b('First', 'width:90px;height:40px')}${b('Second', 'width:90px;height:40px;margin-left:-60px')}`,
    targets: ['First', 'Second'],
  },
];
