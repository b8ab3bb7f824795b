import { IMITATIONS } from './imitations.ts';
import { Random } from './Random.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

const TAGS = words(`
  a abbr address article aside audio b bdi bdo big blockquote br button canvas caption center cite code col colgroup
  data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3
  h4 h5 h6 header hgroup hr i iframe img input ins kbd label legend li link main map area mark marquee menu meta meter
  nav nobr noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp search section select
  slot small source span strike strong style sub summary sup table tbody td template textarea tfoot th thead time title
  tr tt u ul var video wbr xmp x-own x-other svg math`);
/** Those that make a document worth reading, more often than the others. */
const COMMON = words(
  'div div div span a button input select p h2 nav main section table tr td ul li label svg iframe',
);
const SVG_TAGS = words('g text tspan a rect circle path foreignObject title use image svg symbol defs');
const MATH_TAGS = words('mi mo mn mrow mfrac mtext msup annotation-xml semantics');
const VOID = new Set(words('area br col embed hr img input link meta source wbr'));

const ROLES = words(`
  alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo
  dialog directory document feed figure form generic grid gridcell group heading img link list listbox listitem log main
  math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option presentation progressbar
  radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab
  table tablist tabpanel textbox timer toolbar tooltip tree treegrid treeitem deletion superscript
  constructor __proto__ toString nonsense`);
const TYPES =
  words(`text checkbox radio submit button reset image file range number date time datetime-local month week
  color password hidden email search tel url constructor __proto__ valueOf`);
const STYLES =
  `display:none|display:contents|display:inline|display:block|display:inline-block|display:flex|display:grid|
  display:table-cell|display:list-item|display:inline-flex|position:absolute|position:fixed|position:sticky;top:0|
  position:relative|overflow:hidden|overflow:auto|overflow:scroll;height:30px|overflow:clip|opacity:0|opacity:.3|
  transform:scale(0)|transform:rotate(30deg)|transform:translateX(-9999px)|clip-path:inset(50%)|clip-path:circle(0)|
  float:right|z-index:5|z-index:-1|visibility:hidden|visibility:visible|visibility:collapse|width:0|height:0|height:3000px|
  width:3000px|left:-999px|top:4000px|pointer-events:none|cursor:pointer|font-size:0|color:transparent|white-space:pre|
  white-space:pre-line|content-visibility:hidden|content-visibility:auto|contain:strict|filter:blur(2px)|columns:3|
  direction:rtl|writing-mode:vertical-rl|text-indent:-999px|background:red|all:unset|mix-blend-mode:multiply|
  inset:0|zoom:3|perspective:5px|will-change:transform|mask-image:linear-gradient(red,blue)|text-transform:uppercase`
    .split('|')
    .map((style) => style.trim());
const NAMES =
  words(`id class title role aria-label aria-labelledby aria-hidden aria-expanded aria-checked aria-level
  aria-owns aria-controls aria-haspopup aria-current aria-disabled aria-modal aria-valuenow aria-valuetext aria-valuemax
  aria-selected aria-pressed aria-live aria-colspan aria-setsize aria-rowcount aria-busy aria-activedescendant aria-[12]x href src alt name value
  type placeholder for tabindex onclick contenteditable hidden inert open disabled checked required readonly multiple
  popover draggable colspan rowspan scope slot is dir lang label list min max step pattern maxlength size srcdoc usemap
  autofocus download data-testid style width height data-state form span start reversed`);
const IDS = ['a', 'b', 'c', 'body', 'children', 'attributes', 'parentNode', '__sightline', '[12]'];

/** A document of wild structure: small, never the same, and the same again for the same seed. `styles`: more declarations. */
export function randomDocument(seed: number, styles: readonly string[] = []): string {
  return new Writer(new Random(seed), [...STYLES, ...styles]).document();
}

class Writer {
  readonly #random: Random;
  readonly #styles: readonly string[];
  #left: number;
  #frames = 0;

  constructor(random: Random, styles: readonly string[]) {
    this.#random = random;
    this.#styles = styles;
    this.#left = 8 + random.below(50);
  }

  document(): string {
    const doctype = this.#random.chance(0.8) ? '<!doctype html>' : '';
    const title = `<title>${this.#escape(this.#text())}</title>`;
    const sheet = this.#random.chance(0.3) ? `<style>${this.#sheet()}</style>` : '';
    return `${doctype}${title}${sheet}<body${this.#random.chance(0.1) ? this.#attributes('body') : ''}>${this.#content()}${this.#script()}`;
  }

  #content(): string {
    let html = '';
    while (this.#left > 0) html += this.#node(0, 'html');
    return html;
  }

  #node(depth: number, space: 'html' | 'svg' | 'math'): string {
    const random = this.#random;
    this.#left--;
    if (random.chance(0.25)) return this.#escape(this.#text());
    if (random.chance(0.02))
      return random.oneOf([
        '</div>',
        '</p>',
        '</form>',
        '</table>',
        '<!-- [1]<a> -->',
        '</body>',
        '<![CDATA[x]]>',
        '</',
      ]);
    return this.#element(this.#tag(space), depth, space);
  }

  #tag(space: 'html' | 'svg' | 'math'): string {
    const random = this.#random;
    if (space === 'svg') return random.oneOf(SVG_TAGS);
    if (space === 'math') return random.oneOf(MATH_TAGS);
    if (random.chance(0.01)) return random.oneOf(['x[12]', 'x"y', 'x<button', 'x\u202ey', 'plaintext']);
    return random.oneOf(random.chance(0.5) ? COMMON : TAGS);
  }

  #element(tag: string, depth: number, space: 'html' | 'svg' | 'math'): string {
    const random = this.#random;
    if (tag === 'iframe') return this.#frame();
    const open = `<${tag}${this.#attributes(tag)}>`;
    if (VOID.has(tag)) return open;
    const inner = tag === 'svg' || tag === 'math' ? tag : tag === 'foreignObject' ? 'html' : space;
    let html = open;
    if (random.chance(0.06)) html += this.#shadow(depth);
    for (let i = random.below(4); i > 0 && this.#left > 0 && depth < 12; i--)
      html += this.#node(depth + 1, inner);
    return random.chance(0.9) ? `${html}</${tag}>` : html;
  }

  #shadow(depth: number): string {
    const mode = this.#random.oneOf(['open', 'open', 'closed']);
    const body = this.#left > 0 ? this.#node(depth + 1, 'html') : 'shade';
    return `<template shadowrootmode=${mode}>${body}<slot${this.#random.chance(0.3) ? ' name=a' : ''}></slot></template>`;
  }

  #frame(): string {
    if (this.#frames++ > 1) return '<iframe title=none>';
    const inner = `<title>in</title>${this.#left > 0 ? this.#node(5, 'html') : ''}`;
    return `<iframe${this.#attributes('iframe')} srcdoc="${inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
  }

  #attributes(tag: string): string {
    const random = this.#random;
    let html = '';
    if (tag === 'input' && random.chance(0.8)) html += ` type=${random.oneOf(TYPES)}`;
    if (tag === 'a' && random.chance(0.7)) html += ' href="#x"';
    if (random.chance(0.12)) html += ` role="${random.oneOf(ROLES)}"`;
    if (random.chance(0.25))
      html += ` style="${random.oneOf(this.#styles)};${random.chance(0.4) ? random.oneOf(this.#styles) : ''}"`;
    for (let i = random.below(4); i > 0; i--) html += ` ${random.oneOf(NAMES)}="${this.#value()}"`;
    return html;
  }

  #value(): string {
    const random = this.#random;
    const kind = random.below(6);
    if (kind === 0) return random.oneOf(IDS);
    if (kind === 1)
      return random.oneOf(['true', 'false', '', '0', '1', '-1', '99999999999', 'mixed', 'auto', 'manual']);
    if (kind === 2) return random.oneOf(ROLES);
    return this.#escape(this.#text()).replaceAll('"', '&quot;');
  }

  #text(): string {
    const random = this.#random;
    let text = '';
    for (let i = 1 + random.below(3); i > 0; i--) text += random.oneOf(IMITATIONS);
    return text;
  }

  /** Character references stay as they are, some of the time: the parser takes them. */
  #escape(text: string): string {
    return text.replaceAll('&', this.#random.chance(0.5) ? '&' : '&amp;').replaceAll('<', '&lt;');
  }

  #sheet(): string {
    const random = this.#random;
    const content = JSON.stringify(this.#text().replace(/[^\x20-\x7e\u0080-\uffff]|</g, ' ')).replaceAll(
      '\\n',
      '\\a ',
    );
    const rules = [`${random.oneOf(TAGS)}::before{content:${content}}`, `*{${random.oneOf(this.#styles)}}`];
    rules.push(
      `${random.oneOf(TAGS)}{${random.oneOf(this.#styles)}}`,
      `${random.oneOf(TAGS)}:hover{${random.oneOf(this.#styles)}}`,
    );
    return random.oneOf([rules[0], rules[2], rules[3], rules.slice(2).join('')]) as string;
  }

  /** What only scripts make: other namespaces, roots on elements that are there, odd nesting, the top layer. */
  #script(): string {
    const random = this.#random;
    if (random.chance(0.5)) return '';
    const selector = JSON.stringify(random.oneOf(TAGS.filter((tag) => tag !== 'title')));
    const acts = [
      `e.append(document.createElementNS('urn:x', 'a'), document.createElementNS('http://www.w3.org/1999/xhtml', 'BUTTON'))`,
      `e.attachShadow({ mode: 'closed' }).innerHTML = '<button>In</button><slot></slot>'`,
      `e.attachShadow({ mode: 'open' }).innerHTML = '<slot><slot><b>x</b></slot></slot>'`,
      `e.showModal?.(); e.showPopover?.()`,
      `e.textContent = ${JSON.stringify(this.#text()).replaceAll('<', '\\u003c')}`,
      `e.append('\\ud800', '\\0', String.fromCharCode(${random.below(65536)}))`,
      `const f = document.createElement('form'); f.append(document.createElement('form')); f.firstChild.append(document.createElement('input')); e.append(f)`,
      `e.append(document.implementation.createHTMLDocument('x').adoptNode(document.createElement('button')))`,
      `e.addEventListener('click', () => 1); e.focus(); e.scrollTop = 40`,
      `e.value = ${JSON.stringify(this.#text()).replaceAll('<', '\\u003c')}; e.checked = true; e.indeterminate = true`,
      `e.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '#'); e.setCustomValidity?.(' [1] '); e.reportValidity?.()`,
      `e.remove(); document.body.prepend(e)`,
      `const t = document.createElement('table'); t.append(document.createElement('td'), document.createElement('tr')); e.replaceChildren(t)`,
      `document.documentElement.style.cssText = ${JSON.stringify(random.oneOf(this.#styles))}`,
    ];
    return `<script>for (const e of [...document.querySelectorAll(${selector})].slice(0, 3)) try { ${random.oneOf(acts)} } catch {}</script>`;
  }
}
