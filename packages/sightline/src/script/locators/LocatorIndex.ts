import { addToGroup } from '../../snapshot/groupBy.ts';
import { elementKey, type PageDocument, type PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { urlTest } from '../words/urlTest.ts';
import { DocumentText, isTextHolder } from './DocumentText.ts';
import { ElementLabels, type LabelledElement } from './ElementLabels.ts';
import { isBareHandle } from './isBareHandle.ts';
import type { TextPattern } from './LocatorSpec.ts';
import { type ComparedText, regexTest, toCompared } from './matchPattern.ts';
import { playwrightRole } from './playwrightRole.ts';

/** What locators are looked up in: indexes of one captured page, each built when it is first used. */
export class LocatorIndex {
  /** Every element, hidden ones too, in document order. */
  readonly elements: readonly PageNode[];
  readonly #pageState: PageState;
  #byRole: ReadonlyMap<string, readonly PageNode[]> | undefined;
  #hidden: Uint8Array | undefined;
  #ariaHidden: Uint8Array | undefined;
  #labelled: readonly LabelledElement[] | undefined;
  #drawn: readonly PageNode[] | undefined;
  #hasShadowRoots: boolean | undefined;
  readonly #names: ComparedText[] = [];
  readonly #byAttribute = new Map<string, readonly PageNode[]>();
  readonly #texts = new Map<PageDocument, DocumentText>();
  readonly #found = new Map<string, readonly PageNode[]>();

  constructor(pageState: PageState) {
    this.#pageState = pageState;
    this.elements = pageState.page.nodes.filter(isNamedElement);
  }

  /** Whether CSS may have to be matched across shadow roots. */
  get hasShadowRoots(): boolean {
    this.#hasShadowRoots ??= this.#pageState.page.nodes.some(({ tag }) => tag === '#shadow-open');
    return this.#hasShadowRoots;
  }

  /** What a step finds on the whole page, remembered under its key. */
  remember(key: string, find: () => readonly PageNode[]): readonly PageNode[] {
    const known = this.#found.get(key) ?? find();
    this.#found.set(key, known);
    return known;
  }

  /** The elements with a role, as Playwright understands roles. */
  withRole(role: string): readonly PageNode[] {
    if (!this.#byRole) {
      const byRole = new Map<string, PageNode[]>();
      for (const node of this.elements) addToGroup(byRole, playwrightRole(node), node);
      this.#byRole = byRole;
    }
    return this.#byRole.get(role) ?? [];
  }

  /** The items with a role, by the words that a look shows behind a control in them: `(article "Getting started")`. */
  withItemLabel(role: string, fits: (label: ComparedText) => boolean): readonly PageNode[] {
    const items = [...this.#pageState.itemContexts.values()].filter(
      ({ item, label }) => playwrightRole(item) === role && fits(toCompared(label)),
    );
    return [...new Set(items.map(({ item }) => item))];
  }

  /** Controls without text of their own, whose words a style sheet draws before or after them. */
  get drawn(): readonly PageNode[] {
    const { interactive } = this.#pageState.visibility;
    this.#drawn ??= this.elements.filter(
      (node) =>
        interactive[node.index] === 1 &&
        node.name !== '' &&
        !NAMING_ATTRIBUTES.some((name) => name in node.attributes) &&
        isTextHolder(node) &&
        this.textOf(node).lowerTextOf(node, 'spaced') === '',
    );
    return this.#drawn;
  }

  /** The frame elements whose documents have an address. */
  framesAt(url: TextPattern): readonly PageNode[] {
    const test = typeof url === 'string' ? urlTest(url) : regexTest(url);
    return this.#pageState.page.documents.flatMap((one) => (one.owner && test(one.url) ? [one.owner] : []));
  }

  withAttribute(name: string): readonly PageNode[] {
    const known = this.#byAttribute.get(name) ?? this.elements.filter(({ attributes }) => name in attributes);
    this.#byAttribute.set(name, known);
    return known;
  }

  /** The texts of an element's document. */
  textOf({ document }: PageNode): DocumentText {
    const { nodes } = this.#pageState.page;
    const root = nodes[document.owner ? document.owner.index + 1 : 0] as PageNode;
    const text = this.#texts.get(document) ?? new DocumentText(root, nodes);
    this.#texts.set(document, text);
    return text;
  }

  /** The texts of all documents. */
  *texts(): Generator<DocumentText> {
    const { documents, nodes } = this.#pageState.page;
    for (const { owner } of documents) {
      const root = nodes[owner ? owner.index + 1 : 0];
      if (root) yield this.textOf(root);
    }
  }

  /** The accessible name of an element; of a row in parts, of all of them. */
  nameOf(node: PageNode): ComparedText {
    const { index } = node;
    const compared =
      this.#names[index] ??
      toCompared(
        this.partsOf(node)
          .map(({ name }) => name)
          .join(' '),
      );
    this.#names[index] = compared;
    return compared;
  }

  /** All parts of a row that pinned columns split, in document order; of any other element, itself. */
  partsOf(node: PageNode): readonly PageNode[] {
    return this.#pageState.partsOf(node);
  }

  /** The elements that have labels. */
  get labelled(): readonly LabelledElement[] {
    this.#labelled ??= new ElementLabels(this.elements, (label) =>
      this.textOf(label).textOf(label, 'spaced'),
    ).all();
    return this.#labelled;
  }

  /** Whether a person sees it, now or by scrolling. What holds nothing but covered elements is covered. */
  isSeen(node: PageNode): boolean {
    this.#hidden ??= findHidden(this.#pageState);
    return this.#hidden[node.index] !== 1;
  }

  /** Whether it, or an element around it, is hidden from assistive technology. */
  isAriaHidden(node: PageNode): boolean {
    this.#ariaHidden ??= findAriaHidden(this.#pageState.page.nodes);
    return this.#ariaHidden[node.index] === 1;
  }
}

/** By which an element without text has a name. */
const NAMING_ATTRIBUTES = ['aria-label', 'aria-labelledby', 'title', 'alt', 'value', 'placeholder'];

/** Elements that have an identity of their own: no text, no shadow root. */
const isNamedElement = (node: PageNode): boolean => node.isElement && !node.tag.startsWith('#');

/** 1 for nodes that are removed for a reason, and for what holds nothing else that could be seen. */
function findHidden({ visibility, page: { nodes } }: PageState): Uint8Array {
  const { decisions, interactive } = visibility;
  const hidden = new Uint8Array(nodes.length);
  // Bits: 1 something in it is seen, 2 something in it is covered.
  const holds = new Uint8Array(nodes.length);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i] as PageNode;
    const { kind, rule } = decisions[i] ?? {};
    const isRemoved = kind === 'remove' && rule !== 'labels' && !isBareHandle(node, decisions[i]);
    const isCovered = rule === 'occluded' || rule === 'behindModal' || (!isRemoved && holds[i] === 2);
    const isHidden = isRemoved || (isCovered && interactive[i] !== 1);
    if (isHidden) hidden[i] = 1;
    const parent = node.parent?.index;
    if (parent !== undefined)
      holds[parent] = (holds[parent] as number) | (isHidden ? (isCovered ? 2 : 0) : 1);
  }
  return hidden;
}

function findAriaHidden(nodes: readonly PageNode[]): Uint8Array {
  const hidden = new Uint8Array(nodes.length);
  for (const { index, parent, attributes } of nodes)
    if (attributes['aria-hidden']?.toLowerCase() === 'true' || (parent && hidden[parent.index] === 1))
      hidden[index] = 1;
  return hidden;
}

/** Identifies a step, and what it is asked from, within one captured page. */
export const stepKey = (step: unknown, scope: readonly PageNode[] = []): string =>
  `${JSON.stringify(step)} ${scope.map(elementKey).join()}`;
