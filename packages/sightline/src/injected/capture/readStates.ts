import { Flag } from '../../snapshot/Snapshot.ts';
import { hasAttr, isCustomTag, matchesSelector } from '../dom/dom.ts';
import type { VisitedElement } from '../layout/VisitedElement.ts';
import { WIDGET_ROLES } from '../roles/roleTables.ts';
import { alphaOf, MIN_VISIBLE_ALPHA, styleValue } from '../styles/StyleCache.ts';
import { AttributeFlag, emitClass, emitInlineColors } from './AttributeReader.ts';
import type { CaptureContext } from './CaptureContext.ts';
import { TagBit } from './TagTable.ts';
import { Inherit } from './walkBits.ts';

/** Flags that are not layout; answers whether a person can use the element. */
export function readStates(visited: VisitedElement, role: string, context: CaptureContext): boolean {
  const { element, tagBits, attributeFlags, row } = visited;
  if (attributeFlags !== 0) visited.flags |= flagsFromAttributes(attributeFlags);
  if (
    ((tagBits & TagBit.Control) !== 0 || visited.tag === 'fieldset' || isCustomTag(visited.tag)) &&
    matchesSelector(element, ':disabled')
  )
    visited.flags |= Flag.Disabled;
  if ((attributeFlags & AttributeFlag.Inert) !== 0) visited.inheritedBits |= Inherit.Inert;
  if (element === context.focused) visited.flags |= Flag.Focused;
  const { flags } = visited;
  if ((flags & Flag.Box) !== 0 && isInTopLayer(visited, context)) enterTopLayer(visited, context);
  const isInteractive =
    (tagBits & TagBit.Control) !== 0 ||
    (flags & (Flag.TabIndex | Flag.Listener | Flag.Editable | Flag.Pointer)) !== 0 ||
    (role !== '' && WIDGET_ROLES.has(role)) ||
    (visited.tag === 'a' && hasAttr(element, 'href'));
  if (isInteractive && (tagBits & (TagBit.Control | TagBit.Leaf)) === 0 && visited.tag !== 'a')
    emitLateClass(visited, context);
  const takesPointer = isInteractive || (flags & Flag.Paints) !== 0 || SURFACES.has(visited.tag);
  const isInert = isInteractive && (visited.inheritedBits & Inherit.Inert) !== 0;
  if (isInert) visited.flags |= Flag.Disabled;
  const hasBox = (flags & Flag.Box) !== 0;
  const ignoresPointer =
    hasBox &&
    takesPointer &&
    !isInert &&
    visited.style !== null &&
    styleValue(visited.style, 'pointer-events') === 'none';
  if (ignoresPointer) markIgnoresPointer(visited, role);
  const isTarget = isInteractive || (attributeFlags & AttributeFlag.Draggable) !== 0;
  if (isInteractive && hasBox && !isInert && !ignoresPointer) context.snapshot.hitTestCandidates.push(row);
  else if (isTarget && visited.style !== null && (flags & Flag.DisplayNone) === 0)
    context.snapshot.untestedTargets.push(row);
  return isInteractive;
}

/** What decides for all in it whether the mouse gets there. */
const SURFACES = new Set(['body', 'iframe']);

/**
 * `pointer-events: none` is how frameworks disable links and buttons; a field may still be worked by its label.
 * What lets clicks through is a cover to the eye only where it is opaque for certain: a picture may not be.
 */
function markIgnoresPointer(visited: VisitedElement, role: string): void {
  const { tagBits, style } = visited;
  visited.flags |= Flag.NoPointerEvents;
  if (role !== '' && WIDGET_ROLES.has(role) && (tagBits & TagBit.HasValue) === 0)
    visited.flags |= Flag.Disabled;
  if (!style || (visited.flags & Flag.Paints) === 0) return;
  const alpha = alphaOf(styleValue(style, 'background-color')) * Number(styleValue(style, 'opacity'));
  if (alpha < 1 - MIN_VISIBLE_ALPHA) visited.flags &= ~Flag.Paints;
}

function flagsFromAttributes(attributeFlags: number): number {
  let flags = 0;
  if ((attributeFlags & AttributeFlag.TabIndex) !== 0) flags |= Flag.TabIndex;
  if ((attributeFlags & AttributeFlag.Handler) !== 0) flags |= Flag.Listener;
  if ((attributeFlags & AttributeFlag.Editable) !== 0) flags |= Flag.Editable;
  if ((attributeFlags & AttributeFlag.Inert) !== 0) flags |= Flag.Inert;
  if ((attributeFlags & AttributeFlag.AriaDisabled) !== 0) flags |= Flag.Disabled;
  return flags;
}

/** In the top layer: above everything, in the order of opening. */
function isInTopLayer({ element, tag, attributeFlags }: VisitedElement, context: CaptureContext): boolean {
  if (tag === 'dialog' && matchesSelector(element, ':modal')) return true;
  if ((attributeFlags & AttributeFlag.Popover) !== 0 && matchesSelector(element, ':popover-open'))
    return true;
  return element === context.fullscreen;
}

function enterTopLayer(visited: VisitedElement, { snapshot }: CaptureContext): void {
  visited.flags |= Flag.TopLayer;
  visited.inheritedBits |= Inherit.Layered;
  if (!snapshot.layerZIndexes.has(visited.row)) snapshot.layerZIndexes.set(visited.row, undefined);
  if (visited.tag === 'dialog' && matchesSelector(visited.element, ':modal'))
    snapshot.modalRows.push(visited.row);
}

/** What turns out to be of use after its attributes were read keeps its class after all. */
function emitLateClass(
  { element, firstChildNode, attributeFlags }: VisitedElement,
  context: CaptureContext,
): void {
  if (hasAttr(element, 'style')) emitInlineColors(element, context.emit);
  if (
    firstChildNode !== null &&
    ((attributeFlags & AttributeFlag.Relevant) !== 0 || hasAttr(element, 'class'))
  )
    emitClass(element, context.emit);
}
