import { explainNode, renderExplanation } from '../../render/explainNode.ts';
import { buildRenderContext, PageStateCache } from '../../render/PageStateCache.ts';
import type { RenderContext, ViewOptions } from '../../render/RenderContext.ts';
import { headingsData, renderHeadings } from '../../render/renderHeadings.ts';
import { type RegionOptions, renderRegion } from '../../render/renderRegion.ts';
import {
  type RenderedView,
  renderViewInSteps,
  type ShowOptions,
  withViewStyle,
} from '../../render/renderView.ts';
import { elementDetails } from '../../search/elements/elementDetails.ts';
import { QueryIndex } from '../../search/elements/QueryIndex.ts';
import { renderQueryResult } from '../../search/elements/renderQueryResult.ts';
import {
  type ElementQuery,
  type ElementQueryResult,
  searchElements,
} from '../../search/elements/searchElements.ts';
import { findTextMatches } from '../../search/text/findTextMatches.ts';
import { renderTextMatches } from '../../search/text/renderTextMatches.ts';
import { IconKeywords } from '../../search/words/IconKeywords.ts';
import { SynonymIndex } from '../../search/words/SynonymIndex.ts';
import { WordVectors } from '../../search/words/WordVectors.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { parseSnapshot } from '../../snapshot/parseSnapshot.ts';
import { runSteps, type Steps } from '../../snapshot/runSteps.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import type { PageState } from '../../structure/PageState.ts';
import { compactPreset, markupPreset } from '../../visibility/computeVisibility.ts';
import { evaluateEachRule, type RuleResult } from '../../visibility/evaluateRules.ts';
import { ElementNumbers } from './ElementNumbers.ts';

/** What is not part of the code, but of the package's `data/`. Without it the page is read all the same. */
export interface CoreOptions {
  /** `data/words.bin`: words that mean alike. Without it, `query` knows words, their forms and the thesaurus. */
  vectors?: Uint8Array;
  /** `data/icons.txt`: what the icons of buttons without words stand for. */
  icons?: string;
  /** Default: from 1, in the order in which elements are first told. */
  numbers?: ElementNumbers;
}

/** A question for elements; `near` is a number. */
export interface CoreQuery extends Omit<ElementQuery, 'near'> {
  near?: number;
  /** Most elements that are answered; default 20. */
  maxResults?: number;
  /** Tell the score of each and why. Default false. */
  scores?: boolean;
}

/** What a question is answered with: as a model reads it, and as data. */
export interface CoreResult {
  text: string;
  data: Record<string, unknown>;
}

/** A captured page, wherever JavaScript runs: no browser is asked, no file is read, nothing changes. */
export class CapturedPage {
  readonly snapshot: Snapshot;
  readonly numbers: ElementNumbers;
  readonly vectors: WordVectors | undefined;
  readonly #pageStates = new PageStateCache();
  readonly #indexes = new WeakMap<PageState, QueryIndex>();
  readonly #synonyms = new SynonymIndex();
  readonly #icons: IconKeywords | undefined;

  constructor(snapshot: Snapshot, { vectors, icons, numbers = new ElementNumbers() }: CoreOptions = {}) {
    this.snapshot = snapshot;
    this.numbers = numbers;
    this.vectors = vectors && WordVectors.parse(vectors);
    this.#icons = icons === undefined ? undefined : IconKeywords.parse(icons);
  }

  /** From what `sightline look --save` has written. Throws `invalid_snapshot`. */
  static parse(text: string, options?: CoreOptions): CapturedPage {
    return new CapturedPage(parseSnapshot(text), options);
  }

  /** The page in any view. */
  look(options: ShowOptions = {}): RenderedView {
    return runSteps(this.lookInSteps(options));
  }

  /** The same in steps, each a part of the time it takes. */
  *lookInSteps(options: ShowOptions = {}): Steps<RenderedView> {
    const viewOptions = withViewStyle(options);
    yield* this.#pageStates.getInSteps(this.snapshot, viewOptions);
    return yield* renderViewInSteps(
      viewOptions.view ?? 'outline',
      this.renderContext(viewOptions),
      viewOptions,
    );
  }

  /** The elements that a question means, best first. Throws `not_found`, `not_shown`. */
  query({ maxResults, scores, near, ...query }: CoreQuery): CoreResult {
    const context = this.renderContext();
    const resolvedQuery = { ...query, ...(near !== undefined && { near: this.node(near) }) };
    const result = this.find(resolvedQuery, maxResults);
    return renderQueryResult(result, resolvedQuery, this.queryIndex(), context, {
      scores,
      vectors: this.vectors,
    });
  }

  /** The same as nodes with their scores. */
  find(query: ElementQuery, limit?: number): ElementQueryResult {
    return searchElements(this.queryIndex(), query, { limit, vectors: this.vectors });
  }

  /** One region. Throws `not_found` with the names there are. */
  region(name: string, options: ViewOptions & RegionOptions = {}): CoreResult {
    const { text, complete } = renderRegion(this.renderContext(options), name, options);
    return { text, data: { region: name, text, complete } };
  }

  headings(): CoreResult {
    const context = this.renderContext();
    return { text: renderHeadings(context), data: { headings: headingsData(context.pageState.headings) } };
  }

  /** Where words stand in the visible text, or what fits a regular expression. Throws `invalid_argument`. */
  searchText(words: string, { pattern = false, maxResults = 20 } = {}): CoreResult {
    const context = this.renderContext();
    return renderTextMatches(
      findTextMatches(context.pageState, words, { pattern, limit: maxResults }),
      words,
      context,
    );
  }

  /** All that is known of one element. Throws `not_shown`. */
  details(number: number): CoreResult {
    return elementDetails(this.node(number), this.renderContext());
  }

  /** Why something is shown or not, rule by rule. Throws `not_shown`. */
  explain(target: number | PageNode, options: ViewOptions = {}): CoreResult {
    return runSteps(this.explainInSteps(target, options));
  }

  /** The same in steps, each a part of the time it takes. */
  *explainInSteps(target: number | PageNode, options: ViewOptions = {}): Steps<CoreResult> {
    const node = typeof target === 'number' ? this.node(target) : target;
    const context = this.renderContext(options);
    const { page, options: visibilityOptions } = context.pageState.visibility;
    const preset = context.style === 'compact' ? compactPreset : markupPreset;
    const ruleResults: RuleResult[] = [];
    for (const ruleResult of evaluateEachRule(page, preset, visibilityOptions, node)) {
      ruleResults.push(ruleResult);
      yield;
    }
    const explanation = explainNode(node, ruleResults, context);
    return { text: renderExplanation(explanation), data: { ...explanation } };
  }

  /** What the views are made of. */
  renderContext(options: ViewOptions = {}): RenderContext {
    const cached = this.#pageStates.get(this.snapshot, options);
    return buildRenderContext(cached, options, (node) => this.numbers.of(node), undefined);
  }

  /** The element of a number. Throws `not_shown`. */
  node(number: number): PageNode {
    const key = this.numbers.identityOf(number);
    const { page } = this.renderContext().pageState.visibility;
    const node = key === undefined ? undefined : page.byKey(key);
    if (node) return node;
    throw new SightlineError('not_shown', `No element [${number}] was ever shown.`, {
      hint: 'Use a number from a look or a query.',
    });
  }

  /** The words of the page, and what they stand for: made when it is first asked for. */
  queryIndex(): QueryIndex {
    const { pageState } = this.renderContext();
    const cached = this.#indexes.get(pageState);
    if (cached) return cached;
    const created = new QueryIndex(pageState, {
      synonyms: this.#synonyms,
      ...(this.#icons && { icons: this.#icons }),
    });
    this.#indexes.set(pageState, created);
    return created;
  }
}
