import type { PageNode } from '../snapshot/Page.ts';

/**
 * Thrown before anything was done: what is to be acted on may show while the mouse is over a box. `ActionRunner` moves it
 * there and tries again.
 */
export class HoverRequest extends Error {
  readonly box: PageNode;
  /** What is to show; undefined for what is not part of the page yet. */
  readonly node: PageNode | undefined;

  constructor(box: PageNode, node?: PageNode) {
    super(`${box.tag} is to be hovered over`);
    this.box = box;
    this.node = node;
  }
}

/** Whether what does not show may be brought out by hovering, or that has been tried. */
export type HoverStage = 'allowed' | 'done';
