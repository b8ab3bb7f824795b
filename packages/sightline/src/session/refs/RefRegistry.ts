import { displayName } from '../../identity/displayName.ts';
import type { Fingerprint } from '../../identity/Fingerprinter.ts';
import { hasSameContext } from '../../identity/rematch.ts';
import type { RefOf } from '../../render/RenderContext.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';

/** An element as the session knows it: where to find it, whatever a later look shows. */
export interface RefEntry {
  readonly ref: number;
  /** Key of its document. */
  document: string;
  /** Identity within the document. */
  id: number;
  /** What it was when it was told last, which is what the reader means by its number. */
  lastShown: LastShown;
}

/** A number, and what has it: the key of a document, and an identity within it. */
export interface ElementRef {
  number: number;
  document: string;
  id: number;
}

/** Pairs of number and id, grouped by document; only elements of the given documents. */
export function refsByDocument(
  refs: readonly ElementRef[],
  documents: readonly { key: string }[],
): Record<string, [number: number, id: number][]> {
  const byDocument = Object.fromEntries(documents.map(({ key }) => [key, [] as [number, number][]]));
  for (const { number, document, id } of refs) byDocument[document]?.push([number, id]);
  return byDocument;
}

export interface LastShown {
  role: string;
  name: string;
  /** What tells it from all others: as the page it was told of, or, when that was many changes ago, in short. */
  identifiedBy: ShownNode | Fingerprint | undefined;
  /** When that was, by `Numbers.clock`. */
  shownAt: number;
}

/** An element on a page as it was. */
interface ShownNode {
  node: PageNode;
  pageState: PageState;
}

/** Of so many pages, or states of a page, is all kept that was told: each takes some megabytes. */
const MAX_KEPT_STATES = 6;
/** Elements of earlier states that are known in short: each takes about a kilobyte. Of others, only that they were shown. */
const MAX_COMPACT_ENTRIES = 5_000;
/** Of so many pages that were left last, the numbers are kept: as many as Chromium keeps alive for going back. */
const MAX_LEFT_PAGES = 6;

/**
 * The numbers of a session: given when an element is first shown, and that element's for as long as its
 * document lives. Small, and unique over all frames.
 */
export class RefRegistry {
  readonly #byIdentity = new Map<string, RefEntry>();
  readonly #byRef = new Map<number, RefEntry>();
  /** How many numbers were given. */
  #refCount = 0;
  /** How often something was told. */
  #showCount = 0;
  /** What was told of each page that is kept, the oldest first. */
  readonly #shownByState = new Map<PageState, Set<RefEntry>>();

  /** Those that are known in short, the oldest first. */
  readonly #compactEntries = new Set<RefEntry>();

  /** Documents that tabs held, or that were told of, when that was last asked. */
  #openDocuments = new Set<string>();
  /** Documents of each page that was left and may come back, the oldest first. */
  readonly #leftDocuments: string[][] = [];
  /** Keys of the documents that tabs hold. */
  readonly #listTabDocuments: () => Iterable<string>;

  constructor(listTabDocuments: () => Iterable<string> = () => []) {
    this.#listTabDocuments = listTabDocuments;
  }

  /** How much is kept: elements with a number, and those of them that are known in short. */
  get size(): { elements: number; inShort: number } {
    return { elements: this.#byRef.size, inShort: this.#compactEntries.size };
  }

  /** Goes on with all that is told. */
  get showCount(): number {
    return this.#showCount;
  }

  /** Gives numbers to what is told of a page, and remembers that it was told. */
  createRefAssigner(pageState: PageState): RefOf {
    return (node) => {
      const entry = this.#byIdentity.get(elementKey(node)) ?? this.#assignRef(node);
      if (!this.#wasShownSince(entry, pageState)) this.recordShown(entry, node, pageState);
      return entry.ref;
    };
  }

  /**
   * Gives numbers to what an action's result tells. That tells what came, and what changed its name; of all else it may
   * say no more than the number, which then means what it meant.
   */
  createChangeRefAssigner(pageState: PageState, before?: PageState): RefOf {
    const shownBefore =
      before && new Set(before.visibility.page.nodes.filter((one) => isShown(one, before)).map(elementKey));
    return (node) => {
      const entry = this.#byIdentity.get(elementKey(node)) ?? this.#assignRef(node);
      const isNew =
        entry.lastShown.identifiedBy === undefined || shownBefore?.has(elementKey(node)) === false;
      if (isNew || this.#isRenamed(entry, node, pageState)) this.recordShown(entry, node, pageState);
      return entry.ref;
    };
  }

  /** What a number stands for; undefined when it was never shown, or is of a page that was left long ago. */
  entryForRef(ref: number): RefEntry | undefined {
    return this.#byRef.get(ref);
  }

  /** Whether it was ever shown. */
  wasAssigned(ref: number): boolean {
    return Number.isInteger(ref) && ref >= 1 && ref <= this.#refCount;
  }

  /** What has a number; undefined for what was never shown. */
  entryOf(node: PageNode): RefEntry | undefined {
    return this.#byIdentity.get(elementKey(node));
  }

  /** Every number that was given: key of the document, id within it, number. */
  entries(): [document: string, id: number, number: number][] {
    return Array.from(this.#byRef.values(), ({ document, id, ref }) => [document, id, ref]);
  }

  /** Elements get the numbers that they had elsewhere; those that are not on the page are left out. */
  restoreRefs(refs: readonly ElementRef[], pageState: PageState): void {
    const byIdentity = new Map(pageState.visibility.page.nodes.map((node) => [elementKey(node), node]));
    for (const { number: ref, document, id } of refs) {
      const node = byIdentity.get(`${document}/${id}`);
      if (!node?.isElement || this.#byRef.has(ref)) continue;
      const entry: RefEntry = {
        ref,
        document,
        id,
        lastShown: { role: node.role, name: '', identifiedBy: undefined, shownAt: 0 },
      };
      this.#byIdentity.set(elementKey(node), entry);
      this.#byRef.set(ref, entry);
      this.#refCount = Math.max(this.#refCount, ref);
      this.recordShown(entry, node, pageState);
    }
  }

  /** The number names another element from now on, that which took its place; the former gets a new one. */
  rebind(entry: RefEntry, node: PageNode, pageState: PageState): void {
    const oldKey = `${entry.document}/${entry.id}`;
    if (this.#byIdentity.get(oldKey) === entry) this.#byIdentity.delete(oldKey);
    const key = elementKey(node);
    if (!this.#byIdentity.has(key)) this.#byIdentity.set(key, entry);
    this.recordShown(entry, node, pageState);
  }

  /** What it is now is what its reader means from now on: they have been told. */
  recordShown(entry: RefEntry, node: PageNode, pageState: PageState): void {
    this.#detachFromState(entry);
    entry.document = node.document.key;
    entry.id = node.id;
    entry.lastShown = {
      role: node.role,
      name: displayName(node),
      identifiedBy: { node, pageState },
      shownAt: ++this.#showCount,
    };
    const shownEntries = this.#shownByState.get(pageState);
    if (shownEntries) shownEntries.add(entry);
    else this.#startState(pageState, entry);
  }

  /** What it was told by; undefined where that was too long ago. */
  fingerprintOf({ lastShown: { identifiedBy } }: RefEntry): Fingerprint | undefined {
    return identifiedBy && 'pageState' in identifiedBy
      ? identifiedBy.pageState.fingerprinter.of(identifiedBy.node)
      : identifiedBy;
  }

  #isRenamed(entry: RefEntry, node: PageNode, pageState: PageState): boolean {
    if (entry.lastShown.name === displayName(node) || this.#wasShownSince(entry, pageState)) return false;
    const fingerprint = this.fingerprintOf(entry);
    return fingerprint !== undefined && hasSameContext(fingerprint, node, pageState.fingerprinter);
  }

  #assignRef(node: PageNode): RefEntry {
    const entry: RefEntry = {
      ref: ++this.#refCount,
      document: node.document.key,
      id: node.id,
      lastShown: { role: node.role, name: '', identifiedBy: undefined, shownAt: 0 },
    };
    this.#byIdentity.set(elementKey(node), entry);
    this.#byRef.set(entry.ref, entry);
    return entry;
  }

  /** A page that is told late does not make a number mean again what it meant then. */
  #wasShownSince({ lastShown: { identifiedBy } }: RefEntry, pageState: PageState): boolean {
    if (!identifiedBy || !('pageState' in identifiedBy)) return false;
    if (identifiedBy.pageState === pageState) return true;
    const order = [...this.#shownByState.keys()];
    const shownIndex = order.indexOf(pageState);
    return shownIndex >= 0 && shownIndex < order.indexOf(identifiedBy.pageState);
  }

  #startState(pageState: PageState, firstEntry: RefEntry): void {
    this.#shownByState.set(pageState, new Set([firstEntry]));
    const [oldestState] = this.#shownByState;
    if (oldestState && this.#shownByState.size > MAX_KEPT_STATES) {
      this.#shownByState.delete(oldestState[0]);
      this.#compactState(...oldestState);
    }
    this.#dropLeftDocuments();
  }

  #compactState({ fingerprinter }: PageState, entries: Set<RefEntry>): void {
    for (const entry of entries) {
      const { identifiedBy } = entry.lastShown;
      if (!identifiedBy || !('pageState' in identifiedBy)) continue;
      entry.lastShown.identifiedBy = fingerprinter.of(identifiedBy.node);
      this.#compactEntries.add(entry);
    }
    for (const entry of this.#compactEntries) {
      if (this.#compactEntries.size <= MAX_COMPACT_ENTRIES) break;
      this.#compactEntries.delete(entry);
      entry.lastShown.identifiedBy = undefined;
    }
  }

  /** A document that no tab holds, and that nobody goes back to, never comes again: nor do its numbers. */
  #dropLeftDocuments(): void {
    const openDocuments = new Set([
      ...this.#listTabDocuments(),
      ...[...this.#shownByState.keys()].flatMap(documentKeys),
    ]);
    const leftDocuments = [...this.#openDocuments].filter((key) => !openDocuments.has(key));
    this.#openDocuments = openDocuments;
    if (leftDocuments.length > 0) this.#leftDocuments.push(leftDocuments);
    if (this.#leftDocuments.length > MAX_LEFT_PAGES) this.#leftDocuments.shift();
    const keptDocuments = new Set([...openDocuments, ...this.#leftDocuments.flat()]);
    for (const entry of this.#byRef.values())
      if (!keptDocuments.has(entry.document)) this.#removeEntry(entry);
  }

  #removeEntry(entry: RefEntry): void {
    this.#detachFromState(entry);
    this.#byRef.delete(entry.ref);
    const key = `${entry.document}/${entry.id}`;
    if (this.#byIdentity.get(key) === entry) this.#byIdentity.delete(key);
  }

  #detachFromState(entry: RefEntry): void {
    const { identifiedBy } = entry.lastShown;
    if (identifiedBy && 'pageState' in identifiedBy)
      this.#shownByState.get(identifiedBy.pageState)?.delete(entry);
    this.#compactEntries.delete(entry);
  }
}

const documentKeys = ({ visibility }: PageState): string[] => visibility.page.documents.map(({ key }) => key);

const isShown = (node: PageNode, { visibility }: PageState): boolean =>
  node.isElement && !isRemoved(visibility, node);
