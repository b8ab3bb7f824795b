import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/**
 * A file of the package, such as `data/words.bin`: in a folder above this one (how far above, the bundler decides), or in
 * the package where one is installed. Throws `invalid_argument` where code that was bundled has neither; `hint`: what to do.
 */
export function packageFile(path: string, hint = DEFAULT_HINT): string {
  for (const start of [codeFolder(), installedFolder()]) {
    if (start === undefined) continue;
    for (let folder = start; ; folder = dirname(folder)) {
      if (existsSync(join(folder, path))) return join(folder, path);
      if (dirname(folder) === folder) break;
    }
  }
  throw new SightlineError('invalid_argument', `${path} of the sightline package is not beside this code.`, {
    hint,
  });
}

const DEFAULT_HINT =
  'Keep `sightline` external when you bundle, and have it installed where the bundle runs.';

/** A bundle in the CommonJS format has no `import.meta`. */
function codeFolder(): string {
  return import.meta.dirname ?? process.cwd();
}

function installedFolder(): string | undefined {
  try {
    return dirname(createRequire(join(codeFolder(), 'bundle.js')).resolve('sightline'));
  } catch {
    return undefined;
  }
}
