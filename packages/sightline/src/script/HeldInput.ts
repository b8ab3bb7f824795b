import type { Page as PlaywrightPage } from 'playwright-core';
import { withTimeout } from '../browser/withTimeout.ts';
import type { MousePlace } from '../session/actions/MousePress.ts';

type Button = 'left' | 'right' | 'middle';

/** Milliseconds for a page to learn that keys and buttons are up. */
const RELEASE_TIMEOUT_MS = 1_000;

/** The keys and mouse buttons that a script holds down: none stays down after it. */
export class HeldInput {
  readonly #keys = new Map<string, PlaywrightPage>();
  readonly #buttons = new Map<Button, PlaywrightPage>();

  /** Where the script moved the mouse last; undefined where it is not known. */
  mouse: MousePlace | undefined;

  /** What is dragged across the page is dropped before anything is looked at. */
  get isDragging(): boolean {
    return this.#buttons.size > 0;
  }

  noteKey(key: string, state: 'down' | 'up', page: PlaywrightPage): void {
    if (state === 'down') this.#keys.set(key, page);
    else this.#keys.delete(key);
  }

  noteButton(button: Button, state: 'down' | 'up', page: PlaywrightPage): void {
    if (state === 'down') this.#buttons.set(button, page);
    else this.#buttons.delete(button);
  }

  /** Lets go of all of them. Never rejects. */
  async release(): Promise<void> {
    const releases = [
      ...Array.from(this.#buttons, ([button, { mouse }]) => mouse.up({ button })),
      ...Array.from(this.#keys, ([key, { keyboard }]) => keyboard.up(key)),
    ];
    this.#buttons.clear();
    this.#keys.clear();
    if (releases.length > 0) await withTimeout(Promise.allSettled(releases), RELEASE_TIMEOUT_MS, []);
  }
}
