import { readFile } from 'node:fs/promises';
import { packageFile } from '../files/packageFile.ts';
import type { SearchData } from './SearchResources.ts';

const HINT =
  'Copy the folder `data` of the package beside the bundle, or give the session its content as `searchData`; `false`: search without.';

/**
 * Reads the search data of this package (3 MB), for `new CapturedPage(snapshot, data)` of `sightline/core`. Throws
 * `invalid_argument` in code that was bundled, and has it neither beside it nor in an installed package.
 */
export async function loadSearchData(): Promise<Required<SearchData>> {
  const [vectors, icons] = await Promise.all([
    readFile(packageFile('data/words.bin', HINT)),
    readFile(packageFile('data/icons.txt', HINT), 'utf8'),
  ]);
  return { vectors, icons };
}
