import type { Point } from '../injected/PageApi.ts';
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
  // What is pressed then is another text.
  context.typedSecrets.addKey(undefined);
  const { button = 'left', clickCount = 1 } = options;
  const modifier = [CLICK_COUNT_NAMES[clickCount - 1] ?? '', button === 'left' ? '' : button]
    .filter(Boolean)
    .join(' ');
  return { verbPhrase: modifier === '' ? 'clicked' : `${modifier}-clicked`, node, notes: [] };
}

export async function hover(
  context: ActionContext,
  node: PageNode,
  { position }: { position?: Point } = {},
): Promise<ActionEffect> {
  await context.hover(node, position);
  return { verbPhrase: 'hovered over', node, notes: [] };
}

/** Gives the element the keyboard focus. */
export async function focus(context: ActionContext, node: PageNode): Promise<ActionEffect> {
  await context.focus(node);
  context.typedSecrets.addKey(undefined);
  return { verbPhrase: 'focused', node, notes: [] };
}

/** Moves of the mouse in a drag: libraries ignore a single one. */
const DRAG_STEPS = 12;

/** From the top left corners of the padding boxes, CSS pixels. Default: where each receives a click. */
export interface DragOptions {
  sourcePosition?: Point;
  targetPosition?: Point;
}

/**
 * Presses the mouse on one element and releases it over another. Nothing is pressed where one cannot be reached. What is
 * drawn in one element, from one place to another, may change nothing else.
 */
export async function drag(
  context: ActionContext,
  node: PageNode,
  dropTarget: PageNode,
  { sourcePosition, targetPosition }: DragOptions = {},
): Promise<ActionEffect> {
  await context.findClickPoint(dropTarget);
  if (targetPosition) await context.assertInside(dropTarget, targetPosition);
  const findEnd = async (): Promise<Point> =>
    targetPosition
      ? context.pointAt(dropTarget, targetPosition)
      : (await context.findClickPoint(dropTarget)).viewportPoint;
  await dragTo(context, node, findEnd, sourcePosition);
  if (node === dropTarget) return { verbPhrase: 'dragged within', node, notes: [] };
  return { verbPhrase: 'dragged', node, dropTarget, notes: [] };
}

/** Drags by CSS pixels, as the handle of a slider or the edge of a pane. Throws `invalid_argument` for an offset of 0. */
export async function dragBy(
  context: ActionContext,
  node: PageNode,
  offset: Point,
  { sourcePosition }: Pick<DragOptions, 'sourcePosition'> = {},
): Promise<ActionEffect> {
  if (offset.x === 0 && offset.y === 0) throw missingDragTargetError();
  await dragTo(context, node, async ({ x, y }) => ({ x: x + offset.x, y: y + offset.y }), sourcePosition);
  return { verbPhrase: 'dragged', node, notes: [`by ${offset.x}, ${offset.y} px`] };
}

const missingDragTargetError = (): SightlineError =>
  new SightlineError('invalid_argument', 'There is no target to drag it to.', {
    hint: 'Give the number of the element to drop it on, a place in this one as from and to, or x and y in CSS pixels.',
  });

/** `findEnd` is called when the mouse is down: scrolling the target into view may move the source. */
async function dragTo(
  context: ActionContext,
  node: PageNode,
  findEnd: (from: Point) => Promise<Point>,
  position?: Point,
): Promise<void> {
  if (position) await context.assertInside(node, position);
  await context.hover(node, position);
  const clickPoint = position
    ? await context.pointAt(node, position)
    : (await context.findClickPoint(node)).viewportPoint;
  await context.holdMouse(node, clickPoint);
  await releaseAt(context, () => findEnd(clickPoint));
}

/** Moves the mouse, which is held down, and lets go of it there. */
export async function releaseAt(
  { page: { mouse } }: ActionContext,
  findEnd: () => Promise<Point>,
): Promise<void> {
  try {
    const { x, y } = await findEnd();
    await mouse.move(x, y, { steps: DRAG_STEPS });
  } finally {
    await mouse.up();
  }
}
