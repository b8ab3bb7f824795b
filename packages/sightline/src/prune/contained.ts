import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { containedShare } from './geometry.ts';
import { decide, describe, isRemoved, type Pruning, type Rule } from './Pruning.ts';

/**
 * A target that lies (99 % or more of it) within a link, a button or the like is that link or button
 * (seed 002, 3.4, propagating bounds). Spares: form fields, elements with a role, a label or a handler
 * of their own: a link whose child has its own listener is two targets, unless the child fills it, so that every
 * click on the link is one on the child. What fills a box that hears clicks, and has a hand only, is that box.
 */
export const contained: Rule = { name: 'contained', run };

const PROPAGATING_ROLES = new Set([
  'button',
  'link',
  'combobox',
  'tab',
  'menuitem',
  'option',
  'checkbox',
  'radio',
  'switch',
]);
const CONTAINED = 0.99;

function run(pruning: Pruning): void {
  const { page, usable } = pruning;
  const bounds: (PageNode | undefined)[] = new Array(page.nodes.length);
  for (const node of page.nodes) {
    const outer = node.parent && bounds[node.parent.index];
    const isUsable = usable[node.index] === 1 && !isRemoved(pruning, node);
    if (isUsable && outer && isSwallowed(node, outer, pruning)) {
      usable[node.index] = 0;
      decide(pruning, node, {
        rule: 'contained',
        decision: 'unwrap',
        why: `part of ${describe(outer)}`,
        by: outer,
      });
    }
    bounds[node.index] = isUsable && (PROPAGATING_ROLES.has(node.role) || hears(node)) ? node : outer;
  }
}

const hears = (node: PageNode): boolean => node.has(Flag.Listener) || node.attributes.onclick !== undefined;

/** Share of its outer target that one fills which leaves no room to click beside it. */
const FILLING = 0.8;

function fills({ box }: PageNode, outer: PageNode): boolean {
  return box !== undefined && outer.box !== undefined && containedShare(outer.box, box) >= FILLING;
}

function isSwallowed(node: PageNode, outer: PageNode, { tiers }: Pruning): boolean {
  const propagates = PROPAGATING_ROLES.has(outer.role);
  if (!propagates && (tiers[node.index] === 'semantic' || node.name !== '' || node.attributes.title))
    return false;
  if ((!propagates || hears(node)) && !fills(node, outer)) return false;
  if (!propagates && hears(node)) return false;
  if (node.attributes.draggable === 'true') return false;
  if (node.attributes['aria-label'] || node.attributes.role || node.has(Flag.Editable)) return false;
  if (tiers[node.index] === 'semantic' && !node.has(Flag.TabIndex)) return false;
  if (node.role !== '' && tiers[node.index] === 'semantic') return false;
  return (
    node.box !== undefined && outer.box !== undefined && containedShare(node.box, outer.box) >= CONTAINED
  );
}
