import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SightlineError } from '../model/SightlineError.ts';

/** Writes an image that its owner alone may read; makes its folder. Throws `invalid_argument`. */
export function writeImage(path: string, image: Uint8Array): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, image, { mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SightlineError(
      'invalid_argument',
      `The screenshot cannot be saved as ${path}: ${code ?? message}.`,
      {
        hint: 'Name a file in a folder that can be written.',
        cause: error,
      },
    );
  }
}
