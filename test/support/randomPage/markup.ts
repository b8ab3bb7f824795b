import type { Random } from '../Random.ts';
import { CLASSES } from './styles.ts';

const WORDS = 'Account Orders Save the change of price today Ünïcode 42 items left more'.split(' ');
/** Ids are few, so that references meet, and break. */
export const IDS = Array.from({ length: 12 }, (_, i) => `id${i}`);

export function words(random: Random, most = 4): string {
  return Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(' ');
}

export function someAttribute(random: Random): [name: string, value: string] {
  return random.of<[string, string]>(
    ['class', classes(random)],
    ['class', classes(random)],
    ['class', classes(random)],
    ['id', random.pick(IDS) ?? ''],
    ['title', words(random)],
    [
      'style',
      random.of('display:none', 'margin:5px', 'position:sticky;top:0', 'overflow:auto;height:30px', ''),
    ],
    ['hidden', ''],
    ['aria-hidden', 'true'],
    ['aria-label', words(random)],
    ['aria-labelledby', `${random.pick(IDS)} ${random.pick(IDS)}`],
    ['aria-expanded', random.of('true', 'false')],
    ['role', random.of('button', 'tab', 'list', 'presentation', 'region', 'alert', 'listitem')],
    ['tabindex', '0'],
    ['for', random.pick(IDS) ?? ''],
    ['inert', ''],
    ['dir', random.of('auto', 'rtl')],
    ['open', ''],
    ['disabled', ''],
    ['required', ''],
    ['slot', random.of('s', 't', '')],
    ['type', random.of('text', 'checkbox', 'radio', 'range', 'button', 'email')],
    ['contenteditable', ''],
    ['onclick', '1'],
    ['popover', ''],
    ['src', image(random)],
    ['alt', words(random)],
    ['name', random.of('n', 'm')],
    ['value', words(random, 2)],
  );
}

export function classes(random: Random): string {
  return Array.from({ length: random.below(3) }, () => random.pick(CLASSES)).join(' ');
}

export function image(random: Random): string {
  const width = 5 + random.below(60);
  return `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${random.below(40)}'/>`;
}

function tagWith(random: Random, tag: string, more = ''): string {
  const [name, value] = someAttribute(random);
  const own = random.chance(0.2) ? ` ${name}="${value.replaceAll('"', '')}"` : '';
  return `<${tag} class="${classes(random)}"${own}${random.chance(0.2) ? ` id=${random.pick(IDS)}` : ''}${more}>`;
}

/** Markup of a few nested blocks; `depth` counts down to plain text. */
export function blocks(random: Random, depth: number, most = 5): string {
  return Array.from({ length: 1 + random.below(most) }, () => block(random, depth)).join(
    random.of('', ' ', '\n'),
  );
}

type Make = (random: Random, inner: () => string) => string;

function block(random: Random, depth: number): string {
  const inner = (): string => (depth > 0 ? blocks(random, depth - 1, 4) : words(random));
  const make = random.chance(0.3) ? (random.pick(CONTROLS) as Make) : (random.pick(BLOCKS) as Make);
  return make(random, inner);
}

const line = (random: Random): string =>
  `${words(random)} ${tagWith(random, 'b')}${words(random)}</b> ${tagWith(random, 'a', ' href=#id3')}${words(random)}</a>`;

const BLOCKS: Make[] = [
  (random) => `${tagWith(random, 'p')}${line(random)}</p>`,
  (random) => `${tagWith(random, 'p')}${line(random)}</p>`,
  (random, inner) => `${tagWith(random, 'div')}${inner()}</div>`,
  (random, inner) => `${tagWith(random, 'div')}${inner()}</div>`,
  (random, inner) =>
    `${tagWith(random, random.of('section', 'nav', 'article', 'aside', 'header', 'main'))}<h2>${words(random)}</h2>${inner()}</section>`,
  (random) =>
    `${tagWith(random, random.of('ul', 'ol'))}${`${tagWith(random, 'li')}${line(random)}</li>`.repeat(1 + random.below(4))}</ul>`,
  (random, inner) =>
    `${tagWith(random, 'table')}<caption>${words(random)}</caption><tr><th>${words(random)}<th>${words(random)}<tr>${tagWith(random, 'td')}${words(random)}<td>${inner()}</table>`,
  (random, inner) =>
    `<details class="${classes(random)}"${random.of('', ' open')}><summary>${words(random)}</summary>${inner()}</details>`,
  (random, inner) => `${tagWith(random, 'dialog')}${inner()}</dialog>`,
  (random, inner) => `${tagWith(random, 'div', ' popover')}${inner()}</div>`,
  (random, inner) =>
    `${tagWith(random, 'div', ' style="overflow:auto;height:60px"')}${inner()}<div style="height:200px">tall</div></div>`,
  (random, inner) =>
    `<div style="position:${random.of('sticky', 'fixed', 'absolute')};top:${random.below(99)}px;background:#eee">${inner()}</div>`,
  (random, inner) => `<x-open class="${classes(random)}"><i slot=s>${words(random)}</i>${inner()}</x-open>`,
  (random) => `<x-closed class="${classes(random)}"></x-closed>`,
  (random) => `${tagWith(random, 'img', ` alt="${words(random)}" src="${image(random)}"`)}`,
  (random, inner) => `${tagWith(random, 'form')}${inner()}<button>${words(random)}</button></form>`,
  (random, inner) => `${tagWith(random, 'fieldset')}<legend>${words(random)}</legend>${inner()}</fieldset>`,
  (random) =>
    `${tagWith(random, 'svg', ' width=60 height=30')}<title>${words(random)}</title><a href=#id2><text y=9>${words(random)}</text></a></svg>`,
  (random) => `${tagWith(random, 'div', ' contenteditable')}${words(random)}</div>`,
  (random, inner) => `${tagWith(random, 'object')}${inner()}</object>`,
  () =>
    `<map name=m><area shape=rect coords="0,0,9,9" href=#id1 alt=Part></map><img usemap=#m width=40 height=20 alt=Map src="data:,">`,
  (random) => `<span class="${classes(random)}"> ${words(random)} </span>${words(random)}`,
];

const CONTROLS: Make[] = [
  (random) => `<label>${words(random)} ${tagWith(random, 'input', ` value="${words(random)}"`)}</label>`,
  (random) =>
    `<label for=${random.pick(IDS)} class="${classes(random)}">${words(random)}</label>${tagWith(random, 'input', ` placeholder="${words(random)}"`)}<span>${words(random)}</span>`,
  (random) => `${tagWith(random, 'input', ' type=checkbox')}<label>${words(random)}</label>`,
  (random) => `<input type=radio name=r id=${random.pick(IDS)}><label>${words(random)}</label>`,
  (random) =>
    `${tagWith(random, 'select', random.of('', ' multiple'))}<option>${words(random)}<optgroup label=More><option>${words(random)}<option selected>${words(random)}</select>`,
  (random) => `${tagWith(random, 'textarea')}${words(random)}</textarea>`,
  (random) => `${tagWith(random, 'button')}${words(random)}</button>`,
  (random) => `<input type=password autocomplete=cc-number value=1234567>`.repeat(1 + random.below(2)),
  (random) =>
    `<input type=range min=0 max=9 value=${random.below(9)}><progress max=9 value=${random.below(9)}></progress><meter value=.5></meter>`,
  (random) => `<input required type=email class="${classes(random)}"><span>${words(random)}</span>`,
];
