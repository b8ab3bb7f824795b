import type { PageNode } from '../snapshot/Page.ts';
import { CHECKBOX_ROLES, FORM_FIELD_ROLES, TABLE_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import { isRemoved, isShownInteractive, type Visibility } from '../visibility/Visibility.ts';
import type { NodeCounts } from './landmarks.ts';

/** A run of siblings of one shape, of which only the first are shown. */
export interface Fold {
  /** First node that is left out. */
  from: number;
  /** Index one past the last node that is left out. */
  to: number;
  /** Siblings that are left out. */
  count: number;
  kind: 'rows' | 'items';
}

/** Items of several parts (rows, cards) fold from this many on, and this many stay. */
const RECORDS = { minCount: 8, shownCount: 3 };
/** Items with more text than this, on average, are something to read rather than records. Characters. */
const PROSE_LENGTH = 200;
/** Items of one part (a link, a name) are short: they fold late. */
const SIMPLE_ITEMS = { minCount: 40, shownCount: 20 };

/** The folds of a page by the index where each begins: tables, lists and cards of like items. */
export function findFolds(visibility: Visibility, counts: NodeCounts): Map<number, Fold> {
  const folds = new Map<number, Fold>();
  const { nodes } = visibility.page;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (node.children.length < RECORDS.minCount || isRemoved(visibility, node) || node.tag === 'select')
      continue;
    for (const fold of foldsIn(node.children, visibility, counts)) folds.set(fold.from, fold);
  }
  return folds;
}

function foldsIn(children: readonly PageNode[], visibility: Visibility, counts: NodeCounts): Fold[] {
  const shown = children.filter((child) => !isRemoved(visibility, child) && counts.visibleLeaves(child) > 0);
  const folds: Fold[] = [];
  let start = 0;
  for (let i = 1; i <= shown.length; i++) {
    if (i < shown.length && isSameShape(shown[i] as PageNode, shown[start] as PageNode)) continue;
    const fold = createFold(shown.slice(start, i), counts, visibility);
    if (fold) folds.push(fold);
    start = i;
  }
  return folds;
}

/** Same tag, role and first class: items of a list may differ inside (a sold-out card has no button). */
function isSameShape(a: PageNode, b: PageNode): boolean {
  return a.tag === b.tag && a.role === b.role && isItem(a) && haveSameClass(a, b);
}

/** Boxes of their own: never words within a line, headings, or the paragraphs of a text. */
function isItem(node: PageNode): boolean {
  return (
    node.isElement && node.has(Flag.Block | Flag.Cell) && !PROSE_TAGS.has(node.tag) && node.role !== 'heading'
  );
}

const PROSE_TAGS = new Set(['p', 'pre', 'blockquote', 'br', 'dt', 'dd']);

const haveSameClass = ({ attributes: a }: PageNode, { attributes: b }: PageNode): boolean =>
  a.class === b.class || firstWord(a.class) === firstWord(b.class);

const firstWord = (text = ''): string => text.split(' ', 1)[0] as string;

/** Of a longer run the first so many say what its items are. */
const MAX_COMPARED = 1_000;

function createFold(run: PageNode[], counts: NodeCounts, visibility: Visibility): Fold | undefined {
  if (run.length < RECORDS.minCount) return undefined;
  const compared = run.slice(0, MAX_COMPARED);
  const { minCount, shownCount } = areRecords(compared, counts, visibility) ? RECORDS : SIMPLE_ITEMS;
  if (run.length < minCount) return undefined;
  const first = run[shownCount] as PageNode;
  const kind = first.role === 'row' ? 'rows' : 'items';
  return { from: first.index, to: (run.at(-1) as PageNode).end, count: run.length - shownCount, kind };
}

/** Rows, or cards with a control: records, of which the first show what the others are like. */
function areRecords(run: PageNode[], counts: NodeCounts, visibility: Visibility): boolean {
  const mean = (of: (node: PageNode) => number): number =>
    run.reduce((sum, node) => sum + of(node), 0) / run.length;
  const areRows = run[0]?.role === 'row';
  if (!areRows && (mean(counts.interactive) < 1 || mean(counts.visibleLeaves) <= 2.5)) return false;
  if (mean(counts.textLength) > PROSE_LENGTH || areFormFields(run, visibility)) return false;
  return areRows || !(areSections(run) || areTools(run, counts, visibility));
}

/** Parts of the page or of a form, each with a name of its own. */
function areSections(run: PageNode[]): boolean {
  return haveOwnNames(run, ({ role, name }) => (SECTION_ROLES.has(role) ? name : ''));
}

const SECTION_ROLES = new Set(['region', 'form', 'group', 'radiogroup', 'tabpanel']);

/** Longest mark beside the name of a tool: its shortcut. Characters. */
const MAX_SHORTCUT = 12;

/** Each holds one thing to use, by a name of its own, and says hardly more: the tools of a toolbar, the entries of a menu. */
function areTools(run: PageNode[], counts: NodeCounts, visibility: Visibility): boolean {
  return haveOwnNames(run, (item) => {
    const inside = visibility.page.subtree(item);
    const own = new Set(inside.flatMap((one) => (isShownInteractive(visibility, one) && one.name) || []));
    const [name = ''] = own;
    const control = inside.find((one) => isShownInteractive(visibility, one) && one.name !== '');
    return own.size === 1 &&
      control &&
      countTexts(control, visibility) <= 1 &&
      counts.textLength(item) <= name.length + MAX_SHORTCUT
      ? name
      : '';
  });
}

/** Whether each has a name, and no two the same. */
function haveOwnNames(run: readonly PageNode[], nameOf: (item: PageNode) => string): boolean {
  const names = new Set<string>();
  return run.every((item) => {
    const name = nameOf(item);
    return name !== '' && names.size < names.add(name).size;
  });
}

const countTexts = ({ index, end }: PageNode, visibility: Visibility): number =>
  visibility.page.nodes
    .slice(index, end)
    .filter((one) => one.isText && one.text.trim() !== '' && !isRemoved(visibility, one)).length;

/**
 * Fields with a name each: of a form, in which none is like another, however alike their boxes are. Not the rows of a table
 * whose columns have heads.
 */
function areFormFields(run: PageNode[], visibility: Visibility): boolean {
  if (run[0]?.role === 'row' && hasColumnHeads(run[0], visibility)) return false;
  const names = run.flatMap((item) => fieldName(item, visibility));
  return names.length >= run.length / 2 && new Set(names).size === names.length;
}

function hasColumnHeads(row: PageNode, { page }: Visibility): boolean {
  const table = row.closest(({ role }) => TABLE_ROLES.has(role)) ?? row;
  return page.subtree(table).some(({ role }) => role === 'columnheader');
}

/**
 * The name of the field that an item holds; of choices without other controls (`Yes` and `No`), and of a field without a
 * name, the words of the item. None for an item of more controls: with a checkbox it is rather a record to choose.
 */
function fieldName(item: PageNode, visibility: Visibility): string[] {
  const inside = visibility.page.subtree(item);
  const controls = inside.filter((node) => isShownInteractive(visibility, node));
  const field = controls.find(({ role }) => FORM_FIELD_ROLES.has(role));
  if (field && field.name !== '' && field.role !== 'radio') return [field.name];
  const areChoices = controls.length > 0 && controls.every(({ role }) => CHECKBOX_ROLES.has(role));
  if (!areChoices && !(field && controls.length === 1)) return [];
  const words = inside
    .filter((node) => node.isText && !isRemoved(visibility, node))
    .map(({ text }) => text.trim());
  return [words.join(' ') || controls.map(({ name }) => name).join(' ')];
}
