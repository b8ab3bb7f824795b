import { Flag } from '../model/Snapshot.ts';
import type { Level } from './Level.ts';
import type { Recording } from './Recording.ts';
import { alphaOf, FAINT, valueOf } from './styles.ts';

/**
 * A link or button whose words nobody can make out (`font-size: 0`, transparent), which holds nothing
 * else and paints nothing itself, is not there for a person.
 */
export function hideUnseen({ row, element, style, holdsBox }: Level, recording: Recording): void {
  if (!element || !style || holdsBox || !recording.has(row, Flag.InvisibleText)) return;
  if (!paintsAnything(element, style)) recording.flag(row, Flag.ClippedAway);
}

const SIDES = ['top', 'right', 'bottom', 'left'];

function paintsAnything(element: Element, style: CSSStyleDeclaration): boolean {
  if (valueOf(style, 'background-image') !== 'none') return true;
  if (alphaOf(valueOf(style, 'background-color')) >= FAINT) return true;
  if (valueOf(style, 'box-shadow') !== 'none' || valueOf(style, 'text-shadow') !== 'none') return true;
  if (SIDES.some((side) => Number.parseFloat(valueOf(style, `border-${side}-width`)) > 0)) return true;
  return ['::before', '::after'].some(
    (part) => valueOf(getComputedStyle(element, part), 'content') !== 'none',
  );
}
