import type { HighlightBox, InternalsById, ScrollControlsById } from '../PageApi.ts';
import {
  allElements,
  allRoots,
  boundingRect,
  documentProperty,
  elementFromPoint,
  isConnected,
  openShadowRoot,
} from './dom.ts';
import type { TreeRoot } from './RootObserver.ts';

/** A button or marker that the browser draws for a box that scrolls: a pseudo-element, at a place from the corner of that box. */
interface ScrollControl {
  id: number;
  pseudo: string;
  scroller: number;
  box: HighlightBox;
}

/**
 * Gives each element of this document an id that stays for as long as both live, and knows what only the browser
 * can find: closed shadow roots, and shapes with listeners. Keeps no element alive.
 */
export class ElementRegistry {
  /** Random. Another document has another key; `document.open` keeps it, and the ids. */
  readonly key: string = randomKey();
  readonly #ids = new WeakMap<Element, number>();
  /** How many ids were given; the highest one. */
  #count = 0;
  /** Of the elements that were asked for by their id: to make one for each is a large part of a first capture. */
  readonly #requested = new Map<number, WeakRef<Element>>();
  readonly #closedRoots = new WeakMap<Element, ShadowRoot>();
  /** Shapes of drawings that have listeners: these are captured as elements of their own. */
  readonly #listeningShapes = new WeakSet<Element>();
  /** Shapes that a selector has found: captured too, without being anything that can be used. */
  readonly #selectedShapes = new WeakSet<Element>();
  #internals = new WeakMap<Element, Readonly<Record<string, string>>>();
  /** Ids of scroll buttons and markers, by the id of their element and the name of the pseudo-element. */
  readonly #controlIds = new Map<string, number>();
  #controls = new Map<number, ScrollControl>();
  /** Ids of those that are not drawn any more. */
  #goneControls: ReadonlySet<number> = new Set();

  idOf(element: Element): number {
    const existing = this.#ids.get(element);
    if (existing !== undefined) return existing;
    this.#ids.set(element, ++this.#count);
    return this.#count;
  }

  /** How many ids were given; the highest one. */
  get count(): number {
    return this.#count;
  }

  /** The element of an id, if it is still in the document. */
  element(id: number): Element | null {
    return this.elements([id])[0] ?? null;
  }

  /** The same of many, for the price of one. */
  elements(ids: readonly number[]): (Element | null)[] {
    const isUnknown = (id: number): boolean =>
      id > 0 && id <= this.#count && this.#requested.get(id)?.deref() === undefined;
    this.#find(new Set(ids.filter(isUnknown)));
    return ids.map((id) => {
      const element = this.#requested.get(id)?.deref();
      return element && isConnected(element) && !this.#goneControls.has(id) ? element : null;
    });
  }

  #find(ids: Set<number>): void {
    if (ids.size === 0) return;
    for (const root of this.allRoots()) {
      const elements = allElements(root);
      for (let i = 0; i < elements.length && ids.size > 0; i++) {
        const element = elements[i] as Element;
        const id = this.#ids.get(element);
        if (id !== undefined && ids.delete(id)) this.#requested.set(id, new WeakRef(element));
      }
    }
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

  isSelectedShape(element: Element): boolean {
    return this.#selectedShapes.has(element);
  }

  /** Returns whether it is new. */
  addSelectedShape(element: Element): boolean {
    const isNew = !this.#selectedShapes.has(element);
    this.#selectedShapes.add(element);
    return isNew;
  }

  /** What the internals of a custom element say, as attributes. */
  internalsOf(host: Element): Readonly<Record<string, string>> | undefined {
    return this.#internals.get(host);
  }

  setInternals(values: InternalsById): void {
    this.#internals = new WeakMap();
    const ids = Object.keys(values).map(Number);
    for (const [i, element] of this.elements(ids).entries()) {
      const value = values[ids[i] as number];
      if (element && value) this.#internals.set(element, value);
    }
  }

  /** In place of those before. Each has an id of its own, which leads to the element that it is of. */
  setScrollControls(values: ScrollControlsById): void {
    this.#controls = new Map();
    for (const [scroller, controls] of Object.entries(values))
      for (const { of, pseudo, box } of controls) {
        const key = `${of} ${pseudo}`;
        const owner = this.element(of);
        const id = this.#controlIds.get(key) ?? (owner && ++this.#count);
        if (!id) continue;
        if (owner) this.#requested.set(id, new WeakRef(owner));
        this.#controlIds.set(key, id);
        this.#controls.set(id, { id, pseudo, scroller: Number(scroller), box });
      }
    this.#goneControls = new Set([...this.#controlIds.values()].filter((id) => !this.#controls.has(id)));
  }

  scrollControlsOf(scroller: Element): ScrollControl[] {
    const id = this.#ids.get(scroller);
    return Array.from(this.#controls.values()).filter((control) => control.scroller === id);
  }

  /** The box that scrolls, of an id of one of its buttons or markers. */
  scrollerOf(id: number): Element | null {
    return this.element(this.#controls.get(id)?.scroller ?? 0);
  }

  /** Where it is painted now, in the viewport; undefined for the id of an element. */
  scrollControlRect(id: number): DOMRect | undefined {
    const [scroller, box] = [this.scrollerOf(id), this.#controls.get(id)?.box];
    if (!scroller || !box) return undefined;
    const { left, top } = boundingRect(scroller);
    return new DOMRect(left + box[0], top + box[1], box[2], box[3]);
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
