import type { CallFormatter } from '../../render/CallFormatter.ts';
import { explainNode, renderExplanation } from '../../render/explainNode.ts';
import { renderFirstLook } from '../../render/firstLook/renderFirstLook.ts';
import { buildRenderContext, type CachedPageState, PageStateCache } from '../../render/PageStateCache.ts';
import type { RenderContext, ViewOptions } from '../../render/RenderContext.ts';
import { headingsData, renderHeadings } from '../../render/renderHeadings.ts';
import { type RegionOptions, renderRegion } from '../../render/renderRegion.ts';
import {
  type RenderedView,
  renderViewInSteps,
  type ShowOptions,
  withViewStyle,
} from '../../render/renderView.ts';
import { elementDetails, type LiveFacts } from '../../search/elements/elementDetails.ts';
import { ELEMENT_STATES } from '../../search/elements/elementStates.ts';
import type { QueryIndex } from '../../search/elements/QueryIndex.ts';
import { renderQueryResult } from '../../search/elements/renderQueryResult.ts';
import {
  type ElementQuery,
  type ElementQueryResult,
  type QueryOptions,
  rankCandidates,
  searchElements,
} from '../../search/elements/searchElements.ts';
import { parseExtractSchema } from '../../search/extract/ExtractSchema.ts';
import { extractData, findUnread, languageOf } from '../../search/extract/extractData.ts';
import { renderExtracted } from '../../search/extract/renderExtracted.ts';
import { TextAnswers, type TextsByPath, type UnreadValue } from '../../search/extract/TextAnswers.ts';
import type { DataTable } from '../../search/tables/extractTable.ts';
import { findTable, readTable } from '../../search/tables/readTable.ts';
import { renderTable, type TableOptions } from '../../search/tables/renderTable.ts';
import { findTextMatches } from '../../search/text/findTextMatches.ts';
import { renderTextMatches } from '../../search/text/renderTextMatches.ts';
import type { WordVectors } from '../../search/words/WordVectors.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { parseSnapshot } from '../../snapshot/parseSnapshot.ts';
import { type FieldNames, readOptions } from '../../snapshot/readOptions.ts';
import { runSteps, type Steps } from '../../snapshot/runSteps.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import { asksForLogin } from '../../structure/asksForLogin.ts';
import type { PageState } from '../../structure/PageState.ts';
import { compactPreset, markupPreset } from '../../visibility/computeVisibility.ts';
import { readInnerText } from '../../visibility/readText.ts';
import { type RuleResult, traceRules } from '../../visibility/traceRules.ts';
import { type SearchData, SearchResources } from '../queries/SearchResources.ts';
import { type AssignedNumber, RefRegistry } from '../refs/RefRegistry.ts';
import { type Target, TargetResolver } from '../refs/TargetResolver.ts';
import type { SessionResult } from '../SessionResult.ts';

export interface CoreOptions extends SearchData {
  /** Numbers that a session has given to elements of the page. Default: from 1, in the order in which they are shown. */
  numbers?: Iterable<AssignedNumber>;
  /** An earlier capture of the same page. The numbers and the search data are those of that one then. */
  earlier?: CapturedPage | undefined;
}

/** A question for elements. */
export interface CoreQuery extends Omit<ElementQuery, 'near'> {
  /** Number of an element, or the element: only what is in its item, row or form, else next to it. */
  near?: number | PageNode;
  /** Most elements to return; default 20, without those far behind a best one that has all the words. */
  maxResults?: number;
  /** Include the score of each and the reasons for it. Default false. */
  scores?: boolean;
}

/** Their names, by which a question with others is refused. */
export const QUERY_FIELDS: FieldNames<CoreQuery> = {
  text: true,
  role: true,
  name: true,
  attributes: true,
  withinLandmark: true,
  nearHeading: true,
  keywordWeights: true,
  state: ELEMENT_STATES,
  near: true,
  maxResults: 'number',
  scores: true,
};

export interface TextSearchOptions {
  /** The words are a regular expression. Default false. */
  pattern?: boolean;
  /** Most matches to return; default 20. */
  maxResults?: number;
}

/** What the captured pages of one session share. */
export interface PageServices {
  readonly pageStates: PageStateCache;
  readonly targets: TargetResolver;
  readonly search: SearchResources;
  /** Writes the calls that answers recommend; default: as tools. */
  readonly formatCall?: CallFormatter;
}

/**
 * Reads a snapshot: views, queries and explanations of a captured page. Runs wherever JavaScript runs: no browser is
 * asked and no file is read.
 */
export class CapturedPage {
  readonly snapshot: Snapshot;
  readonly #services: PageServices;

  /** `services` is for a session, whose pages share theirs; a page made without gets its own. */
  constructor(
    snapshot: Snapshot,
    options: CoreOptions = {},
    services: PageServices = options.earlier ? options.earlier.#services : createServices(options),
  ) {
    this.snapshot = snapshot;
    this.#services = services;
  }

  /** From what `sightline look --save` has written. Throws `invalid_snapshot`. */
  static parse(text: string, options?: CoreOptions): CapturedPage {
    return new CapturedPage(parseSnapshot(text), options);
  }

  get vectors(): WordVectors | undefined {
    return this.#services.search.vectors;
  }

  /** The page in any view. */
  look(options: ShowOptions = {}): RenderedView {
    return runSteps(this.lookInSteps(options));
  }

  /** The same in steps, each a part of the time it takes. */
  *lookInSteps(options: ShowOptions = {}): Steps<RenderedView> {
    const viewOptions = withViewStyle(options);
    yield* this.#services.pageStates.getInSteps(this.snapshot, viewOptions);
    return yield* renderViewInSteps(
      viewOptions.view ?? 'outline',
      this.renderContext(viewOptions),
      viewOptions,
    );
  }

  /**
   * What the page shows, for who has just come to it: what it is about, in `maxTokens` o200k tokens (default 450), with
   * navigation, banner, footer and side lists as a line each where not all fits.
   */
  firstLook({ maxTokens }: Pick<ViewOptions, 'maxTokens'> = {}): SessionResult {
    const context = this.renderContext();
    const { text, complete, lines } = renderFirstLook(context, { maxTokens });
    const isLogin = asksForLogin(context.pageState.visibility);
    const isEmpty = lines?.every(({ node }) => node === undefined);
    return {
      text,
      data: { text, complete, ...(isLogin && { asksForLogin: true }), ...(isEmpty && { isEmpty: true }) },
    };
  }

  /**
   * The elements that a question means, best first. `similarities`: how alike each candidate of `queryIndex()` is to
   * the question (cosines), by a model of the caller's. `columns`: values of attributes that captures do not hold.
   * Throws `invalid_argument` for a field that there is not, and what `node` throws for `near`.
   */
  query(
    question: CoreQuery,
    { similarities, columns }: Pick<QueryOptions, 'similarities' | 'columns'> = {},
  ): SessionResult {
    const { maxResults, scores, near, ...query } = readOptions('query', question, QUERY_FIELDS);
    const context = this.renderContext();
    const resolvedQuery = { ...query, ...(near !== undefined && { near: this.#nodeOf(near) }) };
    const index = this.queryIndex();
    const { vectors } = this;
    const result = searchElements(index, resolvedQuery, {
      limit: maxResults,
      vectors,
      similarities,
      columns,
    });
    return renderQueryResult(result, resolvedQuery, index, context, { scores, vectors });
  }

  /** The same as nodes with their scores. Throws `not_found`. */
  find(query: ElementQuery, limit?: number): ElementQueryResult {
    return searchElements(this.queryIndex(), query, { limit, vectors: this.vectors });
  }

  /** The `count` elements with the best scores, however low these are. Throws `not_found`. */
  rank(query: ElementQuery, count: number): PageNode[] {
    return rankCandidates(this.queryIndex(), query, count, { vectors: this.vectors }).map(({ node }) => node);
  }

  /** One region, or another part: by a name, or the element. Throws `not_found` with the names of the regions. */
  region(part: string | PageNode, options: ViewOptions & RegionOptions = {}): SessionResult {
    // In the markup style the label of a field is text beside it: text content has it with the value.
    const viewOptions: ViewOptions = options.content === 'text' ? { ...options, style: 'compact' } : options;
    const { text, complete } = renderRegion(this.renderContext(viewOptions), part, options);
    return { text, data: { region: typeof part === 'string' ? part : part.name, text, complete } };
  }

  /** The headings of the page. */
  headings(options: ViewOptions = {}): SessionResult {
    const context = this.renderContext(options);
    return { text: renderHeadings(context), data: { headings: headingsData(context.pageState.headings) } };
  }

  /** Where words stand in the visible text, or what a regular expression matches. Throws `invalid_argument`. */
  searchText(words: string, { pattern = false, maxResults = 20 }: TextSearchOptions = {}): SessionResult {
    if (words.trim() === '')
      throw new SightlineError('invalid_argument', 'There are no words to look for.', {
        hint: 'Give some words of the page.',
      });
    const context = this.renderContext();
    const matches = findTextMatches(context.pageState, words, { pattern, limit: maxResults });
    return renderTextMatches(matches, words, context);
  }

  /**
   * A table, grid or repeated list as rows: by the number of it or of anything in it, or by its name; by default the
   * one that the page is about. Throws `not_found` with the tables of the page, and what `node` throws.
   */
  table(table?: number | string | PageNode, options: TableOptions = {}): SessionResult {
    return this.renderTable(this.dataTable(table), options);
  }

  /** The same as data; throws what `table` throws. */
  dataTable(table?: number | string | PageNode): DataTable {
    return readTable(typeof table === 'number' ? this.node(table) : table, this.renderContext());
  }

  renderTable(table: DataTable, options: TableOptions): SessionResult {
    return renderTable(table, this.renderContext(), options);
  }

  /**
   * What the page says of the keys of a JSON schema, without a model; each value with the number of its element. `within`: the
   * element that is read, default all of the page; `texts`: what was read in its text, see `unread`. Throws `invalid_argument` for a schema that contradicts itself, `not_found`
   * where a required value is not shown.
   */
  extract(
    schema: unknown,
    { within, maxTokens = 2_000, texts }: { within?: PageNode; maxTokens?: number; texts?: TextsByPath } = {},
  ): SessionResult {
    const parsed = parseExtractSchema(schema);
    const context = this.renderContext();
    const { pageState } = context;
    const scope = within ?? (pageState.visibility.page.nodes[0] as PageNode);
    const region = within ?? mainRegion(pageState);
    const answers = texts && new TextAnswers(texts, region, pageState.visibility, languageOf(region));
    return renderExtracted(extractData(parsed, scope, pageState, answers), context, maxTokens);
  }

  /** What the structure of the page does not say of a schema, and the text of the one region that is to be read for it. */
  unread(schema: unknown, within?: PageNode): { values: UnreadValue[]; text: string } {
    const { pageState } = this.renderContext();
    const scope = within ?? (pageState.visibility.page.nodes[0] as PageNode);
    const values = findUnread(parseExtractSchema(schema), scope, pageState);
    return { values, text: readInnerText(within ?? mainRegion(pageState), pageState.visibility) };
  }

  /** Whether a table, grid or list has that name, column or heading; '' is the only one. */
  hasTable(name: string): boolean {
    return findTable(name, this.renderContext()) !== undefined;
  }

  /**
   * All that is known of one element. `elementLocators`: selectors that find it on the live page; `live`: what else only
   * that says. Throws what `node` throws.
   */
  details(
    target: Target | PageNode,
    elementLocators?: RenderContext['elementLocators'],
    live?: LiveFacts,
  ): SessionResult {
    const context = { ...this.renderContext(), ...(elementLocators && { elementLocators }) };
    return elementDetails(this.#nodeOf(target), context, live);
  }

  /** Why an element is shown or not. Throws what `node` throws. */
  explain(target: Target | PageNode, options: ViewOptions = {}): SessionResult {
    return runSteps(this.explainInSteps(target, options));
  }

  /** The same in steps, each a part of the time it takes. */
  *explainInSteps(target: Target | PageNode, options: ViewOptions = {}): Steps<SessionResult> {
    const node = this.#nodeOf(target);
    const context = this.renderContext(options);
    const { page, options: visibilityOptions } = context.pageState.visibility;
    const preset = context.style === 'compact' ? compactPreset : markupPreset;
    const ruleResults: RuleResult[] = [];
    for (const ruleResult of traceRules(page, preset, visibilityOptions, node)) {
      ruleResults.push(ruleResult);
      yield;
    }
    const explanation = explainNode(node, ruleResults, context);
    return { text: renderExplanation(explanation), data: { ...explanation } };
  }

  /** What the views are made of. */
  renderContext(options: ViewOptions = {}): RenderContext {
    const { targets, formatCall } = this.#services;
    const cached = this.viewState(options);
    return buildRenderContext(
      cached,
      options,
      targets.refs.createRefAssigner(cached.pageState),
      undefined,
      formatCall,
    );
  }

  /** What the page is without options: computed when it is first asked for. */
  get pageState(): PageState {
    return this.viewState().pageState;
  }

  /** What the page is by these options: computed when it is first asked for. */
  viewState(options: ViewOptions = {}): CachedPageState {
    return this.#services.pageStates.get(this.snapshot, options);
  }

  /**
   * The element that has a number or a stable id. Throws `not_shown` for a number that was never given, `not_found` for
   * an id that no element has, `stale`, `detached` or `ambiguous` for what is not on this page.
   */
  node(target: Target): PageNode {
    return this.#services.targets.find(target, this.renderContext());
  }

  /** The number of an element; undefined for one that was not shown yet. */
  numberOf(node: PageNode): number | undefined {
    return this.#services.targets.refs.entryOf(node)?.ref;
  }

  /** The words of the page, and what they stand for: built when it is first asked for. */
  queryIndex(): QueryIndex {
    return this.#services.search.indexOf(this.pageState);
  }

  #nodeOf(target: Target | PageNode): PageNode {
    return typeof target === 'object' ? target : this.node(target);
  }
}

function createServices({ numbers = [], vectors, icons }: CoreOptions): PageServices {
  return {
    pageStates: new PageStateCache(),
    targets: new TargetResolver(RefRegistry.withNumbers(numbers)),
    search: new SearchResources({ vectors, icons }),
  };
}

/** Its `main` landmark, else all of it. */
const mainRegion = ({ regions, visibility }: PageState): PageNode =>
  regions.find(({ role }) => role === 'main')?.node ?? (visibility.page.nodes[0] as PageNode);
