import type { Page, PageNode } from '../../snapshot/Page.ts';
import { TABLE_ROLES } from '../../snapshot/roles.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import { isRemoved, type Visibility } from '../../visibility/Visibility.ts';

/** What the page says of a table that it shows one page of. */
export interface TablePaging {
  /** Its rows, from 1; undefined where only a pager stands beside the table. */
  range?: { first: number; last: number; total: number };
  /** Leads to the next page; undefined on the last one. */
  next?: PageNode;
}

/** Boxes around the table that may hold its pager. */
const MAX_LEVELS = 4;
const MAX_TEXT = 120;

/** `1 to 10 of 57`, `1-10 / 57`: whatever the words of a language for it are. */
const RANGE =
  /(?<!\d)(?<first>\d{1,9})\s*(?:[-–—~…]|\p{L}{1,5})\s*(?<last>\d{1,9})\s*(?:\/|\p{L}{1,6})\s*(?<total>\d[\d., {2}]{0,12})/u;
const NEXT = /^\W*(?:next(?: page)?|[›»>→⟩❯]{1,2}|go to next page|next page.*)\W*$/iu;
const NUMBER = /^(?:page )?\d{1,5}$/i;

/**
 * The paging of a table that stands in one of the boxes around it, in which no other table is.
 * @param rows as many as it shows: a range of another length is none of its rows
 */
export function findPaging(table: PageNode, rows: number, visibility: Visibility): TablePaging | undefined {
  for (let box = table.parent, level = 0; box && level < MAX_LEVELS; box = box.parent, level++) {
    const beside = shownBeside(box, table, visibility);
    if (beside.some(({ role }) => TABLE_ROLES.has(role))) return undefined;
    const paging = readPaging(beside, rows, visibility);
    if (paging) return paging;
  }
  return undefined;
}

function shownBeside(box: PageNode, table: PageNode, visibility: Visibility): PageNode[] {
  return visibility.page
    .subtree(box)
    .filter(
      (node) =>
        node.document === table.document &&
        (node.index < table.index || node.index >= table.end) &&
        !isRemoved(visibility, node) &&
        node !== box &&
        !node.contains(table),
    );
}

function readPaging(
  beside: readonly PageNode[],
  rows: number,
  visibility: Visibility,
): TablePaging | undefined {
  const range = beside
    .map((node) => rangeOf(node, visibility))
    .find((one) => one && one.last - one.first + 1 === rows);
  const controls = beside.filter(({ index, disabled }) => visibility.interactive[index] === 1 && !disabled);
  const next = controls.find(
    (node) =>
      NEXT.test(node.name) && node.attributes['aria-disabled'] !== 'true' && !isSent(node, visibility.page),
  );
  const isPager = next !== undefined && controls.some(({ name }) => NUMBER.test(name));
  if (range) return { range, ...(next && { next }) };
  return isPager ? { next } : undefined;
}

/** It sends a form, as the next step of one does: that is no reading. */
function isSent(node: PageNode, page: Page): boolean {
  const { tag, attributes } = node;
  const isSubmit = /^(?:button|input)$/.test(tag) && !/^(?:button|reset)$/i.test(attributes.type ?? '');
  if (!isSubmit) return false;
  const isOwner = (one: PageNode): boolean =>
    one.tag === 'form' && one.document === node.document && one.attributes.id === attributes.form;
  const form =
    attributes.form === undefined ? node.closest((one) => one.tag === 'form') : page.nodes.find(isOwner);
  return form !== undefined && /^post$/i.test(attributes.formmethod ?? form.attributes.method ?? '');
}

/** Of an element with few words in it. Undefined where all rows are on this page. */
function rangeOf(node: PageNode, { page }: Visibility): TablePaging['range'] | undefined {
  if (!node.isElement) return undefined;
  let text = '';
  for (const one of page.subtree(node)) if (one.isText) text += one.text;
  if (text.length > MAX_TEXT) return undefined;
  const found = RANGE.exec(collapseSpaces(text))?.groups;
  if (!found) return undefined;
  const [first, last] = [Number(found.first), Number(found.last)];
  const total = Number(found.total?.replace(/\D/g, ''));
  return first <= last && last <= total && last - first + 1 < total ? { first, last, total } : undefined;
}
