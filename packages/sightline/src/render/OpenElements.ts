import type { PageNode } from '../snapshot/Page.ts';

/** The elements that a scan of the page stands in, and what is to be done where each ends. */
export class OpenElements {
  readonly #open: { end: number; leave: () => void }[] = [];

  enter({ end }: PageNode, leave: () => void): void {
    this.#open.push({ end, leave });
  }

  /** Leaves what ends before the node of that index, the innermost first. */
  leaveUntil(index: number): void {
    for (let last = this.#open.at(-1); last && last.end <= index; last = this.#open.at(-1)) {
      this.#open.pop();
      last.leave();
    }
  }

  leaveAll(): void {
    this.leaveUntil(Number.POSITIVE_INFINITY);
  }
}
