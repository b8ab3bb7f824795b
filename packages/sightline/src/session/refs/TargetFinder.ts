import { HoverRequest, type HoverStage } from '../../actions/HoverRequest.ts';
import type { SelectorMatches } from '../../browser/locators/matchSelector.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { quote } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import { findHoverable } from '../../search/targets/findHoverable.ts';
import { findInItems } from '../../search/targets/findInItems.ts';
import {
  findNamedElements,
  type TargetTest,
  withoutDoubles,
} from '../../search/targets/findNamedElements.ts';
import { findPlace, type NamedPlace } from '../../search/targets/findPlace.ts';
import { findBesideLabel } from '../../search/targets/labelsBeside.ts';
import { parseSelector, type TargetSelector } from '../../search/targets/parseSelector.ts';
import { nameIn } from '../../search/targets/parseTargetPhrase.ts';
import { foldLabel } from '../../search/words/foldCase.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { shorten } from '../../snapshot/shorten.ts';
import { regionOfKey } from '../../structure/matchRegion.ts';
import { isSmallPart } from '../../structure/RevealPaths.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';
import { findZonePlace } from './dropZones.ts';
import { findLikeSelector } from './findLikeSelector.ts';
import { findNearest, type NearestServices } from './findNearest.ts';
import type { ResolvedTarget, Target } from './TargetResolver.ts';

/** What words and selectors are looked up with. */
export interface TargetServices extends NearestServices {
  connection(): Promise<PageConnection>;
}

export interface FindTargetOptions {
  /** Elements that the caller has a use for go before others of the same words. */
  suits?: TargetTest | undefined;
  /** To be read, not used: any visible element will do where no usable one fits. Default false. */
  toRead?: boolean;
  /** A number may mean what is called otherwise by now, as long as it is no item of a list. Default false. */
  asPlace?: boolean;
  /** Default: what shows only while something is hovered over is not found. */
  hover?: HoverStage;
  /** What is dragged onto the element: the name of a drop zone means what to drop it onto there. */
  dragged?: PageNode | undefined;
}

/** What a person may well mean to switch on and off, though it has no state. */
const TOGGLE_ROLES: ReadonlySet<string> = new Set(['button', 'tab', 'menuitem']);
/** Candidates named in an error, and nearest ones. */
const MAX_CANDIDATES = 6;
const MAX_MATCHES = 20;
const MAX_WORDS_LENGTH = 120;

/** `12`, `[12]` and `"12"` are the number 12. */
export function toNumberOrWords(target: Target): Target {
  const number = typeof target === 'string' ? /^\s*\[?(\d+)\]?\s*$/.exec(target) : null;
  return number ? Number(number[1]) : target;
}

/** True for a number or a stable id; false for words and selectors. */
export const isReference = (target: Target): boolean =>
  typeof target === 'number' || /^elem-[0-9a-z]+$/.test(target);

/** Finds the one element that a target names: a number, a stable id, words, a CSS selector or a Playwright selector. */
export class TargetFinder {
  readonly #services: TargetServices;

  constructor(services: TargetServices) {
    this.#services = services;
  }

  /** The element to act on. Throws what `TargetResolver.resolve` throws; `ambiguous` and `not_found` with candidates. */
  async resolve(
    target: Target,
    context: RenderContext,
    options?: FindTargetOptions,
  ): Promise<ResolvedTarget> {
    const { targets } = this.#services;
    const reference = toNumberOrWords(target);
    if (isReference(reference)) return targets.resolve(reference, context, options);
    const node = await this.#findOne(String(reference), context, options);
    return { node, match: { number: targets.show(node, context), verdict: 'same' } };
  }

  /** The element to read. Throws as `resolve` does. */
  async find(target: Target, context: RenderContext): Promise<PageNode> {
    const reference = toNumberOrWords(target);
    return isReference(reference)
      ? this.#services.targets.find(reference, context)
      : this.#findOne(String(reference), context, { toRead: true });
  }

  /** All that words name; for a caller that has another use for those that are not clear. */
  async candidates(
    words: string,
    context: RenderContext,
    options: FindTargetOptions = {},
  ): Promise<PageNode[]> {
    const { suits, toRead = false, hover, dragged } = options;
    const selector = parseSelector(words);
    if (selector?.isExplicit) return this.#findBySelector(selector, context, options);
    const found = findNamedElements(words, context, { suits, orAny: toRead });
    const named = suits || toRead ? found : found.flatMap((node) => whereWordsStand(words, node, context));
    const inItems =
      suits && !named.some(suits) ? findInItems(words, context, suits, hover === 'allowed') : [];
    if (inItems.length > 0 && named.every(({ role }) => !TOGGLE_ROLES.has(role))) return inItems;
    if (named.length > 0) return named;
    const beside = suits ? findBesideLabel(words, context.pageState.visibility, suits) : [];
    if (beside.length > 0) return beside;
    const selected = selector
      ? await this.#findBySelector(selector, context, options).catch((): PageNode[] => [])
      : [];
    const hidden = selected.length === 0 && hover === 'allowed' ? findHoverable(words, context, suits) : [];
    if (selected.length > 0 || hidden.length > 0) return [...selected, ...hidden];
    if (suits || toRead) return [];
    const inZone = dragged ? findZonePlace(words, dragged, context.pageState) : [];
    return inZone.length > 0 ? inZone : findExactTexts(words, context);
  }

  async #findOne(words: string, context: RenderContext, options?: FindTargetOptions): Promise<PageNode> {
    const found = await this.candidates(words, context, options);
    if (found.length > 1) throw this.#ambiguousError(words, found, context, options);
    if (found[0]) return found[0];
    const region = options?.suits ? undefined : regionOfKey(context.pageState.regions, words);
    if (region) return region.node;
    const place = findPlace(words, context.pageState);
    if (options?.hover === 'allowed' && place?.box && isSmallPart(place.box))
      throw new HoverRequest(place.box);
    throw place ? this.#notInPlaceError(words, place, context) : await this.#notFoundError(words, context);
  }

  async #findBySelector(
    { engine, selector }: TargetSelector,
    context: RenderContext,
    { toRead = false, hover }: FindTargetOptions,
  ): Promise<PageNode[]> {
    const { visibility, revealPaths } = context.pageState;
    const connection = await this.#services.connection();
    const matches: SelectorMatches[] =
      engine === 'css'
        ? await connection.matchSelector(selector, MAX_MATCHES)
        : await connection.matchLocator(selector);
    const matched = matches
      .flatMap(({ document, ids }) => ids.map((id) => visibility.page.byIdentity(document, id)))
      .filter((node) => node !== undefined);
    const nodes = matched.filter((node) => !isRemoved(visibility, node));
    if (toRead) return nodes;
    if (nodes.length === 0 && hover === 'allowed')
      return matched.filter((node) => revealPaths.findHoverBox(node));
    const usable = nodes.map((node) => node.closest((one) => isShownInteractive(visibility, one)) ?? node);
    const interactive = usable.filter((node) => isShownInteractive(visibility, node));
    return withoutDoubles([...new Set(interactive.length > 0 ? interactive : usable)], context.pageState);
  }

  #ambiguousError(
    words: string,
    found: readonly PageNode[],
    context: RenderContext,
    { hover }: FindTargetOptions = {},
  ): SightlineError {
    const { targets } = this.#services;
    const lines = found.slice(0, MAX_CANDIDATES).map((node) => `  ${targets.renderCandidate(node, context)}`);
    if (found.length > MAX_CANDIDATES) lines.push(`  (${found.length - MAX_CANDIDATES} more)`);
    const outcome = hover === 'done' ? 'none was used' : 'nothing was done';
    const message = [`${found.length} elements fit ${quoteWords(words)}: ${outcome}.`, ...lines].join('\n');
    return new SightlineError('ambiguous', message, {
      hint: 'Use a number, or say more: button "NAME" in row "WORDS".',
    });
  }

  /** Of a part of the page that the words name: what it holds, and nothing of other parts. */
  #notInPlaceError(
    words: string,
    { name, box, controls }: NamedPlace,
    context: RenderContext,
  ): SightlineError {
    const { targets } = this.#services;
    const lines = controls
      .slice(0, MAX_CANDIDATES)
      .map((node) => `  ${targets.renderCandidate(node, context)}`);
    if (controls.length > lines.length) lines.push(`  (${controls.length - lines.length} more)`);
    const holds = box
      ? `${capitalize(name)} holds${lines.length > 0 ? ':' : ' nothing to use.'}`
      : `There is no ${name}.`;
    const message = [`Nothing that can be used now is called ${quoteWords(words)}. ${holds}`, ...lines].join(
      '\n',
    );
    return new SightlineError('not_found', message, {
      hint:
        lines.length > 0
          ? 'Use the number of one of these, or other words.'
          : 'Look at the page for what it has.',
    });
  }

  async #notFoundError(words: string, context: RenderContext): Promise<SightlineError> {
    const selector = parseSelector(words);
    const nearest = selector?.isExplicit
      ? findLikeSelector(selector.selector, context, this.#services)
      : await findNearest(nameIn(words), context, this.#services);
    const message = `Nothing that can be used now is called ${quoteWords(words)}.${nearest.length > 0 ? ' Nearest:' : ''}`;
    return new SightlineError('not_found', [message, ...nearest].join('\n'), {
      hint:
        nearest.length > 0
          ? 'Use the number of one of these, or other words.'
          : 'Look at the page for what it has.',
    });
  }
}

/** Visible texts of which an element without role and name is a box around them, not a control that they label. */
const MANY_TEXTS = 3;

/** In a box that listens for all that is in it (a calendar, a board) where the words stand, not the middle of the box. */
function whereWordsStand(words: string, node: PageNode, context: RenderContext): PageNode[] {
  const isBox = node.name === '' && node.role === '';
  if (!isBox || context.pageState.counts.visibleLeaves(node) < MANY_TEXTS) return [node];
  const texts = findExactTexts(words, context).filter((one) => one !== node && node.contains(one));
  return texts.length > 0 ? texts : [node];
}

/** Text that shows and says just these words, where nothing usable is called so: whoever listens may listen further out. */
function findExactTexts(words: string, { pageState: { visibility } }: RenderContext): PageNode[] {
  const wanted = foldLabel(words);
  return visibility.page.nodes
    .filter((node) => node.isText && foldLabel(node.text) === wanted)
    .filter((node) => !isRemoved(visibility, node))
    .flatMap((node) => node.parent ?? []);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const quoteWords = (words: string): string => quote(shorten(words, MAX_WORDS_LENGTH));
