import type { PageNode } from '../../snapshot/Page.ts';
import type { ElementState } from './elementStates.ts';

/** A query for elements. Filters exclude; `text`, `name` and `keywordWeights` rank. */
export interface ElementQuery {
  /** Words of or about the element. */
  text?: string;
  /** ARIA role, HTML tag or everyday word. */
  role?: string;
  /** Accessible name, or words of it. */
  name?: string;
  /** HTML attributes; an empty value matches any value, `*` any run of characters. */
  attributes?: Readonly<Record<string, string>>;
  /** Kind of region, for all of them (`NAV`), or the address of one: `NAV:Primary`. */
  withinLandmark?: string;
  /** Words of a heading above the element. */
  nearHeading?: string;
  /** Words of labels with their weights (after Prune4Web). */
  keywordWeights?: Readonly<Record<string, number>>;
  state?: ElementState;
  /** Only elements near this one: in its item, row or form, else next to it. */
  near?: PageNode;
}

export interface ElementMatch {
  node: PageNode;
  hidden: boolean;
  /** 0 where nothing ranks. */
  score: number;
  /** Further hidden options of the same list, which this one stands for. */
  alike?: number;
  /** No word of the question is on it, only words like it, or too little of them. */
  isGuess?: boolean;
}

/** A region or heading that is not on the page, or an attribute of which a saved page holds nothing. */
export interface MissingPlace {
  kind: 'region' | 'heading' | 'attribute';
  asked: string;
  /** The address of the region or the text of the heading most like it; a heading that is hidden now. */
  nearest: PageNode | undefined;
  nearestName: string | undefined;
  /** The names of the first few there are. */
  names: string[];
}

/** Values of an attribute that captures do not hold, by element: asked of the live page. */
export type AttributeColumn = ReadonlyMap<PageNode, string>;
