import { addToGroup } from '../../snapshot/groupBy.ts';
import { elementKey, type PageNode } from '../../snapshot/Page.ts';
import type { PageState } from '../../structure/PageState.ts';
import { interactivityTier } from '../../visibility/interactivityTier.ts';
import { isRemoved } from '../../visibility/Visibility.ts';
import type { IconKeywords } from '../words/IconKeywords.ts';
import type { SynonymIndex } from '../words/SynonymIndex.ts';
import { Tokenizer } from '../words/Tokenizer.ts';
import { ContainerIndex } from './ContainerIndex.ts';
import { candidateLabels, hasLatinWords, iconKeywordsOf, type LabelTier } from './candidateLabels.ts';
import { type AskedState, isInAskedState, isPlaceholder } from './elementStates.ts';
import { isHiddenByRule } from './isHiddenByRule.ts';
import { targetWords } from './targetWords.ts';

/** An element that a query may mean. */
export interface Candidate {
  node: PageNode;
  /** Hidden: something else must reveal it first. */
  hidden: boolean;
  /** Positions in `ContainerIndex.all`. */
  containers: number[];
  /** What a word of its text, and one of its hints, counts among so many: 1 for a few. */
  dilution: readonly [shown: number, hinted: number];
  /** It has no words in Latin letters but those in its code. */
  isNameless: boolean;
  /** Of several links with one name to one place the same number; undefined for what is alone. */
  sameLink: number | undefined;
  /** Stems of its name, in order, as far as exact and phrase matches need them. */
  nameStems: string[];
}

/** The candidates with a word, each with the best tier it has there. */
export interface Postings {
  candidates: number[];
  tiers: LabelTier[];
}

/** A word of the page. */
export interface IndexedWord {
  stem: string;
  /** Its first form on the page, by which vectors are looked up. */
  text: string;
  postings: Postings;
  /** Positions of the containers with it. */
  containers: number[];
}

/** Most stems kept for exact and phrase matches. */
const MAX_NAME_STEMS = 16;

/**
 * Index of the words of a page. Built once per page, in time and memory proportional to its elements; immutable
 * afterwards.
 */
export class QueryIndex {
  readonly pageState: PageState;
  readonly candidates: readonly Candidate[];
  readonly containers: ContainerIndex;
  readonly #words = new Map<string, IndexedWord>();
  readonly #byInitial = new Map<string, IndexedWord[]>();
  readonly #synonymGroups = new Map<number, { postings: Postings; containers: number[] }>();
  readonly #iconCandidates = new Map<string, number[]>();
  readonly #stateCandidates = new Map<AskedState, readonly number[]>();
  readonly #candidatesByContainer: number[][];
  readonly #links = new Map<string, number>();
  readonly #synonyms: SynonymIndex;

  /** Without `icons`, elements without text are not found by their icons. */
  constructor(pageState: PageState, { synonyms, icons }: { synonyms: SynonymIndex; icons?: IconKeywords }) {
    this.pageState = pageState;
    this.#synonyms = synonyms;
    this.containers = new ContainerIndex(pageState);
    const tokenizer = new Tokenizer();
    this.candidates = searchableNodes(pageState).map((node, position) =>
      this.#indexCandidate(node, position, tokenizer, icons),
    );
    this.#candidatesByContainer = this.containers.all.map(() => []);
    for (const [position, { containers }] of this.candidates.entries())
      for (const container of containers) this.#candidatesByContainer[container]?.push(position);
    for (const [position, { words }] of this.containers.all.entries())
      this.#indexContainer(words, position, tokenizer);
    for (const word of this.#words.values()) addToGroup(this.#byInitial, word.stem.charAt(0), word);
  }

  word(stemmed: string): IndexedWord | undefined {
    return this.#words.get(stemmed);
  }

  /** All words, in order of first occurrence. */
  words(): Iterable<IndexedWord> {
    return this.#words.values();
  }

  wordsStartingWith(initial: string): readonly IndexedWord[] {
    return this.#byInitial.get(initial) ?? [];
  }

  /** Positions of the candidates in a container. */
  candidatesIn(container: number): readonly number[] {
    return this.#candidatesByContainer[container] ?? [];
  }

  /** The elements without text whose icon means a word. Icon words are not matched approximately. */
  candidatesByIcon(stemmed: string): readonly number[] {
    return this.#iconCandidates.get(stemmed) ?? [];
  }

  /** Positions of the elements that are in a state, or look to be. */
  candidatesInState(state: AskedState): readonly number[] {
    const known = this.#stateCandidates.get(state);
    if (known) return known;
    const positions = this.candidates.flatMap(({ node }, i) => (isInAskedState(node, state) ? [i] : []));
    this.#stateCandidates.set(state, positions);
    return positions;
  }

  synonymGroup(synonymGroup: number): { postings: Postings; containers: number[] } | undefined {
    return this.#synonymGroups.get(synonymGroup);
  }

  findSynonyms(stems: readonly string[]): ReturnType<SynonymIndex['find']> {
    return this.#synonyms.findAll(stems);
  }

  /** Whether a meaning is one of everyday words: a guess. */
  isEveryday(synonymGroup: number): boolean {
    return this.#synonyms.isEveryday(synonymGroup);
  }

  #indexCandidate(
    node: PageNode,
    position: number,
    tokenizer: Tokenizer,
    icons: IconKeywords | undefined,
  ): Candidate {
    const { visibility } = this.pageState;
    const labels = candidateLabels(node, visibility, tokenizer);
    const stems = labels.map((words) => tokenizer.stems(words));
    for (const tier of [0, 1, 2] as const)
      this.#indexWords(labels[tier], stems[tier] as readonly string[], position, tier, tokenizer);
    // What is not shown, such as a link that skips to the content, is no guess.
    const led = isRemoved(visibility, node) ? [] : targetWords(node, visibility.page, tokenizer);
    for (const word of led) addPosting(this.#wordFor(tokenizer.stem(word), word).postings, position, 3);
    if (icons)
      for (const word of iconKeywordsOf(node, labels, visibility, icons, tokenizer))
        this.#addIconCandidate(tokenizer.stem(word), position);
    const nameStems = (stems[0]?.length ? stems[0] : (stems[1] as readonly string[])).slice(
      0,
      MAX_NAME_STEMS,
    );
    const [seenCount, hintedCount] = [labels[0].length, labels[1].length];
    return {
      node,
      hidden: isRemoved(visibility, node),
      containers: this.containers.containersOf(node, tokenizer),
      dilution: [dilute(seenCount), dilute(hintedCount)],
      sameLink: this.#firstSameLink(node, position),
      isNameless: !hasLatinWords(labels[0]) && !hasLatinWords(labels[1]),
      nameStems,
    };
  }

  /** The position of the first link with the name and the target of this one. */
  #firstSameLink({ name, document, attributes: { href } }: PageNode, position: number): number | undefined {
    if (!href || href === '#' || href.startsWith('javascript:')) return undefined;
    const key = JSON.stringify([document.key, href, name]);
    const first = this.#links.get(key);
    if (first === undefined) this.#links.set(key, position);
    return first ?? position;
  }

  #addIconCandidate(stemmed: string, position: number): void {
    const existing = this.#iconCandidates.get(stemmed);
    if (!existing) this.#iconCandidates.set(stemmed, [position]);
    else if (existing.at(-1) !== position) existing.push(position);
  }

  #indexWords(
    words: readonly string[],
    stems: readonly string[],
    position: number,
    tier: LabelTier,
    tokenizer: Tokenizer,
  ): void {
    for (let i = 0; i < stems.length; i++)
      addPosting(this.#wordFor(stems[i] as string, words[i] as string).postings, position, tier);
    // `drop down` is found by `dropdown`.
    if (tier < 2 && words.length <= MAX_NAME_STEMS) {
      for (let i = 1; i < words.length; i++) {
        const joined = `${words[i - 1]}${words[i]}`;
        addPosting(this.#wordFor(tokenizer.stem(joined), joined).postings, position, tier);
      }
    }
    for (const { group } of this.#synonyms.findAll(stems))
      addPosting(this.#synonymGroupFor(group).postings, position, tier);
    const lower = Math.min(tier + 1, 2) as LabelTier;
    for (const { group } of this.#synonyms.findSuffixes(stems))
      addPosting(this.#synonymGroupFor(group).postings, position, lower);
  }

  #indexContainer(words: readonly string[], position: number, tokenizer: Tokenizer): void {
    const stems = tokenizer.stems(words);
    for (let i = 0; i < stems.length; i++) {
      const { containers } = this.#wordFor(stems[i] as string, words[i] as string);
      if (containers.at(-1) !== position) containers.push(position);
    }
    for (const { group } of this.#synonyms.findAll(stems)) {
      const { containers } = this.#synonymGroupFor(group);
      if (containers.at(-1) !== position) containers.push(position);
    }
  }

  #wordFor(stemmed: string, text: string): IndexedWord {
    let existing = this.#words.get(stemmed);
    if (!existing) {
      existing = { stem: stemmed, text, postings: { candidates: [], tiers: [] }, containers: [] };
      this.#words.set(stemmed, existing);
    }
    return existing;
  }

  #synonymGroupFor(group: number): { postings: Postings; containers: number[] } {
    let existing = this.#synonymGroups.get(group);
    if (!existing) {
      existing = { postings: { candidates: [], tiers: [] }, containers: [] };
      this.#synonymGroups.set(group, existing);
    }
    return existing;
  }
}

/** Words of a long text count less each. */
const dilute = (words: number): number => 1 / (1 + Math.max(0, words - LONG_LABEL_WORDS) / 16);

/** Most words of a label. */
const LONG_LABEL_WORDS = 8;

/** Candidates come in order and tiers from the best, so that an existing entry is at least as good. */
function addPosting({ candidates, tiers }: Postings, position: number, tier: LabelTier): void {
  if (candidates.at(-1) === position) return;
  candidates.push(position);
  tiers.push(tier);
}

/** Interactive elements, those that would be if they were visible, and those that a state keeps from being so; each once. */
function searchableNodes({ visibility, counts }: PageState): PageNode[] {
  const { page, interactive } = visibility;
  const seenKeys = new Set<string>();
  return page.nodes.filter((node) => {
    const isHidden = isHiddenByRule(visibility, node) && interactivityTier(node) !== 'structural';
    const isOff = (): boolean =>
      isPlaceholder(node) &&
      !isRemoved(visibility, node) &&
      counts.interactive(node) === 0 &&
      counts.textLength(node) > 0;
    if (interactive[node.index] !== 1 && !isHidden && !isOff()) return false;
    const key = elementKey(node);
    return !seenKeys.has(key) && seenKeys.add(key) !== undefined;
  });
}
