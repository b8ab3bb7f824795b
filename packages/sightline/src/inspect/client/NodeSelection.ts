import { useLayoutEffect, useReducer } from 'preact/hooks';
import type { PageNode } from '../../snapshot/Page.ts';

/** The hovered and the selected node, shared by picture and text. */
export class NodeSelection {
  #hovered: PageNode | undefined;
  #selected: PageNode | undefined;
  /** The side that caused the change; the other one scrolls. */
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

/** Rerenders the component when the selection changes: from its own drawing on, for a key may come before the next frame. */
export function useNodeSelection(selection: NodeSelection): NodeSelection {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => selection.subscribe(() => rerender(undefined)), [selection]);
  return selection;
}
