import {
  attribute,
  boundingRect,
  documentProperty,
  flatParent,
  hasOpacity,
  isWithin,
  localName,
  matchesSelector,
  queryAll,
  rootNode,
  textContent,
} from '../dom/dom.ts';
import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { runsCallbacks } from '../dom/runsCallbacks.ts';
import type { PressKind, PressOutcome } from '../PageApi.ts';
import { CONTROLS, isHitOn, isInControl } from '../stacking/hitTest.ts';
import { ancestorIds } from './ancestorIds.ts';
import { NewFrames } from './NewFrames.ts';
import { isTypingProxy } from './typingProxy.ts';

/** All that a press sends, in this order. */
const EVENTS = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
] as const;

/** Of a finger, besides; without these two there is no click. */
const TOUCHES = ['touchstart', 'touchend'] as const;

/** Milliseconds to the click after a tap, at most: where two taps zoom, the second is waited for (300). */
const CLICK_DELAY_MS = 400;

/** By these it is known that the mouse is over the element, where a page keeps all of a press for itself. */
const MOVES = ['pointermove', 'mousemove'] as const;

/** The end of a drag: of the browser's own, and of one that a page makes of the mouse. */
const DROPS = ['drop', 'pointerup', 'mouseup'] as const;

/** Largest box that is drawn in place of a checkbox or radio button, CSS pixels on a side. */
const MAX_DRAWN_SIZE = 48;

/**
 * Whether a click on `hit` is one on the element: within it, on its label, on the small box that is drawn for it, on the choice
 * of a combobox that is shown over its input, on the box around one that leaves clicks to it, or on the shape of a drawing that it
 * is the label of.
 */
export const receivesClick = (hit: Element, element: Element): boolean =>
  isHitOn(hit, element) ||
  isDrawnFor(hit, element) ||
  isChoiceOf(hit, element) ||
  isBoxAround(hit, element) ||
  isShapeOf(hit, element) ||
  isTypedIntoBy(hit, element);

/** Levels between the input of an editor and the box of what it shows. */
const MAX_EDITOR_LEVELS = 3;

/** Whether it is what an editor shows of the text that is typed through the element. */
function isTypedIntoBy(hit: Element, element: Element): boolean {
  if (!isTypingProxy(element)) return false;
  let box = element.parentElement;
  for (let level = 1; box && level < MAX_EDITOR_LEVELS && !isWithin(hit, box); level++)
    box = box.parentElement;
  const isBox = box !== null && box !== documentProperty('body') && isWithin(hit, box);
  return isBox && !matchesSelector(hit, CONTROLS);
}

/** The same for an id; a click on a scroll button or marker is one on the very element that it is of. */
export function reaches(hit: Element, id: number, registry: ElementRegistry): boolean {
  const element = registry.element(id);
  if (!element) return false;
  return registry.scrollerOf(id) ? hit === element : receivesClick(hit, element);
}

/** Boxes around the input of a combobox that may be the one that shows its choice. */
const MAX_CHOICE_ANCESTORS = 8;
const OTHER_CONTROLS = 'input, select, textarea, button, a, [role=listbox]';

/** Whether it lies beside the input of a combobox in the smallest box around both, which holds no other control. */
function isChoiceOf(hit: Element, element: Element): boolean {
  if (localName(element) !== 'input' || attribute(element, 'role') !== 'combobox') return false;
  let box = flatParent(element);
  for (let up = 1; box && !isWithin(hit, box); up++, box = flatParent(box))
    if (up === MAX_CHOICE_ANCESTORS) return false;
  if (!box || box === hit) return false;
  return [...queryAll(box, OTHER_CONTROLS)].every((one) => one === element);
}

/** Heights of a combobox that the box drawn around it has at most. */
const MAX_BOX_HEIGHTS = 3;

/** Whether it is the box that is drawn around a combobox which leaves clicks to it. */
function isBoxAround(hit: Element, element: Element): boolean {
  if (attribute(element, 'role') !== 'combobox' || hit === documentProperty('body')) return false;
  if (!isWithin(element, hit) || getComputedStyle(element).pointerEvents !== 'none') return false;
  return boundingRect(hit).height <= MAX_BOX_HEIGHTS * boundingRect(element).height;
}

/** Whether the element is the only text of a group of an SVG drawing that holds the other. */
function isShapeOf(hit: Element, element: Element): boolean {
  if (!(element instanceof SVGTextContentElement)) return false;
  for (let up = element.parentElement; up instanceof SVGGElement; up = up.parentElement) {
    if (textContent(up).trim() !== textContent(element).trim()) return false;
    if (isWithin(hit, up)) return true;
  }
  return false;
}

/** Whether it is part of the small box that shows a transparent checkbox or radio button, and takes the click for it. */
function isDrawnFor(hit: Element, element: Element): boolean {
  const type = attribute(element, 'type');
  if (localName(element) !== 'input' || (type !== 'checkbox' && type !== 'radio')) return false;
  const box = flatParent(element);
  if (!box || hasOpacity(element) || !isWithin(hit, box) || isInControl(hit, box)) return false;
  const { width, height } = boundingRect(box);
  return width <= MAX_DRAWN_SIZE && height <= MAX_DRAWN_SIZE;
}

/**
 * Lets a press of the mouse, or a tap, reach one element only. Its first event decides: where that hits another element, it and all
 * that follow are stopped before any listener below the window has them. What the page does after a press that hit is
 * its own: a menu that opens under the mouse gets the rest, as it does of a person.
 */
export class PressGuard {
  readonly #registry: ElementRegistry;
  #targets: readonly number[] = [];
  /** By `performance.now()`; no event is stopped after that, also where nobody ends the guard. */
  #end = 0;
  #outcome: PressOutcome | undefined;
  /** The mouse was moved over a target. */
  #isOver = false;
  /** Touches of the press; the last of them makes the click, unless the page prevents it. */
  #touches: Event[] = [];
  #onClick: (() => void) | undefined;
  #isDrag = false;
  readonly #newFrames = new NewFrames((one) => this.#listenFor(one));

  constructor(registry: ElementRegistry) {
    this.#registry = registry;
  }

  /** The listeners stay: the browser counts each that is added, which is how a changed page is noticed. */
  start(targets: readonly number[], milliseconds: number, kind: PressKind): void {
    this.#outcome = undefined;
    this.#isOver = false;
    this.#touches = [];
    if (!runsCallbacks()) return;
    this.#targets = targets;
    this.#end = performance.now() + milliseconds;
    this.#isDrag = kind === 'drop';
    if (this.#isDrag) {
      for (const type of DROPS)
        EventTarget.prototype.addEventListener.call(window, type, this.#onDrop, {
          capture: true,
          passive: true,
        });
      return;
    }
    this.#listenFor(window);
    if (kind === 'press') this.#newFrames.start(this.#registry.allRoots());
  }

  /** Again after `document.open`, which removes them. What comes within a target is a part of it. */
  #listenFor(one: Window): void {
    if (performance.now() >= this.#end) {
      this.#newFrames.stop();
      return;
    }
    const holder = one === window ? null : this.#holderOf(one);
    if (holder && this.#registry.elements(this.#targets).some((it) => it && isWithin(holder, it))) return;
    // From the prototype: an element of the page may be a property of the window.
    const listen = EventTarget.prototype.addEventListener;
    for (const type of EVENTS) listen.call(one, type, this.#onEvent, { capture: true });
    for (const type of MOVES) listen.call(one, type, this.#onMove, { capture: true, passive: true });
    if (navigator.maxTouchPoints === 0) return;
    for (const type of TOUCHES) listen.call(one, type, this.#onEvent, { capture: true, passive: false });
  }

  /** The element of this document in which the document of a window is shown. */
  #holderOf(one: Window): Element | null {
    let child = one;
    while (child.parent !== window && child.parent !== child) child = child.parent;
    return child.frameElement;
  }

  async stop(kind: PressKind): Promise<PressOutcome | undefined> {
    const wasGuarded = this.#end > 0;
    this.#newFrames.stop();
    if (kind === 'hover') {
      this.#end = 0;
      return wasGuarded ? this.#whatIsHovered() : undefined;
    }
    if (kind === 'drop') {
      this.#end = 0;
      return this.#outcome;
    }
    if (this.#willClick()) await this.#clickOrDelay();
    this.#end = 0;
    return this.#outcome ?? (wasGuarded && !this.#isOver ? { reached: false, ids: [] } : undefined);
  }

  /** A finger was lifted, and its click has not come. */
  #willClick(): boolean {
    return (
      this.#end > 0 &&
      this.#outcome?.reached === true &&
      this.#touches.length > 0 &&
      this.#touches.every(({ defaultPrevented }) => !defaultPrevented)
    );
  }

  async #clickOrDelay(): Promise<void> {
    await new Promise<void>((done) => {
      this.#onClick = done;
      setTimeout(done, CLICK_DELAY_MS);
    });
    this.#onClick = undefined;
  }

  /** The mouse may be elsewhere by now: what opened below it is the page's own. */
  #whatIsHovered(): PressOutcome {
    const isHovered = (id: number): boolean => {
      const target = this.#registry.element(id);
      return target !== null && matchesSelector(target, ':hover');
    };
    if (this.#isOver || this.#targets.some(isHovered)) return { reached: true };
    const hit = Array.from(queryAll(document, ':hover')).at(-1);
    return { reached: false, ids: hit ? ancestorIds(hit, this.#registry) : [] };
  }

  dispose(): void {
    this.#end = 0;
    this.#newFrames.stop();
    for (const type of EVENTS)
      EventTarget.prototype.removeEventListener.call(window, type, this.#onEvent, { capture: true });
    for (const type of TOUCHES)
      EventTarget.prototype.removeEventListener.call(window, type, this.#onEvent, { capture: true });
    for (const type of MOVES)
      EventTarget.prototype.removeEventListener.call(window, type, this.#onMove, { capture: true });
    for (const type of DROPS)
      EventTarget.prototype.removeEventListener.call(window, type, this.#onDrop, { capture: true });
  }

  readonly #onMove = (event: Event): void => {
    if (event.isTrusted && performance.now() < this.#end && !this.#isDrag && !this.#isOver)
      this.#isOver = this.#judge(event as MouseEvent).reached;
  };

  readonly #onEvent = (event: Event): void => {
    // What scripts send is the page's own.
    if (!event.isTrusted || performance.now() >= this.#end || this.#isDrag) return;
    this.#outcome ??= this.#judge(event as MouseEvent);
    if (this.#outcome.reached) {
      this.#follow(event);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** The first of them decides: a page may change itself on it. */
  readonly #onDrop = (event: Event): void => {
    if (event.isTrusted && performance.now() < this.#end && this.#isDrag)
      this.#outcome ??= this.#judgeDrop(event as MouseEvent);
  };

  /**
   * What is dragged, or a picture of it, may lie under the mouse, and what it is dropped on may make room for it: it is reached
   * where it, what is dragged, or the box of which it is a part is among all that lies at the point.
   */
  #judgeDrop({ clientX, clientY }: MouseEvent): PressOutcome {
    const targets = this.#registry.elements(this.#targets).filter((one) => one !== null);
    const isReached = (target: Element): boolean => {
      const root = rootNode(target) as Document | ShadowRoot;
      const box = flatParent(target);
      return root
        .elementsFromPoint(clientX, clientY)
        .some((hit) => isWithin(hit, target) || (hit === box && hit !== documentProperty('body')));
    };
    const hit = this.#registry.elementAt(clientX, clientY);
    if (!hit || targets.some(isReached)) return { reached: true };
    return { reached: false, ids: ancestorIds(hit, this.#registry) };
  }

  #follow(event: Event): void {
    if (event.type.startsWith('touch')) this.#touches.push(event);
    if (event.type !== 'click' && event.type !== 'contextmenu') return;
    this.#touches = [];
    this.#onClick?.();
  }

  #judge(event: MouseEvent): PressOutcome {
    const hit = this.#hitElement(event);
    if (!hit) return { reached: false, ids: [] };
    if (this.#targets.some((id) => reaches(hit, id, this.#registry))) return { reached: true };
    return { reached: false, ids: ancestorIds(hit, this.#registry) };
  }

  /** Also in a closed shadow root, where the event names its host only. */
  #hitElement(event: MouseEvent): Element | undefined {
    const [target] = event.composedPath();
    if (event.view && event.view !== window) return this.#holderOf(event.view) ?? undefined;
    if (!(target instanceof Element)) return undefined;
    const deepest = this.#registry.elementAt(event.clientX, event.clientY);
    return deepest && isWithin(deepest, target) ? deepest : target;
  }
}
