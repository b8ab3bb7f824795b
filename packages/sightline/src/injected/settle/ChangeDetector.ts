import {
  allElements,
  boundingRect,
  documentProperty,
  hasAttr,
  isConnected,
  matchesSelector,
  queryAll,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { RootObserver, type TreeRoot } from '../dom/RootObserver.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import type { DocumentChanges } from '../PageApi.ts';

/**
 * Detects changes of what a capture reads, as far as a script can: mutations are observed; form state, focus, scroll
 * offsets and loaded images are compared, since no observer reports them. What only moves or restyles (a style sheet, an
 * image, a font) shows in the browser's layout counts, which Node reads.
 */
export class ChangeDetector {
  #mutations = 0;
  /** Some of them added elements, since the last `markCaptured`. */
  #hasNewElements = false;
  /** The observed document element: `document.open()` creates another. */
  #root: Element | null = null;
  readonly #observer = new RootObserver((records) => this.#countMutations(records));
  /** Elements that clip what they hold, and so may be scrolled. */
  #clippingElements: WeakRef<Element>[] = [];
  #lastState = '';

  /** What changed since the last `markCaptured`. Pending layout is done first, so that it is counted. */
  read(registry: ElementRegistry): DocumentChanges {
    const elementCount = allElements(document).length;
    if (!runsCallbacks()) {
      // Nothing is observed there: it may have changed.
      this.#mutations++;
      return { unchanged: false, hasNewElements: true, elementCount, scriptless: true };
    }
    const root = documentProperty('documentElement');
    if (root) boundingRect(root);
    const isObserved = this.#root === root;
    const unchanged = this.#lastState !== '' && isObserved && this.#readState(registry) === this.#lastState;
    return { unchanged, hasNewElements: this.#hasNewElements || !isObserved, elementCount };
  }

  /** How many mutations were observed until the state was read last, without our own. */
  get mutations(): number {
    return this.#mutations;
  }

  /** Makes the next check fail: a capture would read more now, though nothing on the page changed. */
  invalidate(): void {
    this.#lastState = '';
  }

  /** Observes nothing until the next `markCaptured`. */
  disconnect(): void {
    this.#observer.disconnect();
    this.#root = null;
    this.invalidate();
  }

  /** Runs a change of our own, which does not count as one of the page. */
  ignoreOwnChanges<T>(change: () => T): T {
    this.#countMutations(this.#observer.takeRecords());
    const result = change();
    this.#observer.takeRecords();
    return result;
  }

  /** The document and the shadow roots that were captured last. */
  get roots(): TreeRoot[] {
    return [...this.#observer.roots].filter((root) => root === document || isConnected(root));
  }

  /** Remembers the current state, with the shadow roots and clipping elements that were captured. */
  markCaptured(registry: ElementRegistry, roots: Iterable<ShadowRoot>, clippingElements: Element[]): void {
    const root = documentProperty('documentElement') as Element | null;
    if (root !== this.#root) this.#observeDocument(root);
    for (const shadow of roots) this.#observer.observe(shadow);
    this.#clippingElements = clippingElements.map((element) => new WeakRef(element));
    this.#lastState = this.#readState(registry);
    this.#hasNewElements = false;
  }

  #observeDocument(root: Element | null): void {
    this.disconnect();
    this.#root = root;
    this.#observer.observe(document);
  }

  #countMutations(records: MutationRecord[]): void {
    this.#mutations += records.length;
    this.#hasNewElements ||= records.some(({ addedNodes }) =>
      Array.prototype.some.call(addedNodes, (node) => node instanceof Element),
    );
  }

  #readState(registry: ElementRegistry): string {
    this.#countMutations(this.#observer.takeRecords());
    const parts: unknown[] = [
      this.#mutations,
      location.href,
      documentProperty('title'),
      documentProperty('readyState'),
    ];
    parts.push(window.innerWidth, window.innerHeight, window.scrollX, window.scrollY);
    for (const root of this.#observer.roots) readRootState(root, registry, parts);
    for (const ref of this.#clippingElements) {
      const element = ref.deref();
      if (element) parts.push(element.scrollLeft, element.scrollTop);
    }
    return JSON.stringify(parts);
  }
}

const FIELD_TAGS = ['input', 'textarea', 'select'];
const MEDIA_TAGS = ['video', 'audio'];
const getByTag = Document.prototype.getElementsByTagName;

/** For a document the browser caches this list: a selector search would visit every element. */
function elementsByTag(root: TreeRoot, tag: string): Iterable<Element> {
  return root instanceof ShadowRoot ? queryAll(root, tag) : getByTag.call(root, tag);
}

function readRootState(root: TreeRoot, registry: ElementRegistry, parts: unknown[]): void {
  const focused = root.activeElement;
  parts.push(focused ? registry.idOf(focused) : 0);
  for (const tag of FIELD_TAGS)
    for (const field of elementsByTag(root, tag)) readFieldState(field as HTMLInputElement, parts);
  for (const image of elementsByTag(root, 'img') as Iterable<HTMLImageElement>)
    parts.push(image.complete ? image.naturalWidth : -1);
  for (const tag of MEDIA_TAGS)
    for (const { paused, muted } of elementsByTag(root, tag) as Iterable<HTMLMediaElement>)
      parts.push(paused, muted);
}

function readFieldState(field: HTMLInputElement, parts: unknown[]): void {
  parts.push(field.value, field.checked, field.indeterminate, field.files?.length);
  if (matchesSelector(field, ':user-invalid')) parts.push(field.validationMessage);
  if (isListBox(field)) parts.push(selectionState(field));
}

const isListBox = (field: Element): boolean => hasAttr(field, 'multiple') || hasAttr(field, 'size');

/** A list that is scrolled has other options under the same points. */
function selectionState(field: Element): string {
  if (!(field instanceof HTMLSelectElement)) return '';
  return Array.from(field.selectedOptions, (option) => option.index).join() + `/${field.scrollTop}`;
}
