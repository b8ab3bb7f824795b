import type { ClickCase } from './clickCases.ts';
import type { DocumentCase } from './documentCases.ts';
import type { ReadingCase } from './readingCases.ts';
import { invisible, styled, visible, type WordCase } from './wordCases.ts';

// Cases of what browsers learned last, declared from the specifications before a look at what is reported of them.

const ruled = (css: string, html: string): string => `<style>${css}</style>${html}`;
const script = (code: string): string => `<script>{${code}}</script>`;
const classed = (name: string, css: string): string => ruled(css, `<p class=${name}>§</p>`);

/** In the dark scheme, in which the words are as white as the layer. */
const LAYER = 'words are held against grounds, not against a layer that a style sheet lays below them';
/** Words below a white box that a style sheet generates. */
const plated = (name: string, place: string, html: string): string =>
  ruled(
    `.${name}{position:relative}.${name}::before{content:"";position:absolute;background:#fff;${place}}`,
    `<p class=${name}>${html}</p>`,
  );

export const newerWords: Record<string, WordCase[]> = {
  'newer styles': [
    invisible(styled('--x:1;color:if(style(--x:1):#fff;else:#000)')),
    visible(styled('--x:2;color:if(style(--x:1):#fff;else:#000)')),
    invisible(classed('n-fn', '@function --n-gone(){result:0}.n-fn{opacity:--n-gone()}')),
    invisible('<p data-o=0 style="opacity:attr(data-o type(<number>),1)">§</p>'),
    invisible(styled('overflow:hidden;height:calc-size(auto,size * 0)')),
    visible(styled('overflow:hidden;height:calc-size(auto,size)')),
    invisible(styled('color:color(display-p3 1 1 1)')),
    visible(styled('corner-shape:scoop;border-radius:9px;background:#eee')),
    invisible(
      '<div style="display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1;overflow:hidden">one line<br>§</div>',
    ),
    invisible('<div style="display:flex"><p style="visibility:collapse">§</p></div>'),
    invisible('<table><tr style="visibility:collapse"><td>§</td></tr></table>'),
    invisible('<div style="overflow-x:clip;width:40px"><p style="margin-left:90px">§</p></div>'),
    visible('<div style="overflow-x:clip;height:5px"><p style="margin:0">§</p></div>'),
    visible(
      '<div style="overflow:clip;overflow-clip-margin:60px;height:4px"><p style="margin:0">§</p></div>',
    ),
    invisible(styled('contain:size;overflow:clip')),
    invisible(
      '<div><template shadowrootmode=open><style>slot:has-slotted{display:none}</style><slot></slot></template><b>§</b></div>',
    ),
    invisible('<div><template shadowrootmode=open><slot>§</slot></template> </div>'),
    invisible(
      ruled(
        '@keyframes n-out{to{opacity:0}}.n-view{animation:n-out linear both;animation-timeline:view();animation-range:entry -100% entry -99%}',
        '<p class=n-view>§</p>',
      ),
    ),
    visible(
      ruled(
        '.n-stuck{container-type:scroll-state}@container scroll-state(stuck:top){.n-stuck p{display:none}}',
        '<div class=n-stuck><p>§</p></div>',
      ),
    ),
    invisible(
      ruled(
        '.n-still{container-type:scroll-state}@container not scroll-state(stuck:top){.n-still p{display:none}}',
        '<div class=n-still><p>§</p></div>',
      ),
    ),
    visible(
      '<div popover=manual style="transition:display 9s allow-discrete,overlay 9s allow-discrete;display:block;position:static">§</div>',
    ),
    visible(styled('text-autospace:normal;text-box:trim-start cap alphabetic')),
    visible('<p style="initial-letter:2">§</p>'),
    visible('<math><mtable><mtr><mtd><mtext>§</mtext></mtd></mtr></mtable></math>'),
    invisible('<math style="display:none"><mtext>§</mtext></math>'),
    visible('<ruby style="ruby-overhang:none">字<rt>§</rt></ruby>'),
    invisible('<ruby>字<rt style="display:none">§</rt></ruby>'),
    visible(styled('writing-mode:sideways-rl;block-size:60px')),
    invisible(styled('position:fixed;position-anchor:--n-none;left:anchor(right,-900px)')),
    invisible(classed('n-size', '.n-size{container-type:size;height:0;overflow:hidden}')),
    visible('<fieldset><legend style="float:right">§</legend></fieldset>'),
    invisible('<menu hidden=hidden><li>§</menu>'),
    visible(plated('n-low', 'inset:0;z-index:-1', '§'), { dark: LAYER }),
    visible(plated('n-line', 'inset:0 0 auto;height:1px', '§')),
    visible(plated('n-none', 'inset:0;width:0', '§')),
    visible(plated('n-part', 'inset:0', '<b style="position:relative">§</b>'), { dark: LAYER }),
    invisible(plated('n-all', 'inset:0;z-index:2', '§')),
    visible(
      ruled('.n-two::first-line{color:#fff}', '<p class=n-two style="width:40px">one more line §</p>'),
      {
        'vertical-rl': 'a box of 40 px may hold two lines; there it holds one',
      },
    ),
  ],
};

const SELECT = '<style>select,::picker(select){appearance:base-select}</style>';
const define = (tag: string, body: string): string =>
  script(`customElements.define("${tag}",class extends HTMLElement{${body}})`);

export const newerDocuments: DocumentCase[] = [
  {
    name: 'newer: hint of a button that is not interested',
    html: '<button interestfor=h>Act</button><div popover=hint id=h>hinted</div><p>page</p>',
    visible: ['Act', 'page'],
    invisible: ['hinted'],
  },
  {
    name: 'newer: tip that would run out of the window',
    html: '<p style="margin-top:10px;width:90px;anchor-name:--n">post</p><div style="position:fixed;position-anchor:--n;position-area:top;height:200px;position-visibility:no-overflow">tip</div>',
    visible: ['post'],
    invisible: ['tip'],
  },
  {
    name: 'newer: tip that turns to the other side',
    html: '<p style="width:90px;anchor-name:--n">post</p><div style="position:fixed;position-anchor:--n;position-area:top;height:90px;position-try-fallbacks:flip-block">tip</div>',
    visible: ['post', 'tip'],
  },
  {
    name: 'newer: html set with a shadow root',
    html: `<div id=x></div>${script('x.setHTMLUnsafe("<section><template shadowrootmode=open><b>inner</b></template>light</section>")')}`,
    visible: ['inner'],
    invisible: ['light'],
  },
  {
    name: 'newer: slots of slots',
    html: '<div><template shadowrootmode=open><section><template shadowrootmode=open><h4>deep</h4><slot name=a></slot></template><slot slot=a></slot><i>lost</i></section></template><b>given</b></div>',
    visible: ['deep', 'given'],
    invisible: ['lost'],
  },
  {
    name: 'newer: what a slot that changes lets through',
    html: `<div id=x><template shadowrootmode=open><slot></slot><p>none</p></template></div>${script('const r=x.shadowRoot;r.querySelector("slot").addEventListener("slotchange",()=>r.querySelector("p").remove());x.append("some")')}`,
    visible: ['some'],
    invisible: ['none'],
  },
  {
    name: 'newer: moved without a new start',
    html: `<section id=a><p id=x>moved</p></section><section id=b hidden></section><p>stays</p>${script('b.moveBefore(x,null)')}`,
    visible: ['stays'],
    invisible: ['moved'],
  },
  {
    name: 'newer: element of a registry of its own',
    html: `<div id=x></div>${script('const r=new CustomElementRegistry();r.define("n-own",class extends HTMLElement{connectedCallback(){this.textContent="scoped"}});x.attachShadow({mode:"open",customElementRegistry:r}).innerHTML="<n-own>plain</n-own>"')}`,
    visible: ['scoped'],
    invisible: ['plain'],
  },
  {
    name: 'newer: what a select has selected',
    html: `${SELECT}<select><button>has <selectedcontent></selectedcontent></button><option>apple<option selected>pear</select>`,
    visible: ['has', 'pear'],
  },
  {
    name: 'newer: until it is found',
    html: `<p>page</p><div hidden=until-found>found <b>deeply</b></div>`,
    visible: ['page'],
    invisible: ['found', 'deeply'],
  },
  {
    name: 'newer: shut dialog that fades',
    html: '<style>dialog{transition:opacity 9s,display 9s allow-discrete}@starting-style{dialog[open]{opacity:0}}</style><dialog>shut</dialog><p>page</p>',
    visible: ['page'],
    invisible: ['shut'],
  },
  {
    name: 'newer: popover in a shadow root',
    html: `<div id=x><template shadowrootmode=open><div popover=manual><slot></slot></div></template>menu</div><p style="margin-top:90px">page</p>${script('x.shadowRoot.querySelector("div").showPopover()')}`,
    visible: ['menu', 'page'],
  },
  {
    name: 'newer: part of a view that changes alone',
    html: `<div id=x style="contain:layout">old</div><p>page</p>${script('const go=(x.startViewTransition??document.startViewTransition).bind(x.startViewTransition?x:document);go(()=>{x.textContent="new"})')}`,
    visible: ['new', 'page'],
    invisible: ['old'],
  },
  {
    name: 'newer: rows of lanes',
    html: '<div style="display:grid-lanes;grid-template-columns:90px 90px"><p style="height:80px">first</p><p>second</p><p>third</p></div>',
    visible: ['first', 'second', 'third'],
  },
  {
    name: 'newer: title bar of an installed app',
    html: '<style>p{display:none}@media (display-mode:browser){p{display:block}}header{position:fixed;left:env(titlebar-area-x,0);top:env(titlebar-area-y,0)}</style><header>bar</header><p style="margin-top:60px">page</p>',
    visible: ['bar', 'page'],
  },
];

export const newerReading: ReadingCase[] = [
  {
    name: 'newer: switch by internals',
    html: `<n-switch tabindex=0>Wifi</n-switch>${define('n-switch', 'constructor(){super();const i=this.attachInternals();this.i=i;i.role="switch";i.ariaChecked="false"}')}`,
    tree: ['switch "Wifi" checked=false'],
    shows: ['<switch>Wifi'],
    hides: ['checked'],
  },
  {
    name: 'newer: slider by private internals',
    html: `<n-slider tabindex=0 style="display:block;width:90px;height:20px;background:#ccc"></n-slider>${define('n-slider', '#i=this.attachInternals();connectedCallback(){Object.assign(this.#i,{role:"slider",ariaLabel:"Volume",ariaValueNow:"30",ariaValueMin:"0",ariaValueMax:"90"})}')}`,
    tree: ['slider "Volume"'],
    shows: ['Volume', '30'],
  },
  {
    name: 'newer: heading by internals',
    html: `<n-head>Chapter</n-head>${define('n-head', 'connectedCallback(){const i=this.attachInternals();this.i=i;i.role="heading";i.ariaLevel="2"}')}`,
    tree: ['heading "Chapter" level=2'],
    shows: ['## Chapter'],
  },
  {
    name: 'newer: disabled by internals',
    html: `<n-act tabindex=0>Send</n-act>${define('n-act', 'connectedCallback(){const i=this.attachInternals();this.i=i;i.role="button";i.ariaDisabled="true"}')}`,
    tree: ['button "Send" disabled=true'],
    shows: ['disabled', 'Send'],
  },
  {
    name: 'newer: pressed and expanded by internals',
    html: `<n-bold tabindex=0>Bold</n-bold><n-menu tabindex=0>Menu</n-menu>${define('n-bold', 'constructor(){super();const i=this.attachInternals();this.i=i;i.role="button";i.ariaPressed="true"}')}${define('n-menu', 'constructor(){super();const i=this.attachInternals();this.i=i;i.role="button";i.ariaExpanded="false"}')}`,
    tree: ['button "Bold" pressed=true', 'button "Menu" expanded=false'],
    shows: ['pressed', 'Bold', 'collapsed', 'Menu'],
  },
  {
    name: 'newer: internals named by an element',
    html: `<p id=l>Colour</p><n-pick tabindex=0 style="display:block;width:30px;height:30px;background:red"></n-pick>${define('n-pick', 'connectedCallback(){const i=this.attachInternals();this.i=i;i.role="button";i.ariaLabelledByElements=[l]}')}`,
    tree: ['button "Colour"'],
    shows: ['Colour', '[1]<button>Colour'],
  },
  {
    name: 'newer: custom field with a label',
    html: `<label for=f>Amount</label><n-field id=f tabindex=0>5</n-field>${define('n-field', 'static formAssociated=true;constructor(){super();const i=this.attachInternals();this.i=i;i.role="spinbutton";i.ariaValueNow="5"}')}`,
    tree: ['spinbutton "Amount"'],
    shows: ['Amount'],
  },
  {
    name: 'newer: custom field that is not valid',
    html: `<n-mail tabindex=0 aria-label=Mail>x</n-mail>${define('n-mail', 'static formAssociated=true;constructor(){super();const i=this.attachInternals();this.i=i;i.role="textbox";i.ariaInvalid="true";i.setValidity({customError:true},"No address",this)}')}`,
    tree: ['textbox "Mail" invalid=true'],
    shows: ['Mail', 'invalid'],
  },
  {
    name: 'newer: label by reflection',
    html: `<p id=a>First</p><p id=b>second</p><button id=x></button>${script('x.ariaLabelledByElements=[a,b]')}`,
    tree: ['button "First second"'],
    shows: ['<button>First second'],
  },
  {
    name: 'newer: description by reflection',
    html: `<button id=x>Pay</button><p id=d>Costs 5</p>${script('x.ariaDescribedByElements=[d]')}`,
    tree: ['button "Pay"'],
    shows: ['Pay', 'Costs 5'],
  },
  {
    name: 'newer: menu that a button controls by reflection',
    html: `<button id=x aria-expanded=true>More</button><div id=m role=menu><div role=menuitem tabindex=-1>Copy</div></div>${script('x.ariaControlsElements=[m]')}`,
    tree: ['button "More" expanded=true', 'menuitem "Copy"'],
    shows: ['<button expanded>More', 'Copy'],
  },
  {
    name: 'newer: active option by reflection',
    html: `<input id=x role=combobox aria-label=City aria-expanded=true><div role=listbox id=l><div role=option id=o aria-selected=true>Rome</div><div role=option>Oslo</div></div>${script('x.ariaActiveDescendantElement=o;x.ariaControlsElements=[l]')}`,
    tree: ['combobox "City"', 'option "Rome" selected=true'],
    shows: ['City', 'Rome', 'selected', 'Oslo'],
  },
  {
    name: 'newer: what is wrong with a field by reflection',
    html: `<input id=x aria-label=Year aria-invalid=true value=19><span id=e>Four digits</span>${script('x.ariaErrorMessageElements=[e]')}`,
    tree: ['textbox "Year" invalid=true'],
    shows: ['Year', 'Four digits', 'invalid'],
  },
  {
    name: 'newer: label whose field is in a shadow root',
    html: '<label for=h>Amount</label><div id=h><template shadowrootmode=open shadowrootreferencetarget=i><input id=i></template></div>',
    tree: ['textbox "Amount"'],
    shows: ['<input>Amount'],
  },
  {
    name: 'newer: selected by internals',
    html: `<div role=tablist><n-tab tabindex=0>One</n-tab><n-tab tabindex=-1>Two</n-tab></div>${define('n-tab', 'connectedCallback(){const i=this.attachInternals();this.i=i;i.role="tab";i.ariaSelected=String(this.textContent==="Two")}')}`,
    tree: ['tab "One" selected=false', 'tab "Two" selected=true'],
    shows: ['One', 'selected', 'Two'],
  },
  {
    name: 'newer: button that a command opens',
    html: '<button commandfor=m command=toggle-popover>Menu</button><div popover id=m>Copy all</div>',
    press: 'button',
    tree: ['button "Menu" expanded=true'],
    shows: ['expanded', 'Copy all'],
  },
  {
    name: 'newer: command of the page',
    html: `<button commandfor=x command=--mark>Mark</button><p id=x>plain</p>${script('x.addEventListener("command",()=>{x.textContent="marked"})')}`,
    press: 'button',
    shows: ['marked'],
    hides: ['plain'],
  },
  {
    name: 'newer: value in a field that fits it',
    html: '<input value=alpha style="field-sizing:content" aria-label=Short><textarea style="field-sizing:content" aria-label=Long>beta</textarea>',
    tree: ['textbox "Short"', 'textbox "Long"'],
    shows: ['Short', 'alpha', 'Long', 'beta'],
  },
  {
    name: 'newer: moved before another',
    html: `<div id=d><p id=b>beta</p><p id=a>alpha</p></div>${script('d.moveBefore(a,b)')}`,
    reads: ['alpha', 'beta'],
  },
  {
    name: 'newer: lanes are filled one after another',
    html: '<div style="display:grid-lanes;grid-template-columns:90px 90px"><p>alpha</p><p>beta</p></div>',
    reads: ['alpha', 'beta'],
  },
  {
    name: 'newer: subgrid in an order',
    html: '<div style="display:grid;grid-template-columns:90px 90px"><section style="display:grid;grid-template-columns:subgrid;grid-column:span 2"><p style="order:2">beta</p><p>alpha</p></section></div>',
    reads: ['alpha', 'beta'],
  },
  {
    name: 'newer: check mark of an option',
    html: `${SELECT}<select aria-label=Fruit><option>Apple<option selected>Pear</select>`,
    press: 'select',
    tree: ['option "Apple" selected=false', 'option "Pear" selected=true'],
    shows: ['expanded value=Pear options="Apple|Pear"'],
  },
  {
    name: 'newer: ruby in a sentence',
    html: '<p>Read <ruby>漢字<rt>kanji</rt></ruby> aloud',
    shows: ['漢字', 'kanji', 'aloud'],
    judged: 'by eye',
  },
  {
    name: 'newer: matrix',
    html: '<p><math><mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable><mo>)</mo></mrow></math> holds',
    shows: ['1', '2', 'holds'],
    judged: 'by eye',
  },
];

const b = (name: string, style = '', extra = ''): string =>
  `<button aria-label="${name}" style="${style}" ${extra}>x</button>`;
const tall = '<div style="height:1500px"></div>';

export const newerClicks: ClickCase[] = [
  {
    name: 'newer: in three shadow roots',
    html: `<div><template shadowrootmode=open><div><template shadowrootmode=closed><div><template shadowrootmode=open>${tall}${b('Deep')}<slot></slot></template><slot></slot></div></template><slot></slot></div></template>${b('Given')}</div>`,
    targets: ['Given'],
  },
  {
    name: 'newer: tip that turns to the other side',
    html: `<p style="width:90px;margin:0;anchor-name:--n">post</p><div style="position:fixed;position-anchor:--n;position-area:top;position-try-fallbacks:flip-block">${b('Tip')}</div>`,
    targets: ['Tip'],
  },
  {
    name: 'newer: dialog that a press outside shuts',
    html: `<dialog id=d closedby=any>${b('In')}</dialog>${script('d.showModal()')}`,
    targets: ['In'],
  },
  {
    name: 'newer: hint over a menu',
    html: `<div popover id=m style="inset:0 auto auto 0;margin:0">${b('Menu')}</div><div popover=hint id=h style="inset:60px auto auto 0;margin:0">${b('Hint')}</div>${script('m.showPopover();h.showPopover()')}`,
    targets: ['Hint'],
  },
  {
    name: 'newer: let through but for a part',
    html: `<div style="position:relative"><div style="pointer-events:none;position:absolute;inset:0;z-index:1">${b('Part', 'pointer-events:auto;margin-left:90px')}</div>${b('Below')}</div>`,
    targets: ['Part', 'Below'],
  },
  {
    name: 'newer: beyond what is clipped',
    html: `<div style="overflow:clip;overflow-clip-margin:80px;height:10px">${b('Edge', 'margin-top:30px')}</div>`,
    targets: ['Edge'],
  },
  {
    name: 'newer: begins at its third slide',
    html: `<div style="overflow-x:auto;display:flex;width:300px;scroll-snap-type:x mandatory">${[1, 2, 3].map((n) => `<div style="flex:0 0 300px;scroll-snap-align:center;${n === 3 ? 'scroll-initial-target:nearest' : ''}">${b(`Slide ${n}`)}</div>`).join('')}</div>`,
    targets: ['Slide 3', 'Slide 1'],
  },
  {
    name: 'newer: popover that grows from nothing',
    html: `<style>[popover]{transition:scale 1s;scale:1}@starting-style{:popover-open{scale:0}}</style><div popover=manual id=p>${b('Grown')}</div>${script('p.showPopover()')}`,
    targets: ['Grown'],
  },
  {
    name: 'newer: element of a registry of its own',
    html: `<div id=x></div>${script(`const r=new CustomElementRegistry();r.define("n-own",class extends HTMLElement{connectedCallback(){this.innerHTML='<button aria-label="Scoped">x</button>'}});x.attachShadow({mode:"open",customElementRegistry:r}).innerHTML="<n-own></n-own>"`)}`,
    targets: ['Scoped'],
  },
  {
    name: 'newer: sideways, from the right',
    html: `<div style="writing-mode:sideways-rl;width:200px;height:200px;overflow:auto"><div style="block-size:900px"></div>${b('Side')}</div>`,
    targets: ['Side'],
  },
];
