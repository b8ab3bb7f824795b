import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatPairingCode } from '../../relay/Pairing.ts';
import { readPairing, renewPairing } from '../../relay/pairingFile.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';

/** What a person needs to have the extension in their browser. */
export interface ExtensionSetup {
  /** The folder to load unpacked. */
  folder: string;
  /** To paste into the popup: it lets the extension and the programs of this user know each other. */
  code: string;
}

/** `renew`: another code, with which every browser is to be paired anew. Throws `internal` where no build is there. */
export function readExtensionSetup({ renew = false } = {}): ExtensionSetup {
  return { folder: findExtensionFolder(), code: formatPairingCode(renew ? renewPairing() : readPairing()) };
}

/** Beside the code, wherever in the package that runs. */
function findExtensionFolder(): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const folder = join(directory, 'dist', 'extension');
    if (existsSync(join(folder, 'manifest.json'))) return folder;
    if (dirname(directory) === directory) break;
  }
  throw new SightlineError('internal', 'The extension has not been built.', { hint: 'Run `npm run build`.' });
}
