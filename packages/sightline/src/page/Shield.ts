import { allRoots, attribute, attributeNames, is, parentOf, queryAll, walkerOver } from './dom.ts';
import type { Echoes } from './Echoes.ts';
import { Paint } from './Paint.ts';
import type { Pulse } from './Pulse.ts';
import type { Registry } from './Registry.ts';
import { type Secrets, valueIn } from './secrets.ts';
import { valueOf } from './styles.ts';

const UNSEEN = 'script,style,template,noscript,title';
const SHOWN = 'input:not([type=hidden]),textarea,select,[contenteditable]';
const FRAMES = 'iframe,frame,object,embed';

/** Passes from one frame to the next, at most: a page that undoes the paint each time would have it done for ever. */
const MOST_PASSES = 50;

/**
 * Paints over every secret for the time of a screenshot: secret fields, also empty ones, text that repeats them,
 * and frames that nobody vouches for. While it is up, what the page adds or changes is painted before it shows:
 * an observer hears of it before the next frame is drawn, and each frame is searched again.
 */
export class Shield {
  readonly #secrets: Secrets;
  readonly #registry: Registry;
  readonly #pulse: Pulse;
  readonly #paint = new Paint();
  readonly #observer = new MutationObserver(() => this.#pass());
  readonly #observed = new Set<Document | ShadowRoot>();
  #safeFrames: ReadonlySet<Element> = new Set();
  #passes = 0;
  #isUp = false;
  #frame = 0;
  #timer = 0;

  constructor(secrets: Secrets, registry: Registry, pulse: Pulse) {
    this.#secrets = secrets;
    this.#registry = registry;
    this.#pulse = pulse;
  }

  /**
   * `safeFrames`: ids of the frame elements whose documents have a shield of their own. Comes down by itself
   * after `milliseconds`, should nobody be left to lower it.
   */
  raise(safeFrames: number[], milliseconds: number): void {
    this.lower();
    this.#isUp = true;
    const elements = safeFrames.map((id) => this.#registry.element(id));
    this.#safeFrames = new Set(elements.filter((element) => element !== null));
    this.#timer = window.setTimeout(() => this.lower(), milliseconds);
    this.#onFrame();
  }

  /** Takes the paint off. False when it was not up all the time: then a picture may show what it should not. */
  lower(): boolean {
    const wasUp = this.#isUp;
    this.#isUp = false;
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    for (const root of this.#observed) root.removeEventListener('input', this.#onInput, true);
    this.#observed.clear();
    this.#pulse.overlook(() => this.#paint.off());
    return wasUp;
  }

  readonly #onFrame = (): void => {
    this.#passes = 0;
    this.#pass();
    if (this.#isUp) this.#frame = requestAnimationFrame(this.#onFrame);
  };

  #pass(): void {
    if (++this.#passes > MOST_PASSES) {
      this.lower();
      return;
    }
    this.#pulse.overlook(() => this.#paintAll());
    // What was done here is no news.
    this.#observer.takeRecords();
  }

  #paintAll(): void {
    // All that can be reached now, not only what a capture has met.
    const roots = allRoots((host) => this.#registry.closedRootOf(host));
    this.#secrets.begin({ withEmpty: true });
    this.#secrets.watch(roots.filter((root) => root instanceof ShadowRoot));
    for (const root of roots) {
      this.#observe(root);
      this.#paintFields(root);
      for (const frame of queryAll(root, FRAMES)) if (!this.#safeFrames.has(frame)) this.#paint.over(frame);
    }
    if (!this.#secrets.echoes.none) for (const root of roots) this.#paintEchoes(root);
  }

  #observe(root: Document | ShadowRoot): void {
    if (this.#observed.has(root)) return;
    this.#observed.add(root);
    this.#observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    root.addEventListener('input', this.#onInput, true);
  }

  readonly #onInput = (): void => {
    if (this.#isUp) this.#pass();
  };

  #paintFields(root: Document | ShadowRoot): void {
    const { echoes } = this.#secrets;
    for (const field of queryAll(root, SHOWN))
      if (this.#secrets.isSecret(field) || (!echoes.none && echoes.isIn(valueIn(field))))
        this.#paint.over(field);
  }

  #paintEchoes(root: Document | ShadowRoot): void {
    const { echoes } = this.#secrets;
    const walker = walkerOver(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const parent = parentOf(currentNode);
      if (parent instanceof Element && is(parent, UNSEEN)) continue;
      if (echoes.isIn((currentNode as Text).data)) this.#paint.over(parent);
    }
    for (const element of queryAll(root, '*')) if (writesEcho(element, echoes)) this.#paint.over(element);
  }
}

/** Shows an attribute as text: a button's value, an image's alternative, what a style sheet generates from it. */
function writesEcho(element: Element, echoes: Echoes): boolean {
  const names = attributeNames(element);
  if (names.length === 0) return false;
  if (!names.some((name) => name !== 'style' && echoes.isIn(attribute(element, name) ?? ''))) return false;
  if (is(element, 'img,input,option,optgroup,track')) return true;
  return ['::before', '::after'].some((part) => {
    const content = valueOf(getComputedStyle(element, part), 'content');
    return content.startsWith('"') || content.includes('attr(');
  });
}
