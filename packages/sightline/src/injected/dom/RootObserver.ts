import { runsCallbacks } from './runsCallbacks.ts';

/** A document, or a shadow root in it. */
export type TreeRoot = Document | ShadowRoot;

/** A mutation observer of whole trees, each of which is observed once. Sees nothing where no callback runs. */
export class RootObserver {
  readonly #observer: MutationObserver;
  readonly #roots = new Set<TreeRoot>();

  constructor(onMutations: (records: MutationRecord[]) => void) {
    this.#observer = new MutationObserver(onMutations);
  }

  get roots(): ReadonlySet<TreeRoot> {
    return this.#roots;
  }

  /** False where it is observed already. */
  observe(root: TreeRoot): boolean {
    if (this.#roots.has(root)) return false;
    this.#roots.add(root);
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    if (runsCallbacks()) this.#observer.observe(root, options);
    return true;
  }

  takeRecords(): MutationRecord[] {
    return this.#observer.takeRecords();
  }

  disconnect(): void {
    this.#observer.disconnect();
    this.#roots.clear();
  }
}
