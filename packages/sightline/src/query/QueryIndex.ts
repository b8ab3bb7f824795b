import { identity, type PageNode } from '../model/Page.ts';
import { isRemoved } from '../prune/Pruning.ts';
import { tierOf } from '../prune/tier.ts';
import type { Structure } from '../structure/Structure.ts';
import type { Concepts } from './Concepts.ts';
import type { IconWords } from './IconWords.ts';
import { impliedWords } from './implied.ts';
import { labelsOf, type Tier } from './labels.ts';
import { Places } from './Places.ts';
import { Splitter } from './words.ts';

/** An element that a question may mean. */
export interface Candidate {
  node: PageNode;
  /** Not shown: what a person would have to bring out first. */
  hidden: boolean;
  /** Positions in the words of places. */
  places: number[];
  /** What a match counts by tier: less in a long text, more in a name of the author's where there is no other. */
  weights: readonly [number, number, number];
  /** Stems of what it is called, in order, as far as an exact or phrase match needs them. */
  called: string[];
}

/** The candidates that a word stands for, each with the best tier it has there. */
export interface Postings {
  candidates: number[];
  tiers: Tier[];
}

/** A word of the page. */
export interface Word {
  stem: string;
  /** As it was first met: what vectors are looked up by. */
  word: string;
  own: Postings;
  /** Positions of the places that hold it. */
  places: number[];
}

/** Longest run of stems that is kept for exact and phrase matches. */
const CALLED = 16;

/**
 * The words of a page and what they stand for. Built once a page, in time and memory that grow with its
 * elements. Nothing in it changes afterwards.
 */
export class QueryIndex {
  readonly structure: Structure;
  readonly candidates: readonly Candidate[];
  readonly places: Places;
  readonly #words = new Map<string, Word>();
  readonly #byInitial = new Map<string, Word[]>();
  readonly #meanings = new Map<number, { own: Postings; places: number[] }>();
  readonly #implied = new Map<string, number[]>();
  readonly #standing: number[][];
  readonly #concepts: Concepts;

  /** Without `icons`, what they stand for is not known. */
  constructor(structure: Structure, { concepts, icons }: { concepts: Concepts; icons?: IconWords }) {
    this.structure = structure;
    this.#concepts = concepts;
    this.places = new Places(structure);
    const splitter = new Splitter();
    this.candidates = askable(structure).map((node, at) => this.#take(node, at, splitter, icons));
    this.#standing = this.places.all.map(() => []);
    for (const [at, { places }] of this.candidates.entries())
      for (const place of places) this.#standing[place]?.push(at);
    for (const [at, { words }] of this.places.all.entries()) this.#takePlace(words, at, splitter);
    for (const word of this.#words.values()) {
      const initial = word.stem.charAt(0);
      const list = this.#byInitial.get(initial);
      if (list) list.push(word);
      else this.#byInitial.set(initial, [word]);
    }
  }

  word(stemmed: string): Word | undefined {
    return this.#words.get(stemmed);
  }

  /** All words, in the order in which the page first has them. */
  words(): Iterable<Word> {
    return this.#words.values();
  }

  startingWith(initial: string): readonly Word[] {
    return this.#byInitial.get(initial) ?? [];
  }

  /** Positions of the candidates that stand in a place. */
  standingIn(place: number): readonly number[] {
    return this.#standing[place] ?? [];
  }

  /** The elements without words whose icon stands for a word. They are no words of the page: nothing is near them. */
  impliedBy(stemmed: string): readonly number[] {
    return this.#implied.get(stemmed) ?? [];
  }

  meaning(meaning: number): { own: Postings; places: number[] } | undefined {
    return this.#meanings.get(meaning);
  }

  meaningsOf(stems: readonly string[]): ReturnType<Concepts['in']> {
    return this.#concepts.in(stems);
  }

  #take(node: PageNode, at: number, splitter: Splitter, icons: IconWords | undefined): Candidate {
    const { pruning } = this.structure;
    const labels = labelsOf(node, pruning, splitter);
    const stems = labels.map((words) => splitter.stems(words));
    for (const tier of [0, 1, 2] as const)
      this.#takeWords(labels[tier], stems[tier] as readonly string[], at, tier, splitter);
    if (icons)
      for (const word of impliedWords(node, labels, pruning, icons, splitter))
        this.#imply(splitter.stem(word), at);
    const called = (stems[0]?.length ? stems[0] : (stems[1] as readonly string[])).slice(0, CALLED);
    const weights = weightsFor(labels[0].length, labels[1].length);
    return {
      node,
      hidden: isRemoved(pruning, node),
      places: this.places.of(node, splitter),
      weights,
      called,
    };
  }

  #imply(stemmed: string, at: number): void {
    const known = this.#implied.get(stemmed);
    if (!known) this.#implied.set(stemmed, [at]);
    else if (known.at(-1) !== at) known.push(at);
  }

  #takeWords(
    words: readonly string[],
    stems: readonly string[],
    at: number,
    tier: Tier,
    splitter: Splitter,
  ): void {
    for (let i = 0; i < stems.length; i++)
      post(this.#wordFor(stems[i] as string, words[i] as string).own, at, tier);
    // `drop down` is found by `dropdown`.
    if (tier < 2 && words.length <= CALLED) {
      for (let i = 1; i < words.length; i++) {
        const joined = `${words[i - 1]}${words[i]}`;
        post(this.#wordFor(splitter.stem(joined), joined).own, at, tier);
      }
    }
    for (const { meaning } of this.#concepts.in(stems)) post(this.#meaningFor(meaning).own, at, tier);
    const lower = Math.min(tier + 1, 2) as Tier;
    for (const { meaning } of this.#concepts.within(stems)) post(this.#meaningFor(meaning).own, at, lower);
  }

  #takePlace(words: readonly string[], at: number, splitter: Splitter): void {
    const stems = splitter.stems(words);
    for (let i = 0; i < stems.length; i++) {
      const { places } = this.#wordFor(stems[i] as string, words[i] as string);
      if (places.at(-1) !== at) places.push(at);
    }
    for (const { meaning } of this.#concepts.in(stems)) {
      const { places } = this.#meaningFor(meaning);
      if (places.at(-1) !== at) places.push(at);
    }
  }

  #wordFor(stemmed: string, word: string): Word {
    let known = this.#words.get(stemmed);
    if (!known) {
      known = { stem: stemmed, word, own: { candidates: [], tiers: [] }, places: [] };
      this.#words.set(stemmed, known);
    }
    return known;
  }

  #meaningFor(meaning: number): { own: Postings; places: number[] } {
    let known = this.#meanings.get(meaning);
    if (!known) {
      known = { own: { candidates: [], tiers: [] }, places: [] };
      this.#meanings.set(meaning, known);
    }
    return known;
  }
}

/** A text of more words than a label has is something to read: each of its words says less. */
function weightsFor(seen: number, hinted: number): Candidate['weights'] {
  const thinned = (words: number): number => 1 / (1 + Math.max(0, words - LABEL) / 16);
  return [thinned(seen), 0.92 * thinned(hinted), seen + hinted === 0 ? 0.85 : 0.6];
}

/** Words of a longish label. */
const LABEL = 8;

/** Candidates come in order, and tiers from the best: what is there already is at least as good. */
function post({ candidates, tiers }: Postings, at: number, tier: Tier): void {
  if (candidates.at(-1) === at) return;
  candidates.push(at);
  tiers.push(tier);
}

/** Rules whose verdict means that a person could bring the element out. */
const HIDING = new Set(['invisible', 'occluded', 'behindModal', 'viewport']);

/** What can be used, and what could be if it showed; each element once. */
function askable({ pruning }: Structure): PageNode[] {
  const { page, usable, verdicts } = pruning;
  const seen = new Set<string>();
  return page.nodes.filter((node) => {
    const isHidden = HIDING.has(verdicts[node.index]?.rule ?? '') && tierOf(node) !== 'structural';
    if (usable[node.index] !== 1 && !isHidden) return false;
    const key = identity(node);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
