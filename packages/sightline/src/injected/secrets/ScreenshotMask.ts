import { SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { attribute, attributeNames, queryAll } from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { RootObserver, type TreeRoot } from '../dom/RootObserver.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import type { ScreenshotMaskRequest } from '../PageApi.ts';
import type { ChangeDetector } from '../settle/ChangeDetector.ts';
import { ElementMask } from './ElementMask.ts';
import { fieldValue, type SecretFields } from './SecretFields.ts';
import { holdersOfSecrets, shownTexts } from './shownText.ts';

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
  /** Finds what other documents of the page hold. */
  #others = new SecretRedactor(new Set());
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

  /** The mask is removed after `milliseconds`, in case the connection is lost. */
  apply({ safeFrames, milliseconds, others }: ScreenshotMaskRequest): void {
    this.remove();
    this.#others = new SecretRedactor(new Set(), others);
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
    for (const redactor of [this.#secrets.redactor, this.#others])
      for (const root of redactor.isEmpty ? [] : roots) this.#maskRepeatedSecrets(root, redactor);
  }

  readonly #onInput = (): void => {
    if (this.#isActive) this.#runPass();
  };

  #maskFields(root: TreeRoot): void {
    for (const field of queryAll(root, FIELD_SELECTOR))
      if (this.#secrets.isSecret(field)) this.#elementMask.mask(field);
  }

  #maskRepeatedSecrets(root: TreeRoot, redactor: SecretRedactor): void {
    for (const field of queryAll(root, FIELD_SELECTOR))
      if (redactor.occursIn(fieldValue(field))) this.#elementMask.mask(field);
    for (const holder of holdersOfSecrets(shownTexts(root), redactor)) this.#elementMask.mask(holder);
    for (const element of queryAll(root, 'img,input,option,optgroup,track'))
      if (showsSecret(element, redactor)) this.#elementMask.mask(element);
  }
}

/** Shows an attribute as text: a button's value, an image's alternative. */
const showsSecret = (element: Element, redactor: SecretRedactor): boolean =>
  attributeNames(element).some(
    (name) => name !== 'style' && redactor.occursIn(attribute(element, name) ?? ''),
  );
