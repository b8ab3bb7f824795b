import type { PageNode } from '../snapshot/Page.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';
import type { CallFormatter } from './CallFormatter.ts';
import type { ElementLocators } from './Locators.ts';

export type ViewStyle = 'compact' | 'markup';

/** Options that every view takes. */
export interface ViewOptions {
  /** `compact` (default) or `markup`, the form of seed 002. */
  style?: ViewStyle;
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
export type RefOf = (node: PageNode) => number;

/** What a view is made of. */
export interface RenderContext {
  pageState: PageState;
  refOf: RefOf;
  style: ViewStyle;
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
  formatCall: CallFormatter;
  /** Where the live elements are found, if that was asked for. */
  elementLocators?: ReadonlyMap<PageNode, ElementLocators>;
}

/** Levels that indentation tells apart: on a page of 10,000 nested elements it would be most of the text. */
export const MAX_INDENT_DEPTH = 100;

/** One line of a view, kept in parts so that numbers are handed out only when it is really shown. */
export interface ViewLine {
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
export interface RenderedText {
  text: string;
  /** False when the budget left something out. */
  complete: boolean;
  /** What each line of the text tells of, where the view is made of lines. */
  lines?: readonly RenderedLine[];
}

/** Where a line of a view comes from; for a line of ours (`=== PAGE OUTLINE ===`) from nowhere. */
export type RenderedLine = Pick<ViewLine, 'kind' | 'node' | 'region'>;
