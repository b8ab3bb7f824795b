import type { PageNode } from '../../snapshot/Page.ts';

/** An element that is like the one that was looked for. */
export interface NearElement {
  node: PageNode;
  /** 0 to 1. */
  score: number;
  /** What it says where the locator has its words: its name, its text, its test id. */
  text: string;
}

/** The likeliest first; of equal ones the first of the page. */
export const byScore = (a: NearElement, b: NearElement): number =>
  b.score - a.score || a.node.index - b.node.index;

/** From this likeness on an element is reported as the one that was meant. */
export const PROBABLE = 0.45;
/** From this likeness on it is not asked whether the page is another. */
export const SURE = 0.75;
