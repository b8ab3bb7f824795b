import { article, banner, cards, figures, footer, form, type Kit, links, sidebar, table } from './blocks.ts';
import { Random } from './Random.ts';
import { Words } from './words.ts';

/** What a page of each shape repeats below its header until it is large enough. */
const SHAPES = {
  mixed: [figures, cards, table, article, form, article],
  shop: [cards, article],
  tables: [table, table, figures, form],
  manual: [article],
  form: [form],
  links: [links],
} satisfies Record<string, ((kit: Kit, size?: number) => string)[]>;

/** The names of the shapes. */
export type Shape = keyof typeof SHAPES;

/** A page of at least `elements` elements, and at most a block more; seeded. */
export function makePage(shape: Shape, elements: number, seed = 1): string {
  const kit = makeKit(seed);
  const head = `${banner(kit)}${sidebar(kit)}`;
  const foot = footer(kit);
  const body: string[] = [];
  let count = countElements(head) + countElements(foot) + 8;
  for (let turn = 0; count < elements; turn++) {
    const blocks: ((kit: Kit, size?: number) => string)[] = SHAPES[shape];
    const block = blocks[turn % blocks.length]?.(kit, sizeFor(elements - count)) ?? '';
    body.push(block);
    count += countElements(block);
  }
  const main = `<main><h1>${kit.words.title()}</h1>${body.join('\n')}</main>`;
  return documentOf(`${shape} ${elements}`, `${head}${main}${foot}`);
}

/** The application page of the summary's target: a dashboard of about 800 elements, one of each part. */
export function makeApplication(seed = 8): string {
  const kit = makeKit(seed);
  const main = `<main><h1>Orders</h1>${figures(kit)}${table(kit, 17)}${form(kit, 9)}${cards(kit, 4)}</main>`;
  const aside = `<aside aria-label="Activity">${links(kit, 12)}</aside>`;
  return documentOf('Orders · Back office', `${banner(kit)}${sidebar(kit)}${main}${aside}${footer(kit)}`);
}

function makeKit(seed: number): Kit {
  const random = new Random(seed);
  let lastId = 0;
  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };
  return { random, words: new Words(random), nextId };
}

/** Small blocks when little is left, so that the page ends near its size. */
const sizeFor = (left: number): number | undefined => (left < 150 ? 1 : undefined);

const countElements = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0;

function documentOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>${body}<script>${script}</script></body></html>`;
}

const style = `
*{box-sizing:border-box}body{margin:0;font:14px/1.45 sans-serif;color:#222;background:#f5f6f8}
.top{position:sticky;top:0;z-index:5;background:#fff;border-bottom:1px solid #ddd}.bar{display:flex;gap:12px;align-items:center;padding:8px 16px}
.side{float:left;width:220px;padding:12px;background:#fff}.side ul{list-style:none;margin:0;padding:0 0 0 8px}.item{display:flex;gap:6px;padding:4px}
main{margin-left:230px;padding:16px}aside{margin-left:230px;padding:0 16px}.block{margin:0 0 24px;padding:16px;background:#fff;border-radius:6px}
.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:12px}.card{border:1px solid #e2e2e2;border-radius:6px;overflow:hidden}.body{padding:8px}
.row,.head,.who,.pages{display:flex;gap:8px;align-items:center}.columns{display:grid;grid-template-columns:1fr 1fr;gap:12px}.field{display:flex;flex-direction:column}
.scroll{overflow-x:auto}table{width:100%;border-collapse:collapse}td,th{padding:6px;border-bottom:1px solid #eee;text-align:left}
.icon{width:14px;height:14px;fill:#789}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.face{width:18px;height:18px;border-radius:9px;background:#cde}.dot{display:inline-block;width:8px;height:8px;border-radius:4px;background:#8b8}
.index{columns:3;margin:0}.foot{clear:both;padding:16px;background:#eceef1}.toggle,.sort,.round{background:none;border:0;cursor:pointer}[hidden]{display:none!important}`;

const script = `
document.addEventListener('click', (event) => {
  const toggle = event.target.closest('.toggle');
  if (!toggle) return;
  const open = toggle.getAttribute('aria-expanded') !== 'true';
  toggle.setAttribute('aria-expanded', String(open));
  document.getElementById(toggle.getAttribute('aria-controls')).hidden = !open;
});`;
