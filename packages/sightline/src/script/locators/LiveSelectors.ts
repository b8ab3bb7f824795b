import type { SelectorMatches } from '../../browser/locators/matchSelector.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { groupBy } from '../../snapshot/groupBy.ts';
import type { Page, PageNode } from '../../snapshot/Page.ts';
import { findUnclosed } from '../../snapshot/selectors/findUnclosed.ts';
import { invalidSelector } from '../../snapshot/selectors/invalidSelector.ts';
import { stepKey } from './LocatorIndex.ts';
import { inPageOrder } from './within.ts';

/** Most matches of a selector in one document. */
const MAX_MATCHES = 20_000;

const ENGINE_PREFIX = /^\s*\*?[a-z_][\w:+-]*\s*=/i;
const XPATH = /^\s*(?:\(*\/\/|\.\.)/;
const PLAYWRIGHT_PARTS =
  /:(?:has-text|text|text-is|text-matches|visible|nth-match|light|right-of|left-of|above|below|near)\b|>>|^\s*["']/;
/** What changes without a change of the page. */
const POINTER_STATE = /:(?:hover|active|focus)/;
const COMBINATOR = /\S[\s>+~]+\S/;

/**
 * What selectors find on the live page, each asked once until the DOM changes: the capture does not hold every attribute. A selector of CSS alone is
 * answered by the browser, in closed shadow roots too; any other by Playwright.
 */
export class LiveSelectors {
  readonly #page: Page;
  readonly #connect: () => Promise<PageConnection>;
  readonly #hasShadowRoots: () => boolean;
  readonly #onIncomplete: () => void;
  #revision: string | undefined;
  readonly #found = new Map<string, Promise<readonly PageNode[]>>();

  /** `onIncomplete`: where shapes of drawings are found that the page was captured without. */
  constructor(
    page: Page,
    connect: () => Promise<PageConnection>,
    hasShadowRoots: () => boolean,
    onIncomplete: () => void,
  ) {
    this.#page = page;
    this.#connect = connect;
    this.#hasShadowRoots = hasShadowRoots;
    this.#onIncomplete = onIncomplete;
  }

  /** In document order; `roots`: what it finds from these. Throws `invalid_selector`. */
  async find(selector: string, roots?: readonly PageNode[]): Promise<readonly PageNode[]> {
    const connection = await this.#connect();
    const { revision } = connection;
    if (revision !== this.#revision) this.#found.clear();
    this.#revision = revision;
    const key = stepKey(selector, roots);
    const known = this.#found.get(key) ?? this.#ask(selector, roots, connection);
    if (POINTER_STATE.test(selector)) return known;
    this.#found.set(key, known);
    known.catch(() => this.#found.delete(key));
    return known;
  }

  async #ask(
    selector: string,
    roots: readonly PageNode[] | undefined,
    connection: PageConnection,
  ): Promise<readonly PageNode[]> {
    const css = selector.replace(/^\s*css\s*=/i, '');
    if (roots || this.#needsPlaywright(css))
      return this.#nodesOf(await connection.matchLocator(selector, roots && idsByDocument(roots)));
    const unclosed = findUnclosed(css);
    if (unclosed !== undefined) throw invalidSelector(selector, `${unclosed} is not closed.`);
    return this.#nodesOf(await connection.matchSelector(css, MAX_MATCHES));
  }

  #needsPlaywright(css: string): boolean {
    const plain = css.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
    if (ENGINE_PREFIX.test(plain) || XPATH.test(plain) || PLAYWRIGHT_PARTS.test(plain)) return true;
    return this.#hasShadowRoots() && COMBINATOR.test(plain);
  }

  #nodesOf(matches: readonly SelectorMatches[]): readonly PageNode[] {
    if (matches.some(({ isIncomplete }) => isIncomplete)) this.#onIncomplete();
    const nodes = matches.flatMap(({ document, ids }) =>
      ids.map((id) => this.#page.byIdentity(document, id)),
    );
    return inPageOrder(nodes.filter((node) => node !== undefined));
  }
}

function idsByDocument(roots: readonly PageNode[]): Map<string, number[]> {
  const groups = groupBy(roots, ({ document }) => document.key);
  return new Map([...groups].map(([key, nodes]) => [key, nodes.map(({ id }) => id)]));
}
