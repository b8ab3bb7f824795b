import type { Point, ScrollByResult } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { ActionabilityError } from './ActionabilityError.ts';
import type { ActionContext } from './ActionContext.ts';
import type { ActionEffect } from './ActionEffect.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

export interface ScrollOptions {
  /** Default `down`. */
  direction?: Direction;
  /** CSS pixels; default: nine tenths of the visible part, so that nothing is skipped. */
  pixels?: number;
  /** Of an element: the wheel is turned here in it, CSS pixels from its top left corner, as a canvas takes it. */
  position?: Point;
}

const DIRECTION_VECTORS: Readonly<Record<Direction, [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};
const PAGE_FRACTION = 0.9;
/** CSS pixels of a turn of the wheel. */
const WHEEL_PIXELS = 300;

/** Scrolls the page, or the scrollable box around an element. Notes how far it went and how much is left. */
export async function scroll(
  context: ActionContext,
  node: PageNode | undefined,
  { direction = 'down', pixels, position }: ScrollOptions,
): Promise<ActionEffect> {
  const [x, y] = DIRECTION_VECTORS[direction];
  if (node && position) {
    const distance = pixels ?? WHEEL_PIXELS;
    await context.waitUntilReady(node);
    await context.assertInside(node, position);
    await context.hover(node, position);
    await context.page.mouse.wheel(x * distance, y * distance);
    const note = `by ${distance} px at ${position.x},${position.y} in it`;
    return { verbPhrase: `turned the wheel ${direction} over`, node, notes: [note] };
  }
  const amount = pixels ?? PAGE_FRACTION;
  const root = context.visibility.page.nodes[0] as PageNode;
  const unit = pixels === undefined ? 'pages' : 'px';
  const id = node?.id ?? 0;
  const scrolled = await context.callPageScript(node ?? root, 'scrollBy', id, x * amount, y * amount, unit);
  if (!scrolled) throw new ActionabilityError('detached', node ?? root);
  return {
    verbPhrase: node ? `scrolled ${direction} at` : `scrolled ${direction}`,
    notes: [describeScroll(scrolled, direction)],
    ...(node && { node }),
    isScroll: true,
  };
}

function describeScroll(scrolled: ScrollByResult, direction: Direction): string {
  const isVertical = direction === 'up' || direction === 'down';
  const distance = Math.abs(isVertical ? scrolled.y : scrolled.x);
  const left = { up: scrolled.above, down: scrolled.below, left: scrolled.before, right: scrolled.after }[
    direction
  ];
  const remainingText = left > 0 ? `${left} px more that way` : 'nothing more that way';
  return distance === 0 ? `it cannot scroll ${direction} any further` : `by ${distance} px, ${remainingText}`;
}

/** Brings an element into view, in every scrollable box and frame around it. Throws `ActionabilityError`. */
export async function scrollTo(context: ActionContext, node: PageNode): Promise<ActionEffect> {
  await context.waitUntilReady(node);
  await context.runPlaywright(node, () => context.locator(node).scrollIntoViewIfNeeded(context.limits));
  return { verbPhrase: 'scrolled to', node, notes: [], isScroll: true };
}
