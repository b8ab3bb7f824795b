import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Trial, trialKey } from '../Trial.ts';
import { readSettings, readTrials, TrialStore } from './TrialStore.ts';

/** What a folder holds after a merge: its trials, and how many of them are to be done again. */
export interface MergedRun {
  trials: number;
  failed: number;
}

/**
 * Puts the trials and traces of several folders of one run, as its shards leave them on several machines, into the folder
 * `output`. A trial that stands in several is taken from the first in which nothing stood in its way.
 * @throws SightlineError `invalid_argument` for a folder without a run, or with one of other settings
 */
export function mergeRuns(folders: readonly string[], output: string): MergedRun {
  const sources = folders.map((folder) => ({ folder, settings: readSettings(folder) }));
  // All of them are held against the first before anything is copied.
  const stores = sources.map(({ settings }) => new TrialStore(output, settings));
  const merged = new Map(readTrials(output).map((trial) => [trialKey(trial), trial]));
  for (const [i, { folder }] of sources.entries()) {
    for (const trial of readTrials(folder)) {
      const known = merged.get(trialKey(trial));
      if (known && (!known.error || trial.error)) continue;
      merged.set(trialKey(trial), trial);
      copyTrace(trial, folder, output);
      stores[i]?.append(trial);
    }
  }
  const failed = [...merged.values()].filter(({ error }) => error).length;
  return { trials: merged.size, failed };
}

/** With the pages beside it, if there are any. */
function copyTrace({ trace }: Trial, folder: string, output: string): void {
  const snapshots = join(dirname(trace), 'snapshots');
  for (const path of [trace, snapshots])
    if (existsSync(join(folder, path))) cpSync(join(folder, path), join(output, path), { recursive: true });
}
