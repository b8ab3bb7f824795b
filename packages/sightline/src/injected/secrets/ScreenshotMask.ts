import {
  attribute,
  attributeNames,
  createWalker,
  matchesSelector,
  parentNode,
  queryAll,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { RootObserver, type TreeRoot } from '../dom/RootObserver.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import type { ChangeDetector } from '../settle/ChangeDetector.ts';
import { styleValue } from '../styles/StyleCache.ts';
import { ElementMask } from './ElementMask.ts';
import { fieldValue, type SecretFields } from './SecretFields.ts';
import type { SecretRedactor } from './SecretRedactor.ts';

const NON_RENDERED_SELECTOR = 'script,style,template,noscript,title';
const FIELD_SELECTOR = 'input:not([type=hidden]),textarea,select,[contenteditable]';
const FRAME_SELECTOR = 'iframe,frame,object,embed';

/** Passes from one frame to the next, at most: a page that undoes the mask each time would keep this running for ever. */
const MAX_PASSES_PER_FRAME = 50;

/**
 * Covers every secret while a screenshot is taken: secret fields, also empty ones, text that repeats them, and frames
 * without a mask of their own. What the page adds or changes meanwhile is masked before it is visible: an observer
 * runs before the next frame is drawn, and each frame is searched again. Where no callback runs, the page is searched
 * again at the end.
 */
export class ScreenshotMask {
  readonly #secrets: SecretFields;
  readonly #registry: ElementRegistry;
  readonly #changeDetector: ChangeDetector;
  readonly #elementMask = new ElementMask();
  readonly #observer = new RootObserver(() => this.#runPass());
  #safeFrames: ReadonlySet<Element> = new Set();
  #passes = 0;
  #isActive = false;
  #runsCallbacks = true;
  #frameRequest = 0;
  #timer = 0;

  constructor(secrets: SecretFields, registry: ElementRegistry, changeDetector: ChangeDetector) {
    this.#secrets = secrets;
    this.#registry = registry;
    this.#changeDetector = changeDetector;
  }

  /**
   * `safeFrames`: ids of the frame elements whose documents have a mask of their own. The mask is removed after
   * `milliseconds`, in case the connection is lost.
   */
  apply(safeFrames: readonly number[], milliseconds: number): void {
    this.remove();
    this.#isActive = true;
    const elements = safeFrames.map((id) => this.#registry.element(id));
    this.#safeFrames = new Set(elements.filter((element) => element !== null));
    this.#runsCallbacks = runsCallbacks();
    if (this.#runsCallbacks) this.#timer = window.setTimeout(() => this.remove(), milliseconds);
    this.#onFrame();
  }

  /** Takes the paint off. False when it was not up all the time: then a picture may show what it should not. */
  remove(): boolean {
    const wasActive = this.#isActive && (this.#runsCallbacks || this.#coversAll());
    this.#isActive = false;
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frameRequest);
    for (const root of this.#observer.roots) root.removeEventListener('input', this.#onInput, true);
    this.#observer.disconnect();
    this.#changeDetector.ignoreOwnChanges(() => this.#elementMask.unmaskAll());
    return wasActive;
  }

  readonly #onFrame = (): void => {
    this.#passes = 0;
    this.#runPass();
    if (this.#isActive && this.#runsCallbacks) this.#frameRequest = requestAnimationFrame(this.#onFrame);
  };

  /** Whether nothing has come that would have to be masked. */
  #coversAll(): boolean {
    const { size } = this.#elementMask;
    this.#runPass();
    return this.#elementMask.size === size;
  }

  #runPass(): void {
    if (++this.#passes > MAX_PASSES_PER_FRAME) {
      this.remove();
      return;
    }
    this.#changeDetector.ignoreOwnChanges(() => this.#maskAll());
    // Our own changes need no further pass.
    this.#observer.takeRecords();
  }

  #maskAll(): void {
    // Every root that exists now, not only those of the last capture.
    const roots = this.#registry.allRoots();
    this.#secrets.refresh({ withEmpty: true });
    this.#secrets.observe(roots.filter((root) => root instanceof ShadowRoot));
    for (const root of roots) {
      if (this.#observer.observe(root) && this.#runsCallbacks)
        root.addEventListener('input', this.#onInput, true);
      this.#maskFields(root);
      for (const frame of queryAll(root, FRAME_SELECTOR))
        if (!this.#safeFrames.has(frame)) this.#elementMask.mask(frame);
    }
    if (!this.#secrets.redactor.isEmpty) for (const root of roots) this.#maskRepeatedSecrets(root);
  }

  readonly #onInput = (): void => {
    if (this.#isActive) this.#runPass();
  };

  #maskFields(root: TreeRoot): void {
    const { redactor } = this.#secrets;
    for (const field of queryAll(root, FIELD_SELECTOR))
      if (this.#secrets.isSecret(field) || (!redactor.isEmpty && redactor.occursIn(fieldValue(field))))
        this.#elementMask.mask(field);
  }

  #maskRepeatedSecrets(root: TreeRoot): void {
    const { redactor } = this.#secrets;
    const walker = createWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const parent = parentNode(currentNode);
      if (parent instanceof Element && matchesSelector(parent, NON_RENDERED_SELECTOR)) continue;
      if (redactor.occursIn((currentNode as Text).data)) this.#elementMask.mask(parent);
    }
    for (const element of queryAll(root, '*'))
      if (showsSecret(element, redactor)) this.#elementMask.mask(element);
  }
}

/** Shows an attribute as text: a button's value, an image's alternative, what a style sheet generates from it. */
function showsSecret(element: Element, redactor: SecretRedactor): boolean {
  const names = attributeNames(element);
  if (names.length === 0) return false;
  if (!names.some((name) => name !== 'style' && redactor.occursIn(attribute(element, name) ?? '')))
    return false;
  if (matchesSelector(element, 'img,input,option,optgroup,track')) return true;
  return ['::before', '::after'].some((pseudo) => {
    const content = styleValue(getComputedStyle(element, pseudo), 'content');
    return content.startsWith('"') || content.includes('attr(');
  });
}
