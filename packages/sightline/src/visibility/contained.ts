import { containedShare } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { PROPAGATING_ROLES } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';
import {
  decide,
  isShownInteractive,
  type Visibility,
  type VisibilityDraft,
  type VisibilityRule,
} from './Visibility.ts';

/**
 * An interactive element of which 99 % or more lies within a link, a button or the like is a part of that. Keeps form
 * fields, and elements with a role, a label or a handler: a link whose child has a listener is two targets, unless the
 * child fills it, so that every click on the link is one on the child. An element with a pointer cursor alone that fills
 * a box with a click handler is a part of that box. A custom element that only listens is its control, where its shadow
 * tree holds one of its name that fills it.
 */
export const contained: VisibilityRule = { name: 'contained', run };

const MIN_CONTAINED_SHARE = 0.99;

function run(visibility: VisibilityDraft): void {
  const { page, interactive } = visibility;
  unwrapHosts(visibility);
  const enclosing: (PageNode | undefined)[] = new Array(page.nodes.length);
  for (let i = 0; i < page.nodes.length; i++) {
    const node = page.nodes[i] as PageNode;
    const outer = node.parent && enclosing[node.parent.index];
    const isInteractive = isShownInteractive(visibility, node);
    if (isInteractive && outer && isMergedInto(node, outer, visibility)) {
      interactive[node.index] = 0;
      decide(visibility, node, {
        rule: 'contained',
        kind: 'unwrap',
        reason: 'part-of',
        by: outer,
      });
    }
    enclosing[node.index] =
      isInteractive && (PROPAGATING_ROLES.has(node.role) || hasClickHandler(node) || isWordless(node, page))
        ? node
        : outer;
  }
}

function unwrapHosts(visibility: VisibilityDraft): void {
  const { page, interactive, tiers } = visibility;
  for (let i = 0; i < page.nodes.length; i++) {
    const control = page.nodes[i] as PageNode;
    if (tiers[control.index] !== 'semantic' || !isShownInteractive(visibility, control)) continue;
    const host = control.closest(({ tag }) => tag.startsWith('#shadow'))?.parent;
    if (!host?.tag.includes('-') || !isShownInteractive(visibility, host)) continue;
    if (host.role !== '') continue;
    if (!fills(control, host) || (host.name !== '' && host.name !== control.name)) continue;
    interactive[host.index] = 0;
    decide(visibility, host, { rule: 'contained', kind: 'unwrap', reason: 'part-of', by: control });
  }
}

/** A larger part of the page is no symbol. */
const MAX_SYMBOL_NODES = 60;

/** What a button without words shows: a symbol without a name, whatever listens on it. */
function isSymbolOf(node: PageNode, outer: PageNode, { page }: Visibility): boolean {
  const shows = (one: PageNode): boolean => one.isText && one.text.trim() !== '';
  if (!PROPAGATING_ROLES.has(outer.role) || node.name !== '' || outer.end - outer.index > MAX_SYMBOL_NODES)
    return false;
  return !page.subtree(outer).some(shows);
}

const hasClickHandler = (node: PageNode): boolean =>
  node.has(Flag.Listener) || node.attributes.onclick !== undefined;

/** A child that covers this share of its parent leaves no room to click beside it. */
const MIN_FILL_SHARE = 0.8;

function fills({ box }: PageNode, outer: PageNode): boolean {
  return box !== undefined && outer.box !== undefined && containedShare(outer.box, box) >= MIN_FILL_SHARE;
}

/** Nothing in it is text, and it is small enough to be one control. */
function isWordless(node: PageNode, { nodes }: Visibility['page']): boolean {
  if (node.end - node.index > MAX_SYMBOL_NODES) return false;
  return !nodes.slice(node.index, node.end).some((one) => one.isText && one.text.trim() !== '');
}

/** Of a control, what is painted leaves room for its margins. */
const MIN_FACE_SHARE = 0.5;

/** What shows something of its own, or is read by nothing but a look at it. */
const CONTENT_TAGS: ReadonlySet<string> = new Set(['canvas', 'video', 'audio', 'object', 'embed', 'iframe']);

/** What is painted of a control without words: a box that says nothing, and fills most of it. */
function isFaceOf(node: PageNode, outer: PageNode, { page, tiers }: Visibility): boolean {
  if (tiers[node.index] === 'semantic' || node.name !== '' || node.attributes.title) return false;
  if (node.attributes.draggable === 'true') return false;
  if (page.subtree(node).some(({ tag }) => CONTENT_TAGS.has(tag))) return false;
  if (tiers[outer.index] !== 'semantic' && !outer.has(Flag.TabIndex)) return false;
  if (!isWordless(outer, page) || !node.box || !outer.box) return false;
  return containedShare(outer.box, node.box) >= MIN_FACE_SHARE;
}

function isMergedInto(node: PageNode, outer: PageNode, visibility: Visibility): boolean {
  const { tiers } = visibility;
  const propagates = PROPAGATING_ROLES.has(outer.role);
  if (!propagates && (tiers[node.index] === 'semantic' || node.name !== '' || node.attributes.title))
    return false;
  if (isFaceOf(node, outer, visibility)) return true;
  const isSymbol = isSymbolOf(node, outer, visibility);
  if ((!propagates || hasClickHandler(node)) && !fills(node, outer) && !isSymbol) return false;
  if (!propagates && (hasClickHandler(node) || !hasClickHandler(outer))) return false;
  if (node.attributes.draggable === 'true') return false;
  if (node.attributes['aria-label'] || node.attributes.role || node.has(Flag.Editable)) return false;
  if (tiers[node.index] === 'semantic' && !node.has(Flag.TabIndex)) return false;
  if (node.role !== '' && tiers[node.index] === 'semantic') return false;
  if (node.box === undefined || outer.box === undefined) return isSymbol;
  return containedShare(node.box, outer.box) >= MIN_CONTAINED_SHARE;
}
