import type { Point } from '../injected/PageApi.ts';
import type { PageNode } from '../snapshot/Page.ts';
import type { SightlineError } from '../snapshot/SightlineError.ts';

/** What an element shows that is not what the action is for. */
export interface UnconfirmedEffect {
  /** Where the page did not react either. */
  failure: SightlineError;
  /** Where it did: an action menu goes back to its first option. None where it is a failure all the same, which says what changed. */
  note?: string;
}

/** What an action did to the page. */
export interface ActionEffect {
  /** In the past tense, followed by the element in the result: `clicked`. */
  verbPhrase: string;
  /** The element that was acted on, if there was one. */
  node?: PageNode;
  /** The element that it was dropped on. */
  dropTarget?: PageNode;
  /** Where the mouse was pressed to drag it: a place from the top left corner of `node`, or its middle. */
  pressed?: { place: Point | undefined };
  /** Further facts for the result, in order. */
  notes: string[];
  /** One of them says what changed: another size, place or container. */
  isChangeNoted?: true;
  /** Whether it worked is known by what the page does then. */
  unconfirmed?: UnconfirmedEffect;
  /** Keys were pressed on what had the focus: that element, or `nothing`. */
  keysWentTo?: PageNode | 'nothing';
  /** Text was typed: the page may wait until the typing ends before it reacts. */
  typed?: true;
  /** What was chosen or typed: an item of a list that says it from then on is still the same. */
  entered?: readonly string[];
  /** A click, of which a page that puts off what it draws shows nothing at first. */
  isClick?: true;
  /** It scrolled: what came into view is what it was for. */
  isScroll?: true;
}
