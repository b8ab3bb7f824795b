import { documentProperty, parentNode } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';

/**
 * What Playwright's selector engine `sightline` finds in this document. Its queries: `KEY/ID,ID...` for the elements of
 * these ids, `KEY` for the root of the document of that key, `collect/TOKEN` for the element that is asked, which is kept
 * under the token until it is taken.
 */
export class SelectorEngine {
  readonly #registry: ElementRegistry;
  readonly #collected = new Map<string, number[]>();
  /** The root of the document when the listener was added. */
  #root: Element | null = null;

  constructor(registry: ElementRegistry) {
    this.#registry = registry;
  }

  /** What a query finds below `root`, which is not found itself. */
  queryAll(root: Node, query: string): Element[] {
    const { key } = this.#registry;
    if (query === key) return document.documentElement ? [document.documentElement] : [];
    const slash = query.indexOf('/');
    const rest = query.slice(slash + 1);
    if (query.slice(0, slash) === 'collect') return this.#collect(rest, root);
    if (query.slice(0, slash) !== key) return [];
    const elements = this.#registry.elements(rest.split(',').map(Number));
    return elements.filter((element) => element !== null && isBelow(element, root)) as Element[];
  }

  /** The ids of what was collected under a token, in the order in which it was found. */
  take(token: string): number[] {
    const ids = this.#collected.get(token) ?? [];
    this.#collected.delete(token);
    return ids;
  }

  /**
   * Answers Playwright in the page's own world, where this script is not. Touch events of our own type carry the question (an
   * id and the node to search from in each touch) and the answer: what else both worlds have does not reach into closed
   * shadow roots, or leaves a mark on the page. To be called again after `document.open`, which removes listeners
   * and replaces the root. Nothing is added twice: the browser would count a listener more, which is how a changed page is
   * noticed.
   */
  listen(): void {
    const root = documentProperty('documentElement') as Element | null;
    if (!runsCallbacks() || (root !== null && root === this.#root)) return;
    this.#root = root;
    document.addEventListener(`sightline:${this.#registry.key}:query`, this.#answer);
  }

  dispose(): void {
    this.#root = null;
    document.removeEventListener(`sightline:${this.#registry.key}:query`, this.#answer);
  }

  /** 0: the root of the document. */
  #queryOf(id: number): string {
    const { key } = this.#registry;
    return id === 0 ? key : `${key}/${id}`;
  }

  #collect(token: string, element: Node): Element[] {
    if (!(element instanceof Element)) return [];
    const ids = this.#collected.get(token) ?? [];
    this.#collected.set(token, ids);
    ids.push(this.#registry.idOf(element));
    return [element];
  }

  readonly #answer = (event: Event): void => {
    if (!(event instanceof TouchEvent)) return;
    const found = Array.from(event.touches, ({ identifier, target }) =>
      this.queryAll(target as Node, this.#queryOf(identifier)),
    ).flat();
    const touches = found.map((target, identifier) => new Touch({ identifier, target }));
    document.dispatchEvent(new TouchEvent(`sightline:${this.#registry.key}:found`, { touches }));
  };
}

function isBelow(element: Element, root: Node): boolean {
  let node: Node | null = element;
  while (node && node !== root) node = parentNode(node) ?? (node instanceof ShadowRoot ? node.host : null);
  return node === root && element !== root;
}
