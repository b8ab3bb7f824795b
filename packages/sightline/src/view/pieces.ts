import type { PageNode, Scroller } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import { OPAQUE_TAGS } from '../structure/Shown.ts';
import type { Unloaded } from '../structure/unloaded.ts';
import type { Whereabouts } from '../structure/Whereabouts.ts';
import { escapeInline, quote } from './escape.ts';
import type { Scene } from './View.ts';

export { OPAQUE_TAGS };

export const FRAME_TAGS = new Set(['iframe', 'frame', 'fencedframe']);

/** ` unreadable="it refuses to be framed"`: for a frame whose document is not told. */
export function unreadText({ attributes }: PageNode): string {
  const why = attributes['.unreadable'];
  if (why === undefined) return '';
  return why === 'true' ? ' unreadable' : ` unreadable=${quote(why)}`;
}

/** The origin of the document in a frame, where that is another one than the frame's own. */
export function foreignOrigin({ children, document }: PageNode): string | undefined {
  const origin = children[0]?.document.origin;
  return origin && origin !== document.origin ? origin : undefined;
}

/** Columns that a cell spans; a page may say any number. */
export function columnsOf({ attributes }: PageNode): number {
  const span = Number(attributes.colspan ?? attributes['aria-colspan'] ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, 20) : 1;
}

/** Where an element stands: `MAIN > "Featured"`; '' where it is in no region and under no heading. */
export function placeText(node: PageNode, whereabouts: Whereabouts): string {
  const region = whereabouts.regionOf(node);
  const heading = whereabouts.headingOf(node);
  const parts = [region && escapeInline(region.address), heading && quote(heading.text.slice(0, 60))];
  return parts.filter(Boolean).join(' > ');
}

/** `NAV#2`, `NAV: "Primary"`, `MAIN`. */
export function regionHeader(region: LandmarkRegion): string {
  const ordinal = /#\d+$/.exec(region.address)?.[0] ?? '';
  return region.name ? `${region.label}${ordinal}: ${quote(region.name)}` : `${region.label}${ordinal}`;
}

/** CSS pixels between two boxes that are seen as a space. */
const GAP = 3;

/** Whether a person sees room between an element and the one before it in its line, although no space says so. */
export function standsApart(node: PageNode, nodes: readonly PageNode[]): boolean {
  const { box, parent } = node;
  if (!box || !parent || node.has(Flag.Block)) return false;
  let before = nodes[node.index - 1];
  while (before && before.parent !== parent) before = before.parent;
  const other = before?.box;
  if (!other || before === parent) return false;
  if (box.y >= other.y + other.height || other.y >= box.y + box.height) return false;
  return Math.max(box.x - (other.x + other.width), other.x - (box.x + box.width)) >= GAP;
}

/** Whether a person sees room before an element, however it comes about. */
export function isApart(node: PageNode, nodes: readonly PageNode[]): boolean {
  if (!node.isElement || !node.box) return false;
  return (node.flags & (Flag.Block | Flag.Cell)) !== 0 || standsApart(node, nodes);
}

/** The visible words inside an element, targets within it apart. */
export function visibleText(node: PageNode, { structure }: Scene): string {
  const { verdicts, usable, page } = structure.pruning;
  if (OPAQUE_TAGS.has(node.tag)) return '';
  let text = '';
  for (let i = node.index + 1; i < node.end; i++) {
    const inner = page.nodes[i] as PageNode;
    if (usable[i] === 1) i = inner.end - 1;
    else if (verdicts[i]?.decision === 'remove') text += isApart(inner, page.nodes) ? ' ' : '';
    else if (inner.isText) text += inner.text;
    else if (inner.has(Flag.Block) || inner.tag === 'br' || standsApart(inner, page.nodes)) text += ' ';
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** In the markup style a field's label stands as text beside it. */
export function isField({ tag }: PageNode): boolean {
  return tag === 'input' || tag === 'select' || tag === 'textarea';
}

export function kindOf(node: PageNode): string {
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
 * How many of its heights lie above and below what shows, and of its widths beside it: `0.5↑ 2.1↓ 19%`,
 * `1.2→`; '' when it all shows.
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
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** What a region holds, in a word or two: `6 links`, `2 fields, 1 button`. */
export function census({ node }: LandmarkRegion, { structure }: Scene): string {
  const { pruning } = structure;
  const counts = new Map<string, number>();
  for (let i = node.index; i < node.end; i++) {
    if (pruning.usable[i] !== 1) continue;
    const kind = kindOf(pruning.page.nodes[i] as PageNode);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const told = [...counts].map(([kind, count]) => plural(count, kind));
  return told.length > 0 ? told.join(', ') : 'text';
}

export const UNREADABLE_TAGS = new Set(['canvas', 'video', 'object', 'embed']);

/** What it shows is drawn, played, or the work of a plug-in: no document, and nothing in its place. */
export function isUnreadable({ tag, children }: PageNode): boolean {
  if (!UNREADABLE_TAGS.has(tag)) return false;
  return OPAQUE_TAGS.has(tag) || children.every((child) => child.has(Flag.DisplayNone));
}

/** What is drawn or played cannot be read; saying nothing would read as nothing there. */
export function opaqueText({ tag, box, name }: PageNode): string {
  if (!box) return '';
  const label = name ? ` ${quote(name)}` : '';
  return `<${tag}${label} ${box.width}x${box.height} unreadable>`;
}

/** `(4980 more rows are not loaded: scroll for them)`. */
export function unloadedText({ kind, more, exact }: Unloaded): string {
  if (more === undefined) return `(more ${kind} may load: scroll for them)`;
  const count = `${exact ? '' : 'about '}${more} more ${more === 1 ? kind.slice(0, -1) : kind}`;
  return `(${count} ${more === 1 ? 'is' : 'are'} not loaded: scroll for ${more === 1 ? 'it' : 'them'})`;
}
