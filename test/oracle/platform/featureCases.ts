import { seen, styled, unseen, type WordCase } from './wordCases.ts';

/** A rule for one class, and what is of it. */
const ruled = (css: string, html: string): string => `<style>${css}</style>${html}`;
const classed = (name: string, css = `.${name}{color:#fff}`): string => ruled(css, `<p class=${name}>§</p>`);
const whiteIf = (query: string, name: string): WordCase =>
  unseen(classed(name, `@media (${query}){.${name}{color:#fff}}`));

/** Cases of a feature of the platform that changes what is seen, by its id in the package `web-features`. */
export const featureCases: Readonly<Record<string, readonly WordCase[]>> = {
  'abs-sign': [unseen(styled('font-size:calc(abs(-1px) - 1px)'))],
  'align-content-block': [seen(styled('align-content:center;height:30px'))],
  alpha: [unseen(styled('color:alpha(from black / 0)'))],
  'animation-composition': [
    unseen(
      ruled(
        '@keyframes f-gone{to{opacity:0}}',
        styled('animation:f-gone 1s -1s paused forwards;animation-composition:replace'),
      ),
    ),
  ],
  appearance: [seen('<button style="appearance:none">§</button>')],
  'backdrop-filter': [seen('<div style="background:#000;color:#fff;backdrop-filter:blur(2px)">§</div>')],
  'baseline-shift': [
    seen('<svg width=150 height=24><text x=2 y=20>x <tspan baseline-shift=super>§</tspan></text></svg>', {
      'vertical-rl': 'a part of the words of a drawing is as the whole of them, which begins in sight',
    }),
  ],
  'calc-constants': [unseen(styled('font-size:calc(pi * 0px)'))],
  cap: [unseen(styled('font-size:0cap')), seen(styled('font-size:1.2cap'))],
  'cascade-layers': [
    unseen(
      classed('f-layer', '@layer f-a,f-b;@layer f-b{.f-layer{color:#fff}}@layer f-a{.f-layer{color:#000}}'),
    ),
  ],
  'clip-path-boxes': [
    unseen(styled('clip-path:inset(50%) border-box')),
    seen(styled('clip-path:border-box')),
  ],
  'color-function': [unseen(styled('color:color(srgb 1 1 1)')), seen(styled('color:color(srgb 0 0 0)'))],
  'color-gamut': [whiteIf('color-gamut:srgb', 'f-gamut')],
  'color-mix': [unseen(styled('color:color-mix(in oklch,white,white)'))],
  'constructed-stylesheets': [
    unseen(
      `<p class=f-made>§</p><script>{const s=new CSSStyleSheet();s.replaceSync('.f-made{color:#fff}');document.adoptedStyleSheets.push(s)}</script>`,
    ),
  ],
  contain: [seen(styled('contain:content'))],
  'contain-inline-size': [seen(styled('contain:inline-size'))],
  'contain-intrinsic-size': [seen(styled('contain:size;contain-intrinsic-size:100px 20px'))],
  'contain-layout': [seen(styled('contain:layout'))],
  'contain-paint': [
    unseen(`<div style="contain:paint;width:60px;height:20px"><div style="margin-left:90px">§</div></div>`),
  ],
  'contain-size': [seen(styled('contain:size'))],
  'contain-style': [seen(styled('contain:style'))],
  'container-name-queries': [
    unseen(
      ruled(
        '.f-named{container-name:f-n}@container f-n{.f-named p{color:#fff}}',
        '<div class=f-named><p>§</p></div>',
      ),
    ),
  ],
  'container-queries': [
    unseen(
      ruled(
        '.f-cq{container-type:inline-size}@container (width > 10px){.f-cq p{display:none}}',
        '<div class=f-cq><p>§</p></div>',
      ),
    ),
  ],
  'container-style-queries': [
    unseen(
      ruled(
        '.f-cs{--gone:1}@container style(--gone:1){.f-cs p{visibility:hidden}}',
        '<div class=f-cs><p>§</p></div>',
      ),
    ),
  ],
  'content-visibility': [unseen(styled('content-visibility:hidden;height:20px'))],
  'contenteditable-plaintextonly': [seen('<div contenteditable=plaintext-only>§</div>')],
  'contrast-color': [
    seen(styled('background:#000;color:contrast-color(#000)')),
    unseen(styled('color:contrast-color(#000)')),
  ],
  'declarative-shadow-dom': [
    seen('<div><template shadowrootmode=open><b>§</b></template></div>'),
    unseen('<div><template shadowrootmode=open><style>b{color:#fff}</style><b>§</b></template></div>'),
  ],
  'details-name': [
    seen('<details name=f-d open><summary>s</summary>§</details>'),
    unseen('<details name=f-d open><summary>s</summary>§</details>'),
  ],
  dialog: [unseen('<dialog>§</dialog>')],
  'dir-pseudo': [unseen(classed('f-dir', '.f-dir:dir(ltr){color:#fff}'))],
  'dynamic-range': [whiteIf('dynamic-range:standard', 'f-range')],
  'exp-functions': [unseen(styled('opacity:calc(pow(2,2) - 4)'))],
  'font-family-math': [seen(styled('font-family:math'))],
  'font-palette': [seen(styled('font-palette:dark'))],
  'font-size-adjust': [seen(styled('font-size-adjust:.5'))],
  'font-synthesis': [seen(styled('font-synthesis:none;font-weight:bold'))],
  'font-variant-alternates': [seen(styled('font-variant-alternates:historical-forms'))],
  'gradient-interpolation': [seen(styled('color:#fff;background:linear-gradient(in oklch,#024,#013)'))],
  has: [unseen(ruled('.f-has:has(b){color:#fff}', '<p class=f-has><b></b>§</p>'))],
  hwb: [unseen(styled('color:hwb(0 100% 0)'))],
  hyphens: [seen(styled('hyphens:auto'))],
  'hyphenate-character': [seen(styled('hyphens:auto;hyphenate-character:"="'))],
  ic: [unseen(styled('font-size:0ic')), seen(styled('font-size:1ic'))],
  'image-set': [seen(styled('color:#fff;background:image-set(linear-gradient(#000,#000) 1x)'))],
  'individual-transforms': [unseen(styled('scale:0')), unseen(styled('translate:0 -4000px'))],
  inert: [seen('<p inert>§</p>')],
  'invoker-commands': [
    seen('<button commandfor=f-inv command=show-popover>§</button>'),
    unseen('<div popover id=f-inv>§</div>'),
  ],
  lab: [unseen(styled('color:lch(100 0 0)')), seen(styled('color:lab(20 0 0)'))],
  lh: [unseen(styled('height:0lh;overflow:hidden')), seen(styled('height:1lh'))],
  'light-dark': [unseen(styled('color:light-dark(#fff,#000)'))],
  masks: [unseen(styled('mask-image:linear-gradient(transparent,transparent)'))],
  mathml: [seen('<math><mi>§</mi></math>'), unseen('<math><mphantom><mi>§</mi></mphantom></math>')],
  'media-query-range-syntax': [whiteIf('width >= 1px', 'f-width')],
  'motion-path': [unseen(styled("offset-path:path('M-900 -900')"))],
  nesting: [unseen(ruled('.f-nest{& p{color:#fff}}', '<div class=f-nest><p>§</p></div>'))],
  'nth-child-of': [unseen(classed('f-nth', 'p:nth-child(1 of .f-nth){color:#fff}'))],
  oklab: [unseen(styled('color:oklab(1 0 0)')), seen(styled('color:oklch(.3 0 0)'))],
  'open-pseudo': [
    unseen(
      ruled(
        '.f-open:open p{color:#fff}',
        '<details class=f-open open><summary>s</summary><p>§</p></details>',
      ),
    ),
  ],
  outline: [seen(styled('outline:2px solid'))],
  overflow: [whiteIf('overflow-block:scroll', 'f-over')],
  'overflow-clip': [unseen(styled('height:0;overflow:clip'))],
  'paint-order': [seen(styled('paint-order:stroke fill;-webkit-text-stroke:1px #000;color:#fff'))],
  popover: [unseen('<div popover=manual>§</div>')],
  'prefers-contrast': [whiteIf('prefers-contrast:no-preference', 'f-contrast')],
  'print-color-adjust': [seen(styled('print-color-adjust:exact'))],
  'progress-function': [unseen(styled('opacity:progress(0,0,1)'))],
  rcap: [unseen(styled('font-size:0rcap'))],
  rch: [unseen(styled('font-size:0rch'))],
  'rect-xywh': [unseen(styled('clip-path:rect(0 0 0 0)')), seen(styled('clip-path:xywh(0 0 100% 100%)'))],
  'registered-custom-properties': [
    unseen(
      classed(
        'f-prop',
        '@property --f-c{syntax:"<color>";inherits:false;initial-value:#fff}.f-prop{color:var(--f-c)}',
      ),
    ),
  ],
  'relative-color': [unseen(styled('color:rgb(from black r g b / 0)'))],
  resolution: [whiteIf('resolution >= 1dppx', 'f-res')],
  rex: [unseen(styled('font-size:0rex'))],
  ric: [unseen(styled('font-size:0ric'))],
  rlh: [unseen(styled('height:0rlh;overflow:hidden'))],
  'round-mod-rem': [unseen(styled('font-size:round(down,.4px,1px)'))],
  'ruby-align': [seen('<ruby style="ruby-align:start">漢字漢字<rt>§</rt></ruby>')],
  'ruby-position': [seen('<ruby style="ruby-position:under">漢<rt>§</rt></ruby>')],
  scope: [unseen(ruled('@scope (.f-scope){p{color:#fff}}', '<div class=f-scope><p>§</p></div>'))],
  'scrollbar-width': [seen('<div style="overflow:auto;scrollbar-width:none;height:22px">§</div>')],
  'scrollbar-color': [seen('<div style="overflow:auto;scrollbar-color:red blue;height:22px">§</div>')],
  'scrollbar-gutter': [seen('<div style="overflow:auto;scrollbar-gutter:stable;height:22px">§</div>')],
  scripting: [whiteIf('scripting:enabled', 'f-script')],
  search: [seen('<search>§</search>')],
  'shape-function': [unseen(styled('clip-path:shape(from 0 0,line to 0 0,close)'))],
  'sibling-count': [unseen(styled('opacity:calc(sibling-index() - 1)'))],
  'slot-assign': [
    unseen(
      `<div id=f-slots><b>§</b></div><script>document.getElementById('f-slots').attachShadow({mode:'open',slotAssignment:'manual'}).innerHTML='<slot></slot>'</script>`,
    ),
    seen(
      `<div id=f-slot><b>§</b></div><script>{const h=document.getElementById('f-slot'),r=h.attachShadow({mode:'open',slotAssignment:'manual'});r.innerHTML='<slot></slot>';r.firstChild.assign(h.firstChild)}</script>`,
    ),
  ],
  'starting-style': [seen(classed('f-start', '@starting-style{.f-start{opacity:0}}'))],
  state: [
    unseen(
      `<style>f-state:state(off){color:#fff}</style><f-state>§</f-state><script>customElements.define('f-state',class extends HTMLElement{connectedCallback(){this.i??=this.attachInternals();this.i.states.add('off')}})</script>`,
    ),
  ],
  subgrid: [
    seen(
      '<div style="display:grid;grid-template-columns:100px"><div style="display:grid;grid-template-columns:subgrid"><p>§</p></div></div>',
    ),
  ],
  'text-align-last': [seen(styled('text-align-last:right'))],
  'text-combine-upright': [seen(styled('writing-mode:vertical-rl;text-combine-upright:all'))],
  'text-decoration-skip-ink': [seen(styled('text-decoration:underline;text-decoration-skip-ink:all'))],
  'text-decoration-spelling-grammar': [seen(styled('text-decoration:spelling-error'))],
  'text-emphasis': [seen(styled('text-emphasis:filled dot'))],
  'text-indent-each-line': [unseen(styled('text-indent:-9999px each-line'))],
  'text-indent-hanging': [seen(styled('text-indent:-9999px hanging'))],
  'text-wrap': [seen(styled('text-wrap:nowrap'))],
  'text-wrap-balance': [seen(styled('text-wrap:balance'))],
  'transform-box': [unseen(styled('transform-box:fill-box;transform:scale(0)'))],
  transforms3d: [unseen(styled('transform:rotateX(90deg)'))],
  'trig-functions': [unseen(styled('opacity:sin(0)'))],
  'two-value-display': [seen(styled('display:inline flow-root'))],
  update: [whiteIf('update:fast', 'f-update')],
  'vertical-form-controls': [seen('<button style="writing-mode:vertical-rl">§</button>')],
  'viewport-unit-variants': [unseen(styled('height:0dvh;overflow:hidden')), seen(styled('height:4svh'))],
  'white-space-collapse': [seen(styled('white-space-collapse:preserve'))],
  zoom: [unseen(styled('zoom:.01')), seen(styled('zoom:1.2'))],
};

/** Of what Chromium has and not yet every browser, and second cases of features above whose first shows one side of them only. */
const chromiumCases: readonly WordCase[] = [
  unseen(`<div style="color:attr(data-c type(<color>))" data-c=white>§</div>`),
  seen(`<div style="width:attr(data-w px);overflow:hidden" data-w=120>§</div>`),
  unseen(`<div style="width:attr(data-w px);overflow:hidden;height:20px" data-w=0>§</div>`),
  unseen(ruled('@function --c-none(){result:0}.c-fun{opacity:--c-none()}', '<p class=c-fun>§</p>')),
  unseen(styled('--c:1;opacity:if(style(--c:1):0;else:1)')),
  seen(styled('--c:2;opacity:if(style(--c:1):0;else:1)')),
  seen(styled('corner-shape:scoop;border-radius:20px;background:#ddd')),
  seen(styled('corner-shape:notch;border-radius:4px;border:1px solid')),
  seen(styled('height:calc-size(auto,size);overflow:clip')),
  unseen(styled('height:calc-size(auto,size * 0);overflow:clip')),
  seen(styled('height:calc-size(min-content,size + 4px);overflow:hidden')),
  seen(styled('width:stretch')),
  seen(styled('text-box:trim-both cap alphabetic')),
  seen(styled('text-box:trim-both ex text;overflow:visible')),
  seen('<div style="columns:2;column-rule:1px solid;width:200px">a<br>§</div>'),
  seen(
    '<div style="display:grid;grid-template-columns:50px 80px;gap:9px;column-rule:4px solid red"><i>a</i><b>§</b></div>',
  ),
  unseen('<div hidden=until-found>§</div>'),
  unseen('<div popover=hint>§</div>'),
  seen(
    '<div id=c-hint popover=manual style="position:absolute;inset:auto;position-area:none">§</div><script>document.getElementById("c-hint").showPopover()</script>',
  ),
  seen(styled('interactivity:inert')),
  seen('<button style="interactivity:inert">§</button>'),
  seen(styled('box-decoration-break:clone;background:#eee;padding:2px', 'span')),
  seen('<p style="initial-letter:2">§</p>'),
  seen(ruled('.c-drop::first-letter{initial-letter:2 1}', '<p class=c-drop>§ and more</p>')),
  unseen(ruled('@keyframes c-out{to{visibility:hidden}}', styled('animation:c-out 1ms forwards'))),
  seen(
    ruled(
      '@keyframes c-in{from{opacity:0}}',
      '<div style="overflow:auto;height:24px"><div style="animation:c-in linear both;animation-timeline:view();animation-range:entry 0% entry 1%">§</div></div>',
    ),
  ),
  unseen(
    ruled(
      '@keyframes c-fade{from,to{opacity:0}}',
      '<div style="height:20px;overflow:scroll"><div style="animation:c-fade linear both;animation-timeline:scroll()">§</div><br><br></div>',
    ),
  ),
  unseen(
    ruled(
      '.c-if{container-name:c-i;--n:5}@container style(--n > 3){.c-if p{display:none}}',
      '<div class=c-if><p>§</p></div>',
    ),
  ),
  unseen(ruled('@supports at-rule(@container){.c-at{color:#fff}}', '<p class=c-at>§</p>')),
  seen(ruled('@supports at-rule(@c-none){.c-no{color:#fff}}', '<p class=c-no>§</p>')),
  seen(styled('interpolate-size:allow-keywords;height:auto;transition:height 1s')),
  seen(styled('text-justify:inter-character;text-align:justify')),
  seen(styled('word-break:auto-phrase')),
  seen(styled('text-wrap:pretty')),
  seen(styled('text-spacing-trim:trim-start')),
  seen(styled('overflow:auto;height:24px;scroll-marker-group:before')),
  seen('<div style="display:flex;flex-wrap:balance"><b>§</b></div>'),
  unseen(
    '<select style="appearance:base-select"><option>a</option><option>§</option></select>',
    'a select is reported by its value and options',
  ),
  seen('<button popovertarget=c-none style="anchor-name:--c">§</button>'),
  seen(
    '<div style="position:fixed;position-anchor:--c-missing;position-visibility:anchors-valid;top:anchor(bottom)">§</div>',
  ),
  seen('<div style="overflow:scroll;overflow-overlay:none;height:26px">§</div>'),
  seen(
    styled(
      'background:#000;color:#fff;background-clip:border-area;border:30px solid #000;line-height:0;height:0',
    ),
  ),
  unseen(styled('background:#000;color:#fff;background-clip:border-area;border:4px solid transparent')),
  unseen('<div style="display:grid;grid-template-columns:1fr 1fr"><i>a</i><b style="color:#fff">§</b></div>'),
  seen('<p><b style="text-indent:-9999px">§</b></p>'),
  unseen('<p style="text-indent:-9999px"><b style="text-indent:0">§</b></p>'),
  seen('<fieldset style="min-inline-size:0"><legend>§</legend></fieldset>'),
  unseen('<details><summary>s</summary><p>§</p></details>'),
  unseen(
    ruled(
      'details.c-d::details-content{content-visibility:hidden}',
      '<details class=c-d open><summary>s</summary><p>§</p></details>',
    ),
  ),
  seen(styled('scale:1 -1')),
  unseen(styled('rotate:y 90deg')),
  unseen(ruled('.c-l{color:#000}@layer c{.c-l{color:#fff!important}}', '<p class=c-l>§</p>')),
  seen(
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
