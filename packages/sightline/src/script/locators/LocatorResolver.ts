import { firstOfEach } from '../../search/targets/leadToSamePlace.ts';
import type { CapturedPage } from '../../session/captured/CapturedPage.ts';
import { TargetFinder, type TargetServices } from '../../session/refs/TargetFinder.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { shownReplacement } from '../../structure/shownReplacement.ts';
import { findByNameAlone, namedStepOf } from './findByNameAlone.ts';
import { findCalledExactly } from './findCalledExactly.ts';
import { LiveSelectors } from './LiveSelectors.ts';
import { LocatorIndex } from './LocatorIndex.ts';
import { type LocatorFindings, LocatorSearch } from './LocatorSearch.ts';
import type { LocatorSpec } from './LocatorSpec.ts';
import {
  ambiguousLocatorError,
  beyondLastError,
  nothingMatchesError,
  stepsBeforePosition,
} from './locatorErrors.ts';
import { SearchPauses } from './SearchPauses.ts';
import { within } from './within.ts';

export interface FindByLocatorOptions {
  /** Also elements that are not seen. Default false: only what is seen is found. */
  hidden?: boolean;
  /** Ends a search that takes long. */
  signal?: AbortSignal;
}

/**
 * What locators find on a captured page. Nothing is waited for: who waits captures again and asks again. The live page is
 * asked only for selectors (`locator(css)`, `frameLocator`), each once until a capture finds a change of the DOM. One for each session.
 */
export class LocatorResolver {
  readonly #services: TargetServices;
  readonly #finder: TargetFinder;
  readonly #searches = new WeakMap<PageState, LocatorSearch>();
  #isIncomplete = false;

  /** `services`: the context of the session. */
  constructor(services: TargetServices) {
    this.#services = services;
    this.#finder = new TargetFinder(services);
  }

  /**
   * All elements that match, in document order. Throws `invalid_argument` for an expression that RE2 does not have,
   * `invalid_selector`, and for a number `not_shown`, `stale`, `detached` or `ambiguous`.
   */
  async findAll(
    locator: LocatorSpec,
    page: CapturedPage,
    options: FindByLocatorOptions = {},
  ): Promise<PageNode[]> {
    return (await this.find(locator, page, options)).found;
  }

  /**
   * The only element that matches; of several, the only one whose words are all those of the locator, or the first where they are called
   * the same and lead to the same place. Throws what `findAll` throws; `ambiguous` with the candidates and their numbers;
   * `not_found` with what matches and is not seen, else with what is nearest.
   */
  async findOne(
    locator: LocatorSpec,
    page: CapturedPage,
    options: FindByLocatorOptions = {},
  ): Promise<PageNode> {
    const findings = await this.find(locator, page, options);
    const { found } = findings;
    const context = page.renderContext();
    const called = findCalledExactly(locator, found, context);
    const only =
      onlyOne(found) ??
      onlyOne(called) ??
      onlyOne(firstOfEach(called.length > 0 ? called : found, context.pageState));
    if (only) return only;
    if (found.length > 0) throw ambiguousLocatorError(locator, found, context, this.#services);
    const before = stepsBeforePosition(locator, findings);
    const others = before ? await this.findAll(before, page, options) : [];
    if (before && others.length > 0) throw beyondLastError(locator, before, others, context, this.#services);
    throw await nothingMatchesError(locator, findings, context, this.#services);
  }

  /**
   * For `getByRole(role, { name })`, `getByLabel` or `getByText` that matches nothing: the only usable element that is called exactly so, whatever
   * its role is, by its name or its row. Undefined for other locators, and where there are several. Throws what `findAll` throws.
   */
  async findByNameAlone(
    locator: LocatorSpec,
    page: CapturedPage,
    options: FindByLocatorOptions,
  ): Promise<PageNode | undefined> {
    const named = namedStepOf(locator);
    if (!named) return undefined;
    const { nodes } = page.pageState.page;
    const boxes = named.scope.length > 0 ? await this.findAll(named.scope, page, options) : undefined;
    const candidates = boxes ? within(nodes, { nodes: boxes, isFrame: false }) : nodes;
    return findByNameAlone(named, candidates, page.renderContext());
  }

  /**
   * For `getByRole(role, { name })`, alone or around others, that matches nothing: the only element that is found where an item with
   * that role is called as a look calls it (`(article "Getting started")`). Throws what `findAll` throws.
   */
  async findByItemLabel(
    locator: LocatorSpec,
    page: CapturedPage,
    { signal }: Pick<FindByLocatorOptions, 'signal'>,
  ): Promise<PageNode | undefined> {
    const { found } = await this.find(locator, page, { signal, byItemLabel: true });
    return onlyOne(found);
  }

  /** What the page shows in the place of the only hidden field that matches. Throws what `findAll` throws. */
  async findReplacement(
    locator: LocatorSpec,
    page: CapturedPage,
    options: Pick<FindByLocatorOptions, 'signal'>,
  ): Promise<PageNode | undefined> {
    const { found, hidden } = await this.find(locator, page, options);
    const [field] = hidden;
    if (!field || found.length + hidden.length > 1) return undefined;
    return shownReplacement(field, page.pageState.visibility);
  }

  /** Whether, since this was last asked, selectors have found shapes of drawings that only a new capture holds. */
  takeIncomplete(): boolean {
    const isIncomplete = this.#isIncomplete;
    this.#isIncomplete = false;
    return isIncomplete;
  }

  /** What matches and is seen, what matches and is not, and which step found nothing. Throws what `findAll` throws. */
  find(
    locator: LocatorSpec,
    page: CapturedPage,
    { hidden = false, signal, byItemLabel = false }: FindByLocatorOptions & { byItemLabel?: boolean } = {},
  ): Promise<LocatorFindings> {
    const { pageState } = page;
    const search = this.#searches.get(pageState) ?? this.#createSearch(pageState, page);
    this.#searches.set(pageState, search);
    return search.find(locator, { withHidden: hidden, byItemLabel, pauses: new SearchPauses(signal) });
  }

  #createSearch(pageState: PageState, page: CapturedPage): LocatorSearch {
    const index = new LocatorIndex(pageState);
    const selectors = new LiveSelectors(
      pageState.page,
      () => this.#services.connection(),
      () => index.hasShadowRoots,
      () => {
        this.#isIncomplete = true;
      },
    );
    return new LocatorSearch(index, {
      css: (selector, roots) => selectors.find(selector, roots),
      ref: (number) => page.node(number),
      words: (words) => this.#finder.candidates(words, page.renderContext(), { toRead: true }),
    });
  }
}

/** The only element of a list, or the only one in the page itself beside those in its frames: Playwright looks there alone. */
export function onlyOne(found: readonly PageNode[]): PageNode | undefined {
  if (found.length <= 1) return found[0];
  const [first, ...more] = found.filter(({ document }) => document.owner === undefined);
  return more.length === 0 ? first : undefined;
}
