import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Concepts } from '../query/Concepts.ts';
import { IconWords } from '../query/IconWords.ts';
import { QueryIndex } from '../query/QueryIndex.ts';
import { WordVectors } from '../query/WordVectors.ts';
import type { Structure } from '../structure/Structure.ts';
import { packageFile } from './packageFile.ts';

/** Keeps what searching needs: the index of each page, the thesaurus, the words of icons, the word vectors. All made when first asked for. */
export class Searcher {
  readonly #indexes = new WeakMap<Structure, QueryIndex>();
  #concepts: Concepts | undefined;
  #icons: IconWords | undefined;
  #vectors: Promise<WordVectors> | undefined;

  index(structure: Structure): QueryIndex {
    const known = this.#indexes.get(structure);
    if (known) return known;
    this.#concepts ??= new Concepts();
    this.#icons ??= IconWords.read(readFileSync(packageFile('data/icons.txt'), 'utf8'));
    const made = new QueryIndex(structure, { concepts: this.#concepts, icons: this.#icons });
    this.#indexes.set(structure, made);
    return made;
  }

  /** 3 MB, read once. */
  vectors(): Promise<WordVectors> {
    this.#vectors ??= readFile(packageFile('data/words.bin')).then((bytes) => WordVectors.read(bytes));
    return this.#vectors;
  }
}
