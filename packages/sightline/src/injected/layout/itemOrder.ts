import { boxAt } from '../../snapshot/geometry.ts';
import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import { TagBit } from '../capture/TagTable.ts';
import type { WalkFrame } from '../capture/WalkFrame.ts';
import { Inherit } from '../capture/walkBits.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** CSS pixels by which borders and rounding let neighbours overlap. */
const TOLERANCE = 2;

/**
 * Where an item of a flex or grid container, or a part of a table, lies from the item before it in the document. One bit each;
 * `Level` is to a side of it alone, in the same line.
 */
const Step = {
  Above: 1,
  Left: 2,
  Right: 4,
  LevelAbove: 8,
  LevelBelow: 16,
  LevelLeft: 32,
  LevelRight: 64,
} as const;

/** To be called as the item is left. */
export function compareWithLastItem(frame: WalkFrame, parent: WalkFrame, { snapshot }: CaptureContext): void {
  const offset = snapshot.boxOffsets[frame.row] as number;
  const isItem =
    (parent.inheritedBits & Inherit.FlexOrGrid) !== 0 || (frame.tagBits & TagBit.TablePart) !== 0;
  if (!isItem || offset < 0) return;
  if (snapshot.hasFlag(frame.row, Flag.Absolute | Flag.Fixed | Flag.DisplayNone)) return;
  const { boxes } = snapshot.rows;
  const last = parent.lastItem;
  parent.lastItem = offset;
  if (last < 0) return;
  const { x, y, width, height } = boxAt(boxes, offset);
  const { x: lastX, y: lastY, width: lastWidth, height: lastHeight } = boxAt(boxes, last);
  const isAbove = y + height <= lastY + TOLERANCE;
  const isBelow = !isAbove && y >= lastY + lastHeight - TOLERANCE;
  const isLeft = x + width <= lastX + TOLERANCE;
  const isRight = !isLeft && x >= lastX + lastWidth - TOLERANCE;
  if (isAbove) parent.itemSteps |= Step.Above;
  if (isLeft) parent.itemSteps |= Step.Left;
  if (isRight) parent.itemSteps |= Step.Right;
  if (!isAbove && !isBelow) parent.itemSteps |= isLeft ? Step.LevelLeft : isRight ? Step.LevelRight : 0;
  else if (!isLeft && !isRight) parent.itemSteps |= isAbove ? Step.LevelAbove : Step.LevelBelow;
}

/**
 * For a container whose items stand elsewhere than they flow (`order`, reversed directions, grid lines: CSS Display 4,
 * section 3; the foot of a table before its body): in which direction its lines are read, and where these do not lie one below
 * the other, their writing mode.
 */
export function emitItemOrder({ itemSteps, style, row }: WalkFrame, { snapshot }: CaptureContext): void {
  if (itemSteps === 0 || !style) return;
  const direction = styleValue(style, 'direction');
  const mode = styleValue(style, 'writing-mode');
  if ((itemSteps & stepsBack(mode, direction === 'rtl')) === 0 || fillsColumns(style)) return;
  snapshot.addAttribute(row, '.order', mode === 'horizontal-tb' ? direction : `${direction} ${mode}`);
}

/** Steps to an earlier line, or back in the same line (CSS Writing Modes 4, section 6.4). */
function stepsBack(mode: string, isRightToLeft: boolean): number {
  if (mode === 'horizontal-tb') return Step.Above | (isRightToLeft ? Step.LevelRight : Step.LevelLeft);
  const runsUp = isRightToLeft !== (mode === 'sideways-lr');
  return (mode.endsWith('-rl') ? Step.Right : Step.Left) | (runsUp ? Step.LevelBelow : Step.LevelAbove);
}

/** Columns side by side are read one after the other. */
function fillsColumns(style: CSSStyleDeclaration): boolean {
  const isGrid = styleValue(style, 'display').endsWith('grid');
  const flow = styleValue(style, isGrid ? 'grid-auto-flow' : 'flex-direction');
  return flow.startsWith('column') && (isGrid || styleValue(style, 'flex-wrap') !== 'nowrap');
}
