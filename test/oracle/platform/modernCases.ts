import type { ClickCase } from './clickCases.ts';
import type { DocumentCase } from './documentCases.ts';
import type { ReadingCase } from './readingCases.ts';
import { invisible, styled, visible, type WordCase } from './wordCases.ts';

// Cases that were written from what pages of today do, before a look at what they test.

const ruled = (css: string, html: string): string => `<style>${css}</style>${html}`;
const svg = (inner: string): string => `<svg width=180 height=30>${inner}</svg>`;
const PICTURE = 'what a picture lets through as a mask is not read';
const drawnMask =
  'url("data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%279%27 height=%279%27/%3E")';

export const modernWords: Record<string, WordCase[]> = {
  'modern paint': [
    invisible(styled('mask-image:url(#m-nothing)')),
    invisible(styled("mask:url('data:image/png;base64,AAAA') no-repeat"), PICTURE),
    visible(styled('mask:linear-gradient(to right,#000,transparent)')),
    invisible(styled('mask:linear-gradient(#000,#000) 0 0/0 0 no-repeat')),
    invisible(`<div style='mask-image:${drawnMask}'>§</div>`, PICTURE),
    invisible(styled('clip-path:shape(from 0 0,hline to 0,vline to 0,close)')),
    visible(styled('clip-path:shape(from 0 0,hline to 100%,vline to 100%,hline to 0,close)')),
    invisible(styled('clip-path:polygon(90% 0,100% 0,100% 10%)')),
    invisible('<div style="opacity:.2"><p style="opacity:.2;margin:0"><b style="opacity:.5">§</b></p></div>'),
    invisible(styled('color:oklch(from white l c h)')),
    invisible(styled('color:color-mix(in hsl,white 100%,red 0%)')),
    visible(styled('color:color-mix(in oklch,white,black)')),
    visible(
      '<div style="color-scheme:dark;background:light-dark(#fff,#111);color:light-dark(#000,#fff)">§</div>',
    ),
    invisible('<div style="color-scheme:dark;color:light-dark(#000,#fff)">§</div>'),
    visible(styled('background:#000;isolation:isolate;color:#fff;mix-blend-mode:normal')),
    visible(
      '<div style="background:#123"><p style="margin:0;mix-blend-mode:difference;color:#fff">§</p></div>',
    ),
    invisible(
      '<div style="background:#123"><p style="margin:0;mix-blend-mode:multiply;color:#fff">§</p></div>',
    ),
    visible(
      '<div style="background:#123"><p style="margin:0;backdrop-filter:blur(9px);color:#fff">§</p></div>',
    ),
    invisible(styled('font-size:1px')),
    invisible(styled('transform:perspective(50px) translateZ(90px)')),
    visible('<div style="perspective:200px"><p style="margin:0;transform:translateZ(40px)">§</p></div>'),
    visible(styled('zoom:.5')),
    invisible(ruled('.m-ph::first-line{color:transparent}', '<p class=m-ph>§</p>')),
    visible(ruled('.m-drop::first-letter{initial-letter:2}', '<p class=m-drop>§</p>')),
    invisible(svg('<text y=15 fill="#fff">§</text>')),
    visible(svg('<rect width=180 height=30 /><text y=15 fill="#fff">§</text>')),
    invisible(svg('<text y=15 style="fill:color-mix(in srgb,white,white)">§</text>')),
    invisible(svg('<mask id=m-mask></mask><text y=15 mask="url(#m-mask)">§</text>')),
    visible(
      svg('<path id=m-path d="M0 20h170" fill=none /><text><textPath href="#m-path">§</textPath></text>'),
      {
        'right to left': 'words along a path are at the path, also where they begin at its end',
      },
    ),
    invisible(svg('<text><textPath href="#m-nowhere">§</textPath></text>')),
    invisible(svg('<foreignObject width=0 height=0><p>§</p></foreignObject>')),
    visible('<math><mfrac><mtext>§</mtext><mn>2</mn></mfrac></math>'),
    invisible('<math><semantics><mi>x</mi><annotation>§</annotation></semantics></math>'),
    visible('<math><mi mathvariant=normal>§</mi></math>'),
  ],
  'modern layout': [
    invisible(
      ruled(
        '.m-cq{container-type:inline-size;width:150px}@container (width < 200px){.m-cq .wide{display:none}}',
        '<div class=m-cq><p class=wide>§</p></div>',
      ),
    ),
    visible(
      ruled(
        '.m-cr{container-type:inline-size;width:150px}.m-cr p{display:none}@container (width < 200px){.m-cr p{display:block}}',
        '<div class=m-cr><p>§</p></div>',
      ),
    ),
    visible(styled('writing-mode:sideways-rl;height:60px')),
    visible(styled('writing-mode:vertical-lr;text-orientation:upright;height:90px')),
    visible(styled('text-wrap:pretty')),
    visible(styled('text-box:trim-both cap alphabetic')),
    visible('<div style="display:grid-lanes;display:masonry;grid-template-columns:90px"><p>§</p></div>'),
    visible(
      '<div style="display:grid;grid-template:subgrid/90px"><p style="grid-column:subgrid">§</p></div>',
    ),
    invisible(
      '<div style="display:grid;grid-template-rows:0 30px;overflow:clip;height:0"><p style="grid-row:2">§</p></div>',
    ),
    invisible('<details><summary>s</summary><details open><summary>t</summary>§</details></details>'),
    visible(
      ruled(
        '.m-dc::details-content{content-visibility:visible}',
        '<details class=m-dc><summary>s</summary>§</details>',
      ),
    ),
    invisible('<p hidden=until-found>§</p>'),
    visible(ruled('.m-uf{content-visibility:visible !important}', '<p hidden=until-found class=m-uf>§</p>')),
    invisible('<div style="content-visibility:hidden"><p style="content-visibility:visible">§</p></div>'),
    visible('<div><template shadowrootmode=open><slot>§</slot></template></div>'),
    invisible('<div><template shadowrootmode=open><slot>§</slot></template>given</div>'),
    invisible('<div><template shadowrootmode=closed><slot name=x></slot></template>§</div>'),
    invisible(
      '<div><template shadowrootmode=open><style>::slotted(b){color:#fff}</style><slot></slot></template><b>§</b></div>',
    ),
    invisible(
      '<div><template shadowrootmode=open><style>:host{display:none}</style><slot></slot></template><b>§</b></div>',
    ),
    invisible(
      '<style>m-part::part(x){visibility:hidden}</style><m-part><template shadowrootmode=open><p part=x>§</p></template></m-part>',
    ),
    visible('<search><form>§</form></search>'),
    visible('<hgroup><h2>§</h2></hgroup>'),
    invisible('<canvas><button>§</button></canvas>'),
    invisible('<picture>x<source srcset=y></picture><datalist><option>§</datalist>'),
    visible('<p popover=manual style="display:block;position:static">§</p>'),
    invisible('<p popover=hint>§</p>'),
    invisible(styled('position:absolute;top:0;left:0;width:0;height:0;overflow:clip')),
    invisible(styled('position:fixed;inset:auto 100% auto auto')),
    invisible(styled('max-block-size:0;overflow-block:clip;overflow:hidden')),
    invisible(
      ruled(
        '.m-fx{animation:m-gone 1s -9s both}@keyframes m-gone{to{visibility:hidden}}',
        styled('').replace('style=""', 'class=m-fx'),
      ),
    ),
    visible(
      ruled(
        '.m-ax{animation:m-out linear both;animation-timeline:scroll();opacity:1}@keyframes m-out{from{opacity:0}to{opacity:0}}',
        '<p class=m-ax>§</p>',
      ),
    ),
    invisible(
      ruled(
        '.m-ov{position:relative}.m-ov::before{content:"";position:absolute;inset:0;background:#fff;z-index:1}',
        '<p class=m-ov>§</p>',
      ),
    ),
    invisible(styled('user-select:none;interactivity:inert;visibility:hidden')),
    visible(styled('interactivity:inert')),
    visible(styled('reading-flow:grid-rows;display:grid')),
    invisible(styled('display:ruby-text-container;display:none')),
  ],
};

const anchored = (style: string): string =>
  `<div style="height:120px;width:300px;overflow:auto"><div style="height:300px"></div><i style="anchor-name:--m">end</i></div><p>page</p><div style="position:absolute;position-anchor:--m;${style}">tip</div>`;

export const modernDocuments: DocumentCase[] = [
  {
    name: 'modern: tip of an anchor that is scrolled out',
    html: anchored('top:anchor(bottom);left:anchor(right);position-visibility:anchors-visible').replace(
      '<i style="anchor-name:--m">end</i>',
      '<i style="anchor-name:--m">end</i>',
    ),
    visible: ['page', 'end'],
    invisible: [],
  },
  {
    name: 'modern: tip that stays without its anchor',
    html: anchored('top:200px;left:20px;position-visibility:always'),
    visible: ['page', 'tip'],
  },
  {
    name: 'modern: tip by position-area',
    html: '<p style="margin:100px;width:90px;anchor-name:--m">post</p><div style="position:fixed;position-anchor:--m;position-area:bottom">tip</div>',
    visible: ['post', 'tip'],
  },
  {
    name: 'modern: tip without an anchor',
    html: '<p>page</p><div style="position:fixed;position-anchor:--nowhere;position-area:bottom;position-visibility:anchors-valid">tip</div>',
    visible: ['page', 'tip'],
  },
  {
    name: 'modern: hint beside an auto popover',
    html: '<p style="margin-top:300px">page</p><div popover id=a style="inset:0 auto auto 0">menu</div><div popover=hint id=h style="inset:0 auto auto 200px">hint</div><script>a.showPopover();h.showPopover()</script>',
    visible: ['page', 'menu', 'hint'],
  },
  {
    name: 'modern: button of a toast above a modal dialog',
    html: '<p>behind</p><dialog id=d>modal</dialog><div popover=manual id=t style="inset:10px 10px auto auto">toast <button>undo</button></div><script>d.showModal();t.showPopover()</script>',
    visible: ['modal', 'toast', 'undo'],
  },
  {
    name: 'modern: modal that shuts on a press outside',
    html: '<p>behind</p><dialog closedby=any id=d>modal</dialog><script>d.showModal()</script>',
    visible: ['modal'],
  },
  {
    name: 'modern: dialog in a popover in a dialog',
    html: '<dialog id=d style="inset:0 auto auto 0;margin:0">outer<div popover=manual id=p style="inset:90px auto auto 0">between<dialog id=e style="inset:200px auto auto 0;margin:0">inner</dialog></div></dialog><script>d.showModal();p.showPopover();e.showModal()</script>',
    visible: ['inner'],
  },
  {
    name: 'modern: full screen of an element',
    html: '<p>page</p><div style="position:fixed;inset:0;background:#fff">cover</div>',
    visible: ['cover'],
    invisible: ['page'],
  },
  {
    name: 'modern: select of its own look, open',
    html: '<style>select,::picker(select){appearance:base-select}</style><select id=s><button><selectedcontent></selectedcontent></button><legend>choose</legend><optgroup label=more><option>apple</option></optgroup><option>pear</option></select>',
    visible: ['apple'],
  },
  {
    name: 'modern: slides of a carousel',
    html: '<style>ul{overflow-x:auto;display:flex;width:300px;scroll-snap-type:x mandatory;padding:0}li{flex:0 0 300px;scroll-snap-align:start;list-style:none}</style><ul><li>one<li>two<li>three</ul>',
    visible: ['one', 'two', 'three'],
  },
  {
    name: 'modern: slides that no scroll reaches',
    html: '<div style="width:300px;overflow:clip"><div style="display:flex;width:900px;translate:-300px"><p style="flex:1">one</p><p style="flex:1">two</p><p style="flex:1">three</p></div></div>',
    visible: ['two'],
    invisible: ['one', 'three'],
  },
  {
    name: 'modern: fades as the page is scrolled',
    html: '<style>@keyframes f{to{opacity:0}}p{position:sticky;top:0;animation:f linear both;animation-timeline:scroll();animation-range:0 200px}</style><body style="height:3000px"><p>fades</p>',
    visible: ['fades'],
  },
  {
    name: 'modern: forced colours',
    html: '<p style="color:#fff;forced-color-adjust:none">white</p><p style="color:#fff">forced</p><button style="color:#fff;background:#fff">button</button>',
    visible: ['forced', 'button'],
    invisible: ['white'],
    context: { forcedColors: 'active' },
  },
  {
    name: 'modern: less motion',
    html: '<style>p{opacity:0}@media (prefers-reduced-motion:reduce){p{opacity:1}}</style><p>still</p>',
    visible: ['still'],
    context: { reducedMotion: 'reduce' },
  },
  {
    name: 'modern: a view that changes',
    html: '<div id=x>old</div><script>document.startViewTransition?.(()=>{x.textContent="new"})</script>',
    visible: ['new'],
    invisible: ['old'],
  },
  {
    name: 'modern: white behind everything',
    html: '<svg width=300 height=40 style="position:absolute;left:0;top:0;z-index:-1"><rect width=300 height=40 fill="#333"/></svg><p style="color:#fff;margin:0;line-height:30px">over</p><p style="color:#fff;margin-top:60px">gone</p>',
    visible: ['over'],
    invisible: ['gone'],
  },
  {
    name: 'modern: backdrop of the page turned round',
    html: '<p style="color:#fff;backdrop-filter:invert(1)">turned</p><p>page</p>',
    visible: ['page', 'turned'],
  },
  {
    name: 'modern: row of a table that does not fit',
    html: '<div style="height:60px;overflow:clip"><table><tr><td>first</td></tr><tr><td style="height:90px;vertical-align:bottom">last</td></tr></table></div>',
    visible: ['first'],
    invisible: ['last'],
  },
  {
    name: 'modern: columns that run out of their box',
    html: '<div style="columns:2 100px;height:60px;overflow:hidden;width:220px"><p>one</p><p>two</p><p>three</p><p>four</p><p>five</p><p>six</p></div>',
    visible: ['one', 'two'],
    invisible: ['six'],
  },
];

export const modernReading: ReadingCase[] = [
  {
    name: 'modern: formula within a line',
    html: '<p>Take <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> cup now</p>',
    shows: ['Take 1/2 cup now'],
    judged: 'by eye',
  },
  {
    name: 'modern: formula in a block of its own',
    html: '<p>before</p><math display=block><msup><mi>x</mi><mn>2</mn></msup></math><p>after</p>',
    shows: ['before x^2 after'],
    judged: 'by eye',
  },
  {
    name: 'modern: grid by reading-flow',
    html: '<div style="display:grid;grid-template-columns:90px 90px;reading-flow:grid-rows"><p style="grid-area:2/1">gamma</p><p style="grid-area:1/2">beta</p><p style="grid-area:1/1">alpha</p></div>',
    reads: ['alpha', 'beta', 'gamma'],
  },
  {
    name: 'modern: reading-order',
    html: '<div style="display:flex;reading-flow:flex-visual"><p style="order:2">beta</p><p style="order:1">alpha</p></div>',
    reads: ['alpha', 'beta'],
  },
  {
    name: 'modern: sibling-index as an order',
    html: '<style>p{order:calc(0 - sibling-index())}</style><div style="display:flex"><p>gamma</p><p>beta</p><p>alpha</p></div>',
    reads: ['alpha', 'beta', 'gamma'],
  },
  {
    name: 'modern: names of details that shut each other',
    html: '<details name=n open><summary>One</summary>first</details><details name=n><summary>Two</summary>second</details>',
    shows: ['<summary expanded>One', 'first', '<summary collapsed>Two'],
    hides: ['second'],
    judged: 'by eye',
  },
  {
    name: 'modern: words of an open select',
    html: '<style>select,::picker(select){appearance:base-select}</style><select aria-label=Fruit><button><selectedcontent></selectedcontent></button><legend>Choose one now</legend><option>Apple</option><option disabled>Fig</option></select>',
    shows: ['expanded', 'Apple', 'Fig (disabled)', 'Choose one now'],
    judged: 'by eye',
    press: 'select',
  },
  {
    name: 'modern: what a button opens',
    html: '<button commandfor=d command=show-modal>Open</button><dialog id=d>Words <button commandfor=d command=close>Shut</button></dialog>',
    press: 'button',
    shows: ['DIALOG', 'Words', 'Shut'],
    hides: ['>Open'],
    judged: 'by eye',
  },
  {
    name: 'modern: marker with words',
    html: '<style>li::marker{content:"→ "}</style><ul><li>First<li>Second</ul>',
    shows: ['→ First', '→ Second'],
  },
  {
    name: 'modern: alternative of a sign',
    html: '<style>b::before{content:"★" / "Starred"}</style><p><b> item</b>',
    shows: ['Starred'],
    judged: 'by eye',
  },
  {
    name: 'modern: ruby',
    html: '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> reads',
    shows: ['漢', 'kan', 'reads'],
    hides: ['(kan'],
    judged: 'by eye',
  },
  {
    name: 'modern: inert part',
    html: '<div inert><button>Dead</button> words</div><button>Live</button>',
    shows: ['<button disabled=inert>Dead', '<button>Live'],
    judged: 'by eye',
  },
  {
    name: 'modern: label by reflection across roots',
    html: '<p id=l>Outer</p><m-h></m-h><script>{const h=document.querySelector("m-h"),r=h.attachShadow({mode:"open"});r.innerHTML="<input>";r.firstChild.ariaLabelledByElements=[l]}</script>',
    shows: ['<input>Outer'],
    judged: 'by eye',
  },
  {
    name: 'modern: search, menu, hgroup',
    html: '<search><input aria-label=Find></search><hgroup><h1>Head</h1><p>line</p></hgroup>',
    shows: ['SEARCH', 'Find', '# Head', 'line'],
    judged: 'by eye',
  },
  {
    name: 'modern: words of a highlight',
    html: "<style>::highlight(m){background:#ff0;color:#000}</style><p id=p style='color:#fff'>marked</p><script>const r=new Range();r.selectNodeContents(p);CSS.highlights.set('m',new Highlight(r))</script>",
    shows: ['marked'],
    judged: 'by eye',
  },
  {
    name: 'modern: words of a drawing that are used elsewhere',
    html: '<svg width=180 height=60><defs><text id=m-used y=15>alpha</text></defs><use href="#m-used" y=20 /></svg>',
    shows: ['alpha'],
    judged: 'by eye',
  },
  {
    name: 'modern: closed root made by the page',
    html: '<div><template shadowrootmode=closed><b>alpha</b> <slot>beta</slot></template></div>',
    shows: ['alpha beta'],
    judged: 'by eye',
  },
  {
    name: 'modern: buttons and markers of a carousel',
    html: '<style>ul{overflow-x:auto;display:flex;width:300px;scroll-marker-group:after;padding:0}li{flex:0 0 300px;list-style:none}ul::scroll-button(left){content:"Back"}ul::scroll-button(right){content:"→" / "Next slide"}li::scroll-marker{content:attr(data-n)}</style><ul><li data-n=m1>one<li data-n=m2>two</ul>',
    tree: ['button "Back" disabled=true', 'button "Next slide"', 'link "m1"', 'link "m2"'],
    shows: ['one', 'two', '[1]<button disabled>Back [2]<button>Next slide [3]<a>m1 [4]<a>m2'],
    elsewhere: {
      'right to left': { shows: ['[1]<button disabled>Next slide [2]<button>Back [3]<a>m1 [4]<a>m2'] },
      // Its items stand one below the other, and it does not scroll.
      'vertical-rl': { shows: ['one two'], hides: ['Back'] },
    },
  },
  {
    name: 'modern: generated words far away',
    html: '<style>p::before{content:"GONE ";position:absolute;left:-9999px}p::after{content:" kept";position:relative;left:4px}</style><p>alpha</p>',
    shows: ['alpha kept'],
    hides: ['GONE'],
    judged: 'by eye',
  },
  {
    name: 'modern: frame that lets the mouse through',
    html: '<iframe style="pointer-events:none" srcdoc="<button>Dead</button><input aria-label=Field>"></iframe>',
    shows: ['<button disabled>Dead', '<input>Field'],
    judged: 'by eye',
  },
  {
    name: 'modern: quotation in a language',
    html: '<p lang=de>Sie sagte <q>ja</q> laut',
    shows: ['„ja“'],
  },
];

const b = (name: string, style = '', extra = ''): string =>
  `<button aria-label="${name}" style="${style}" ${extra}>x</button>`;
const tall = '<div style="height:1500px"></div>';

export const modernClicks: ClickCase[] = [
  {
    name: 'modern: button of an anchored tip',
    html: `<div style="margin:200px;width:90px;anchor-name:--m">post</div><div style="position:absolute;position-anchor:--m;position-area:bottom right">${b('Tip')}</div>${tall}${b('Low')}`,
    targets: ['Tip', 'Low', 'Tip'],
  },
  {
    name: 'modern: popovers one above the other',
    html: `<div popover=manual id=p style="inset:0 auto auto 0;margin:0">${b('First')}</div><div popover=manual id=q style="inset:40px auto auto 10px;margin:0">${b('Second')}</div><script>p.showPopover();q.showPopover()</script>`,
    targets: ['First', 'Second'],
  },
  {
    name: 'modern: dialog that scrolls',
    html: `<dialog id=d style="height:200px;overflow:auto">${b('Head')}<div style="height:900px"></div>${b('Foot')}</dialog><script>d.showModal()</script>`,
    targets: ['Foot', 'Head'],
  },
  {
    name: 'modern: slides that snap',
    html: `<div style="overflow-x:auto;display:flex;width:300px;scroll-snap-type:x mandatory">${[1, 2, 3].map((n) => `<div style="flex:0 0 300px;scroll-snap-align:center;scroll-snap-stop:always">${b(`Slide ${n}`)}</div>`).join('')}</div>`,
    targets: ['Slide 3', 'Slide 1', 'Slide 2'],
  },
  {
    name: 'modern: in a closed shadow root in a slot',
    html: `<m-x><template shadowrootmode=closed><div style="transform:rotate(90deg);width:60px"><slot></slot></div></template>${b('Slotted')}</m-x>`,
    targets: ['Slotted'],
  },
  {
    name: 'modern: sideways',
    html: `<div style="writing-mode:sideways-lr;height:300px;overflow:auto">${tall.replace('height', 'inline-size')}${b('Side')}</div>`,
    targets: ['Side'],
  },
  {
    name: 'modern: drawn by foreignObject under a turn',
    html: `<svg width=300 height=200><g transform="translate(150 20) rotate(40)"><foreignObject width=90 height=40>${b('Foreign')}</foreignObject></g></svg>`,
    targets: ['Foreign'],
  },
  {
    name: 'modern: link on a path of a drawing',
    html: '<svg width=300 height=120><path id=m d="M10 100 A 90 90 0 0 1 280 100" fill=none /><a href="#s" aria-label=Arc><text font-size=20 aria-label=Arc><textPath href="#m" aria-label=Arc>words along an arc</textPath></text></a></svg>',
    targets: ['Arc'],
  },
  {
    name: 'modern: clipped to a shape',
    html: b(
      'Shape',
      'width:200px;height:80px;clip-path:shape(from 100% 100%,line to 80% 100%,line to 100% 60%,close)',
    ),
    targets: ['Shape'],
  },
  {
    name: 'modern: put off far below',
    html: `<div style="content-visibility:auto;contain-intrinsic-size:100px 4000px"><div style="height:2000px"></div>${b('Deep')}</div>${b('End')}`,
    targets: ['Deep', 'End'],
  },
  {
    name: 'modern: view that changes',
    html: `<style>::view-transition-group(*){animation-duration:2s}</style><div id=x>${b('Old')}</div><script>document.startViewTransition(()=>{x.innerHTML=${JSON.stringify(b('New')).replaceAll('</', '<\\/')}})</script>`,
    targets: ['New'],
  },
];
