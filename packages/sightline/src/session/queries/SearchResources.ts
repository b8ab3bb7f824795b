import { QueryIndex } from '../../search/elements/QueryIndex.ts';
import { IconKeywords } from '../../search/words/IconKeywords.ts';
import { SynonymIndex } from '../../search/words/SynonymIndex.ts';
import { WordVectors } from '../../search/words/WordVectors.ts';
import type { PageState } from '../../structure/PageState.ts';

/** Files of the package's `data/` that improve searches. */
export interface SearchData {
  /** `data/words.bin`: which words are alike. Without it, `query` knows words, their forms and the thesaurus. */
  vectors?: Uint8Array | undefined;
  /** `data/icons.txt`: what the icons of buttons without text stand for. */
  icons?: string | undefined;
}

/** The search indexes of pages, each built once, and the parsed search data. */
export class SearchResources {
  readonly #indexes = new WeakMap<PageState, QueryIndex>();
  #icons: IconKeywords | undefined;
  #vectors: WordVectors | undefined;

  constructor(data: SearchData = {}) {
    this.use(data);
  }

  get vectors(): WordVectors | undefined {
    return this.#vectors;
  }

  /** Applies to pages that are indexed from now on. */
  use({ vectors, icons }: SearchData): void {
    this.#vectors = vectors && WordVectors.parse(vectors);
    this.#icons = icons === undefined ? undefined : IconKeywords.parse(icons);
  }

  indexOf(pageState: PageState): QueryIndex {
    const cached = this.#indexes.get(pageState);
    if (cached) return cached;
    const icons = this.#icons;
    const created = new QueryIndex(pageState, { synonyms: SynonymIndex.shared(), ...(icons && { icons }) });
    this.#indexes.set(pageState, created);
    return created;
  }
}
