import type { InternalsById } from '../PageApi.ts';
import { allRoots, documentProperty, elementFromPoint, isConnected, openShadowRoot } from './dom.ts';
import type { TreeRoot } from './RootObserver.ts';

/**
 * Gives each element of this document an id that stays for as long as both live, and knows what only the browser
 * can find: closed shadow roots, and shapes with listeners. Keeps no element alive.
 */
export class ElementRegistry {
  /** Random. Another document has another key; `document.open` keeps it, and the ids. */
  readonly key: string = randomKey();
  readonly #ids = new WeakMap<Element, number>();
  readonly #elements: WeakRef<Element>[] = [];
  readonly #closedRoots = new WeakMap<Element, ShadowRoot>();
  /** Shapes of drawings that have listeners: these are captured as elements of their own. */
  readonly #listeningShapes = new WeakSet<Element>();
  #internals = new WeakMap<Element, Readonly<Record<string, string>>>();

  idOf(element: Element): number {
    const existing = this.#ids.get(element);
    if (existing !== undefined) return existing;
    const id = this.#elements.push(new WeakRef(element));
    this.#ids.set(element, id);
    return id;
  }

  /** How many ids were given; the highest one. */
  get count(): number {
    return this.#elements.length;
  }

  /** The element of an id, if it is still in the document. */
  element(id: number): Element | null {
    const element = this.#elements[id - 1]?.deref();
    return element && isConnected(element) ? element : null;
  }

  isListeningShape(element: Element): boolean {
    return this.#listeningShapes.has(element);
  }

  /** Returns whether it is new. */
  addListeningShape(element: Element): boolean {
    const isNew = !this.#listeningShapes.has(element);
    this.#listeningShapes.add(element);
    return isNew;
  }

  /** What the internals of a custom element say, as attributes. */
  internalsOf(host: Element): Readonly<Record<string, string>> | undefined {
    return this.#internals.get(host);
  }

  setInternals(values: InternalsById): void {
    this.#internals = new WeakMap();
    for (const [id, value] of Object.entries(values)) {
      const element = this.element(Number(id));
      if (element) this.#internals.set(element, value);
    }
  }

  closedRootOf(host: Element): ShadowRoot | undefined {
    return this.#closedRoots.get(host);
  }

  /** Returns whether it is new. */
  addClosedRoot(root: ShadowRoot): boolean {
    const { host } = root;
    if (this.#closedRoots.has(host)) return false;
    this.#closedRoots.set(host, root);
    return true;
  }

  /** The shadow root of an element: an open one, or a closed one that was registered. */
  shadowRootOf(host: Element): ShadowRoot | undefined {
    return openShadowRoot(host) ?? this.#closedRoots.get(host);
  }

  /** The document and every shadow root that is open or registered, in the order of their hosts. */
  allRoots(): TreeRoot[] {
    return allRoots((host) => this.shadowRootOf(host));
  }

  /** The topmost element at a point of the viewport, searched for through those shadow roots. */
  elementAt(x: number, y: number): Element | null {
    return elementFromPoint(x, y, (host) => this.shadowRootOf(host));
  }

  /** `document.activeElement`, searched for through those shadow roots. */
  focusedElement(): Element | null {
    let focused = documentProperty('activeElement');
    for (let inner = focused; inner; focused = inner ?? focused)
      inner = this.shadowRootOf(inner)?.activeElement ?? null;
    return focused;
  }
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
