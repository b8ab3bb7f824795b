import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SightlineError } from '../../../../sightline/src/internal.ts';
import type { Suite } from '../Suite.ts';
import { readSiteSuite } from './readSiteSuite.ts';

export interface SuiteOptions {
  /** `shipped`, `miniwob`, `webarena`, or a file. */
  suite: string;
  /** Of MiniWoB++: a checkout. */
  path?: string | undefined;
  /** Of WebArena: its tasks and the addresses of its sites. */
  tasks?: string | undefined;
  sites?: string | undefined;
  cwd: string;
}

/** @throws SightlineError `invalid_argument` for a suite that is not there, or not as it should be */
export async function openSuite({ suite, path, tasks, sites, cwd }: SuiteOptions): Promise<Suite> {
  if (suite === 'shipped') return readSiteSuite(shippedSuitePath());
  if (suite === 'miniwob') {
    if (!path)
      throw missingFlagError('miniwob', '--path DIR', 'a checkout of Farama-Foundation/miniwob-plusplus');
    const { openMiniwob } = await import('./miniwob/openMiniwob.ts');
    return openMiniwob(resolve(cwd, path));
  }
  if (suite === 'webarena') {
    if (!tasks || !sites)
      throw missingFlagError(
        'webarena',
        '--tasks FILE --sites FILE',
        'its tasks, and the addresses of the sites that you host',
      );
    const { readWebarena } = await import('./webarena/readWebarena.ts');
    return readWebarena(resolve(cwd, tasks), resolve(cwd, sites));
  }
  const file = resolve(cwd, suite);
  if (existsSync(file)) return readSiteSuite(file);
  throw new SightlineError('invalid_argument', `There is no suite "${suite}".`, {
    hint: 'Name shipped, miniwob, webarena, or a file of the form of suites/README.md.',
  });
}

const missingFlagError = (suite: string, flags: string, what: string): SightlineError =>
  new SightlineError('invalid_argument', `The suite ${suite} needs ${flags}.`, { hint: `Name ${what}.` });

/** In the package's `suites/`, in a folder above this file: how far above, the bundler decides. */
function shippedSuitePath(): string {
  let folder = import.meta.dirname;
  const inside = (): string => join(folder, 'suites', 'shipped.json');
  while (!existsSync(inside()) && dirname(folder) !== folder) folder = dirname(folder);
  return inside();
}
