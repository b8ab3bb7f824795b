import type { ElementRegistry } from '../dom/ElementRegistry.ts';
import { hasFocus } from './focusElement.ts';

/** A key may come as the one or the other alone: where it is none of a keyboard, and where the page keeps it to itself. */
const EVENTS = ['keydown', 'beforeinput'] as const;

/** Counts what this document gets of the keyboard: a frame in it, or a document around it, may have the focus of the page. */
export class KeysTaken {
  readonly #registry: ElementRegistry;
  #count = 0;

  constructor(registry: ElementRegistry) {
    this.#registry = registry;
  }

  /** Since it was asked first; undefined where the element has not the focus. */
  by(id: number): number | undefined {
    // Again after `document.open`, which removes them.
    for (const type of EVENTS)
      EventTarget.prototype.addEventListener.call(window, type, this.#onEvent, {
        capture: true,
        passive: true,
      });
    const element = this.#registry.element(id) as HTMLElement | null;
    const isFocused =
      element !== null &&
      Document.prototype.hasFocus.call(document) &&
      hasFocus(element, this.#registry.focusedElement());
    return isFocused ? this.#count : undefined;
  }

  dispose(): void {
    for (const type of EVENTS)
      EventTarget.prototype.removeEventListener.call(window, type, this.#onEvent, { capture: true });
  }

  readonly #onEvent = ({ isTrusted }: Event): void => {
    if (isTrusted) this.#count++;
  };
}
