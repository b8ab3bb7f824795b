import type { SelectorMatches } from '../../browser/locators/matchSelector.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { quote } from '../../render/escape.ts';
import type { RenderContext } from '../../render/RenderContext.ts';
import {
  findNamedElements,
  type TargetTest,
  withoutDoubles,
} from '../../search/targets/findNamedElements.ts';
import { parseSelector, type TargetSelector } from '../../search/targets/parseSelector.ts';
import { nameIn } from '../../search/targets/parseTargetPhrase.ts';
import { foldCase } from '../../search/words/Tokenizer.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { collapseSpaces, shorten } from '../../snapshot/shorten.ts';
import { isRemoved, isShownInteractive } from '../../visibility/Visibility.ts';
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
}

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
    if (isReference(reference)) return targets.resolve(reference, context);
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
    const { suits, toRead = false } = options;
    const selector = parseSelector(words);
    if (selector?.isExplicit) return this.#findBySelector(selector, context, toRead);
    const named = findNamedElements(words, context, { suits, orAny: toRead });
    if (named.length > 0) return named;
    const selected = selector
      ? await this.#findBySelector(selector, context, toRead).catch((): PageNode[] => [])
      : [];
    return selected.length > 0 || suits || toRead ? selected : findExactTexts(words, context);
  }

  async #findOne(words: string, context: RenderContext, options?: FindTargetOptions): Promise<PageNode> {
    const found = await this.candidates(words, context, options);
    if (found.length > 1) throw this.#ambiguousError(words, found, context);
    return found[0] ?? this.#throwNotFound(words, context);
  }

  async #findBySelector(
    { engine, selector }: TargetSelector,
    context: RenderContext,
    toRead: boolean,
  ): Promise<PageNode[]> {
    const { visibility } = context.pageState;
    const connection = await this.#services.connection();
    const matches: SelectorMatches[] =
      engine === 'css'
        ? await connection.matchSelector(selector, MAX_MATCHES)
        : await connection.matchLocator(selector);
    const nodes = matches
      .flatMap(({ document, ids }) => ids.map((id) => visibility.page.byIdentity(document, id)))
      .filter((node) => node !== undefined && !isRemoved(visibility, node)) as PageNode[];
    if (toRead) return nodes;
    const usable = nodes.map((node) => node.closest((one) => isShownInteractive(visibility, one)) ?? node);
    const interactive = usable.filter((node) => isShownInteractive(visibility, node));
    return withoutDoubles([...new Set(interactive.length > 0 ? interactive : usable)]);
  }

  #ambiguousError(words: string, found: readonly PageNode[], context: RenderContext): SightlineError {
    const { targets } = this.#services;
    const lines = found.slice(0, MAX_CANDIDATES).map((node) => `  ${targets.renderCandidate(node, context)}`);
    if (found.length > MAX_CANDIDATES) lines.push(`  (${found.length - MAX_CANDIDATES} more)`);
    const message = [`${found.length} elements fit ${quoteWords(words)}: nothing was done.`, ...lines].join(
      '\n',
    );
    return new SightlineError('ambiguous', message, {
      hint: 'Use a number, or say more: button "NAME" in row "WORDS".',
    });
  }

  async #throwNotFound(words: string, context: RenderContext): Promise<never> {
    const nearest = parseSelector(words)?.isExplicit
      ? []
      : await findNearest(nameIn(words), context, this.#services);
    const message = `Nothing that can be used now is called ${quoteWords(words)}.${nearest.length > 0 ? ' Nearest:' : ''}`;
    throw new SightlineError('not_found', [message, ...nearest].join('\n'), {
      hint:
        nearest.length > 0
          ? 'Use the number of one of these, or other words.'
          : 'Look at the page for what it has.',
    });
  }
}

/** Text that shows and says just these words, where nothing usable is called so: whoever listens may listen further out. */
function findExactTexts(words: string, { pageState: { visibility } }: RenderContext): PageNode[] {
  const wanted = foldCase(collapseSpaces(words));
  return visibility.page.nodes
    .filter((node) => node.isText && foldCase(collapseSpaces(node.text)) === wanted)
    .filter((node) => !isRemoved(visibility, node))
    .flatMap((node) => node.parent ?? []);
}

const quoteWords = (words: string): string => quote(shorten(words, MAX_WORDS_LENGTH));
