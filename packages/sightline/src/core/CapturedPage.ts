import { finish, type Steps } from '../model/finish.ts';
import { identity, type PageNode } from '../model/Page.ts';
import { parseSnapshot } from '../model/parseSnapshot.ts';
import { SightlineError } from '../model/SightlineError.ts';
import type { Snapshot } from '../model/Snapshot.ts';
import { askEachRule, type Opinion } from '../prune/opinions.ts';
import { compactPreset, seedPreset } from '../prune/prune.ts';
import { Concepts } from '../query/Concepts.ts';
import { details } from '../query/details.ts';
import { IconWords } from '../query/IconWords.ts';
import { QueryIndex } from '../query/QueryIndex.ts';
import { type Found, type Question, queryElements } from '../query/queryElements.ts';
import { searchText } from '../query/searchText.ts';
import { tellFound } from '../query/tellFound.ts';
import { tellText } from '../query/tellText.ts';
import { WordVectors } from '../query/WordVectors.ts';
import type { Structure } from '../structure/Structure.ts';
import { explain, explainText } from '../view/explain.ts';
import { headingsData, listHeadings } from '../view/headings.ts';
import { Reader, sceneOf } from '../view/reading.ts';
import { type RegionOptions, tellRegion } from '../view/region.ts';
import { optionsFor, type Rendered, renderInSteps, type ShowOptions } from '../view/render.ts';
import type { Scene, ViewOptions } from '../view/View.ts';
import { ElementNumbers } from './ElementNumbers.ts';

/** What is not part of the code, but of the package's `data/`. Without it the page is read all the same. */
export interface CoreOptions {
  /** `data/words.bin`: words that mean alike. Without it, `query` knows words, their forms and the thesaurus. */
  vectors?: Uint8Array;
  /** `data/icons.txt`: what the icons of buttons without words stand for. */
  icons?: string;
  /** Default: from 1, in the order in which elements are first told. */
  numbers?: ElementNumbers;
}

/** A question for elements; `near` is a number. */
export interface CoreQuery extends Omit<Question, 'near'> {
  near?: number;
  /** Most elements that are answered; default 20. */
  maxResults?: number;
  /** Tell the score of each and why. Default false. */
  scores?: boolean;
}

/** What a question is answered with: as a model reads it, and as data. */
export interface CoreAnswer {
  text: string;
  data: Record<string, unknown>;
}

/** A captured page, wherever JavaScript runs: no browser is asked, no file is read, nothing changes. */
export class CapturedPage {
  readonly snapshot: Snapshot;
  readonly numbers: ElementNumbers;
  readonly vectors: WordVectors | undefined;
  readonly #reader = new Reader();
  readonly #indexes = new WeakMap<Structure, QueryIndex>();
  readonly #concepts = new Concepts();
  readonly #icons: IconWords | undefined;

  constructor(snapshot: Snapshot, { vectors, icons, numbers = new ElementNumbers() }: CoreOptions = {}) {
    this.snapshot = snapshot;
    this.numbers = numbers;
    this.vectors = vectors && WordVectors.read(vectors);
    this.#icons = icons === undefined ? undefined : IconWords.read(icons);
  }

  /** From what `sightline look --save` has written. Throws `invalid_snapshot`. */
  static parse(text: string, options?: CoreOptions): CapturedPage {
    return new CapturedPage(parseSnapshot(text), options);
  }

  /** The page in any view. */
  look(options: ShowOptions = {}): Rendered {
    return finish(this.looking(options));
  }

  /** The same in steps, each a part of the time it takes. */
  *looking(options: ShowOptions = {}): Steps<Rendered> {
    const asked = optionsFor(options);
    yield* this.#reader.reading(this.snapshot, asked);
    return yield* renderInSteps(asked.view ?? 'outline', this.scene(asked), asked);
  }

  /** The elements that a question means, best first. Throws `not_found`, `not_shown`. */
  query({ maxResults, scores, near, ...question }: CoreQuery): CoreAnswer {
    const scene = this.scene();
    const asked = { ...question, ...(near !== undefined && { near: this.node(near) }) };
    const found = this.find(asked, maxResults);
    return tellFound(found, asked, this.index(), scene, { scores, vectors: this.vectors });
  }

  /** The same as nodes with their scores. */
  find(question: Question, limit?: number): Found {
    return queryElements(this.index(), question, { limit, vectors: this.vectors });
  }

  /** One region. Throws `not_found` with the names there are. */
  region(name: string, options: ViewOptions & RegionOptions = {}): CoreAnswer {
    const { text, complete } = tellRegion(this.scene(options), name, options);
    return { text, data: { region: name, text, complete } };
  }

  headings(): CoreAnswer {
    const scene = this.scene();
    return { text: listHeadings(scene), data: { headings: headingsData(scene.structure.headings) } };
  }

  /** Where words stand in the visible text, or what fits a regular expression. Throws `invalid_argument`. */
  searchText(words: string, { pattern = false, maxResults = 20 } = {}): CoreAnswer {
    const scene = this.scene();
    return tellText(searchText(scene.structure, words, { pattern, limit: maxResults }), words, scene);
  }

  /** All that is known of one element. Throws `not_shown`. */
  details(number: number): CoreAnswer {
    return details(this.node(number), this.scene());
  }

  /** Why something is shown or not, rule by rule. Throws `not_shown`. */
  explain(target: number | PageNode, options: ViewOptions = {}): CoreAnswer {
    return finish(this.explaining(target, options));
  }

  /** The same in steps, each a part of the time it takes. */
  *explaining(target: number | PageNode, options: ViewOptions = {}): Steps<CoreAnswer> {
    const node = typeof target === 'number' ? this.node(target) : target;
    const scene = this.scene(options);
    const { page, options: pruned } = scene.structure.pruning;
    const preset = scene.style === 'compact' ? compactPreset : seedPreset;
    const opinions: Opinion[] = [];
    for (const opinion of askEachRule(page, preset, pruned, node)) {
      opinions.push(opinion);
      yield;
    }
    const told = explain(node, opinions, scene);
    return { text: explainText(told), data: { ...told } };
  }

  /** What the views are made of. */
  scene(options: ViewOptions = {}): Scene {
    const reading = this.#reader.read(this.snapshot, options);
    return sceneOf(reading, options, (node) => this.numbers.of(node), undefined);
  }

  /** The element of a number. Throws `not_shown`. */
  node(number: number): PageNode {
    const key = this.numbers.identityOf(number);
    const { page } = this.scene().structure.pruning;
    const node =
      key === undefined ? undefined : page.nodes.find((one) => one.id !== 0 && identity(one) === key);
    if (node) return node;
    throw new SightlineError('not_shown', `No element [${number}] was ever shown.`, {
      hint: 'Use a number from a look or a query.',
    });
  }

  /** The words of the page, and what they stand for: made when it is first asked for. */
  index(): QueryIndex {
    const { structure } = this.scene();
    const known = this.#indexes.get(structure);
    if (known) return known;
    const made = new QueryIndex(structure, {
      concepts: this.#concepts,
      ...(this.#icons && { icons: this.#icons }),
    });
    this.#indexes.set(structure, made);
    return made;
  }
}
