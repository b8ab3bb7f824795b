import type { PageNode } from '../model/Page.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';

/** Moves the mouse over the element. Throws `Refusal`. */
export async function hover(hand: Hand, node: PageNode): Promise<Deed> {
  const { locator, position, at, direct } = await hand.aim(node);
  await hand.attempt(node, () =>
    direct ? hand.page.mouse.move(at.x, at.y) : locator.hover({ position, timeout: hand.left }),
  );
  return { did: 'hovered over', node, notes: [] };
}

/** Throws `Refusal` where it does not take the focus. */
export async function focus(hand: Hand, node: PageNode): Promise<Deed> {
  await hand.focus(node);
  return { did: 'focused', node, notes: [] };
}

/** How many moves of the mouse a drag is made of: libraries want to see it under way. */
const STEPS = 12;

/** Presses the mouse on one element, moves it over another, and lets go there. Throws `Refusal`. */
export async function drag(hand: Hand, node: PageNode, to: PageNode): Promise<Deed> {
  const source = await hand.aim(node);
  const target = await hand.aim(to);
  await hand.attempt(node, () =>
    source.locator.dragTo(target.locator, {
      sourcePosition: source.position,
      targetPosition: target.position,
      steps: STEPS,
      timeout: hand.left,
    }),
  );
  return { did: 'dragged', node, notes: [] };
}

/** Drags by so many CSS pixels, as the handle of a slider or the edge of a pane. Throws `Refusal`. */
export async function dragBy(hand: Hand, node: PageNode, by: { x: number; y: number }): Promise<Deed> {
  await hover(hand, node);
  // Hovering may have scrolled to it.
  const { x, y } = (await hand.aim(node)).at;
  const { mouse } = hand.page;
  await mouse.down();
  try {
    await mouse.move(x + by.x, y + by.y, { steps: STEPS });
  } finally {
    await mouse.up();
  }
  return { did: 'dragged', node, notes: [`by ${by.x}, ${by.y} px`] };
}
