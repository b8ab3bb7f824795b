import { invisible, styled, visible, type WordCase } from './wordCases.ts';

/** A rule for one class, and what is of it. */
const ruled = (css: string, html: string): string => `<style>${css}</style>${html}`;
const classed = (name: string, css = `.${name}{color:#fff}`): string => ruled(css, `<p class=${name}>§</p>`);
const whiteIf = (query: string, name: string): WordCase =>
  invisible(classed(name, `@media (${query}){.${name}{color:#fff}}`));

/** Cases of a feature of the platform that changes what is seen, by its id in the package `web-features`. */
export const featureCases: Readonly<Record<string, readonly WordCase[]>> = {
  'abs-sign': [invisible(styled('font-size:calc(abs(-1px) - 1px)'))],
  'align-content-block': [visible(styled('align-content:center;height:30px'))],
  alpha: [invisible(styled('color:alpha(from black / 0)'))],
  'animation-composition': [
    invisible(
      ruled(
        '@keyframes f-gone{to{opacity:0}}',
        styled('animation:f-gone 1s -1s paused forwards;animation-composition:replace'),
      ),
    ),
  ],
  appearance: [visible('<button style="appearance:none">§</button>')],
  'backdrop-filter': [visible('<div style="background:#000;color:#fff;backdrop-filter:blur(2px)">§</div>')],
  'baseline-shift': [
    visible('<svg width=150 height=24><text x=2 y=20>x <tspan baseline-shift=super>§</tspan></text></svg>', {
      'vertical-rl': 'a part of the words of a drawing is as the whole of them, which begins in sight',
    }),
  ],
  'calc-constants': [invisible(styled('font-size:calc(pi * 0px)'))],
  cap: [invisible(styled('font-size:0cap')), visible(styled('font-size:1.2cap'))],
  'cascade-layers': [
    invisible(
      classed('f-layer', '@layer f-a,f-b;@layer f-b{.f-layer{color:#fff}}@layer f-a{.f-layer{color:#000}}'),
    ),
  ],
  'clip-path-boxes': [
    invisible(styled('clip-path:inset(50%) border-box')),
    visible(styled('clip-path:border-box')),
  ],
  'color-function': [
    invisible(styled('color:color(srgb 1 1 1)')),
    visible(styled('color:color(srgb 0 0 0)')),
  ],
  'color-gamut': [whiteIf('color-gamut:srgb', 'f-gamut')],
  'color-mix': [invisible(styled('color:color-mix(in oklch,white,white)'))],
  'constructed-stylesheets': [
    invisible(
      `<p class=f-made>§</p><script>{const s=new CSSStyleSheet();s.replaceSync('.f-made{color:#fff}');document.adoptedStyleSheets.push(s)}</script>`,
    ),
  ],
  contain: [visible(styled('contain:content'))],
  'contain-inline-size': [visible(styled('contain:inline-size'))],
  'contain-intrinsic-size': [visible(styled('contain:size;contain-intrinsic-size:100px 20px'))],
  'contain-layout': [visible(styled('contain:layout'))],
  'contain-paint': [
    invisible(
      `<div style="contain:paint;width:60px;height:20px"><div style="margin-left:90px">§</div></div>`,
    ),
  ],
  'contain-size': [visible(styled('contain:size'))],
  'contain-style': [visible(styled('contain:style'))],
  'container-name-queries': [
    invisible(
      ruled(
        '.f-named{container-name:f-n}@container f-n{.f-named p{color:#fff}}',
        '<div class=f-named><p>§</p></div>',
      ),
    ),
  ],
  'container-queries': [
    invisible(
      ruled(
        '.f-cq{container-type:inline-size}@container (width > 10px){.f-cq p{display:none}}',
        '<div class=f-cq><p>§</p></div>',
      ),
    ),
  ],
  'container-style-queries': [
    invisible(
      ruled(
        '.f-cs{--gone:1}@container style(--gone:1){.f-cs p{visibility:hidden}}',
        '<div class=f-cs><p>§</p></div>',
      ),
    ),
  ],
  'content-visibility': [invisible(styled('content-visibility:hidden;height:20px'))],
  'contenteditable-plaintextonly': [visible('<div contenteditable=plaintext-only>§</div>')],
  'contrast-color': [
    visible(styled('background:#000;color:contrast-color(#000)')),
    invisible(styled('color:contrast-color(#000)')),
  ],
  'declarative-shadow-dom': [
    visible('<div><template shadowrootmode=open><b>§</b></template></div>'),
    invisible('<div><template shadowrootmode=open><style>b{color:#fff}</style><b>§</b></template></div>'),
  ],
  'details-name': [
    visible('<details name=f-d open><summary>s</summary>§</details>'),
    invisible('<details name=f-d open><summary>s</summary>§</details>'),
  ],
  dialog: [invisible('<dialog>§</dialog>')],
  'dir-pseudo': [invisible(classed('f-dir', '.f-dir:dir(ltr){color:#fff}'))],
  'dynamic-range': [whiteIf('dynamic-range:standard', 'f-range')],
  'exp-functions': [invisible(styled('opacity:calc(pow(2,2) - 4)'))],
  'font-family-math': [visible(styled('font-family:math'))],
  'font-palette': [visible(styled('font-palette:dark'))],
  'font-size-adjust': [visible(styled('font-size-adjust:.5'))],
  'font-synthesis': [visible(styled('font-synthesis:none;font-weight:bold'))],
  'font-variant-alternates': [visible(styled('font-variant-alternates:historical-forms'))],
  'gradient-interpolation': [visible(styled('color:#fff;background:linear-gradient(in oklch,#024,#013)'))],
  has: [invisible(ruled('.f-has:has(b){color:#fff}', '<p class=f-has><b></b>§</p>'))],
  hwb: [invisible(styled('color:hwb(0 100% 0)'))],
  hyphens: [visible(styled('hyphens:auto'))],
  'hyphenate-character': [visible(styled('hyphens:auto;hyphenate-character:"="'))],
  ic: [invisible(styled('font-size:0ic')), visible(styled('font-size:1ic'))],
  'image-set': [visible(styled('color:#fff;background:image-set(linear-gradient(#000,#000) 1x)'))],
  'individual-transforms': [invisible(styled('scale:0')), invisible(styled('translate:0 -4000px'))],
  inert: [visible('<p inert>§</p>')],
  'invoker-commands': [
    visible('<button commandfor=f-inv command=show-popover>§</button>'),
    invisible('<div popover id=f-inv>§</div>'),
  ],
  lab: [invisible(styled('color:lch(100 0 0)')), visible(styled('color:lab(20 0 0)'))],
  lh: [invisible(styled('height:0lh;overflow:hidden')), visible(styled('height:1lh'))],
  'light-dark': [invisible(styled('color:light-dark(#fff,#000)'))],
  masks: [invisible(styled('mask-image:linear-gradient(transparent,transparent)'))],
  mathml: [visible('<math><mi>§</mi></math>'), invisible('<math><mphantom><mi>§</mi></mphantom></math>')],
  'media-query-range-syntax': [whiteIf('width >= 1px', 'f-width')],
  'motion-path': [invisible(styled("offset-path:path('M-900 -900')"))],
  nesting: [invisible(ruled('.f-nest{& p{color:#fff}}', '<div class=f-nest><p>§</p></div>'))],
  'nth-child-of': [invisible(classed('f-nth', 'p:nth-child(1 of .f-nth){color:#fff}'))],
  oklab: [invisible(styled('color:oklab(1 0 0)')), visible(styled('color:oklch(.3 0 0)'))],
  'open-pseudo': [
    invisible(
      ruled(
        '.f-open:open p{color:#fff}',
        '<details class=f-open open><summary>s</summary><p>§</p></details>',
      ),
    ),
  ],
  outline: [visible(styled('outline:2px solid'))],
  overflow: [whiteIf('overflow-block:scroll', 'f-over')],
  'overflow-clip': [invisible(styled('height:0;overflow:clip'))],
  'paint-order': [visible(styled('paint-order:stroke fill;-webkit-text-stroke:1px #000;color:#fff'))],
  popover: [invisible('<div popover=manual>§</div>')],
  'prefers-contrast': [whiteIf('prefers-contrast:no-preference', 'f-contrast')],
  'print-color-adjust': [visible(styled('print-color-adjust:exact'))],
  'progress-function': [invisible(styled('opacity:progress(0,0,1)'))],
  rcap: [invisible(styled('font-size:0rcap'))],
  rch: [invisible(styled('font-size:0rch'))],
  'rect-xywh': [
    invisible(styled('clip-path:rect(0 0 0 0)')),
    visible(styled('clip-path:xywh(0 0 100% 100%)')),
  ],
  'registered-custom-properties': [
    invisible(
      classed(
        'f-prop',
        '@property --f-c{syntax:"<color>";inherits:false;initial-value:#fff}.f-prop{color:var(--f-c)}',
      ),
    ),
  ],
  'relative-color': [invisible(styled('color:rgb(from black r g b / 0)'))],
  resolution: [whiteIf('resolution >= 1dppx', 'f-res')],
  rex: [invisible(styled('font-size:0rex'))],
  ric: [invisible(styled('font-size:0ric'))],
  rlh: [invisible(styled('height:0rlh;overflow:hidden'))],
  'round-mod-rem': [invisible(styled('font-size:round(down,.4px,1px)'))],
  'ruby-align': [visible('<ruby style="ruby-align:start">漢字漢字<rt>§</rt></ruby>')],
  'ruby-position': [visible('<ruby style="ruby-position:under">漢<rt>§</rt></ruby>')],
  scope: [invisible(ruled('@scope (.f-scope){p{color:#fff}}', '<div class=f-scope><p>§</p></div>'))],
  'scrollbar-width': [visible('<div style="overflow:auto;scrollbar-width:none;height:22px">§</div>')],
  'scrollbar-color': [visible('<div style="overflow:auto;scrollbar-color:red blue;height:22px">§</div>')],
  'scrollbar-gutter': [visible('<div style="overflow:auto;scrollbar-gutter:stable;height:22px">§</div>')],
  scripting: [whiteIf('scripting:enabled', 'f-script')],
  search: [visible('<search>§</search>')],
  'shape-function': [invisible(styled('clip-path:shape(from 0 0,line to 0 0,close)'))],
  'sibling-count': [invisible(styled('opacity:calc(sibling-index() - 1)'))],
  'slot-assign': [
    invisible(
      `<div id=f-slots><b>§</b></div><script>document.getElementById('f-slots').attachShadow({mode:'open',slotAssignment:'manual'}).innerHTML='<slot></slot>'</script>`,
    ),
    visible(
      `<div id=f-slot><b>§</b></div><script>{const h=document.getElementById('f-slot'),r=h.attachShadow({mode:'open',slotAssignment:'manual'});r.innerHTML='<slot></slot>';r.firstChild.assign(h.firstChild)}</script>`,
    ),
  ],
  'starting-style': [visible(classed('f-start', '@starting-style{.f-start{opacity:0}}'))],
  state: [
    invisible(
      `<style>f-state:state(off){color:#fff}</style><f-state>§</f-state><script>customElements.define('f-state',class extends HTMLElement{connectedCallback(){this.i??=this.attachInternals();this.i.states.add('off')}})</script>`,
    ),
  ],
  subgrid: [
    visible(
      '<div style="display:grid;grid-template-columns:100px"><div style="display:grid;grid-template-columns:subgrid"><p>§</p></div></div>',
    ),
  ],
  'text-align-last': [visible(styled('text-align-last:right'))],
  'text-combine-upright': [visible(styled('writing-mode:vertical-rl;text-combine-upright:all'))],
  'text-decoration-skip-ink': [visible(styled('text-decoration:underline;text-decoration-skip-ink:all'))],
  'text-decoration-spelling-grammar': [visible(styled('text-decoration:spelling-error'))],
  'text-emphasis': [visible(styled('text-emphasis:filled dot'))],
  'text-indent-each-line': [invisible(styled('text-indent:-9999px each-line'))],
  'text-indent-hanging': [visible(styled('text-indent:-9999px hanging'))],
  'text-wrap': [visible(styled('text-wrap:nowrap'))],
  'text-wrap-balance': [visible(styled('text-wrap:balance'))],
  'transform-box': [invisible(styled('transform-box:fill-box;transform:scale(0)'))],
  transforms3d: [invisible(styled('transform:rotateX(90deg)'))],
  'trig-functions': [invisible(styled('opacity:sin(0)'))],
  'two-value-display': [visible(styled('display:inline flow-root'))],
  update: [whiteIf('update:fast', 'f-update')],
  'vertical-form-controls': [visible('<button style="writing-mode:vertical-rl">§</button>')],
  'viewport-unit-variants': [
    invisible(styled('height:0dvh;overflow:hidden')),
    visible(styled('height:4svh')),
  ],
  'white-space-collapse': [visible(styled('white-space-collapse:preserve'))],
  zoom: [invisible(styled('zoom:.01')), visible(styled('zoom:1.2'))],
};

/** Of what Chromium has and not yet every browser, and second cases of features above whose first shows one side of them only. */
const chromiumCases: readonly WordCase[] = [
  invisible(`<div style="color:attr(data-c type(<color>))" data-c=white>§</div>`),
  visible(`<div style="width:attr(data-w px);overflow:hidden" data-w=120>§</div>`),
  invisible(`<div style="width:attr(data-w px);overflow:hidden;height:20px" data-w=0>§</div>`),
  invisible(ruled('@function --c-none(){result:0}.c-fun{opacity:--c-none()}', '<p class=c-fun>§</p>')),
  invisible(styled('--c:1;opacity:if(style(--c:1):0;else:1)')),
  visible(styled('--c:2;opacity:if(style(--c:1):0;else:1)')),
  visible(styled('corner-shape:scoop;border-radius:20px;background:#ddd')),
  visible(styled('corner-shape:notch;border-radius:4px;border:1px solid')),
  visible(styled('height:calc-size(auto,size);overflow:clip')),
  invisible(styled('height:calc-size(auto,size * 0);overflow:clip')),
  visible(styled('height:calc-size(min-content,size + 4px);overflow:hidden')),
  visible(styled('width:stretch')),
  visible(styled('text-box:trim-both cap alphabetic')),
  visible(styled('text-box:trim-both ex text;overflow:visible')),
  visible('<div style="columns:2;column-rule:1px solid;width:200px">a<br>§</div>'),
  visible(
    '<div style="display:grid;grid-template-columns:50px 80px;gap:9px;column-rule:4px solid red"><i>a</i><b>§</b></div>',
  ),
  invisible('<div hidden=until-found>§</div>'),
  invisible('<div popover=hint>§</div>'),
  visible(
    '<div id=c-hint popover=manual style="position:absolute;inset:auto;position-area:none">§</div><script>document.getElementById("c-hint").showPopover()</script>',
  ),
  visible(styled('interactivity:inert')),
  visible('<button style="interactivity:inert">§</button>'),
  visible(styled('box-decoration-break:clone;background:#eee;padding:2px', 'span')),
  visible('<p style="initial-letter:2">§</p>'),
  visible(ruled('.c-drop::first-letter{initial-letter:2 1}', '<p class=c-drop>§ and more</p>')),
  invisible(ruled('@keyframes c-out{to{visibility:hidden}}', styled('animation:c-out 1ms forwards'))),
  visible(
    ruled(
      '@keyframes c-in{from{opacity:0}}',
      '<div style="overflow:auto;height:24px"><div style="animation:c-in linear both;animation-timeline:view();animation-range:entry 0% entry 1%">§</div></div>',
    ),
  ),
  invisible(
    ruled(
      '@keyframes c-fade{from,to{opacity:0}}',
      '<div style="height:20px;overflow:scroll"><div style="animation:c-fade linear both;animation-timeline:scroll()">§</div><br><br></div>',
    ),
  ),
  invisible(
    ruled(
      '.c-if{container-name:c-i;--n:5}@container style(--n > 3){.c-if p{display:none}}',
      '<div class=c-if><p>§</p></div>',
    ),
  ),
  invisible(ruled('@supports at-rule(@container){.c-at{color:#fff}}', '<p class=c-at>§</p>')),
  visible(ruled('@supports at-rule(@c-none){.c-no{color:#fff}}', '<p class=c-no>§</p>')),
  visible(styled('interpolate-size:allow-keywords;height:auto;transition:height 1s')),
  visible(styled('text-justify:inter-character;text-align:justify')),
  visible(styled('word-break:auto-phrase')),
  visible(styled('text-wrap:pretty')),
  visible(styled('text-spacing-trim:trim-start')),
  visible(styled('overflow:auto;height:24px;scroll-marker-group:before')),
  visible('<div style="display:flex;flex-wrap:balance"><b>§</b></div>'),
  invisible(
    '<select style="appearance:base-select"><option>a</option><option>§</option></select>',
    'a select is reported by its value and options',
  ),
  visible('<button popovertarget=c-none style="anchor-name:--c">§</button>'),
  visible(
    '<div style="position:fixed;position-anchor:--c-missing;position-visibility:anchors-valid;top:anchor(bottom)">§</div>',
  ),
  visible('<div style="overflow:scroll;overflow-overlay:none;height:26px">§</div>'),
  visible(
    styled(
      'background:#000;color:#fff;background-clip:border-area;border:30px solid #000;line-height:0;height:0',
    ),
  ),
  invisible(styled('background:#000;color:#fff;background-clip:border-area;border:4px solid transparent')),
  invisible(
    '<div style="display:grid;grid-template-columns:1fr 1fr"><i>a</i><b style="color:#fff">§</b></div>',
  ),
  visible('<p><b style="text-indent:-9999px">§</b></p>'),
  invisible('<p style="text-indent:-9999px"><b style="text-indent:0">§</b></p>'),
  visible('<fieldset style="min-inline-size:0"><legend>§</legend></fieldset>'),
  invisible('<details><summary>s</summary><p>§</p></details>'),
  invisible(
    ruled(
      'details.c-d::details-content{content-visibility:hidden}',
      '<details class=c-d open><summary>s</summary><p>§</p></details>',
    ),
  ),
  visible(styled('scale:1 -1')),
  invisible(styled('rotate:y 90deg')),
  invisible(ruled('.c-l{color:#000}@layer c{.c-l{color:#fff!important}}', '<p class=c-l>§</p>')),
  visible(
    ruled('.c-s{color:#fff}@scope (.c-s) to (.c-t){:scope p{color:#000}}', '<div class=c-s><p>§</p></div>'),
  ),
];

const all = [...Object.values(featureCases).flat(), ...chromiumCases];

/** What places items, counts and turns words round, which takes more than one word to see. */
const PLACING =
  `display:flex;flex-direction:row-reverse|display:flex;flex-flow:column-reverse wrap|order:-1|order:2|display:grid;grid-template-columns:1fr 1fr|
  grid-area:2 / 1|grid-column:2|grid-auto-flow:column|list-style:upper-roman|list-style-type:"x "|counter-reset:f 3|counter-increment:f|counter-set:f 9|
  unicode-bidi:bidi-override;direction:rtl|unicode-bidi:plaintext|-webkit-text-security:disc|color-scheme:dark|interactivity:inert|
  overflow:auto;scroll-marker-group:after|position-anchor:--f;position-area:top|anchor-name:--f|reading-flow:flex-visual|appearance:base-select`
    .split('|')
    .map((style) => style.trim());

/** Every declaration of the cases, and these. */
export const newerStyles: readonly string[] = [
  ...all.flatMap(({ html }) =>
    Array.from(html.matchAll(/ style="([^"]+)"/g), ([, style]) => style as string),
  ),
  ...PLACING,
];

/** The same in pages of so many that all of a page shows at once. */
const PAGE = 70;
export const featurePages: Readonly<Record<string, WordCase[]>> = Object.fromEntries(
  Array.from({ length: Math.ceil(all.length / PAGE) }, (_, i) => [
    `features ${i + 1}`,
    all.slice(i * PAGE, (i + 1) * PAGE),
  ]),
);
