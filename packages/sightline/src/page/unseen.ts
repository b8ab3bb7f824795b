import { Flag } from '../model/Snapshot.ts';
import type { Level } from './Level.ts';
import type { Recording } from './Recording.ts';
import { alphaOf, FAINT, valueOf } from './styles.ts';
import { Tag } from './tags.ts';

/**
 * A link or button whose words nobody can make out (`font-size: 0`, transparent), which holds nothing
 * else and paints nothing itself, is not there for a person.
 */
export function hideUnseen({ row, element, style, holdsBox }: Level, recording: Recording): void {
  if (!element || !style || holdsBox || !recording.has(row, Flag.InvisibleText)) return;
  if (!paintsAnything(element, style, true)) hide(row, recording);
}

const TARGETS = Flag.TabIndex | Flag.Listener | Flag.Pointer;
const OVERLAID = Flag.Absolute | Flag.Fixed | Flag.Sticky;
const PLAIN_ROLES = new Set(['', 'button', 'link']);

/**
 * Nor is one that holds nothing and paints nothing. Spares: what is out of the flow, since it may lie over
 * something that a person sees and means to click.
 */
export function hideBlank(level: Level, heard: number, recording: Recording): void {
  const { row, element, style, kind, role } = level;
  const isHollow = !level.holdsBox || level.right - level.left < 1 || level.bottom - level.top < 1;
  if (!isHollow || level.textRead || level.heard !== heard || !element || !style) return;
  if ((kind & (Tag.Leaf | Tag.Replaced)) !== 0 || !PLAIN_ROLES.has(role)) return;
  if (role === '' && !recording.has(row, TARGETS)) return;
  if (!recording.has(row, Flag.Box) || recording.has(row, OVERLAID | Flag.Editable)) return;
  if (!paintsAnything(element, style, false)) hide(row, recording);
}

function hide(row: number, recording: Recording): void {
  recording.flag(row, Flag.ClippedAway);
  recording.keep(row, '.unseen', 'nothing painted');
}

const SIDES = ['top', 'right', 'bottom', 'left'];

function paintsAnything(element: Element, style: CSSStyleDeclaration, hasWords: boolean): boolean {
  if (valueOf(style, 'background-image') !== 'none') return true;
  // `content: url(send.png)` makes a picture of an element.
  if (valueOf(style, 'content').includes('url(')) return true;
  const ground = valueOf(style, 'background-color');
  // Words that are not seen on a ground of their own colour: that ground is not seen either.
  if (alphaOf(ground) >= FAINT && (!hasWords || ground !== valueOf(style, 'color'))) return true;
  if (valueOf(style, 'box-shadow') !== 'none' || valueOf(style, 'text-shadow') !== 'none') return true;
  if (valueOf(style, 'outline-style') !== 'none' || SIDES.some((side) => hasEdge(style, side))) return true;
  return ['::before', '::after'].some(
    (part) => valueOf(getComputedStyle(element, part), 'content') !== 'none',
  );
}

function hasEdge(style: CSSStyleDeclaration, side: string): boolean {
  return (
    Number.parseFloat(valueOf(style, `border-${side}-width`)) > 0 &&
    alphaOf(valueOf(style, `border-${side}-color`)) >= FAINT
  );
}
