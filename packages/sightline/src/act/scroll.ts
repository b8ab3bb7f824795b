import type { PageNode } from '../model/Page.ts';
import type { Scrolled } from '../page/scroll.ts';
import type { Deed } from './Deed.ts';
import type { Hand } from './Hand.ts';
import { Refusal } from './Refusal.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

export interface ScrollOptions {
  /** Default `down`. */
  direction?: Direction;
  /** CSS pixels; default: nine tenths of what shows, so that nothing is skipped. */
  pixels?: number;
}

const WAYS: Readonly<Record<Direction, [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};
const PAGE = 0.9;

/** Scrolls the page, or what scrolls around an element. Tells how far it went and what is left. */
export async function scroll(
  hand: Hand,
  node: PageNode | undefined,
  { direction = 'down', pixels }: ScrollOptions,
): Promise<Deed> {
  const [x, y] = WAYS[direction];
  const amount = pixels ?? PAGE;
  const root = hand.pruning.page.nodes[0] as PageNode;
  const unit = pixels === undefined ? 'pages' : 'px';
  const told = await hand.ask(
    node ?? root,
    `scroll(${node?.id ?? 0}, ${x * amount}, ${y * amount}, "${unit}")`,
  );
  if (told === '') throw new Refusal('detached', node ?? root);
  const scrolled = JSON.parse(told) as Scrolled;
  return {
    did: node ? `scrolled ${direction} at` : `scrolled ${direction}`,
    notes: [tell(scrolled, direction)],
    ...(node && { node }),
  };
}

function tell(scrolled: Scrolled, direction: Direction): string {
  const isUpright = direction === 'up' || direction === 'down';
  const went = Math.abs(isUpright ? scrolled.y : scrolled.x);
  const left = { up: scrolled.above, down: scrolled.below, left: scrolled.before, right: scrolled.after }[
    direction
  ];
  const rest = left > 0 ? `${left} px more that way` : 'nothing more that way';
  return went === 0 ? `it cannot scroll ${direction} any further` : `by ${went} px, ${rest}`;
}

/** Brings an element into view, in every scroller and frame around it. Throws `Refusal`. */
export async function scrollTo(hand: Hand, node: PageNode): Promise<Deed> {
  await hand.ready(node);
  await hand.attempt(node, () => hand.locator(node).scrollIntoViewIfNeeded({ timeout: hand.left }));
  return { did: 'scrolled to', node, notes: [] };
}
