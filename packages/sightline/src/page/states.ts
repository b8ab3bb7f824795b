import { Flag } from '../model/Snapshot.ts';
import { keepClass, keepLook, Told } from './attributes.ts';
import { Inherit } from './bits.ts';
import { has, is } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Subject } from './layout.ts';
import { WIDGETS } from './roleTables.ts';
import { alphaOf, FAINT, valueOf } from './styles.ts';
import { Tag } from './tags.ts';

/** Flags that are not layout; answers whether a person can use the element. */
export function readStates(subject: Subject, role: string, env: Environment): boolean {
  const { element, kind, told, row } = subject;
  if (told !== 0) subject.flags |= flagsTold(told);
  if (((kind & Tag.Control) !== 0 || subject.tag === 'fieldset') && is(element, ':disabled'))
    subject.flags |= Flag.Disabled;
  if (element === env.focused) subject.flags |= Flag.Focused;
  const { flags } = subject;
  if ((flags & Flag.Box) !== 0 && isInTopLayer(subject, env)) enterTopLayer(subject, env);
  const interactive =
    (kind & Tag.Control) !== 0 ||
    (flags & (Flag.TabIndex | Flag.Listener | Flag.Editable | Flag.Pointer)) !== 0 ||
    (role !== '' && WIDGETS.has(role));
  if (interactive && (kind & (Tag.Control | Tag.Leaf)) === 0 && subject.tag !== 'a')
    keepLateClass(subject, env);
  if ((flags & Flag.Box) !== 0 && (interactive || (flags & Flag.Paints) !== 0)) {
    const ignores = subject.style !== null && valueOf(subject.style, 'pointer-events') === 'none';
    if (ignores) ignorePointer(subject, role);
    else if (interactive) env.recording.candidates.push(row);
  }
  return interactive;
}

/**
 * `pointer-events: none` is how frameworks disable links and buttons; a field may still be worked by its label.
 * What lets clicks through is a cover to the eye only where it is opaque for certain: a picture may not be.
 */
function ignorePointer(subject: Subject, role: string): void {
  const { kind, style } = subject;
  subject.flags |= Flag.NoPointerEvents;
  if (role !== '' && WIDGETS.has(role) && (kind & Tag.Valued) === 0) subject.flags |= Flag.Disabled;
  if (!style || (subject.flags & Flag.Paints) === 0) return;
  const alpha = alphaOf(valueOf(style, 'background-color')) * Number(valueOf(style, 'opacity'));
  if (alpha < 1 - FAINT) subject.flags &= ~Flag.Paints;
}

function flagsTold(told: number): number {
  let flags = 0;
  if ((told & Told.TabIndex) !== 0) flags |= Flag.TabIndex;
  if ((told & Told.Handler) !== 0) flags |= Flag.Listener;
  if ((told & Told.Editable) !== 0) flags |= Flag.Editable;
  if ((told & Told.Inert) !== 0) flags |= Flag.Inert;
  if ((told & Told.AriaDisabled) !== 0) flags |= Flag.Disabled;
  return flags;
}

/** In the top layer: above everything, in the order of opening. */
function isInTopLayer({ element, tag, told }: Subject, env: Environment): boolean {
  if (tag === 'dialog' && is(element, ':modal')) return true;
  if ((told & Told.Popover) !== 0 && is(element, ':popover-open')) return true;
  return element === env.fullscreen;
}

function enterTopLayer(subject: Subject, { recording }: Environment): void {
  subject.flags |= Flag.TopLayer;
  subject.bits |= Inherit.Layered;
  if (!recording.layered.has(subject.row)) recording.layered.set(subject.row, undefined);
  if (subject.tag === 'dialog' && is(subject.element, ':modal')) recording.modals.push(subject.row);
}

/** What turns out to be of use after its attributes were read keeps its class after all. */
function keepLateClass({ element, first, told }: Subject, env: Environment): void {
  if (has(element, 'style')) keepLook(element, env.keep);
  if (first !== null && ((told & Told.Interest) !== 0 || has(element, 'class'))) keepClass(element, env.keep);
}
