import type { PageNode } from '../../snapshot/Page.ts';
import { BLOCK_SPACINGS, type BlockSpacing, isTextHolder, lowerCase, normalizeText } from './DocumentText.ts';
import { type LocatorIndex, stepKey } from './LocatorIndex.ts';
import type {
  FilterStep,
  JoinStep,
  LocatorSpec,
  LocatorStep,
  RoleStep,
  TextPattern,
  TextStep,
} from './LocatorSpec.ts';
import { attributeTest, regexTest, type TextTest, textTest } from './matchPattern.ts';
import { statesTest } from './playwrightRole.ts';
import type { SearchPauses } from './SearchPauses.ts';
import { byDocument, inPageOrder, type LocatorScope, within } from './within.ts';

/** What a captured page cannot answer by itself. */
export interface LocatorSources {
  /** What a selector finds on the page, or from these elements, in document order. */
  css(selector: string, roots?: readonly PageNode[]): Promise<readonly PageNode[]>;
  /** The element of a number. */
  ref(number: number): PageNode;
  /** What words name. */
  words(words: string): Promise<readonly PageNode[]>;
}

/** What was found, and the details for an error where that is not one element. */
export interface LocatorFindings {
  found: PageNode[];
  /** What would be found if it were seen. */
  hidden: PageNode[];
  /** How many steps it took until nothing was left, hidden elements included; undefined where something was. */
  emptyAfter: number | undefined;
}

export interface SearchOptions {
  /** What is not seen is found too. */
  withHidden: boolean;
  /** What all of it is searched in; default the page. */
  base?: LocatorScope;
  /** Locators in locators are looked up for each element: that may take long. */
  pauses: SearchPauses;
  /** What no role and name finds may be an item that a look calls so. Default false. */
  byItemLabel?: boolean;
}

interface StepsRun {
  /** Hidden ones too. */
  found: readonly PageNode[];
  takesHidden: boolean;
  emptyAfter: number | undefined;
}

/** A selector whose meaning depends on where it is asked from. */
const RELATIVE_SELECTOR = /^\s*[>+~]|:scope\b/;

/** Evaluates locators on one captured page. */
export class LocatorSearch {
  readonly #index: LocatorIndex;
  readonly #sources: LocatorSources;
  /** Results in document order, by the list that was found: for reading one position after the other. */
  readonly #allOf = new WeakMap<readonly PageNode[], readonly PageNode[]>();
  /** The same of visible results alone. */
  readonly #seenOf = new WeakMap<readonly PageNode[], readonly PageNode[]>();

  constructor(index: LocatorIndex, sources: LocatorSources) {
    this.#index = index;
    this.#sources = sources;
  }

  async find(locator: LocatorSpec, options: SearchOptions): Promise<LocatorFindings> {
    const { found, takesHidden, emptyAfter } = await this.#run(locator, options);
    const seen = byDocument(takesHidden ? found : this.#seen(found));
    const hidden = seen.length === found.length ? [] : found.filter((node) => !this.#index.isSeen(node));
    return { found: seen, hidden, emptyAfter };
  }

  async #run(locator: LocatorSpec, options: SearchOptions): Promise<StepsRun> {
    const { withHidden, base, pauses } = options;
    let found: readonly PageNode[] = [];
    let scope = base;
    let takesHidden = withHidden;
    let emptyAfter: number | undefined;
    for (const [i, step] of locator.entries()) {
      await pauses.pause();
      takesHidden ||= asksForHidden(step);
      if (step.by === 'filter') found = await this.#filter(found, step, options);
      else if (step.by === 'nth') found = pick(this.#inDocumentOrder(found, takesHidden), step.index);
      else if ('locator' in step) {
        const other = await this.#run(step.locator, options);
        takesHidden ||= other.takesHidden;
        found = step.by === 'or' ? inPageOrder([...found, ...other.found]) : intersect(found, other.found);
      } else found = await this.#search(step, scope);
      if (found.length === 0 && options.byItemLabel && step.by === 'role')
        found = inScope(this.#withItemLabel(step), scope);
      scope = { nodes: this.#withParts(found), isFrame: step.by === 'frame' };
      emptyAfter = found.length > 0 ? undefined : (emptyAfter ?? i + 1);
    }
    return { found, takesHidden, emptyAfter };
  }

  #inDocumentOrder(found: readonly PageNode[], takesHidden: boolean): readonly PageNode[] {
    const sorted = takesHidden ? this.#allOf : this.#seenOf;
    const known = sorted.get(found) ?? byDocument(takesHidden ? found : this.#seen(found));
    sorted.set(found, known);
    return known;
  }

  /** What is in one part of a row is in the row. */
  #withParts(found: readonly PageNode[]): readonly PageNode[] {
    const isSplit = found.some((node) => this.#index.partsOf(node).length > 1);
    return isSplit ? inPageOrder(found.flatMap((node) => this.#index.partsOf(node))) : found;
  }

  #seen(found: readonly PageNode[]): PageNode[] {
    return found.filter((node) => this.#index.isSeen(node));
  }

  async #search(
    step: Exclude<LocatorStep, FilterStep | JoinStep | { by: 'nth'; index: number }>,
    scope: LocatorScope | undefined,
  ): Promise<readonly PageNode[]> {
    switch (step.by) {
      case 'ref':
        return inScope([this.#sources.ref(step.ref)], scope);
      case 'words':
        return inScope(await this.#sources.words(step.words), scope);
      case 'css':
        return this.#select(step.selector, scope);
      case 'frame':
        if (step.url !== undefined) return inScope(this.#index.framesAt(step.url), scope);
        return step.selector === undefined ? (scope?.nodes ?? []) : this.#select(step.selector, scope);
      case 'text':
        return inScope(
          this.#index.remember(stepKey(step), () => this.#withText(step)),
          scope,
          true,
        );
      case 'role':
        return inScope(
          this.#index.remember(stepKey(step), () => this.#withRole(step)),
          scope,
        );
      default:
        return inScope(
          this.#index.remember(stepKey(step), () => this.#withAttribute(step)),
          scope,
        );
    }
  }

  async #select(selector: string, scope: LocatorScope | undefined): Promise<readonly PageNode[]> {
    if (scope && !scope.isFrame && RELATIVE_SELECTOR.test(selector))
      return this.#sources.css(selector, scope.nodes);
    return inScope(await this.#sources.css(selector), scope);
  }

  #withRole({ role, name, exact, includeHidden, ...states }: RoleStep): PageNode[] {
    const isNamed = name === undefined ? () => true : textTest(name, exact);
    const hasStates = statesTest(states);
    return this.#index
      .withRole(role.toLowerCase())
      .filter(
        (node) =>
          this.#index.partsOf(node)[0] === node &&
          isNamed(this.#index.nameOf(node)) &&
          hasStates(node) &&
          (includeHidden || !this.#index.isAriaHidden(node)),
      );
  }

  #withItemLabel({ role, name = '', exact, ...states }: RoleStep): PageNode[] {
    if (name === '') return [];
    const hasStates = statesTest(states);
    return this.#index.withItemLabel(role.toLowerCase(), textTest(name, exact)).filter(hasStates);
  }

  /** Where no text of the page is seen that says so, what a style sheet draws. */
  #withText(step: TextStep): PageNode[] {
    const found = this.#withOwnText(step);
    if (found.some((node) => this.#index.isSeen(node))) return found;
    const isCalledSo = textTest(step.text, step.exact);
    return inPageOrder([
      ...found,
      ...this.#index.drawn.filter((node) => isCalledSo(this.#index.nameOf(node))),
    ]);
  }

  #withOwnText({ text, exact = false }: TextStep): PageNode[] {
    if (typeof text !== 'string') {
      const test = regexTest(text);
      return firstFound((spacing) => this.#smallest(this.#anyText(test, spacing)));
    }
    const words = normalizeText(text);
    if (words === '') return this.#smallest(() => !exact);
    return firstFound((spacing) =>
      inPageOrder([...this.#index.texts()].flatMap((one) => one.findSmallest(words, exact, spacing))),
    );
  }

  /** Those that pass and have no child that does. */
  #smallest(test: (node: PageNode) => boolean): PageNode[] {
    const passing = new Set(this.#index.elements.filter((node) => isTextHolder(node) && test(node)));
    const withPassingChild = new Set<PageNode>();
    for (const node of passing) {
      const parent = node.parent?.closest(isTextHolder);
      if (parent && parent.document === node.document) withPassingChild.add(parent);
    }
    return [...passing].filter((node) => !withPassingChild.has(node));
  }

  #anyText(
    test: TextTest,
    spacing: BlockSpacing,
    partsOf: (node: PageNode) => readonly PageNode[] = (node) => [node],
  ): (node: PageNode) => boolean {
    const known = new Map<string, boolean>();
    return (node) => {
      const texts = partsOf(node).map((part) => this.#index.textOf(part).textOf(part, spacing));
      const text = texts.join(' ');
      const result = known.get(text) ?? test(text);
      known.set(text, result);
      return result;
    };
  }

  #withAttribute({ by, text, exact }: TextStep): PageNode[] {
    if (by === 'label') return this.#withLabel(text, exact);
    const name = { placeholder: 'placeholder', title: 'title', altText: 'alt', testId: 'data-testid' }[
      by as Exclude<TextStep['by'], 'text' | 'label'>
    ];
    const test = attributeTest(text, exact || by === 'testId');
    return this.#index.withAttribute(name).filter(({ attributes }) => test(attributes[name] ?? ''));
  }

  #withLabel(text: TextPattern, exact: boolean | undefined): PageNode[] {
    const test = textTest(text, exact);
    return this.#index.labelled.filter(({ labels }) => labels.some(test)).map(({ node }) => node);
  }

  async #filter(
    found: readonly PageNode[],
    { hasText, hasNotText, has, hasNot, visible }: FilterStep,
    options: SearchOptions,
  ): Promise<PageNode[]> {
    let left = [...found];
    if (hasText !== undefined) left = this.#holdingText(left, hasText);
    if (hasNotText !== undefined) {
      const holding = new Set(this.#holdingText(left, hasNotText));
      left = left.filter((node) => !holding.has(node));
    }
    if (visible !== undefined) left = left.filter((node) => this.#index.isSeen(node) === visible);
    if (has) left = await this.#holding(left, has, options, true);
    if (hasNot) left = await this.#holding(left, hasNot, options, false);
    return left;
  }

  #holdingText(nodes: readonly PageNode[], pattern: TextPattern): PageNode[] {
    return firstFound((spacing) => nodes.filter(this.#textFilter(pattern, spacing)));
  }

  #textFilter(pattern: TextPattern, spacing: BlockSpacing): (node: PageNode) => boolean {
    const partsOf = (node: PageNode): readonly PageNode[] => this.#index.partsOf(node);
    if (typeof pattern !== 'string') return this.#anyText(regexTest(pattern), spacing, partsOf);
    const words = lowerCase(normalizeText(pattern));
    return (node) =>
      partsOf(node).some((part) => this.#index.textOf(part).lowerTextOf(part, spacing).includes(words));
  }

  async #holding(
    nodes: readonly PageNode[],
    inner: LocatorSpec,
    { withHidden, pauses }: SearchOptions,
    wanted: boolean,
  ): Promise<PageNode[]> {
    const possible = isSubsetAnywhere(inner)
      ? inPageOrder((await this.find(inner, { withHidden, pauses })).found)
      : undefined;
    const kept: PageNode[] = [];
    for (const node of nodes) {
      const scope = { nodes: this.#index.partsOf(node), isFrame: false };
      // Only where the page has it at all is it looked for in each element.
      const mayHold = possible === undefined || within(possible, scope, true).length > 0;
      const holds = mayHold && (await this.find(inner, { withHidden, pauses, base: scope })).found.length > 0;
      if (holds === wanted) kept.push(node);
    }
    return kept;
  }
}

/** What the text says with a space between blocks; else without. */
function firstFound(find: (spacing: BlockSpacing) => PageNode[]): PageNode[] {
  for (const spacing of BLOCK_SPACINGS) {
    const nodes = find(spacing);
    if (nodes.length > 0) return nodes;
  }
  return [];
}

const asksForHidden = (step: LocatorStep): boolean =>
  (step.by === 'role' && step.includeHidden === true) || (step.by === 'filter' && step.visible === false);

/** Whether what it finds within an element is a part of what it finds on the page. */
function isSubsetAnywhere(locator: LocatorSpec): boolean {
  return locator.every((step) => {
    if (step.by === 'css' || step.by === 'frame') return !RELATIVE_SELECTOR.test(step.selector ?? '');
    if ('locator' in step) return isSubsetAnywhere(step.locator);
    return step.by !== 'nth';
  });
}

function intersect(found: readonly PageNode[], others: readonly PageNode[]): PageNode[] {
  const set = new Set(others);
  return found.filter((node) => set.has(node));
}

const inScope = (
  found: readonly PageNode[],
  scope: LocatorScope | undefined,
  inclusive = false,
): readonly PageNode[] => (scope ? within(found, scope, inclusive) : found);

function pick(found: readonly PageNode[], position: number): PageNode[] {
  const node = found.at(position < 0 && position !== -1 ? found.length : position);
  return node ? [node] : [];
}
