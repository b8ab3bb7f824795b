import type { PageNode } from '../snapshot/Page.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PropertyChange } from './elementProperties.ts';
import type { AddedSpan } from './findAddedSpans.ts';
import type { MovedItems } from './findMoves.ts';
import type { Replacement } from './pairReplaced.ts';
import type { VisibleItem } from './VisibleItems.ts';

export interface ElementChange {
  /** As it is now. */
  node: PageNode;
  region: LandmarkRegion | undefined;
  changes: PropertyChange[];
}

export interface TextChange {
  node: PageNode;
  region: LandmarkRegion | undefined;
  was: string;
  is: string;
}

/** How far a document, or an element in it, is scrolled. CSS pixels. */
export interface ScrollChange {
  /** The element as it is now; undefined for the page itself. */
  node: PageNode | undefined;
  was: { x: number; y: number };
  is: { x: number; y: number };
}

/** A list or table that was rendered anew, most of whose rows say the same. */
export interface RebuiltList {
  kind: 'rows' | 'items';
  region: LandmarkRegion | undefined;
  /** Rows that are new, or say something else now; in order. */
  rows: PageNode[];
  /** All rows that it has now. */
  size: number;
}

/** What changed between two captures of a page: text, names, states and places. */
export interface PageDiff {
  /** The page is another document: only URL, title and the regions around its content are compared. */
  otherPage: boolean;
  /** Of another page: banner, navigation and the like that say what they said on the page before. */
  sameRegions: Set<LandmarkRegion>;
  /** Where it is another page: blocks of links that the one before had too. */
  sameLinks: Set<PageNode>;
  /** Of another page: what stood in the text fields of the page before. */
  entered: string[];
  url: { was: string; is: string } | undefined;
  title: { was: string; is: string } | undefined;
  /** Dialogs that appeared, and those that disappeared. */
  opened: LandmarkRegion[];
  closed: LandmarkRegion[];
  /** What is visible now and was not, by the largest parts that are new as a whole. */
  appeared: AddedSpan[];
  /** What was visible and is not now: nodes of the page before. */
  gone: VisibleItem[];
  /** What was in view, and is only scrolled out of it: nodes of the page before. */
  scrolledAway: VisibleItem[];
  changed: ElementChange[];
  texts: TextChange[];
  /** Elements that are covered now, mostly by a dialog; and those that are not covered any more. */
  covered: PageNode[];
  uncovered: PageNode[];
  /** Elements that a re-render replaced by others of the same role, and of the same name or id. */
  replaced: Replacement[];
  /** Lists that were rendered anew in which some rows differ: these rows are among what appeared. */
  rebuilt: RebuiltList[];
  /** Items that changed their order; empty where these are many. */
  moved: MovedItems[];
  /** Regions in which many items changed their order; undefined for what is in no region. */
  reordered: Set<LandmarkRegion | undefined>;
  /** Set where the focus moved. */
  focus: { was: PageNode | undefined; is: PageNode | undefined } | undefined;
  scrolled: ScrollChange[];
  /** Set where the page as a whole is dark now and was light, or the reverse. */
  scheme: 'dark' | 'light' | undefined;
}
