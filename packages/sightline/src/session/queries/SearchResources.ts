import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { QueryIndex } from '../../search/elements/QueryIndex.ts';
import { IconKeywords } from '../../search/words/IconKeywords.ts';
import { SynonymIndex } from '../../search/words/SynonymIndex.ts';
import { WordVectors } from '../../search/words/WordVectors.ts';
import type { PageState } from '../../structure/PageState.ts';
import { packageFile } from '../files/packageFile.ts';

/** Keeps what searching needs: the index of each page, the thesaurus, the words of icons, the word vectors. All made when first asked for. */
export class SearchResources {
  readonly #indexes = new WeakMap<PageState, QueryIndex>();
  #concepts: SynonymIndex | undefined;
  #icons: IconKeywords | undefined;
  #vectors: Promise<WordVectors> | undefined;

  indexOf(pageState: PageState): QueryIndex {
    const cached = this.#indexes.get(pageState);
    if (cached) return cached;
    this.#concepts ??= new SynonymIndex();
    this.#icons ??= IconKeywords.parse(readFileSync(packageFile('data/icons.txt'), 'utf8'));
    const created = new QueryIndex(pageState, { synonyms: this.#concepts, icons: this.#icons });
    this.#indexes.set(pageState, created);
    return created;
  }

  /** 3 MB, read once. */
  vectors(): Promise<WordVectors> {
    this.#vectors ??= readFile(packageFile('data/words.bin')).then((bytes) => WordVectors.parse(bytes));
    return this.#vectors;
  }
}
