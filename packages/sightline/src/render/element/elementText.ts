import { isOpaque } from '../../diff/VisibleItems.ts';
import { countBy } from '../../snapshot/groupBy.ts';
import type { PageNode, Scroller } from '../../snapshot/Page.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import { collapseSpaces } from '../../snapshot/shorten.ts';
import type { UnloadedItems } from '../../structure/findUnloaded.ts';
import type { LandmarkRegion } from '../../structure/landmarks.ts';
import type { RenderContext } from '../RenderContext.ts';

export { isOpaque };

/** Columns that a cell spans, at most 20. */
export function columnSpan({ attributes }: PageNode): number {
  const span = Number(attributes.colspan ?? attributes['aria-colspan'] ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, 20) : 1;
}

/** Least distance between two boxes, in CSS pixels, that reads as a space. */
const MIN_GAP = 3;

/** True if there is a visible gap between an element and the one before it in its line, without white space. */
export function hasVisualGap(node: PageNode, nodes: readonly PageNode[]): boolean {
  const { box, parent } = node;
  if (!box || !parent || node.has(Flag.Block)) return false;
  let previous = nodes[node.index - 1];
  while (previous && previous.parent !== parent) previous = previous.parent;
  const previousBox = previous?.box;
  if (!previousBox || previous === parent) return false;
  if (box.y >= previousBox.y + previousBox.height || previousBox.y >= box.y + box.height) return false;
  return (
    Math.max(box.x - (previousBox.x + previousBox.width), previousBox.x - (box.x + box.width)) >= MIN_GAP
  );
}

/** True if an element is visibly separate from the text before it, as a block, a cell or by a gap. */
export function isVisuallySeparate(node: PageNode, nodes: readonly PageNode[]): boolean {
  if (!node.isElement || !node.box) return false;
  return (node.flags & (Flag.Block | Flag.Cell)) !== 0 || hasVisualGap(node, nodes);
}

/** The visible text in an element, without that of controls in it. */
export function elementVisibleText(node: PageNode, { pageState }: RenderContext): string {
  const { decisions, interactive, page } = pageState.visibility;
  if (isOpaque(node)) return '';
  let text = '';
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = page.nodes[i] as PageNode;
    if (interactive[i] === 1) i = inner.end - 1;
    else if (decisions[i]?.kind === 'remove') text += isVisuallySeparate(inner, page.nodes) ? ' ' : '';
    else if (inner.isText) text += inner.text;
    else if (inner.has(Flag.Block) || inner.tag === 'br' || hasVisualGap(inner, page.nodes)) text += ' ';
  }
  return collapseSpaces(text);
}

/** True for a field beside which its label is written, as text of its own: only in the markup style. */
export function isLabelWritten(node: PageNode, context: RenderContext): boolean {
  const { page } = context.pageState.visibility;
  return (
    !context.interactiveOnly && page.labelsOf(node).some((label) => elementVisibleText(label, context) !== '')
  );
}

function elementKind(node: PageNode): string {
  if (node.role === 'link') return 'link';
  if (node.role === 'button' || node.tag === 'button') return 'button';
  const fields = [
    'textbox',
    'searchbox',
    'combobox',
    'listbox',
    'checkbox',
    'radio',
    'spinbutton',
    'slider',
    'switch',
  ];
  return fields.includes(node.role) ? 'field' : 'element';
}

/**
 * The scroll position, in heights above and below and widths beside the visible part: `0.5↑ 2.1↓ 19%`, `1.2→`; '' if
 * all of it is visible.
 */
export function scrollText({ scroller, box }: PageNode): string {
  if (!scroller || !box) return '';
  return [vertical(scroller), horizontal(scroller, box.width)].filter((part) => part !== '').join(' ');
}

function vertical({ top, height, clientHeight }: Scroller): string {
  if (clientHeight <= 0) return '';
  const hidden = height - clientHeight;
  const above = top / clientHeight;
  const below = Math.max(0, hidden - top) / clientHeight;
  if (above < 0.05 && below < 0.05) return '';
  return `${above.toFixed(1)}↑ ${below.toFixed(1)}↓ ${hidden > 0 ? Math.round((100 * top) / hidden) : 0}%`;
}

function horizontal({ left, width }: Scroller, clientWidth: number): string {
  if (clientWidth <= 0) return '';
  const before = Math.abs(left) / clientWidth;
  const after = Math.max(0, width - clientWidth - Math.abs(left)) / clientWidth;
  if (before < 0.05 && after < 0.05) return '';
  return (before < 0.05 ? '' : `${before.toFixed(1)}← `) + `${after.toFixed(1)}→`;
}

/** `1 link`, `6 links`. */
export function pluralize(count: number, word: string): string {
  if (count === 1) return `1 ${word}`;
  return `${count} ${word}${/(?:[sx]|ch|sh)$/.test(word) ? 'es' : 's'}`;
}

/** What is in a region: `6 links`, `2 fields, 1 button`. */
export function countByKind({ node }: Pick<LandmarkRegion, 'node'>, { pageState }: RenderContext): string {
  const { visibility } = pageState;
  const usable = visibility.page.subtree(node).filter(({ index }) => visibility.interactive[index] === 1);
  const counted = [...countBy(usable, elementKind)].map(([kind, count]) => pluralize(count, kind));
  return counted.length > 0 ? counted.join(', ') : 'text';
}

/** `(4980 more rows are not loaded: scroll for them)`. */
export const unloadedText = (items: UnloadedItems): string => `(${unloadedWords(items)})`;

export function unloadedWords({ kind, more, exact }: UnloadedItems): string {
  if (more === undefined) return `more ${kind} may load: scroll for them`;
  const count = `${exact ? '' : 'about '}${more} more ${more === 1 ? kind.slice(0, -1) : kind}`;
  return `${count} ${more === 1 ? 'is' : 'are'} not loaded: scroll for ${more === 1 ? 'it' : 'them'}`;
}
