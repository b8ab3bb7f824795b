import { isConnected } from './dom.ts';

/** What the registry knows of an id. */
export type ConnectionState = 'connected' | 'detached' | 'unknown';

/** Gives each element of this document one number, for as long as both live. Holds no element alive. */
export class ElementRegistry {
  /** Random. Another document has another; `document.open` keeps it, and the ids. */
  readonly key: string = randomKey();
  readonly #ids = new WeakMap<Element, number>();
  readonly #elements: WeakRef<Element>[] = [];

  /** Closed shadow roots that the door handed in. */
  readonly #closedRoots = new WeakMap<Element, ShadowRoot>();

  idOf(element: Element): number {
    const existing = this.#ids.get(element);
    if (existing !== undefined) return existing;
    const id = this.#elements.push(new WeakRef(element));
    this.#ids.set(element, id);
    return id;
  }

  /** How many ids were given out; the highest one. */
  get count(): number {
    return this.#elements.length;
  }

  /** Shapes of drawings that listen, as the door was told: these are more than parts of a picture. */
  readonly #listeningShapes = new WeakSet<Element>();

  isListeningShape(element: Element): boolean {
    return this.#listeningShapes.has(element);
  }

  /** Answers whether it is new. */
  addListeningShape(element: Element): boolean {
    const isNew = !this.#listeningShapes.has(element);
    this.#listeningShapes.add(element);
    return isNew;
  }

  closedRootOf(host: Element): ShadowRoot | undefined {
    return this.#closedRoots.get(host);
  }

  /** Answers whether it is new. */
  addClosedRoot(root: ShadowRoot): boolean {
    const { host } = root;
    if (this.#closedRoots.has(host)) return false;
    this.#closedRoots.set(host, root);
    return true;
  }

  /** The element, if it is still part of the document. */
  element(id: number): Element | null {
    const element = this.#elements[id - 1]?.deref();
    return element && isConnected(element) ? element : null;
  }

  /** Tells an element that was removed (`detached`) from a number that was never given (`unknown`). */
  connectionState(id: number): ConnectionState {
    if (!this.#elements[id - 1]) return 'unknown';
    return this.element(id) ? 'connected' : 'detached';
  }
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
