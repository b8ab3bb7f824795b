import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/**
 * Writes a file that its owner alone may read; makes its folder. `complaint`: `The screenshot cannot be saved`. Throws
 * `invalid_argument`.
 */
export function writePrivateFile(path: string, contents: string | Uint8Array, errorPrefix: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, contents, { mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SightlineError('invalid_argument', `${errorPrefix} as ${path}: ${code ?? message}.`, {
      hint: 'Name a file in a folder that can be written.',
      cause: error,
    });
  }
}
