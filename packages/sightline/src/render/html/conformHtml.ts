import { BLOCK_TAGS, HEADING_TAGS, type HtmlElement, type HtmlNode, isBlankNode } from './HtmlTree.ts';

/** The open elements around an element that make the HTML parser close or move it. */
interface ParserContext {
  parent: HtmlElement | undefined;
  /** The parent of the parent. */
  grandparent: HtmlElement | undefined;
  a: boolean;
  button: boolean;
  form: boolean;
}

/**
 * Makes the tree one that the HTML parser builds from its text. Scripts can build trees that the parser never would (a
 * link in a link, a row outside of a table), and so does leaving elements out: such an element becomes a `div` or
 * `span` with its tag in `data-tag`.
 */
export function conformHtml(nodes: HtmlNode[]): void {
  const context = { parent: undefined, grandparent: undefined, a: false, button: false, form: false };
  for (const node of nodes) if (node.kind === 'element') conform(node, context);
}

function conform(element: HtmlElement, context: ParserContext): void {
  if (isMisplaced(element, context)) replaceTag(element);
  if (element.tag === 'table') conformTable(element);
  const { tag } = element;
  const childContext: ParserContext = {
    parent: element,
    grandparent: context.parent,
    a: context.a || tag === 'a',
    button: context.button || tag === 'button',
    form: context.form || tag === 'form',
  };
  for (const child of element.children) if (child.kind === 'element') conform(child, childContext);
  if (tag === 'p' && element.children.some(closesParagraph)) replaceTag(element);
}

function isMisplaced({ tag }: HtmlElement, { parent, grandparent, a, button, form }: ParserContext): boolean {
  const parentTag = parent?.tag ?? '';
  switch (tag) {
    case 'a':
      return a;
    case 'button':
      return button;
    case 'form':
      return form;
    case 'li':
      return !LIST_TAGS.has(parentTag);
    case 'dt':
    case 'dd':
      return parentTag !== 'dl' && !(parentTag === 'div' && grandparent?.tag === 'dl');
    case 'option':
      return parentTag !== 'select';
    case 'caption':
    case 'thead':
    case 'tbody':
    case 'tfoot':
      return parentTag !== 'table';
    case 'tr':
      return !SECTION_TAGS.has(parentTag);
    case 'td':
    case 'th':
      return parentTag !== 'tr';
    default:
      return HEADING_TAGS.has(tag) && HEADING_TAGS.has(parentTag);
  }
}

const LIST_TAGS = new Set(['ul', 'ol', 'menu']);
const SECTION_TAGS = new Set(['thead', 'tbody', 'tfoot']);
const CELL_TAGS = new Set(['td', 'th']);
const INLINE_TAGS = new Set(['a', 'button', 'option']);

function replaceTag(element: HtmlElement): void {
  if (!element.attributes.has('data-tag')) element.attributes.set('data-tag', element.tag);
  element.tag = INLINE_TAGS.has(element.tag) ? 'span' : 'div';
}

/** Wraps loose rows in a `tbody` as the parser does. A table with anything else in it becomes a `div`. */
function conformTable(table: HtmlElement): void {
  const { children } = table;
  const isLooseRow = ({ kind, ...child }: HtmlNode): boolean =>
    kind === 'element' && (child as HtmlElement).tag === 'tr';
  if (children.some(isLooseRow)) table.children = wrapRowsInBodies(table);
  if (!isValidTable(table)) replaceTag(table);
}

function wrapRowsInBodies(table: HtmlElement): HtmlNode[] {
  const output: HtmlNode[] = [];
  let body: HtmlElement | undefined;
  for (const child of table.children) {
    if (child.kind === 'element' && child.tag !== 'tr') body = undefined;
    else if (child.kind === 'element') {
      if (!body) {
        body = { ...table, tag: 'tbody', attributes: new Map(), children: [], interactive: false };
        output.push(body);
      }
      body.children.push(child);
      continue;
    }
    output.push(child);
  }
  return output;
}

function isValidTable(table: HtmlElement): boolean {
  let captions = 0;
  return table.children.every((child) => {
    if (child.kind !== 'element') return isBlankNode(child) || child.kind === 'note';
    if (child.tag === 'caption') return ++captions === 1;
    return (
      SECTION_TAGS.has(child.tag) &&
      containsOnly(child, (row) => row.tag === 'tr' && containsOnly(row, isCell))
    );
  });
}

function isCell({ tag }: HtmlElement): boolean {
  return CELL_TAGS.has(tag);
}

function containsOnly({ children }: HtmlElement, test: (element: HtmlElement) => boolean): boolean {
  return children.every((child) =>
    child.kind === 'element' ? test(child) : child.kind === 'note' || isBlankNode(child),
  );
}

/** True if the parser would end a paragraph at this node: a block, however deep, but not in a button. */
function closesParagraph(node: HtmlNode): boolean {
  if (node.kind !== 'element') return false;
  if (BLOCK_TAGS.has(node.tag)) return true;
  return node.tag !== 'button' && node.children.some(closesParagraph);
}
