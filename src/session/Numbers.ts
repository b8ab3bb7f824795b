import { identity, type PageNode } from '../model/Page.ts';

/** An element as the session knows it: where to find it, whatever a later look shows. */
export interface Known {
  number: number;
  /** Key of its document. */
  document: string;
  /** Identity within the document. */
  id: number;
}

/**
 * The numbers of a session: given when an element is first shown, and that element's for as long as its
 * document lives. Small, and unique over all frames.
 */
export class Numbers {
  readonly #byIdentity = new Map<string, Known>();
  readonly #byNumber = new Map<number, Known>();

  /** The element's number, given now if it never had one. */
  of(node: PageNode): number {
    const key = identity(node);
    const known = this.#byIdentity.get(key) ?? this.#give(key, node);
    return known.number;
  }

  /** What a number stands for; undefined when it was never shown. */
  find(number: number): Known | undefined {
    return this.#byNumber.get(number);
  }

  #give(key: string, node: PageNode): Known {
    const known: Known = { number: this.#byNumber.size + 1, document: node.document.key, id: node.id };
    this.#byIdentity.set(key, known);
    this.#byNumber.set(known.number, known);
    return known;
  }
}
