import type { PageNode } from '../snapshot/Page.ts';
import type { Fold } from '../structure/findFolds.ts';
import type { LandmarkRegion } from '../structure/landmarks.ts';
import type { PageState } from '../structure/PageState.ts';
import type { CallFormatter } from './CallFormatter.ts';
import type { ElementLocators } from './Locators.ts';

export type ViewStyle = 'compact' | 'markup';

/** Options that every view takes. */
export interface ViewOptions {
  /** `compact` (default) or `markup` (docs/formats.md). */
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

/** Returns the number of an element, and assigns one at the first call for it. */
export type RefOf = (node: PageNode) => number;

/** Everything that the views are rendered from. */
export interface RenderContext {
  pageState: PageState;
  refOf: RefOf;
  style: ViewStyle;
  /** True for elements that are new since the last view. */
  isNew: (node: PageNode) => boolean;
  /** Addresses of regions and keys of section headings that did not change since the last view. */
  unchanged: ReadonlySet<string>;
  /** The page is as the last view found it. */
  isUnchanged?: boolean;
  /** What the lines of the last view said, if it was complete. */
  knownLines?: readonly string[] | undefined;
  interactiveOnly: boolean;
  /** Unfold repeats and unchanged regions. */
  full: boolean;
  /** Upper bound in o200k tokens; Infinity for none. */
  maxTokens: number;
  /** Writes the calls that a view recommends. */
  formatCall: CallFormatter;
  /** The runs of like items that are left out, where these are not those of the page state. */
  folds?: ReadonlyMap<number, Fold>;
  /** Leave out the tooltips of what has words. Default false. */
  withoutTooltips?: boolean;
  /** Of what a report leaves out, say only how much it is. Default false. */
  withoutCalls?: boolean;
  /** The locators of elements, if they were asked for. */
  elementLocators?: ReadonlyMap<PageNode, ElementLocators>;
}

/** Deepest indentation: on a page of 10,000 nested elements it would be most of the text. */
export const MAX_INDENT_DEPTH = 100;

/** A line of a view. Nodes among its parts are written as numbers, which only written lines need. */
export interface ViewLine {
  kind: 'region' | 'heading' | 'content' | 'note';
  depth: number;
  parts: (string | PageNode)[];
  region: LandmarkRegion | undefined;
  /** A node in the line, for its position. */
  node: PageNode | undefined;
  /** The line has only controls, so that it can share a line with others. */
  controlsOnly: boolean;
  /** Interactive elements that it counts instead of writing them: those of a fold, of an unchanged region. Default 0. */
  omitted?: number;
  /** It counts what a reader seldom needs: there is room for it once the others of its region fit. */
  isRest?: true;
}

/** A view as text. */
export interface RenderedText {
  text: string;
  /** False when the budget left something out. */
  complete: boolean;
  /** The source of each line of the text, for views that are made of lines. */
  lines?: readonly RenderedLine[];
  /** What its lines say, by which the next view finds those that its reader knows. */
  keys?: readonly string[];
}

/** The source of a line; a generated line (`=== PAGE OUTLINE ===`) has no node or region. */
export type RenderedLine = Pick<ViewLine, 'kind' | 'node' | 'region'>;
