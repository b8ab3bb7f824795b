import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

/** Moves the mouse over the element. Throws `Refusal`. */
export async function hover(context: ActionContext, node: PageNode): Promise<ActionEffect> {
  await context.hover(node);
  return { verbPhrase: 'hovered over', node, notes: [] };
}

/** Throws `Refusal` where it does not take the focus. */
export async function focus(context: ActionContext, node: PageNode): Promise<ActionEffect> {
  await context.focus(node);
  return { verbPhrase: 'focused', node, notes: [] };
}

/** How many moves of the mouse a drag is made of: libraries want to see it under way. */
const DRAG_STEPS = 12;

/**
 * Presses the mouse on one element, moves it over another, and lets go there. Throws `Refusal`; nothing is pressed
 * then.
 */
export async function drag(
  context: ActionContext,
  node: PageNode,
  dropTarget: PageNode,
): Promise<ActionEffect> {
  await context.findClickPoint(dropTarget);
  await dragTo(context, node, async () => (await context.findClickPoint(dropTarget)).viewportPoint);
  return { verbPhrase: 'dragged', node, dropTarget: dropTarget, notes: [] };
}

/**
 * Drags by so many CSS pixels, as the handle of a slider or the edge of a pane. Throws `invalid_argument` for none,
 * `Refusal`.
 */
export async function dragBy(context: ActionContext, node: PageNode, offset: Point): Promise<ActionEffect> {
  if (offset.x === 0 && offset.y === 0) throw missingDragTargetError();
  await dragTo(context, node, async ({ x, y }) => ({ x: x + offset.x, y: y + offset.y }));
  return { verbPhrase: 'dragged', node, notes: [`by ${offset.x}, ${offset.y} px`] };
}

const missingDragTargetError = (): SightlineError =>
  new SightlineError('invalid_argument', 'Nothing says where to drag it.', {
    hint: 'Give the number of what it is dropped on, or x and y in CSS pixels.',
  });

interface Point {
  x: number;
  y: number;
}

/** `find` is asked once the mouse is down: what brings the target into view may move the source. */
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
