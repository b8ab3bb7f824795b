import { Flag } from '../model/Snapshot.ts';
import type { Level } from './Level.ts';
import type { Recording } from './Recording.ts';
import { alphaOf, valueOf } from './styles.ts';
import { Tag } from './tags.ts';

/** Keeps the ground of a box that holds nothing: of a swatch it is all there is to see. */
export function keepSwatch(level: Level, heard: number, recording: Recording): void {
  const { row, style, kind } = level;
  if (!style || level.holdsBox || level.textRead || level.heard !== heard) return;
  if ((kind & (Tag.Leaf | Tag.Replaced)) !== 0 || !recording.has(row, Flag.Box)) return;
  const ground = valueOf(style, 'background-color');
  if (alphaOf(ground) < PLAIN || valueOf(style, 'background-image') !== 'none') return;
  recording.keep(row, '.color', hexOf(ground));
}

/** What shows through more than that has no colour of its own. */
const PLAIN = 0.8;

/** `rgb(0, 128, 0)` as `#008000`; colours of other spaces as they are written. */
export function hexOf(color: string): string {
  const [, ...parts] = /^rgba?\((\d+), (\d+), (\d+)/.exec(color) ?? [];
  if (parts.length === 0) return color.replace(/\s+/g, ' ');
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
