import { BLOCKS, HEADINGS, type HtmlElement, type HtmlNode, isBlank } from './HtmlTree.ts';

/** What stands open around an element, as far as HTML's parser would close it for what comes. */
interface Around {
  parent: HtmlElement | undefined;
  /** The parent of the parent. */
  grandparent: HtmlElement | undefined;
  a: boolean;
  button: boolean;
  form: boolean;
}

/**
 * Sees to it that HTML's parser makes of the text what stands in the tree. Scripts build trees that the parser never
 * would (a link in a link, a row outside of a table), and so does leaving elements out: such an element becomes a
 * `div` or `span`, and its `data-tag` says what it is.
 */
export function conformHtml(nodes: HtmlNode[]): void {
  const around = { parent: undefined, grandparent: undefined, a: false, button: false, form: false };
  for (const node of nodes) if (node.kind === 'element') conform(node, around);
}

function conform(element: HtmlElement, around: Around): void {
  if (isMisplaced(element, around)) rename(element);
  if (element.tag === 'table') conformTable(element);
  const { tag } = element;
  const within: Around = {
    parent: element,
    grandparent: around.parent,
    a: around.a || tag === 'a',
    button: around.button || tag === 'button',
    form: around.form || tag === 'form',
  };
  for (const child of element.children) if (child.kind === 'element') conform(child, within);
  if (tag === 'p' && element.children.some(closesParagraph)) rename(element);
}

function isMisplaced({ tag }: HtmlElement, { parent, grandparent, a, button, form }: Around): boolean {
  const above = parent?.tag ?? '';
  switch (tag) {
    case 'a':
      return a;
    case 'button':
      return button;
    case 'form':
      return form;
    case 'li':
      return !LISTS.has(above);
    case 'dt':
    case 'dd':
      return above !== 'dl' && !(above === 'div' && grandparent?.tag === 'dl');
    case 'option':
      return above !== 'select';
    case 'caption':
    case 'thead':
    case 'tbody':
    case 'tfoot':
      return above !== 'table';
    case 'tr':
      return !SECTIONS.has(above);
    case 'td':
    case 'th':
      return above !== 'tr';
    default:
      return HEADINGS.has(tag) && HEADINGS.has(above);
  }
}

const LISTS = new Set(['ul', 'ol', 'menu']);
const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);
const CELLS = new Set(['td', 'th']);
const INLINE = new Set(['a', 'button', 'option']);

function rename(element: HtmlElement): void {
  if (!element.attributes.has('data-tag')) element.attributes.set('data-tag', element.tag);
  element.tag = INLINE.has(element.tag) ? 'span' : 'div';
}

/** Rows get the body that the parser would give them; what cannot stand in a table makes it none. */
function conformTable(table: HtmlElement): void {
  const { children } = table;
  const isLoose = ({ kind, ...child }: HtmlNode): boolean =>
    kind === 'element' && (child as HtmlElement).tag === 'tr';
  if (children.some(isLoose)) table.children = inBodies(table);
  if (!isSound(table)) rename(table);
}

function inBodies(table: HtmlElement): HtmlNode[] {
  const told: HtmlNode[] = [];
  let body: HtmlElement | undefined;
  for (const child of table.children) {
    if (child.kind === 'element' && child.tag !== 'tr') body = undefined;
    else if (child.kind === 'element') {
      if (!body) {
        body = { ...table, tag: 'tbody', attributes: new Map(), children: [], usable: false };
        told.push(body);
      }
      body.children.push(child);
      continue;
    }
    told.push(child);
  }
  return told;
}

function isSound(table: HtmlElement): boolean {
  let captions = 0;
  return table.children.every((child) => {
    if (child.kind !== 'element') return isBlank(child) || child.kind === 'note';
    if (child.tag === 'caption') return ++captions === 1;
    return SECTIONS.has(child.tag) && holdsOnly(child, (row) => row.tag === 'tr' && holdsOnly(row, isCell));
  });
}

function isCell({ tag }: HtmlElement): boolean {
  return CELLS.has(tag);
}

function holdsOnly({ children }: HtmlElement, test: (element: HtmlElement) => boolean): boolean {
  return children.every((child) =>
    child.kind === 'element' ? test(child) : child.kind === 'note' || isBlank(child),
  );
}

/** A paragraph ends where a block begins, however deep in phrases; not within a button. */
function closesParagraph(node: HtmlNode): boolean {
  if (node.kind !== 'element') return false;
  if (BLOCKS.has(node.tag)) return true;
  return node.tag !== 'button' && node.children.some(closesParagraph);
}
