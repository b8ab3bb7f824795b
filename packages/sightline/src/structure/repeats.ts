import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { isRemoved, type Pruning } from '../prune/Pruning.ts';
import type { Counts } from './landmarks.ts';

/** A run of siblings of one shape, of which only the first are told. */
export interface Fold {
  /** First node that is not told. */
  from: number;
  /** Index one past the last node that is not told. */
  to: number;
  /** Siblings not told. */
  count: number;
  kind: 'rows' | 'items';
}

/** Items of several parts (rows, cards) fold from this many on, and this many stay. */
const RICH = { least: 8, kept: 3 };
/** Items with more text than this, on average, are something to read rather than records. Characters. */
const PROSE_LENGTH = 200;
/** Items of one part (a link, a name) are cheap and tell more: they fold late. */
const PLAIN = { least: 40, kept: 20 };

/** The folds of a page by the index where each begins: tables, lists and cards of like items. */
export function findRepeats(pruning: Pruning, counts: Counts): Map<number, Fold> {
  const folds = new Map<number, Fold>();
  const { nodes } = pruning.page;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as PageNode;
    if (node.children.length < RICH.least || isRemoved(pruning, node) || node.tag === 'select') continue;
    for (const fold of foldsAmong(node.children, pruning, counts)) folds.set(fold.from, fold);
  }
  return folds;
}

function foldsAmong(children: PageNode[], pruning: Pruning, counts: Counts): Fold[] {
  const shown = children.filter((child) => !isRemoved(pruning, child) && counts.leaves(child) > 0);
  const folds: Fold[] = [];
  let start = 0;
  for (let i = 1; i <= shown.length; i++) {
    if (i < shown.length && isLike(shown[i] as PageNode, shown[start] as PageNode)) continue;
    const fold = foldOf(shown.slice(start, i), counts, pruning);
    if (fold) folds.push(fold);
    start = i;
  }
  return folds;
}

/** Same tag, role and first class: items of a list may differ inside (a sold-out card has no button). */
function isLike(a: PageNode, b: PageNode): boolean {
  return a.tag === b.tag && a.role === b.role && firstClass(a) === firstClass(b) && isItem(a);
}

/** Boxes of their own: never words within a line, headings, or the paragraphs of a text. */
function isItem(node: PageNode): boolean {
  return (
    node.isElement && node.has(Flag.Block | Flag.Cell) && !PROSE.has(node.tag) && node.role !== 'heading'
  );
}

const PROSE = new Set(['p', 'pre', 'blockquote', 'br', 'dt', 'dd']);

function firstClass(node: PageNode): string {
  return (node.attributes.class ?? '').split(' ', 1)[0] as string;
}

function foldOf(run: PageNode[], counts: Counts, pruning: Pruning): Fold | undefined {
  if (run.length < RICH.least) return undefined;
  const { least, kept } = isRich(run, counts, pruning) ? RICH : PLAIN;
  if (run.length < least) return undefined;
  const first = run[kept] as PageNode;
  const kind = first.role === 'row' ? 'rows' : 'items';
  return { from: first.index, to: (run.at(-1) as PageNode).end, count: run.length - kept, kind };
}

/** Rows, or cards with a control: records, of which the first tell what the others are like. */
function isRich(run: PageNode[], counts: Counts, pruning: Pruning): boolean {
  const mean = (of: (node: PageNode) => number): number =>
    run.reduce((sum, node) => sum + of(node), 0) / run.length;
  if (mean(counts.textLength) > PROSE_LENGTH) return false;
  if (run[0]?.role === 'row') return true;
  if (areFieldsOfAForm(run, pruning)) return false;
  return mean(counts.usable) >= 1 && mean(counts.leaves) > 2.5;
}

const FIELDS = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'spinbutton',
  'slider',
  'radio',
  'radiogroup',
  'switch',
]);

/** Fields with a name each: of a form, in which none is like another, however alike their boxes are. */
function areFieldsOfAForm(run: PageNode[], { page, usable }: Pruning): boolean {
  const names = run.flatMap(({ index, end }) => {
    const field = page.nodes
      .slice(index, end)
      .find((node) => usable[node.index] === 1 && FIELDS.has(node.role));
    return field?.name ? [field.name] : [];
  });
  return names.length >= run.length / 2 && new Set(names).size === names.length;
}
