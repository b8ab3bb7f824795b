import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SightlineError } from '../../../../sightline/src/internal.ts';
import { type Trial, trialKey } from '../Trial.ts';
import type { Variant } from '../Variant.ts';

/** What a run is of; a folder holds trials of one such only. */
export interface RunSettings {
  /** Of the form of this file and of trials. */
  version: 1;
  suite: string;
  suiteHash: string;
  oracleHash?: string | undefined;
  variants: readonly Variant[];
  trials: number;
  tasks: readonly string[];
  baseUrl?: string | undefined;
  maxTokens?: number | undefined;
  timeoutMs?: number | undefined;
}

/** A shard of a run: the `index`th of `count`. */
export interface RunShard {
  index: number;
  count: number;
}

const SETTINGS_FILE = 'bench.json';

/**
 * The folder of a run: what it is of, and a line for each trial as soon as it is done. Opened again, it says what is
 * done already; a line that was cut off is done again. Each shard writes a file of its own, so that all can share it.
 */
export class TrialStore {
  readonly folder: string;
  readonly settings: RunSettings;
  readonly #file: string;

  /** @throws SightlineError `invalid_argument` where the folder holds another run, or cannot be written */
  constructor(folder: string, settings: RunSettings, shard: RunShard = { index: 1, count: 1 }) {
    this.folder = folder;
    this.settings = JSON.parse(JSON.stringify(settings));
    const name = shard.count === 1 ? 'trials.jsonl' : `trials-${shard.index}-of-${shard.count}.jsonl`;
    this.#file = join(folder, name);
    this.#open();
    truncatePartialLine(this.#file);
  }

  #open(): void {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      const path = join(this.folder, SETTINGS_FILE);
      if (!existsSync(path))
        writeFileSync(path, `${JSON.stringify(this.settings, null, 1)}\n`, { flag: 'wx', mode: 0o600 });
    } catch (cause) {
      throw new SightlineError('invalid_argument', `The run cannot be written to ${this.folder}.`, {
        hint: 'Name a folder that can be written with --output.',
        cause,
      });
    }
    const existing = readSettings(this.folder);
    const differing = settingKeysOf(existing, this.settings).filter(
      (key) => !isDeepStrictEqual(existing[key], this.settings[key]),
    );
    if (differing.length > 0)
      throw new SightlineError(
        'invalid_argument',
        `${this.folder} holds a run of other settings: ${differing.join(', ')}.`,
        {
          hint: 'Give the same settings to go on with it, or another folder with --output.',
        },
      );
  }

  /** Trials that need not be done again: the last of each. */
  completedTrials(): Map<string, Trial> {
    const trials = readTrials(this.folder).filter(({ error }) => !error);
    return new Map(trials.map((trial) => [trialKey(trial), trial]));
  }

  append(trial: Trial): void {
    appendFileSync(this.#file, `${JSON.stringify(trial)}\n`, { mode: 0o600 });
  }
}

const settingKeysOf = (...all: RunSettings[]): (keyof RunSettings)[] =>
  [...new Set(all.flatMap((one) => Object.keys(one)))] as (keyof RunSettings)[];

/** @throws SightlineError `invalid_argument` for a folder without a run */
export function readSettings(folder: string): RunSettings {
  try {
    const settings = JSON.parse(readFileSync(join(folder, SETTINGS_FILE), 'utf8')) as RunSettings;
    if (settings.version === 1 && Array.isArray(settings.variants)) return settings;
  } catch (cause) {
    throw notARunError(folder, cause);
  }
  throw notARunError(folder);
}

const notARunError = (folder: string, cause?: unknown): SightlineError =>
  new SightlineError('invalid_argument', `${folder} holds no run that this version can read.`, {
    hint: 'Name a folder that `sightline bench --output` has written.',
    cause,
  });

/** Every trial of a run, each as it was done last; one that failed for reasons of its own only where none did not. */
export function readTrials(folder: string): Trial[] {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^trials.*\.jsonl$/.test(name))
    : [];
  const lines = files.sort().flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  const trials = new Map<string, Trial>();
  for (const trial of lines.flatMap(parseLine)) {
    const earlier = trials.get(trialKey(trial));
    if (!earlier || earlier.error || !trial.error) trials.set(trialKey(trial), trial);
  }
  return [...trials.values()];
}

function parseLine(line: string): Trial[] {
  try {
    return line === '' ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** What is written next must begin a line. */
function truncatePartialLine(file: string): void {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  truncateSync(file, bytes.lastIndexOf(0x0a) + 1);
}
