import type { PageNode } from '../model/Page.ts';
import { Flag } from '../model/Snapshot.ts';
import { area, intersect } from './geometry.ts';
import type { Pruning, Rule } from './Pruning.ts';

/**
 * A checkbox, radio button or file input that is made invisible so that its label can be styled is
 * shown all the same, as long as a person sees the label: clicking that works the control. So is a
 * transparent one that lies over something visible (a drop zone): the click on that is its click. And so is the
 * transparent input of a combobox, in a box that hears clicks and shows what is chosen, and that of a slider.
 */
export const styledControls: Rule = { name: 'styledControls', run };

const STYLED_TYPES = new Set(['checkbox', 'radio', 'file']);

function run(pruning: Pruning): void {
  const { page, verdicts } = pruning;
  const hidden = page.nodes.filter(
    (node) =>
      verdicts[node.index] && (isStyled(node) || isHiddenField(node, pruning)) && isSpared(node, pruning),
  );
  if (hidden.length === 0) return;
  const byTarget = new Map<string, PageNode>();
  for (const node of page.nodes) {
    if (node.tag === 'label' && node.attributes.for)
      byTarget.set(`${node.document.key}/${node.attributes.for}`, node);
  }
  for (const control of hidden) {
    const label =
      (isStyled(control) ? byTarget.get(`${control.document.key}/${control.attributes.id}`) : undefined) ??
      (isStyled(control)
        ? (control.closest((node) => node.tag === 'label') ?? zoneOf(control))
        : boxOf(control));
    if (label && showsItself(label, pruning)) reveal(control, label, pruning);
  }
}

function isStyled(node: PageNode): boolean {
  return node.tag === 'input' && STYLED_TYPES.has(node.attributes.type ?? '');
}

/** Only its caret does not show, or its thumb is drawn by another: the box around it shows. */
function isHiddenField(node: PageNode, { verdicts }: Pruning): boolean {
  if (node.tag !== 'input' || node.has(Flag.Disabled)) return false;
  const why = verdicts[node.index]?.why ?? '';
  return node.attributes.type === 'range'
    ? /^(?:opacity|clip)/.test(why)
    : node.role === 'combobox' && /^opacity/.test(why);
}

/** Boxes around a field that may be the one a person clicks. */
const BOXES = 8;

function boxOf(control: PageNode): PageNode | undefined {
  let box = control.parent;
  for (let up = 0; up < BOXES && box; up++, box = box.parent) {
    if (box.has(Flag.Listener) && !box.has(Flag.Transparent) && box.box) return box;
  }
  return undefined;
}

/** Smallest area of a transparent control that a person would hit, square CSS pixels. */
const HITTABLE = 200;

/** What a transparent control lies over: the box around it, if it covers a good part of that. */
function zoneOf(control: PageNode): PageNode | undefined {
  const { box, parent } = control;
  if (!box || !parent?.box || !control.has(Flag.Transparent) || control.has(Flag.NoPointerEvents))
    return undefined;
  if (area(box) < HITTABLE || area(intersect(box, parent.box)) < 0.5 * area(parent.box)) return undefined;
  return parent;
}

/** An inert control cannot be worked through its label, and a disabled ancestor hides both. */
function isSpared(node: PageNode, { verdicts }: Pruning): boolean {
  return !verdicts[node.index]?.why.startsWith('inert');
}

function showsItself(label: PageNode, { page, verdicts, seen }: Pruning): boolean {
  for (let i = label.index; i < label.end; i++) {
    const node = page.nodes[i] as PageNode;
    const shows =
      verdicts[i] === undefined && (node.isText || (node.box && node.children.length === 0 && seen[i]));
    if (shows && node.tag !== 'br' && (!node.isText || node.text.trim() !== '')) return true;
  }
  return label.box !== undefined && verdicts[label.index] === undefined;
}

function reveal(control: PageNode, label: PageNode, pruning: Pruning): void {
  pruning.verdicts[control.index] = undefined;
  pruning.standIns.set(control, label);
  pruning.seen[control.index] = pruning.seen[label.index];
  pruning.places[control.index] = pruning.places[label.index] ?? 'viewport';
}
