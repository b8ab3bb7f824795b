import type { PageNode } from '../model/Page.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';

/** Moves the mouse over the element. Throws `Refusal`. */
export async function hover(hand: Hand, node: PageNode): Promise<Deed> {
  await hand.hover(node);
  return { did: 'hovered over', node, notes: [] };
}

/** Throws `Refusal` where it does not take the focus. */
export async function focus(hand: Hand, node: PageNode): Promise<Deed> {
  await hand.focus(node);
  return { did: 'focused', node, notes: [] };
}

/** How many moves of the mouse a drag is made of: libraries want to see it under way. */
const STEPS = 12;

/**
 * Presses the mouse on one element, moves it over another, and lets go there. Throws `Refusal`; nothing is pressed
 * then.
 */
export async function drag(hand: Hand, node: PageNode, to: PageNode): Promise<Deed> {
  await hand.aim(to);
  await dragTo(hand, node, async () => (await hand.aim(to)).at);
  return { did: 'dragged', node, onto: to, notes: [] };
}

/**
 * Drags by so many CSS pixels, as the handle of a slider or the edge of a pane. Throws `invalid_argument` for none,
 * `Refusal`.
 */
export async function dragBy(hand: Hand, node: PageNode, by: Point): Promise<Deed> {
  if (by.x === 0 && by.y === 0) throw nowhere();
  await dragTo(hand, node, async ({ x, y }) => ({ x: x + by.x, y: y + by.y }));
  return { did: 'dragged', node, notes: [`by ${by.x}, ${by.y} px`] };
}

const nowhere = (): SightlineError =>
  new SightlineError('invalid_argument', 'Nothing says where to drag it.', {
    hint: 'Give the number of what it is dropped on, or x and y in CSS pixels.',
  });

interface Point {
  x: number;
  y: number;
}

/** `find` is asked once the mouse is down: what brings the target into view may move the source. */
async function dragTo(hand: Hand, node: PageNode, find: (from: Point) => Promise<Point>): Promise<void> {
  await hand.hover(node);
  const { at } = await hand.aim(node);
  const { mouse } = hand.page;
  await mouse.move(at.x, at.y);
  await mouse.down();
  try {
    const { x, y } = await find(at);
    await mouse.move(x, y, { steps: STEPS });
  } finally {
    await mouse.up();
  }
}
