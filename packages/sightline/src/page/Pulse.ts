import { has, is, isConnected, ofDocument, queryAll, rectOf } from './dom.ts';
import type { Registry } from './Registry.ts';

/**
 * Tells whether anything changed that a capture reads, as far as the page can tell: mutations are
 * observed; form state, focus, scroll and whether images have come are read again, since no observer sees
 * them. What only moves or restyles (a sheet, an image, a font) the door sees in the browser's own layout counts.
 */
export class Pulse {
  #mutations = 0;
  /** The document element that was watched: `document.open()` makes another. */
  #root: Element | null = null;
  readonly #observer = new MutationObserver((records) => this.#count(records));
  readonly #watched = new Set<Document | ShadowRoot>();
  /** Elements that clip what they hold, and so may be scrolled. */
  #clippers: WeakRef<Element>[] = [];
  #last = '';

  /** True when nothing changed since the last `keep`. What is pending is settled first, so that it is counted. */
  isStill(registry: Registry): boolean {
    const root = ofDocument('documentElement');
    if (root) rectOf(root);
    return this.#last !== '' && this.#root === root && this.#read(registry) === this.#last;
  }

  /** What is read is no longer what was captured, though nothing on the page changed. */
  startOver(): void {
    this.#last = '';
  }

  /** Observes nothing until the next `keep`. */
  stop(): void {
    this.#observer.disconnect();
    this.#watched.clear();
    this.#root = null;
    this.startOver();
  }

  /** Makes a change that is ours, and none of the page's. */
  overlook<T>(change: () => T): T {
    this.#count(this.#observer.takeRecords());
    const result = change();
    this.#observer.takeRecords();
    return result;
  }

  /** The document and the shadow roots that were captured last. */
  get roots(): (Document | ShadowRoot)[] {
    return [...this.#watched].filter((root) => root === document || isConnected(root));
  }

  /** Remembers the page as it is captured now, with the shadow roots and clipping elements it has. */
  keep(registry: Registry, roots: Iterable<ShadowRoot>, clippers: Element[]): void {
    const root = ofDocument('documentElement') as Element | null;
    if (root !== this.#root) this.#restart(root);
    for (const shadow of roots) this.#watch(shadow);
    this.#clippers = clippers.map((element) => new WeakRef(element));
    this.#last = this.#read(registry);
  }

  #restart(root: Element | null): void {
    this.stop();
    this.#root = root;
    this.#watch(document);
  }

  #watch(root: Document | ShadowRoot): void {
    if (this.#watched.has(root)) return;
    this.#watched.add(root);
    this.#observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }

  #count(records: MutationRecord[]): void {
    this.#mutations += records.length;
  }

  #read(registry: Registry): string {
    this.#count(this.#observer.takeRecords());
    const parts: unknown[] = [this.#mutations, location.href, ofDocument('title'), ofDocument('readyState')];
    parts.push(window.innerWidth, window.innerHeight, window.scrollX, window.scrollY);
    for (const root of this.#watched) readRoot(root, registry, parts);
    for (const ref of this.#clippers) {
      const element = ref.deref();
      if (element) parts.push(element.scrollLeft, element.scrollTop);
    }
    return JSON.stringify(parts);
  }
}

const FIELDS = ['input', 'textarea', 'select'];
const MEDIA = ['video', 'audio'];
const byTag = Document.prototype.getElementsByTagName;

/** In a document the browser keeps this list from one look to the next: a search would visit every element. */
function tagged(root: Document | ShadowRoot, tag: string): Iterable<Element> {
  return root instanceof ShadowRoot ? queryAll(root, tag) : byTag.call(root, tag);
}

function readRoot(root: Document | ShadowRoot, registry: Registry, parts: unknown[]): void {
  const focused = root.activeElement;
  parts.push(focused ? registry.idOf(focused) : 0);
  for (const tag of FIELDS)
    for (const field of tagged(root, tag)) readField(field as HTMLInputElement, parts);
  for (const image of tagged(root, 'img') as Iterable<HTMLImageElement>)
    parts.push(image.complete ? image.naturalWidth : -1);
  for (const tag of MEDIA)
    for (const { paused, muted } of tagged(root, tag) as Iterable<HTMLMediaElement>)
      parts.push(paused, muted);
}

function readField(field: HTMLInputElement, parts: unknown[]): void {
  parts.push(field.value, field.checked, field.indeterminate, field.files?.length);
  if (is(field, ':user-invalid')) parts.push(field.validationMessage);
  if (isList(field)) parts.push(selection(field));
}

const isList = (field: Element): boolean => has(field, 'multiple') || has(field, 'size');

/** A list that is scrolled has other options under the same points. */
function selection(field: Element): string {
  if (!(field instanceof HTMLSelectElement)) return '';
  return Array.from(field.selectedOptions, (option) => option.index).join() + `/${field.scrollTop}`;
}
