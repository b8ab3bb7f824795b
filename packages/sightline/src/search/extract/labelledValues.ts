import type { PageNode } from '../../snapshot/Page.ts';
import { CELL_ROLES, DATA_CELL_ROLES, TABLE_ROLES } from '../../snapshot/roles.ts';
import { collapseSpaces, withoutLabelEnd } from '../../snapshot/shorten.ts';
import { FIELD_TAGS } from '../../snapshot/tags.ts';
import type { PageState } from '../../structure/PageState.ts';
import { readInnerText } from '../../visibility/readText.ts';
import { isRemoved } from '../../visibility/Visibility.ts';

/** A text of the page with what it is called there. */
export interface LabelledValue {
  label: string;
  text: string;
  node: PageNode;
}

const MAX_LABEL = 60;
const MAX_VALUE = 2_000;
const MAX_LABEL_NODES = 12;
const MAX_VALUE_NODES = 60;
/** `Price: 12`; no time of day, no address. */
const PAIR = /^([^:\n]{1,60}?)\s*:\s+(?=\S)([\s\S]+)$/;

/**
 * What stands in an element with a label: terms of definition lists, cells beside the head of their row, fields, `Label:
 * value`, and a short text in a box with one other, which is its value. `hasHeads`: one for several scopes looks once at a table.
 */
export function labelledValues(
  scope: PageNode,
  { visibility }: PageState,
  hasHeads = headTest(),
): LabelledValue[] {
  const textOf = (node: PageNode): string =>
    collapseSpaces(readInnerText(node, visibility)).slice(0, MAX_VALUE);
  const isShown = (node: PageNode): boolean => !isRemoved(visibility, node);
  const values: LabelledValue[] = [];
  const add = (label: string, text: string, node: PageNode): void => {
    const name = withoutLabelEnd(collapseSpaces(label));
    if (name !== '' && name.length <= MAX_LABEL && text !== '') values.push({ label: name, text, node });
  };
  for (const node of visibility.page.subtree(scope)) {
    if (!node.isElement || !isShown(node)) continue;
    if (FIELD_TAGS.has(node.tag)) add(node.name, fieldText(node), node);
    else if (node.tag === 'dd') add(textOfTerm(node, textOf), textOf(node), node);
    else if (CELL_ROLES.has(node.role)) addRowCell(node, textOf, add, hasHeads);
    else {
      const shown = node.children.filter(
        (child) => isShown(child) && (!child.isText || child.text.trim() !== ''),
      );
      const [first, second] = shown;
      if (shown.length !== 2 || !first || !second) addLine(node, shown, textOf, add);
      else if (visibility.interactive[first.index] !== 1 && isPair(first, second))
        addPair(node, [first, second], textOf, add);
    }
  }
  return values;
}

type Add = (label: string, text: string, node: PageNode) => void;
type TextOf = (node: PageNode) => string;

function fieldText({ attributes, role }: PageNode): string {
  if (role === 'checkbox' || role === 'radio' || role === 'switch')
    return attributes['.checked'] === 'true' ? 'yes' : 'no';
  return attributes['.value'] ?? attributes.value ?? '';
}

/** The last term before it. */
function textOfTerm(definition: PageNode, textOf: TextOf): string {
  const siblings = definition.parent?.children ?? [];
  const term = siblings.slice(0, siblings.indexOf(definition)).findLast(({ tag }) => tag === 'dt');
  return term ? textOf(term) : '';
}

/** A row of two cells, of which the first is the head or has words alone; further cells are of a table with columns. */
function addRowCell(cell: PageNode, textOf: TextOf, add: Add, hasHeads: (cell: PageNode) => boolean): void {
  const cells = (cell.parent?.children ?? []).filter(({ role }) => CELL_ROLES.has(role));
  const [head] = cells;
  if (cells.length !== 2 || !head || head === cell) return;
  const label = textOf(head);
  if (hasHeads(cell)) return;
  if (DATA_CELL_ROLES.has(head.role) ? !/\d/.test(label) : DATA_CELL_ROLES.has(cell.role))
    add(label, textOf(cell), cell);
}

/** Whether the columns of the table around a cell have heads. */
export function headTest(): (cell: PageNode) => boolean {
  const known = new Map<PageNode, boolean>();
  const holdsHead = (node: PageNode): boolean =>
    node.role === 'columnheader' || node.children.some(holdsHead);
  return (cell) => {
    const table = cell.closest(({ role }) => TABLE_ROLES.has(role));
    if (!table) return false;
    const hasHead = known.get(table) ?? holdsHead(table);
    known.set(table, hasHead);
    return hasHead;
  };
}

/** Small boxes, no cells: these have their row. */
const isPair = (first: PageNode, second: PageNode): boolean =>
  first.tag !== 'dt' &&
  !CELL_ROLES.has(first.role) &&
  first.end - first.index <= MAX_LABEL_NODES &&
  second.end - second.index <= MAX_VALUE_NODES;

function addPair(node: PageNode, [first, second]: [PageNode, PageNode], textOf: TextOf, add: Add): void {
  const label = first.isText ? collapseSpaces(first.text) : textOf(first);
  const value = second.isText ? collapseSpaces(second.text) : textOf(second);
  const isLabel = label.length <= MAX_LABEL && !/\d/.test(label);
  if (isLabel && value !== label) add(label, value, second.isText ? node : second);
}

/** `Label: value` in one text. */
function addLine(node: PageNode, shown: readonly PageNode[], textOf: TextOf, add: Add): void {
  const isLeaf = shown.length > 0 && shown.every(({ isText }) => isText);
  const [, label, value] = (isLeaf && PAIR.exec(textOf(node))) || [];
  if (label !== undefined && value !== undefined) add(label, value, node);
}
