import type { PageNode } from '../snapshot/Page.ts';

/** What an action did to the page. */
export interface ActionEffect {
  /** In the past tense, to be followed by the element: `clicked`. */
  verbPhrase: string;
  /** The element that it was done to, if it was to one. */
  node?: PageNode;
  /** What it was dropped on. */
  dropTarget?: PageNode;
  /** What is worth telling beside it, in order. */
  notes: string[];
  /** A field was written in: what it sets off may wait until the typing ends. */
  typed?: true;
  /** What was asked for, where the action reads something. */
  data?: Record<string, unknown>;
}
