import { FILLED, publicUrl } from '../model/publicUrl.ts';
import {
  allRoots,
  attribute,
  childrenOf,
  localName,
  matchesXPath,
  namespace,
  parentOf,
  queryAll,
  rootOf,
} from './dom.ts';
import { MARK } from './Marks.ts';
import { OwnTexts } from './ownTexts.ts';

/**
 * Selectors that Playwright takes as they stand, each of which finds this one element in the document as it is now:
 * what finds another or more is left out. None for what Playwright's selectors do not reach: in closed shadow roots.
 */
export interface FoundLocators {
  /** By the attribute that was written into the page for it (`Marks`). */
  marked?: string;
  testId?: string;
  id?: string;
  css?: string;
  /** Not in shadow roots: XPath does not enter them. */
  xpath?: string;
  /** By a run of its own text. */
  text?: string;
}

/** What the page script answers for some elements. */
export interface Answer {
  /** In the order they were asked for. */
  found: FoundLocators[];
  /** False where Playwright must not be asked for roles: see `isWalkable`. */
  walkable: boolean;
}

/** `data-testid` is Playwright's own; the others are as common. */
const TEST_IDS = ['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'];
/** What else tells an element, the best first. */
const TELLING = ['name', 'aria-label', 'placeholder', 'href', 'title', 'alt', 'for'];
const ADDRESSES = new Set(['href']);
/** Longest value that a selector holds, UTF-16 units. */
const LONGEST = 100;
/** Most steps of a path, and classes that are tried. */
const DEEPEST = 40;
const CLASSES = 3;
/** A class that a person wrote: one with digits may be of a build. */
const PLAIN_CLASS = /^[a-z][a-z-]{1,29}$/i;
const PLAIN_TAG = /^[a-z][a-z\d-]*$/;

type Root = Document | ShadowRoot;

/** One notation of a path of child steps. */
interface Notation {
  step(tag: string, index: number): string;
  anchor(id: string): string | undefined;
  join: string;
  begin: string;
  /** Undefined at the end of what the notation reaches. */
  parent(element: Element): Element | undefined;
}

/** Finds locators in the document as it stands: to be made anew when it has changed. */
export class LocatorFinder {
  /** What Playwright's CSS reaches: it enters open shadow roots, and no others. */
  readonly #roots: Root[] = allRoots();
  readonly #reached: ReadonlySet<Node> = new Set(this.#roots);
  /** Place of each element among the siblings of its type, from 1; 0 where it has none. */
  readonly #indices = new Map<ParentNode, Map<Element, number>>();
  readonly #byTag = new Map<string, readonly Element[]>();
  readonly #texts = new OwnTexts(this.#roots);
  readonly #onlyIds = new Map<Element, boolean>();

  of(element: Element): FoundLocators {
    if (!this.#reached.has(rootOf(element))) return {};
    const id = attribute(element, 'id') ?? '';
    const found: Record<keyof FoundLocators, string | undefined> = {
      marked: this.#byAttribute(element, MARK, ''),
      testId: TEST_IDS.map((name) => this.#byAttribute(element, name, '')).find(Boolean),
      id: id === '' || id.length > LONGEST ? undefined : this.#unique(element, idSelector(id)),
      css: this.#css(element),
      xpath: rootOf(element) === document ? this.#xpath(element) : undefined,
      text: this.#texts.selector(element),
    };
    return Object.fromEntries(Object.entries(found).filter(([, selector]) => selector !== undefined));
  }

  /** The selector, where it finds this element and no other. */
  #unique(element: Element, selector: string): string | undefined {
    let found = 0;
    for (const root of this.#roots)
      for (const one of queryAll(root, selector)) if (one !== element || ++found > 1) return undefined;
    return found === 1 ? selector : undefined;
  }

  #byAttribute(element: Element, name: string, tag: string): string | undefined {
    const value = attribute(element, name);
    if (!value || value.length > LONGEST || value.includes(FILLED)) return undefined;
    if (ADDRESSES.has(name) && (publicUrl(value) !== value || value.startsWith('data:'))) return undefined;
    return this.#unique(element, `${tag}[${name}=${cssString(value)}]`);
  }

  #css(element: Element): string | undefined {
    const tag = CSS.escape(localName(element));
    for (const name of TELLING) {
      const selector = this.#byAttribute(element, name, tag);
      if (selector) return selector;
    }
    const classes = (attribute(element, 'class') ?? '').split(/\s+/).filter((name) => PLAIN_CLASS.test(name));
    for (const name of classes.slice(0, CLASSES)) {
      const selector = this.#unique(element, `${tag}.${name}`);
      if (selector) return selector;
    }
    return this.#path(element, this.#tagged(localName(element), this.#roots), css);
  }

  #xpath(element: Element): string | undefined {
    const id = attribute(element, 'id');
    const anchored = id && this.#hasOnlyId(element) ? xpath.anchor(id) : undefined;
    const path = anchored
      ? `//${anchored}`
      : this.#path(element, this.#tagged(localName(element), [document]), xpath);
    return path && path.length < 1_000 && finds(path, element) ? path : undefined;
  }

  /** All elements of a tag, the roots one after the other. */
  #tagged(tag: string, roots: readonly Root[]): readonly Element[] {
    const key = `${roots.length} ${tag}`;
    const known = this.#byTag.get(key) ?? roots.flatMap((root) => [...queryAll(root, CSS.escape(tag))]);
    this.#byTag.set(key, known);
    return known;
  }

  /**
   * The shortest path that ends in the element and in none of its twins, begun at the first ancestor that has an id of
   * its own. `twins`: all elements of its tag, itself included.
   */
  #path(element: Element, twins: readonly Element[], notation: Notation): string | undefined {
    let rivals: (Element | undefined)[] = twins.filter((twin) => this.#isAlike(twin, element));
    if (!rivals.includes(element)) return undefined;
    const steps = [this.#step(element, notation)];
    for (let at = element; rivals.length > 1; ) {
      const above = notation.parent(at);
      if (!above || steps.length > DEEPEST) return undefined;
      const id = this.#hasOnlyId(above) ? notation.anchor(attribute(above, 'id') as string) : undefined;
      steps.unshift(id ?? this.#step(above, notation));
      rivals = rivals
        .map((rival) => rival && notation.parent(rival))
        .filter((rival) => rival && (id ? rival === above : this.#isAlike(rival, above)));
      at = above;
    }
    return notation.begin + steps.join(notation.join);
  }

  #step(element: Element, { step }: Notation): string {
    const tag = localName(element);
    return step(tag, this.#indexOf(element));
  }

  /** Whether a step that finds `element` may find the other one too: its place is told only where it has siblings. */
  #isAlike(other: Element, element: Element): boolean {
    if (localName(other) !== localName(element)) return false;
    const index = this.#indexOf(element);
    return index === 0 || index === Math.max(1, this.#indexOf(other));
  }

  #indexOf(element: Element): number {
    const parent = parentOf(element);
    if (!parent) return 0;
    const known = this.#indices.get(parent) ?? countTypes(parent);
    this.#indices.set(parent, known);
    return known.get(element) ?? 0;
  }

  #hasOnlyId(element: Element): boolean {
    const known = this.#onlyIds.get(element);
    if (known !== undefined) return known;
    const id = attribute(element, 'id');
    const only = Boolean(id && id.length <= LONGEST && this.#unique(element, idSelector(id)) !== undefined);
    this.#onlyIds.set(element, only);
    return only;
  }
}

const css: Notation = {
  step: (tag, index) => CSS.escape(tag) + (index > 0 ? `:nth-of-type(${index})` : ''),
  anchor: idSelector,
  join: ' > ',
  begin: '',
  parent: (element) => {
    const parent = parentOf(element);
    if (parent instanceof ShadowRoot) return parent.host;
    return parent instanceof Element ? parent : undefined;
  },
};

const xpath: Notation = {
  step: (tag, index) =>
    (PLAIN_TAG.test(tag) ? tag : `*[local-name()=${xpathString(tag) ?? '""'}]`) +
    (index > 0 ? `[${index}]` : ''),
  anchor: (id) => {
    const literal = xpathString(id);
    return literal && `*[@id=${literal}]`;
  },
  join: '/',
  begin: '//',
  parent: (element) => {
    const parent = parentOf(element);
    return parent instanceof Element ? parent : undefined;
  },
};

/** Drawings have a namespace, which a plain name in XPath does not reach. */
function finds(path: string, element: Element): boolean {
  try {
    return matchesXPath(path, element);
  } catch {
    return false;
  }
}

function countTypes(parent: ParentNode): Map<Element, number> {
  const counts = new Map<string, Element[]>();
  for (const child of childrenOf(parent)) {
    const type = `${namespace(child) ?? ''} ${localName(child)}`;
    const same = counts.get(type);
    if (same) same.push(child);
    else counts.set(type, [child]);
  }
  const indices = new Map<Element, number>();
  for (const same of counts.values())
    if (same.length > 1) for (const [i, child] of same.entries()) indices.set(child, i + 1);
  return indices;
}

/** Playwright trims selectors, and does not read every escape: an id that needs any is told as an attribute. */
function idSelector(id: string): string {
  return /^-?[a-z_][\w-]*$/i.test(id) ? `#${id}` : `[id=${cssString(id)}]`;
}

/** A CSS string. Line breaks and other controls are written by their code. */
function cssString(value: string): string {
  const escaped = value
    .replace(/["\\]/g, '\\$&')
    .replace(/[\u0000-\u001f\u007f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `);
  return `"${escaped}"`;
}

/** XPath has no escapes: undefined where a text holds quotes of both kinds. */
function xpathString(value: string): string | undefined {
  if (!value.includes('"')) return `"${value}"`;
  return value.includes("'") ? undefined : `'${value}'`;
}
