import type { TreeRoot } from '../dom/RootObserver.ts';

/**
 * Reports each window that a change of the DOM brings below this one, before the browser sends anything to it: a frame that is
 * added, and what is in it; and this one again, whose listeners `document.open` has removed. Not those of other sites, nor in a
 * shadow root that is new too and closed.
 */
export class NewFrames {
  readonly #onWindow: (one: Window) => void;
  readonly #observer = new MutationObserver(() => this.#report());
  /** Those that were there from the beginning. */
  #old = new Set<Window>();

  constructor(onWindow: (one: Window) => void) {
    this.#onWindow = onWindow;
  }

  /** Those that are there are not reported. */
  start(roots: Iterable<TreeRoot>): void {
    this.#old = new Set(childrenOf(window));
    for (const root of roots) this.#observe(root);
  }

  stop(): void {
    this.#observer.disconnect();
  }

  #observe(root: Node): void {
    this.#observer.observe(root, { childList: true, subtree: true });
  }

  #report(): void {
    this.#onWindow(window);
    const added = childrenOf(window).filter((one) => !this.#old.has(one));
    // It grows.
    for (const one of added) {
      if (!this.#reach(one)) continue;
      this.#onWindow(one);
      added.push(...childrenOf(one));
    }
  }

  /** False for one of another site. */
  #reach(one: Window): boolean {
    try {
      this.#observe(one.document);
      return true;
    } catch {
      return false;
    }
  }
}

const childrenOf = (one: Window): Window[] => Array.from({ length: one.length }, (_, i) => one[i] as Window);
