import { useEffect, useReducer } from 'preact/hooks';
import type { PageNode } from '../../model/Page.ts';

/** What is pointed at, and what was chosen: on the picture, in the text, by pointer or by key. */
export class Pick {
  #hot: PageNode | undefined;
  #chosen: PageNode | undefined;
  /** Where it came from: the other side follows. */
  #from: Side = 'text';
  readonly #listeners = new Set<() => void>();

  get hot(): PageNode | undefined {
    return this.#hot;
  }

  get chosen(): PageNode | undefined {
    return this.#chosen;
  }

  get from(): Side {
    return this.#from;
  }

  point(node: PageNode | undefined, from: Side): void {
    if (node === this.#hot) return;
    this.#hot = node;
    this.#from = from;
    this.#tell();
  }

  choose(node: PageNode | undefined, from: Side): void {
    this.#chosen = node;
    this.#hot = node;
    this.#from = from;
    this.#tell();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export type Side = 'picture' | 'text';

/** Draws the component again whenever something else is picked. */
export function usePick(pick: Pick): Pick {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => pick.listen(() => again(undefined)), [pick]);
  return pick;
}
