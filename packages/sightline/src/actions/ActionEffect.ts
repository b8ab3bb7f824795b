import type { PageNode } from '../snapshot/Page.ts';

/** What an action did to the page. */
export interface ActionEffect {
  /** In the past tense, followed by the element in the result: `clicked`. */
  verbPhrase: string;
  /** The element that was acted on, if there was one. */
  node?: PageNode;
  /** The element that it was dropped on. */
  dropTarget?: PageNode;
  /** Further facts for the result, in order. */
  notes: string[];
  /** Text was typed: the page may wait until the typing ends before it reacts. */
  typed?: true;
  /** It scrolled: what came into view is what it was for. */
  isScroll?: true;
}
