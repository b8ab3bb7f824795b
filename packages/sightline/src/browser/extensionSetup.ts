import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SightlineError } from '../model/SightlineError.ts';
import { writeCode } from '../relay/Pairing.ts';
import { readPairing, renewPairing } from '../relay/pairingFile.ts';

/** What a person needs to have the extension in their browser. */
export interface ExtensionSetup {
  /** The folder to load unpacked. */
  folder: string;
  /** To paste into the popup: it lets the extension and the programs of this user know each other. */
  code: string;
}

/** `renew`: another code, with which every browser is to be paired anew. Throws `internal` where no build is there. */
export function extensionSetup({ renew = false } = {}): ExtensionSetup {
  return { folder: findFolder(), code: writeCode(renew ? renewPairing() : readPairing()) };
}

/** Beside the code, wherever in the package that runs. */
function findFolder(): string {
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    const folder = join(at, 'dist', 'extension');
    if (existsSync(join(folder, 'manifest.json'))) return folder;
    if (dirname(at) === at) break;
  }
  throw new SightlineError('internal', 'The extension has not been built.', { hint: 'Run `npm run build`.' });
}
