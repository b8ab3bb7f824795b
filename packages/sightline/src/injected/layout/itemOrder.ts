import { Flag } from '../../snapshot/Snapshot.ts';
import type { CaptureContext } from '../capture/CaptureContext.ts';
import type { WalkFrame } from '../capture/WalkFrame.ts';
import { Inherit } from '../capture/walkBits.ts';
import { styleValue } from '../styles/StyleCache.ts';

/** CSS pixels by which borders and rounding let neighbours overlap. */
const TOLERANCE = 2;

/** Where an item of a flex or grid container lies from the item before it in the document. One bit each. */
const Step = { Above: 1, Left: 2, Right: 4 } as const;

/** To be called as the item is left. */
export function compareWithLastItem(frame: WalkFrame, parent: WalkFrame, { snapshot }: CaptureContext): void {
  const offset = snapshot.boxOffsets[frame.row] as number;
  if ((parent.inheritedBits & Inherit.FlexOrGrid) === 0 || offset < 0) return;
  if (snapshot.hasFlag(frame.row, Flag.Absolute | Flag.Fixed | Flag.DisplayNone)) return;
  const { boxes } = snapshot.rows;
  const last = parent.lastItem;
  parent.lastItem = offset;
  if (last < 0) return;
  const [x = 0, y = 0, width = 0, height = 0] = boxes.slice(offset, offset + 4);
  const [lastX = 0, lastY = 0, lastWidth = 0, lastHeight = 0] = boxes.slice(last, last + 4);
  if (y + height <= lastY + TOLERANCE) parent.itemSteps |= Step.Above;
  else if (y >= lastY + lastHeight - TOLERANCE) return;
  else if (x + width <= lastX + TOLERANCE) parent.itemSteps |= Step.Left;
  else if (x >= lastX + lastWidth - TOLERANCE) parent.itemSteps |= Step.Right;
}

/**
 * For a container whose items stand elsewhere than they flow (`order`, reversed directions, grid lines: CSS Display 4,
 * section 3): in which direction its lines are read.
 */
export function emitItemOrder({ itemSteps, style, row }: WalkFrame, { snapshot }: CaptureContext): void {
  if (itemSteps === 0 || !style) return;
  const direction = styleValue(style, 'direction');
  if ((itemSteps & (Step.Above | (direction === 'rtl' ? Step.Right : Step.Left))) === 0) return;
  if (styleValue(style, 'writing-mode') === 'horizontal-tb' && !fillsColumns(style))
    snapshot.addAttribute(row, '.order', direction);
}

/** Columns side by side are read one after the other. */
function fillsColumns(style: CSSStyleDeclaration): boolean {
  const isGrid = styleValue(style, 'display').endsWith('grid');
  const flow = styleValue(style, isGrid ? 'grid-auto-flow' : 'flex-direction');
  return flow.startsWith('column') && (isGrid || styleValue(style, 'flex-wrap') !== 'nowrap');
}
