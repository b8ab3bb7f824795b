import { identity, type PageNode } from '../model/Page.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { calledOf } from '../structure/callings.ts';
import { type Evidence, Evidences } from '../structure/evidence.ts';
import { standsInSame } from '../structure/recognise.ts';
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

/** A number, and what has it: the key of a document, and an identity within it. */
export interface Numbered {
  number: number;
  document: string;
  id: number;
}

export interface Told {
  role: string;
  name: string;
  /** What tells it from all others: as the page it was told of, or, when that was many changes ago, in short. */
  by: Seen | Evidence | undefined;
  /** When that was, by `Numbers.clock`. */
  at: number;
}

/** An element on a page as it was. */
interface Seen {
  node: PageNode;
  structure: Structure;
}

/** Of so many pages, or states of a page, is all kept that was told: each takes some megabytes. */
const KEPT_PAGES = 6;
/** Elements of earlier states that are known in short: each takes about a kilobyte. Of others, only that they were shown. */
const KEPT_ELEMENTS = 5_000;
/** Of so many pages that were left last, the numbers are kept: as many as Chromium keeps alive for going back. */
const KEPT_LEFT = 6;

/**
 * The numbers of a session: given when an element is first shown, and that element's for as long as its
 * document lives. Small, and unique over all frames.
 */
export class Numbers {
  readonly #byIdentity = new Map<string, Known>();
  readonly #byNumber = new Map<number, Known>();
  /** How many numbers were given. */
  #given = 0;
  /** How often something was told. */
  #tellings = 0;
  /** What was told of each page that is kept, the oldest first. */
  readonly #told = new Map<Structure, Set<Known>>();

  /** Those that are known in short, the oldest first. */
  readonly #inShort = new Set<Known>();

  /** Documents that tabs held, or that were told of, when that was last asked. */
  #open = new Set<string>();
  /** Documents of each page that was left and may come back, the oldest first. */
  readonly #left: string[][] = [];
  /** Keys of the documents that tabs hold. */
  readonly #held: () => Iterable<string>;

  constructor(held: () => Iterable<string> = () => []) {
    this.#held = held;
  }

  /** How much is kept: elements with a number, and those of them that are known in short. */
  get size(): { elements: number; inShort: number } {
    return { elements: this.#byNumber.size, inShort: this.#inShort.size };
  }

  /** Goes on with all that is told. */
  get clock(): number {
    return this.#tellings;
  }

  /** Gives numbers to what is told of a page, and remembers that it was told. */
  teller(structure: Structure): NumberOf {
    return (node) => {
      const known = this.#byIdentity.get(identity(node)) ?? this.#give(node);
      if (!this.#wasToldSince(known, structure)) this.retell(known, node, structure);
      return known.number;
    };
  }

  /**
   * Gives numbers to what an action's result tells. That tells what came, and what changed its name; of all else it may
   * say no more than the number, which then means what it meant.
   */
  namer(structure: Structure, before?: Structure): NumberOf {
    const shown =
      before && new Set(before.pruning.page.nodes.filter((one) => isShown(one, before)).map(identity));
    return (node) => {
      const known = this.#byIdentity.get(identity(node)) ?? this.#give(node);
      const isNew = known.told.by === undefined || shown?.has(identity(node)) === false;
      if (isNew || this.#isRenamed(known, node, structure)) this.retell(known, node, structure);
      return known.number;
    };
  }

  /** What a number stands for; undefined when it was never shown, or is of a page that was left long ago. */
  find(number: number): Known | undefined {
    return this.#byNumber.get(number);
  }

  /** Whether it was ever shown. */
  wasGiven(number: number): boolean {
    return Number.isInteger(number) && number >= 1 && number <= this.#given;
  }

  /** What has a number; undefined for what was never shown. */
  of(node: PageNode): Known | undefined {
    return this.#byIdentity.get(identity(node));
  }

  /** Every number that was given: key of the document, id within it, number. */
  given(): [document: string, id: number, number: number][] {
    return Array.from(this.#byNumber.values(), ({ document, id, number }) => [document, id, number]);
  }

  /** Elements get the numbers that they had elsewhere; those that are not on the page are left out. */
  restore(numbered: readonly Numbered[], structure: Structure): void {
    const byIdentity = new Map(structure.pruning.page.nodes.map((node) => [identity(node), node]));
    for (const { number, document, id } of numbered) {
      const node = byIdentity.get(`${document}/${id}`);
      if (!node?.isElement || this.#byNumber.has(number)) continue;
      const known: Known = {
        number,
        document,
        id,
        told: { role: node.role, name: '', by: undefined, at: 0 },
      };
      this.#byIdentity.set(identity(node), known);
      this.#byNumber.set(number, known);
      this.#given = Math.max(this.#given, number);
      this.retell(known, node, structure);
    }
  }

  /** The number names another element from now on, that which took its place; the former gets a new one. */
  rebind(known: Known, node: PageNode, structure: Structure): void {
    const former = `${known.document}/${known.id}`;
    if (this.#byIdentity.get(former) === known) this.#byIdentity.delete(former);
    const key = identity(node);
    if (!this.#byIdentity.has(key)) this.#byIdentity.set(key, known);
    this.retell(known, node, structure);
  }

  /** What it is now is what its reader means from now on: they have been told. */
  retell(known: Known, node: PageNode, structure: Structure): void {
    this.#forget(known);
    known.document = node.document.key;
    known.id = node.id;
    known.told = { role: node.role, name: calledOf(node), by: { node, structure }, at: ++this.#tellings };
    const told = this.#told.get(structure);
    if (told) told.add(known);
    else this.#begin(structure, known);
  }

  /** What it was told by; undefined where that was too long ago. */
  evidenceOf({ told: { by } }: Known): Evidence | undefined {
    return by && 'structure' in by ? new Evidences(by.structure.pruning).of(by.node) : by;
  }

  #isRenamed(known: Known, node: PageNode, structure: Structure): boolean {
    if (known.told.name === calledOf(node) || this.#wasToldSince(known, structure)) return false;
    const evidence = this.evidenceOf(known);
    return evidence !== undefined && standsInSame(evidence, node, new Evidences(structure.pruning));
  }

  #give(node: PageNode): Known {
    const known: Known = {
      number: ++this.#given,
      document: node.document.key,
      id: node.id,
      told: { role: node.role, name: '', by: undefined, at: 0 },
    };
    this.#byIdentity.set(identity(node), known);
    this.#byNumber.set(known.number, known);
    return known;
  }

  /** A page that is told late does not make a number mean again what it meant then. */
  #wasToldSince({ told: { by } }: Known, structure: Structure): boolean {
    if (!by || !('structure' in by)) return false;
    if (by.structure === structure) return true;
    const order = [...this.#told.keys()];
    const then = order.indexOf(structure);
    return then >= 0 && then < order.indexOf(by.structure);
  }

  #begin(structure: Structure, first: Known): void {
    this.#told.set(structure, new Set([first]));
    const [oldest] = this.#told;
    if (oldest && this.#told.size > KEPT_PAGES) {
      this.#told.delete(oldest[0]);
      this.#shorten(...oldest);
    }
    this.#forgetLeft();
  }

  #shorten({ pruning }: Structure, knowns: Set<Known>): void {
    const evidences = new Evidences(pruning);
    for (const known of knowns) {
      const { by } = known.told;
      if (!by || !('structure' in by)) continue;
      known.told.by = evidences.of(by.node);
      this.#inShort.add(known);
    }
    for (const known of this.#inShort) {
      if (this.#inShort.size <= KEPT_ELEMENTS) break;
      this.#inShort.delete(known);
      known.told.by = undefined;
    }
  }

  /** A document that no tab holds, and that nobody goes back to, never comes again: nor do its numbers. */
  #forgetLeft(): void {
    const open = new Set([...this.#held(), ...[...this.#told.keys()].flatMap(documentsOf)]);
    const left = [...this.#open].filter((key) => !open.has(key));
    this.#open = open;
    if (left.length > 0) this.#left.push(left);
    if (this.#left.length > KEPT_LEFT) this.#left.shift();
    const kept = new Set([...open, ...this.#left.flat()]);
    for (const known of this.#byNumber.values()) if (!kept.has(known.document)) this.#drop(known);
  }

  #drop(known: Known): void {
    this.#forget(known);
    this.#byNumber.delete(known.number);
    const key = `${known.document}/${known.id}`;
    if (this.#byIdentity.get(key) === known) this.#byIdentity.delete(key);
  }

  #forget(known: Known): void {
    const { by } = known.told;
    if (by && 'structure' in by) this.#told.get(by.structure)?.delete(known);
    this.#inShort.delete(known);
  }
}

const documentsOf = ({ pruning }: Structure): string[] => pruning.page.documents.map(({ key }) => key);

const isShown = (node: PageNode, { pruning }: Structure): boolean =>
  node.isElement && !isRemoved(pruning, node);
