import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Concepts } from '../query/Concepts.ts';
import { QueryIndex } from '../query/QueryIndex.ts';
import { WordVectors } from '../query/WordVectors.ts';
import type { Structure } from '../structure/Structure.ts';

/** Keeps what searching needs: the index of each page, the thesaurus, the word vectors. All made when first asked for. */
export class Searcher {
  readonly #indexes = new WeakMap<Structure, QueryIndex>();
  #concepts: Concepts | undefined;
  #vectors: Promise<WordVectors> | undefined;

  index(structure: Structure): QueryIndex {
    const known = this.#indexes.get(structure);
    if (known) return known;
    this.#concepts ??= new Concepts();
    const made = new QueryIndex(structure, this.#concepts);
    this.#indexes.set(structure, made);
    return made;
  }

  /** 3 MB, read once. */
  vectors(): Promise<WordVectors> {
    this.#vectors ??= readFile(findWords()).then((bytes) => WordVectors.read(bytes));
    return this.#vectors;
  }
}

/** `data/words.bin` of the package, in a folder above this file: how far above, the bundler decides. */
function findWords(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, WORDS)) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, WORDS);
}

const WORDS = 'data/words.bin';
