import { identity, type PageNode } from '../model/Page.ts';
import type { Structure } from '../structure/Structure.ts';
import type { NumberOf } from '../view/View.ts';

/** An element as the session knows it: where to find it, whatever a later look shows. */
export interface Known {
  readonly number: number;
  /** Key of its document. */
  document: string;
  /** Identity within the document. */
  id: number;
  /** What it was when it was told last, which is what the reader means by its number. */
  told: Told;
}

export interface Told {
  role: string;
  name: string;
  /** The element on the page as it was then; undefined when that was too many changes of the page ago. */
  node: PageNode | undefined;
  /** What that page meant. */
  structure: Structure | undefined;
}

/** Of so many pages, or states of a page, is kept what was told: each takes some megabytes. */
const KEPT = 6;

/**
 * The numbers of a session: given when an element is first shown, and that element's for as long as its
 * document lives. Small, and unique over all frames.
 */
export class Numbers {
  readonly #byIdentity = new Map<string, Known>();
  readonly #byNumber = new Map<number, Known>();
  /** What was told of each page that is kept, the oldest first. */
  readonly #told = new Map<Structure, Set<Known>>();

  /** Gives numbers to what is told of a page, and remembers that it was told. */
  teller(structure: Structure): NumberOf {
    return (node) => {
      const known = this.#byIdentity.get(identity(node)) ?? this.#give(node, structure);
      if (known.told.structure !== structure) this.#tell(known, node, structure);
      return known.number;
    };
  }

  /** What a number stands for; undefined when it was never shown. */
  find(number: number): Known | undefined {
    return this.#byNumber.get(number);
  }

  /** The number names another element from now on: that which took its place. */
  rebind(known: Known, node: PageNode, structure: Structure): void {
    known.document = node.document.key;
    known.id = node.id;
    const key = identity(node);
    if (!this.#byIdentity.has(key)) this.#byIdentity.set(key, known);
    this.#tell(known, node, structure);
  }

  /** What it is now is what its reader means from now on: they have been told. */
  retell(known: Known, node: PageNode, structure: Structure): void {
    this.#tell(known, node, structure);
  }

  #give(node: PageNode, structure: Structure): Known {
    const known: Known = {
      number: this.#byNumber.size + 1,
      document: node.document.key,
      id: node.id,
      told: { role: node.role, name: node.name, node, structure: undefined },
    };
    this.#byIdentity.set(identity(node), known);
    this.#byNumber.set(known.number, known);
    this.#tell(known, node, structure);
    return known;
  }

  #tell(known: Known, node: PageNode, structure: Structure): void {
    if (known.told.structure) this.#told.get(known.told.structure)?.delete(known);
    known.told = { role: node.role, name: node.name, node, structure };
    const told = this.#told.get(structure);
    if (told) told.add(known);
    else this.#begin(structure, known);
  }

  #begin(structure: Structure, first: Known): void {
    this.#told.set(structure, new Set([first]));
    const [oldest] = this.#told;
    if (this.#told.size <= KEPT || !oldest) return;
    for (const known of oldest[1]) known.told = { ...known.told, node: undefined, structure: undefined };
    this.#told.delete(oldest[0]);
  }
}
