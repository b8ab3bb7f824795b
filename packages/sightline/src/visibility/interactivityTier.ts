import type { PageNode } from '../snapshot/Page.ts';
import { INTERACTIVE_ROLES, ROLES_WHEN_FOCUSABLE } from '../snapshot/roles.ts';
import { Flag } from '../snapshot/Snapshot.ts';

/**
 * How sure it is that a person can use an element (docs/spec/serialisation.md): `semantic` by its tag or
 * role, `non-semantic` by a handler or a pointer cursor, `structural` not at all.
 */
export type InteractivityTier = 'semantic' | 'non-semantic' | 'structural';

const INTERACTIVE_TAGS = new Set(['button', 'input', 'select', 'textarea', 'summary']);

/** Frames larger than this are interactive. CSS pixels. */
const MIN_FRAME_SIZE = 100;

export function interactivityTier(node: PageNode): InteractivityTier {
  if (!node.isElement || node.tag === 'html' || node.tag === 'br' || node.tag === 'wbr') return 'structural';
  if (node.tag === 'body') return node.has(Flag.Editable) ? 'semantic' : 'structural';
  if (isSemantic(node)) return 'semantic';
  return hasClickEvidence(node) ? 'non-semantic' : 'structural';
}

function isSemantic(node: PageNode): boolean {
  const { tag, role, attributes } = node;
  if (INTERACTIVE_TAGS.has(tag)) return attributes.type !== 'hidden';
  if (tag === 'option' || tag === 'optgroup') return false;
  if (tag === 'a' || tag === 'area')
    return (
      attributes.href !== undefined || INTERACTIVE_ROLES.has(role) || (role === '' && node.has(Flag.TabIndex))
    );
  if (tag === 'iframe' || tag === 'frame' || tag === 'fencedframe') return isLargeFrame(node);
  if (tag === 'audio' || tag === 'video') return attributes.controls !== undefined;
  if (INTERACTIVE_ROLES.has(role)) return !isShownChoice(node);
  if (node.has(Flag.Editable)) return true;
  // A negative tabindex too: of the cells of a grid, only the one that the keyboard is on has another (roving).
  if (ROLES_WHEN_FOCUSABLE.has(role)) return attributes.tabindex !== undefined && !isScrollContainer(node);
  return node.has(Flag.TabIndex) && role === '' && !isScrollContainer(node);
}

/** Says what a combobox holds, in the role of a field that nobody can type into: a click on it is one on the combobox. */
const isShownChoice = (node: PageNode): boolean =>
  node.role === 'textbox' &&
  node.attributes['aria-readonly'] === 'true' &&
  !node.has(Flag.TabIndex | Flag.Editable) &&
  node.parent?.closest(({ role }) => role === 'combobox') !== undefined;

function isLargeFrame({ box }: PageNode): boolean {
  return box !== undefined && box.width > MIN_FRAME_SIZE && box.height > MIN_FRAME_SIZE;
}

/** A box made focusable only so that the keyboard can scroll it is not a control. */
function isScrollContainer(node: PageNode): boolean {
  return node.has(Flag.ScrollX | Flag.ScrollY) && !node.has(Flag.Listener | Flag.Pointer);
}

/** Their control has what is clicked or chosen of them. */
const PARTS_OF_CONTROLS = new Set(['label', 'option', 'optgroup']);

/**
 * A handler, a pointer cursor or a drag handle. The pointer of a `label` belongs to its control, that of an `option` to
 * its list. A test id or a class (`jquery-ui` is not a search box) is no evidence.
 */
function hasClickEvidence(node: PageNode): boolean {
  if (PARTS_OF_CONTROLS.has(node.tag)) return false;
  const { onclick, draggable } = node.attributes;
  if (node.has(Flag.Listener) || onclick !== undefined || draggable === 'true') return true;
  return node.has(Flag.Pointer) && !standsForControl(node);
}

/** Drawn in the label of a checkbox or radio button, in place of it: a click on it is one on the label. */
export const standsForControl = ({ parent }: PageNode): boolean =>
  parent?.tag === 'label' &&
  parent.children.some(({ tag, role }) => tag === 'input' && (role === 'checkbox' || role === 'radio'));
