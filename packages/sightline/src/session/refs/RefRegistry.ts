import { displayName } from '../../identity/displayName.ts';
import type { Fingerprint } from '../../identity/Fingerprinter.ts';
import { hasSameContext } from '../../identity/rematch.ts';
import { stripInvisible } from '../../render/escape.ts';
import type { RefOf } from '../../render/RenderContext.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { isRemoved } from '../../visibility/Visibility.ts';

/** An element that has a number. */
export interface RefEntry {
  readonly ref: number;
  /** Key of its document. */
  document: string;
  /** Identity within the document. */
  id: number;
  /** What it was when it was last shown, which is what the reader means by its number. */
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

/** `ElementRef` as a tuple: key of the document, id within it, number. */
export type AssignedNumber = readonly [document: string, id: number, number: number];

export interface LastShown {
  role: string;
  name: string;
  /** The element on the page that was shown; its fingerprint where that was many pages ago; undefined for none. */
  identifiedBy: ShownNode | Fingerprint | undefined;
  /** Value of `showCount` then. */
  shownAt: number;
}

interface ShownNode {
  node: PageNode;
  pageState: PageState;
}

/** States of pages that are kept whole: each takes some megabytes. */
const MAX_KEPT_STATES = 6;
/** Elements of earlier states of which a fingerprint is kept: about a kilobyte each. */
const MAX_COMPACT_ENTRIES = 5_000;
/** Pages left last whose numbers are kept: as many as Chromium keeps alive for going back. */
const MAX_LEFT_PAGES = 6;

/**
 * The numbers of elements: given when an element is first shown, and kept for as long as its document lives. Small, and
 * unique over all frames.
 */
export class RefRegistry {
  readonly #byIdentity = new Map<string, RefEntry>();
  readonly #byRef = new Map<number, RefEntry>();
  /** The highest number that was given. */
  #refCount = 0;
  #showCount = 0;
  /** The entries last shown in each state that is kept, the oldest state first. */
  readonly #shownByState = new Map<PageState, Set<RefEntry>>();
  /** Entries of which only the fingerprint is kept, the oldest first. */
  readonly #compactEntries = new Set<RefEntry>();
  /** Documents that tabs had, or that were shown, when that was last checked. */
  #openDocuments = new Set<string>();
  /** Documents of each page that was left and may come back, the oldest first. */
  readonly #leftDocuments: string[][] = [];
  readonly #listTabDocuments: (() => Iterable<string>) | 'keep all';

  /** `listTabDocuments`: keys of the documents in tabs. Numbers of others are dropped in time, unless `keep all`. */
  constructor(listTabDocuments: (() => Iterable<string>) | 'keep all' = () => []) {
    this.#listTabDocuments = listTabDocuments;
  }

  /** A registry for saved pages, in which elements have these numbers already. */
  static withNumbers(numbers: Iterable<AssignedNumber>): RefRegistry {
    const registry = new RefRegistry('keep all');
    for (const [document, id, ref] of numbers) registry.#addEntry(ref, document, id);
    return registry;
  }

  /** How much is kept: elements with a number, and those of them of which only a fingerprint is kept. */
  get size(): { elements: number; fingerprintOnly: number } {
    return { elements: this.#byRef.size, fingerprintOnly: this.#compactEntries.size };
  }

  /** How often an element was shown. */
  get showCount(): number {
    return this.#showCount;
  }

  /** Gives numbers to the elements that a view shows, and records what was shown. */
  createRefAssigner(pageState: PageState): RefOf {
    return (node) => {
      const entry = this.#byIdentity.get(elementKey(node)) ?? this.#assignRef(node);
      if (!this.#wasShownSince(entry, pageState)) this.recordShown(entry, node, pageState);
      return entry.ref;
    };
  }

  /**
   * Gives numbers to the elements in the result of an action. Only elements that are new or have another name are
   * recorded as shown: of the rest the result may show no more than the number, which keeps its meaning.
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

  /** The element of a number; undefined for one that was never given, or is of a page that was left long ago. */
  entryForRef(ref: number): RefEntry | undefined {
    return this.#byRef.get(ref);
  }

  /** Whether the document was in a tab when that was last read. */
  isInTab(document: string): boolean {
    return this.#listTabDocuments !== 'keep all' && [...this.#listTabDocuments()].includes(document);
  }

  /** Whether the number was ever given. */
  wasAssigned(ref: number): boolean {
    return Number.isInteger(ref) && ref >= 1 && ref <= this.#refCount;
  }

  /** Undefined for an element that has no number. */
  entryOf(node: PageNode): RefEntry | undefined {
    return this.#byIdentity.get(elementKey(node));
  }

  entries(): [document: string, id: number, number: number][] {
    return Array.from(this.#byRef.values(), ({ document, id, ref }) => [document, id, ref]);
  }

  /** Gives elements the numbers that they had in another session. Those that are not on the page are left out. */
  restoreRefs(refs: readonly ElementRef[], pageState: PageState): void {
    for (const { number: ref, document, id } of refs) {
      const node = pageState.visibility.page.byIdentity(document, id);
      if (!node || this.#byRef.has(ref)) continue;
      this.recordShown(this.#addEntry(ref, document, id, node.role), node, pageState);
    }
  }

  /** The number stands for another element from now on, its replacement; the old element would get a new number. */
  rebind(entry: RefEntry, node: PageNode, pageState: PageState): void {
    const oldKey = `${entry.document}/${entry.id}`;
    if (this.#byIdentity.get(oldKey) === entry) this.#byIdentity.delete(oldKey);
    const key = elementKey(node);
    if (!this.#byIdentity.has(key)) this.#byIdentity.set(key, entry);
    this.recordShown(entry, node, pageState);
  }

  /**
   * As `rebind`, of numbers that may change places: of rows that are drawn with the elements of others. An element that had
   * another number, and stands for something else now, would get a new one.
   */
  rebindAll(pairs: readonly (readonly [RefEntry, PageNode])[], pageState: PageState): void {
    for (const [entry, node] of pairs) {
      const oldKey = `${entry.document}/${entry.id}`;
      if (this.#byIdentity.get(oldKey) === entry) this.#byIdentity.delete(oldKey);
      this.#byIdentity.delete(elementKey(node));
    }
    for (const [entry, node] of pairs) this.rebind(entry, node, pageState);
  }

  /** The reader has seen the element as it is on this page: that is what they mean by its number from now on. */
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

  /** Of the element as it was last shown; undefined where that was too long ago. */
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
    return this.#addEntry(this.#refCount + 1, node.document.key, node.id, node.role);
  }

  #addEntry(ref: number, document: string, id: number, role = ''): RefEntry {
    const lastShown = { role, name: '', identifiedBy: undefined, shownAt: 0 };
    const entry: RefEntry = { ref, document, id, lastShown };
    this.#byIdentity.set(`${document}/${id}`, entry);
    this.#byRef.set(ref, entry);
    this.#refCount = Math.max(this.#refCount, ref);
    return entry;
  }

  /** True if the element was shown in this state or a later one: a view of an older state does not change what a number means. */
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

  /** Drops the numbers of documents that are in no tab and too far back to return to. */
  #dropLeftDocuments(): void {
    if (this.#listTabDocuments === 'keep all') return;
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

/** An element as it was last shown, by which it can be found again in another session. */
export interface ElementDescriptor {
  role: string;
  name: string;
  tag?: string;
  /** Address of the innermost region around it. */
  landmark?: string;
  heading?: string;
  /** The row, card or other item around it. */
  item?: string;
  /** Its place among the interactive elements of the page with the same role and name, from 0. */
  nth?: number;
  /** How many there are of them. */
  count?: number;
}

/** Role and name alone where the page that it was shown on is not kept any more. */
export function describeEntry({ lastShown: { role, name, identifiedBy } }: RefEntry): ElementDescriptor {
  const description = { role, name: stripInvisible(name) };
  if (!identifiedBy || !('node' in identifiedBy)) return description;
  const { node, pageState } = identifiedBy;
  const { landmarkIndex } = pageState;
  const item = pageState.itemContexts.get(node);
  const region = landmarkIndex.regionOf(node);
  const heading = landmarkIndex.headingOf(node);
  const lookalikes = pageState.visibility.page.nodes.filter(
    (one) => one.role === role && one.name === name && pageState.visibility.interactive[one.index] === 1,
  );
  return {
    ...description,
    tag: stripInvisible(node.tag),
    ...(region && { landmark: stripInvisible(region.address) }),
    ...(heading && { heading: stripInvisible(heading.text) }),
    ...(item && { item: `${item.kind} "${stripInvisible(item.label)}"` }),
    nth: Math.max(0, lookalikes.indexOf(node)),
    count: lookalikes.length,
  };
}
