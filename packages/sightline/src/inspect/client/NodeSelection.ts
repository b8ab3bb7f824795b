import { useEffect, useReducer } from 'preact/hooks';
import type { PageNode } from '../../snapshot/Page.ts';

/** What is pointed at, and what was chosen: on the picture, in the text, by pointer or by key. */
export class NodeSelection {
  #hovered: PageNode | undefined;
  #selected: PageNode | undefined;
  /** Where it came from: the other side follows. */
  #source: SelectionSource = 'text';
  readonly #listeners = new Set<() => void>();

  get hovered(): PageNode | undefined {
    return this.#hovered;
  }

  get selected(): PageNode | undefined {
    return this.#selected;
  }

  get source(): SelectionSource {
    return this.#source;
  }

  hover(node: PageNode | undefined, source: SelectionSource): void {
    if (node === this.#hovered) return;
    this.#hovered = node;
    this.#source = source;
    this.#notify();
  }

  select(node: PageNode | undefined, source: SelectionSource): void {
    this.#selected = node;
    this.#hovered = node;
    this.#source = source;
    this.#notify();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export type SelectionSource = 'picture' | 'text';

/** Draws the component again whenever something else is picked. */
export function useNodeSelection(selection: NodeSelection): NodeSelection {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => selection.subscribe(() => rerender(undefined)), [selection]);
  return selection;
}
