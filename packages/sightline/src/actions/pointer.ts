import type { Point } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ActionContext, ClickOptions } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';
import { assertNoSecretSelected } from './assertNoSecret.ts';
import { findDropPlace } from './dropPlace.ts';

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
  return { verbPhrase: modifier === '' ? 'clicked' : `${modifier}-clicked`, node, notes: [], isClick: true };
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
/** How long the mouse stays at the end of a drag, in the page's own time: libraries look every 50 ms where it is. */
const DRAG_REST_MS = 100;

/** From the top left corners of the padding boxes, CSS pixels. Default: where each receives a click. */
export interface DragOptions {
  sourcePosition?: Point;
  targetPosition?: Point;
}

/**
 * Presses the mouse on one element and releases it over another. Nothing is pressed where one cannot be reached; an error
 * where the other is not there any more when it is released. What is
 * drawn in one element, from one place to another, may change nothing else.
 */
export async function drag(
  context: ActionContext,
  node: PageNode,
  dropTarget: PageNode,
  { sourcePosition, targetPosition }: DragOptions,
): Promise<ActionEffect> {
  if (targetPosition) await context.assertInside(dropTarget, targetPosition, node);
  const { find, ids } = await findDropPlace(context, dropTarget, targetPosition);
  await dragTo(context, node, find, { position: sourcePosition, drop: { target: dropTarget, ids } });
  const pressed = { place: sourcePosition };
  if (node === dropTarget) return { verbPhrase: 'dragged within', node, pressed, notes: [] };
  return { verbPhrase: 'dragged', node, dropTarget, pressed, notes: [] };
}

/** Drags by CSS pixels, as the handle of a slider or the edge of a pane. Throws `invalid_argument` for an offset of 0. */
export async function dragBy(
  context: ActionContext,
  node: PageNode,
  offset: Point,
  { sourcePosition }: Pick<DragOptions, 'sourcePosition'>,
): Promise<ActionEffect> {
  if (offset.x === 0 && offset.y === 0) throw missingDragTargetError();
  await dragTo(context, node, async ({ x, y }) => ({ x: x + offset.x, y: y + offset.y }), {
    position: sourcePosition,
  });
  const pressed = { place: sourcePosition };
  return { verbPhrase: 'dragged', node, pressed, notes: [`by ${offset.x}, ${offset.y} px`] };
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
  { position, drop }: { position: Point | undefined; drop?: { target: PageNode; ids: number[] } },
): Promise<void> {
  if (position) await context.assertInside(node, position);
  await assertNoSecretSelected(context.connection);
  await context.hover(node, position);
  const clickPoint = position
    ? await context.pointAt(node, position)
    : (await context.findClickPoint(node)).viewportPoint;
  await context.holdMouse(node, clickPoint);
  const release = () =>
    releaseAt(
      context,
      () => findEnd(clickPoint),
      () => restBeforeDrop(context, node),
    );
  if (!drop) return release();
  const ids = drop.target.document.key === node.document.key ? [...drop.ids, node.id] : drop.ids;
  const missed = await context.guardPress(drop.target, release, { ids, kind: 'drop' });
  if (missed && !isListAround(missed.cover, drop.target)) throw missed;
}

/** What is sorted by dragging makes room: its place is in the box that held the target, which has moved on in it. */
const isListAround = (hit: PageNode | undefined, target: PageNode): boolean =>
  hit !== undefined &&
  hit.tag !== 'body' &&
  hit.tag !== 'html' &&
  target.closest(({ parent }) => parent?.id === hit.id && parent.document.key === hit.document.key) !==
    undefined;

/** Where the document was left meanwhile, there is nothing to wait for. */
const restBeforeDrop = (context: ActionContext, node: PageNode): Promise<void> =>
  context.withinTime(
    context.callPageScript(node, 'waitForTimers', DRAG_REST_MS).catch((error) => {
      if (!(error instanceof SightlineError && error.code === 'navigated')) throw error;
    }),
  );

/** Moves the mouse, which is held down, and lets go of it there, after `rest`. */
export async function releaseAt(
  { page: { mouse } }: ActionContext,
  findEnd: () => Promise<Point>,
  rest?: () => Promise<void>,
): Promise<void> {
  try {
    const { x, y } = await findEnd();
    await mouse.move(x, y, { steps: DRAG_STEPS });
    await rest?.();
  } finally {
    await mouse.up();
  }
}
