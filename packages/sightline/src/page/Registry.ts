import { isConnected } from './dom.ts';

/** What the registry knows of an id. */
export type Standing = 'connected' | 'detached' | 'unknown';

/** Gives each element of this document one number, for as long as both live. Holds no element alive. */
export class Registry {
  /** Random. Another document has another; `document.open` keeps it, and the ids. */
  readonly key: string = randomKey();
  readonly #ids = new WeakMap<Element, number>();
  readonly #elements: WeakRef<Element>[] = [];

  /** Closed shadow roots that the door handed in. */
  readonly #closed = new WeakMap<Element, ShadowRoot>();

  idOf(element: Element): number {
    const known = this.#ids.get(element);
    if (known !== undefined) return known;
    const id = this.#elements.push(new WeakRef(element));
    this.#ids.set(element, id);
    return id;
  }

  /** How many ids were given out; the highest one. */
  get count(): number {
    return this.#elements.length;
  }

  /** Shapes of drawings that listen, as the door was told: these are more than parts of a picture. */
  readonly #heard = new WeakSet<Element>();

  isHeard(element: Element): boolean {
    return this.#heard.has(element);
  }

  /** Answers whether it is new. */
  keepHeard(element: Element): boolean {
    const isNew = !this.#heard.has(element);
    this.#heard.add(element);
    return isNew;
  }

  closedRootOf(host: Element): ShadowRoot | undefined {
    return this.#closed.get(host);
  }

  /** Answers whether it is new. */
  keepClosedRoot(root: ShadowRoot): boolean {
    const { host } = root;
    if (this.#closed.has(host)) return false;
    this.#closed.set(host, root);
    return true;
  }

  /** The element, if it is still part of the document. */
  element(id: number): Element | null {
    const element = this.#elements[id - 1]?.deref();
    return element && isConnected(element) ? element : null;
  }

  /** Tells an element that was removed (`detached`) from a number that was never given (`unknown`). */
  standing(id: number): Standing {
    if (!this.#elements[id - 1]) return 'unknown';
    return this.element(id) ? 'connected' : 'detached';
  }
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
