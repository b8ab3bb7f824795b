import type { PageNode } from '../model/Page.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { Structure } from '../structure/Structure.ts';
import type { Phrasing } from './call.ts';
import type { ElementLocators } from './Locators.ts';

export type Style = 'compact' | 'markup';

/** Options that every view takes. */
export interface ViewOptions {
  /** `compact` (default) or `markup`, the form of seed 002. */
  style?: Style;
  /** Upper bound for the text, in o200k tokens. Default: no bound. */
  maxTokens?: number;
  /** -1: whole page (default). 0: what the viewport shows. N: N CSS pixels around the viewport too. */
  viewportExpansion?: number;
  /** Only elements a person can use, without running text. Default false. */
  interactiveOnly?: boolean;
  /** Unfold repeated structure and unchanged regions. Default false. */
  full?: boolean;
}

/** Gives each element its number when it is first shown. The session keeps them. */
export type NumberOf = (node: PageNode) => number;

/** What a view is made of. */
export interface Scene {
  structure: Structure;
  numberOf: NumberOf;
  style: Style;
  /** Elements that were not there at the last look. */
  isNew: (node: PageNode) => boolean;
  /** Addresses of regions, and identities of headings of sections, that are what they were at the last look. */
  unchanged: ReadonlySet<string>;
  interactiveOnly: boolean;
  /** Unfold repeats and unchanged regions. */
  full: boolean;
  /** Upper bound in o200k tokens; Infinity for none. */
  maxTokens: number;
  /** Writes the calls that a view recommends. */
  call: Phrasing;
  /** Where the live elements are found, if that was asked for. */
  located?: ReadonlyMap<PageNode, ElementLocators>;
}

/** Levels that indentation tells apart: on a page of 10,000 nested elements it would be most of the text. */
export const DEEPEST = 100;

/** One line of a view, kept in parts so that numbers are handed out only when it is really shown. */
export interface Line {
  kind: 'region' | 'heading' | 'content' | 'note';
  depth: number;
  parts: (string | PageNode)[];
  region: LandmarkRegion | undefined;
  /** A node of the line, for where it shows. */
  node: PageNode | undefined;
  /** Nothing but controls: such lines can share one. */
  controlsOnly: boolean;
}

/** A view as text. */
export interface Written {
  text: string;
  /** False when the budget left something out. */
  complete: boolean;
  /** What each line of the text tells of, where the view is made of lines. */
  lines?: readonly WrittenLine[];
}

/** Where a line of a view comes from; for a line of ours (`=== PAGE OUTLINE ===`) from nowhere. */
export type WrittenLine = Pick<Line, 'kind' | 'node' | 'region'>;
