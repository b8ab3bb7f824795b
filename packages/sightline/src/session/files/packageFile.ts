import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of the package, such as `data/words.bin`, in a folder above this one: how far above, the bundler decides. */
export function packageFile(path: string): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, path)) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, path);
}
