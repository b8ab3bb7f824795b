import { TEST_ID_ATTRIBUTES } from '../../snapshot/capturedAttributes.ts';
import { groupBy } from '../../snapshot/groupBy.ts';
import { REDACTED_PLACEHOLDER, redactUrl } from '../../snapshot/urls/redactUrl.ts';
import {
  allRoots,
  attribute,
  childrenOf,
  localName,
  matchesXPath,
  namespaceUri,
  parentNode,
  queryAll,
  rootNode,
} from '../dom/dom.ts';
import { MARK_ATTRIBUTE } from '../overlay/ElementMarks.ts';
import type { FoundLocators } from '../PageApi.ts';
import { UniqueTexts } from './UniqueTexts.ts';

/** Other attributes that identify an element, the best first. */
const NAMING_ATTRIBUTES = ['name', 'aria-label', 'placeholder', 'href', 'title', 'alt', 'for'];
const URL_ATTRIBUTES = new Set(['href']);
/** Longest value that a selector holds, UTF-16 units. */
const MAX_VALUE_LENGTH = 100;
/** Most steps of a path, and classes that are tried. */
const MAX_DEPTH = 40;
const MAX_CLASSES = 3;
/** A class that a person wrote: one with digits may be of a build. */
const PLAIN_CLASS = /^[a-z][a-z-]{1,29}$/i;
const PLAIN_TAG = /^[a-z][a-z\d-]*$/;

type TreeRoot = Document | ShadowRoot;

/** One notation of a path of child steps. */
interface PathSyntax {
  step(tag: string, index: number): string;
  anchor(id: string): string | undefined;
  separator: string;
  prefix: string;
  /** Undefined at the end of what the notation reaches. */
  parent(element: Element): Element | undefined;
}

/** Finds locators in the document of now; for a changed document create another finder. */
export class LocatorFinder {
  /** What Playwright's CSS reaches: it enters open shadow roots, and no others. */
  readonly #roots: TreeRoot[] = allRoots();
  readonly #searchableRoots: ReadonlySet<Node> = new Set(this.#roots);
  /** Place of each element among the siblings of its type, from 1; 0 where it has none. */
  readonly #siblingIndices = new Map<ParentNode, Map<Element, number>>();
  readonly #byTag = new Map<string, readonly Element[]>();
  readonly #uniqueTexts = new UniqueTexts(this.#roots);
  readonly #idUniqueness = new Map<Element, boolean>();

  locatorsFor(element: Element): FoundLocators {
    if (!this.#searchableRoots.has(rootNode(element))) return {};
    const id = attribute(element, 'id') ?? '';
    const found: Record<keyof FoundLocators, string | undefined> = {
      marked: this.#byAttribute(element, MARK_ATTRIBUTE, ''),
      testId: TEST_ID_ATTRIBUTES.map((name) => this.#byAttribute(element, name, '')).find(Boolean),
      id: id === '' || id.length > MAX_VALUE_LENGTH ? undefined : this.#ifUnique(element, idSelector(id)),
      css: this.#cssSelector(element),
      xpath: rootNode(element) === document ? this.#xpathSelector(element) : undefined,
      text: this.#uniqueTexts.selector(element),
    };
    return Object.fromEntries(Object.entries(found).filter(([, selector]) => selector !== undefined));
  }

  /** The selector, where it finds this element and no other. */
  #ifUnique(element: Element, selector: string): string | undefined {
    let found = 0;
    for (const root of this.#roots)
      for (const one of queryAll(root, selector)) if (one !== element || ++found > 1) return undefined;
    return found === 1 ? selector : undefined;
  }

  #byAttribute(element: Element, name: string, tag: string): string | undefined {
    const value = attribute(element, name);
    if (!value || value.length > MAX_VALUE_LENGTH || value.includes(REDACTED_PLACEHOLDER)) return undefined;
    if (URL_ATTRIBUTES.has(name) && (redactUrl(value) !== value || value.startsWith('data:')))
      return undefined;
    return this.#ifUnique(element, `${tag}[${name}=${cssString(value)}]`);
  }

  #cssSelector(element: Element): string | undefined {
    const tag = CSS.escape(localName(element));
    for (const name of NAMING_ATTRIBUTES) {
      const selector = this.#byAttribute(element, name, tag);
      if (selector) return selector;
    }
    const classes = (attribute(element, 'class') ?? '').split(/\s+/).filter((name) => PLAIN_CLASS.test(name));
    for (const name of classes.slice(0, MAX_CLASSES)) {
      const selector = this.#ifUnique(element, `${tag}.${name}`);
      if (selector) return selector;
    }
    return this.#shortestPath(element, this.#elementsByTag(localName(element), this.#roots), cssSyntax);
  }

  #xpathSelector(element: Element): string | undefined {
    const id = attribute(element, 'id');
    const anchored = id && this.#hasUniqueId(element) ? xpathSyntax.anchor(id) : undefined;
    const path = anchored
      ? `//${anchored}`
      : this.#shortestPath(element, this.#elementsByTag(localName(element), [document]), xpathSyntax);
    return path && path.length < 1_000 && xpathMatches(path, element) ? path : undefined;
  }

  /** All elements of a tag, the roots one after the other. */
  #elementsByTag(tag: string, roots: readonly TreeRoot[]): readonly Element[] {
    const key = `${roots.length} ${tag}`;
    const cached = this.#byTag.get(key) ?? roots.flatMap((root) => [...queryAll(root, CSS.escape(tag))]);
    this.#byTag.set(key, cached);
    return cached;
  }

  /**
   * The shortest path that ends in the element and in no other, begun at the first ancestor that has an id of
   * its own. `sameTagElements`: all elements of its tag, itself included.
   */
  #shortestPath(
    element: Element,
    sameTagElements: readonly Element[],
    syntax: PathSyntax,
  ): string | undefined {
    let candidates: (Element | undefined)[] = sameTagElements.filter((candidate) =>
      this.#mayMatchStep(candidate, element),
    );
    if (!candidates.includes(element)) return undefined;
    const steps = [this.#step(element, syntax)];
    for (let current = element; candidates.length > 1; ) {
      const ancestor = syntax.parent(current);
      if (!ancestor || steps.length > MAX_DEPTH) return undefined;
      const id = this.#hasUniqueId(ancestor) ? syntax.anchor(attribute(ancestor, 'id') as string) : undefined;
      steps.unshift(id ?? this.#step(ancestor, syntax));
      candidates = candidates
        .map((candidate) => candidate && syntax.parent(candidate))
        .filter(
          (candidate) => candidate && (id ? candidate === ancestor : this.#mayMatchStep(candidate, ancestor)),
        );
      current = ancestor;
    }
    return syntax.prefix + steps.join(syntax.separator);
  }

  #step(element: Element, { step }: PathSyntax): string {
    const tag = localName(element);
    return step(tag, this.#indexOf(element));
  }

  /** Whether a step that finds `element` may find the other one too: its index is added only where it has such siblings. */
  #mayMatchStep(other: Element, element: Element): boolean {
    if (localName(other) !== localName(element)) return false;
    const index = this.#indexOf(element);
    return index === 0 || index === Math.max(1, this.#indexOf(other));
  }

  #indexOf(element: Element): number {
    const parent = parentNode(element);
    if (!parent) return 0;
    const cached = this.#siblingIndices.get(parent) ?? indexSiblings(parent);
    this.#siblingIndices.set(parent, cached);
    return cached.get(element) ?? 0;
  }

  #hasUniqueId(element: Element): boolean {
    const cached = this.#idUniqueness.get(element);
    if (cached !== undefined) return cached;
    const id = attribute(element, 'id');
    const isUnique = Boolean(
      id && id.length <= MAX_VALUE_LENGTH && this.#ifUnique(element, idSelector(id)) !== undefined,
    );
    this.#idUniqueness.set(element, isUnique);
    return isUnique;
  }
}

const cssSyntax: PathSyntax = {
  step: (tag, index) => CSS.escape(tag) + (index > 0 ? `:nth-of-type(${index})` : ''),
  anchor: idSelector,
  separator: ' > ',
  prefix: '',
  parent: (element) => {
    const parent = parentNode(element);
    if (parent instanceof ShadowRoot) return parent.host;
    return parent instanceof Element ? parent : undefined;
  },
};

const xpathSyntax: PathSyntax = {
  step: (tag, index) =>
    (PLAIN_TAG.test(tag) ? tag : `*[local-name()=${xpathString(tag) ?? '""'}]`) +
    (index > 0 ? `[${index}]` : ''),
  anchor: (id) => {
    const literal = xpathString(id);
    return literal && `*[@id=${literal}]`;
  },
  separator: '/',
  prefix: '//',
  parent: (element) => {
    const parent = parentNode(element);
    return parent instanceof Element ? parent : undefined;
  },
};

/** Drawings have a namespace, which a plain name in XPath does not reach. */
function xpathMatches(path: string, element: Element): boolean {
  try {
    return matchesXPath(path, element);
  } catch {
    return false;
  }
}

function indexSiblings(parent: ParentNode): Map<Element, number> {
  const byType = groupBy(childrenOf(parent), (child) => `${namespaceUri(child) ?? ''} ${localName(child)}`);
  const indices = new Map<Element, number>();
  for (const siblings of byType.values())
    if (siblings.length > 1) for (const [i, child] of siblings.entries()) indices.set(child, i + 1);
  return indices;
}

/** Playwright trims selectors, and does not read every escape: an id that needs one is written as an attribute. */
function idSelector(id: string): string {
  return /^-?[a-z_][\w-]*$/i.test(id) ? `#${id}` : `[id=${cssString(id)}]`;
}

/** A CSS string. Line breaks and other controls are written by their code. */
function cssString(value: string): string {
  const escaped = value
    .replace(/["\\]/g, '\\$&')
    .replace(/[\u0000-\u001f\u007f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
  return `"${escaped}"`;
}

/** XPath has no escapes: undefined where a text holds quotes of both kinds. */
function xpathString(value: string): string | undefined {
  if (!value.includes('"')) return `"${value}"`;
  return value.includes("'") ? undefined : `'${value}'`;
}

/** What Playwright's role engine walks by. */
const TRAVERSAL_PROPERTIES = [
  'parentElement',
  'parentNode',
  'assignedSlot',
  'shadowRoot',
  'firstChild',
  'nextSibling',
  'children',
  'childNodes',
  'ownerDocument',
  'getRootNode',
  'nodeName',
  'nodeType',
];

/**
 * Whether no form has a control that stands for one of the properties by which Playwright goes from element to
 * element. With `<input name="parentElement">` it would go up and down between the two, and the page never answer again.
 */
export function isSafeToTraverse(): boolean {
  const clobbering = TRAVERSAL_PROPERTIES.map((name) => `[name=${name}],[id=${name}]`).join();
  return allRoots().every((root) => queryAll(root, clobbering).length === 0);
}
