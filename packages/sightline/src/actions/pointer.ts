import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ActionContext, ClickOptions } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

const CLICK_COUNT_NAMES = ['', 'double', 'triple'];

/** Clicks at a point of the element where it receives the click. */
export async function click(
  context: ActionContext,
  node: PageNode,
  options: ClickOptions = {},
): Promise<ActionEffect> {
  await context.click(node, options);
  const { button = 'left', clickCount = 1 } = options;
  const modifier = [CLICK_COUNT_NAMES[clickCount - 1] ?? '', button === 'left' ? '' : button]
    .filter(Boolean)
    .join(' ');
  return { verbPhrase: modifier === '' ? 'clicked' : `${modifier}-clicked`, node, notes: [] };
}

export async function hover(context: ActionContext, node: PageNode): Promise<ActionEffect> {
  await context.hover(node);
  return { verbPhrase: 'hovered over', node, notes: [] };
}

/** Gives the element the keyboard focus. */
export async function focus(context: ActionContext, node: PageNode): Promise<ActionEffect> {
  await context.focus(node);
  return { verbPhrase: 'focused', node, notes: [] };
}

/** Moves of the mouse in a drag: libraries ignore a single one. */
const DRAG_STEPS = 12;

/** Presses the mouse on one element and releases it over another. Nothing is pressed where one cannot be reached. */
export async function drag(
  context: ActionContext,
  node: PageNode,
  dropTarget: PageNode,
): Promise<ActionEffect> {
  await context.findClickPoint(dropTarget);
  await dragTo(context, node, async () => (await context.findClickPoint(dropTarget)).viewportPoint);
  return { verbPhrase: 'dragged', node, dropTarget, notes: [] };
}

/** Drags by CSS pixels, as the handle of a slider or the edge of a pane. Throws `invalid_argument` for an offset of 0. */
export async function dragBy(context: ActionContext, node: PageNode, offset: Point): Promise<ActionEffect> {
  if (offset.x === 0 && offset.y === 0) throw missingDragTargetError();
  await dragTo(context, node, async ({ x, y }) => ({ x: x + offset.x, y: y + offset.y }));
  return { verbPhrase: 'dragged', node, notes: [`by ${offset.x}, ${offset.y} px`] };
}

const missingDragTargetError = (): SightlineError =>
  new SightlineError('invalid_argument', 'There is no target to drag it to.', {
    hint: 'Give the number of the element to drop it on, or x and y in CSS pixels.',
  });

interface Point {
  x: number;
  y: number;
}

/** `findEnd` is called when the mouse is down: scrolling the target into view may move the source. */
async function dragTo(
  context: ActionContext,
  node: PageNode,
  findEnd: (from: Point) => Promise<Point>,
): Promise<void> {
  await context.hover(node);
  const { viewportPoint: clickPoint } = await context.findClickPoint(node);
  const { mouse } = context.page;
  await mouse.move(clickPoint.x, clickPoint.y);
  await mouse.down();
  try {
    const { x, y } = await findEnd(clickPoint);
    await mouse.move(x, y, { steps: DRAG_STEPS });
  } finally {
    await mouse.up();
  }
}
