import { readFile } from 'node:fs/promises';
import { packageFile } from '../files/packageFile.ts';
import type { SearchData } from './SearchResources.ts';

/** Reads the search data of this package (3 MB), for `new CapturedPage(snapshot, data)` of `sightline/core`. */
export async function loadSearchData(): Promise<Required<SearchData>> {
  const [vectors, icons] = await Promise.all([
    readFile(packageFile('data/words.bin')),
    readFile(packageFile('data/icons.txt'), 'utf8'),
  ]);
  return { vectors, icons };
}
