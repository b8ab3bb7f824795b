import { elementKey, type PageNode } from '../../snapshot/Page.ts';

/** A number that was given already: key of the document, id within it, number. */
export type AssignedNumber = readonly [document: string, id: number, number: number];

/** Gives each element a number when it is first told, and keeps it: over all views, and over captures of one document. */
export class ElementNumbers {
  readonly #byIdentity = new Map<string, number>();
  readonly #byNumber = new Map<number, string>();
  #last = 0;

  /** `given`: those that a session has given. */
  constructor(assigned: Iterable<AssignedNumber> = []) {
    for (const [document, id, number] of assigned) this.#set(`${document}/${id}`, number);
  }

  of(node: PageNode): number {
    const key = elementKey(node);
    return this.#byIdentity.get(key) ?? this.#set(key, this.#last + 1);
  }

  /** The number of a node that has one. */
  existing(node: PageNode): number | undefined {
    return this.#byIdentity.get(elementKey(node));
  }

  /** What a number stands for, as `identity` tells it. */
  identityOf(number: number): string | undefined {
    return this.#byNumber.get(number);
  }

  #set(key: string, number: number): number {
    this.#byIdentity.set(key, number);
    this.#byNumber.set(number, key);
    this.#last = Math.max(this.#last, number);
    return number;
  }
}
