import { Flag } from '../../snapshot/Snapshot.ts';
import type { SnapshotBuilder } from '../capture/SnapshotBuilder.ts';
import { TagBit } from '../capture/TagTable.ts';
import type { WalkFrame } from '../capture/WalkFrame.ts';
import { alphaOf, styleValue } from '../styles/StyleCache.ts';

/** Keeps the ground of a box that holds nothing: of a swatch it is all there is to see. */
export function emitBackgroundColor(frame: WalkFrame, nameParts: number, snapshot: SnapshotBuilder): void {
  const { row, style, tagBits } = frame;
  if (!style || frame.hasDescendantBox || frame.isTextStyleRead || frame.nameParts !== nameParts) return;
  if ((tagBits & (TagBit.Leaf | TagBit.Replaced)) !== 0 || !snapshot.hasFlag(row, Flag.Box)) return;
  const background = styleValue(style, 'background-color');
  if (alphaOf(background) < MIN_COLOR_ALPHA || styleValue(style, 'background-image') !== 'none') return;
  snapshot.addAttribute(row, '.color', toHexColor(background));
}

/** What shows through more than that has no colour of its own. */
const MIN_COLOR_ALPHA = 0.8;

/** `rgb(0, 128, 0)` as `#008000`; colours of other spaces as they are written. */
export function toHexColor(color: string): string {
  const [, ...parts] = /^rgba?\((\d+), (\d+), (\d+)/.exec(color) ?? [];
  if (parts.length === 0) return color.replace(/\s+/g, ' ');
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
