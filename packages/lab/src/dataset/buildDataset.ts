import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Snapshot } from '../../../sightline/src/internal.ts';
import { DatasetFiles } from './DatasetFiles.ts';
import type { Example } from './Example.ts';
import { gather } from './gather.ts';
import type { Judge } from './Judge.ts';
import { Pages } from './Pages.ts';
import type { Rejection } from './Rejection.ts';
import { restate, TELLINGS } from './restate.ts';
import type { Reworder } from './reword.ts';
import { shuffleNumbers } from './shuffleNumbers.ts';
import { type Counts, counted, noCounts, verify } from './verify.ts';

export interface DatasetOptions {
  traces: readonly string[];
  /** Folder. */
  output: string;
  judge?: Judge | undefined;
  reworder?: Reworder | undefined;
  shuffle: boolean;
  views: boolean;
  /** For the data card. */
  licence: string;
  signal: AbortSignal;
  onTrace?: ((path: string, done: number) => void) | undefined;
}

export interface Dataset {
  examples: number;
  /** Those of them that are augmented. */
  augmented: number;
  rejected: number;
  /** Of steps as they were run. */
  counts: Counts;
  /** Of those that were made from them. */
  augmentedCounts: Counts;
  modes: Record<string, number>;
  tools: Record<string, number>;
  sources: Record<string, number>;
}

/** Makes verified examples of traces. What is wrong with one trace or step is told, and the rest goes on. */
export async function buildDataset(options: DatasetOptions): Promise<Dataset> {
  const builder = new Builder(options);
  for (const [at, trace] of options.traces.entries()) {
    options.signal.throwIfAborted();
    options.onTrace?.(trace, at);
    await builder.add(trace);
  }
  return builder.end();
}

class Builder {
  readonly #options: DatasetOptions;
  readonly #files: DatasetFiles;
  readonly #pages = new Pages();
  readonly #seen = new Set<string>();
  readonly #copied = new Set<string>();
  readonly #told: Dataset = {
    examples: 0,
    augmented: 0,
    rejected: 0,
    counts: noCounts(),
    augmentedCounts: noCounts(),
    modes: {},
    tools: {},
    sources: {},
  };

  constructor(options: DatasetOptions) {
    this.#options = options;
    this.#files = new DatasetFiles(options.output);
  }

  async add(path: string): Promise<void> {
    const { counts } = this.#told;
    for (const gathered of gather(path)) {
      counts.source.seen++;
      if ('rejection' in gathered) {
        const { rejection, trace, step } = gathered;
        this.#reject(counted(rejection, counts), { source: { trace, step, by: '', change: '' } });
      } else await this.#take(gathered.example, path);
    }
  }

  end(): Dataset {
    this.#files.end(this.#told, this.#options.licence);
    return this.#told;
  }

  async #take(one: Example, path: string): Promise<void> {
    const accepted = await this.#verify(one, path, this.#options.judge);
    if (!accepted) return;
    for (const made of await this.#augment(accepted, path))
      await this.#verify(made, path, this.#judgeOf(made));
  }

  /** What only tells the same decision otherwise needs no other verdict. */
  #judgeOf({ source }: Example): Judge | undefined {
    return source.change === 'reworded' ? this.#options.judge : undefined;
  }

  async #verify(one: Example, path: string, judge: Judge | undefined): Promise<Example | undefined> {
    const isMade = one.source.change !== '';
    const counts = isMade ? this.#told.augmentedCounts : this.#told.counts;
    const { signal } = this.#options;
    const read = (file: string): Snapshot => this.#pages.read(path, file);
    try {
      const verified = await verify(one, { read, judge, counts, signal });
      const kept = isMade && !judge && one.verified ? { ...verified, verified: one.verified } : verified;
      this.#accept(kept, path);
      return kept;
    } catch (thrown) {
      this.#reject(counted(thrown, counts), one);
      return undefined;
    }
  }

  async #augment(one: Example, path: string): Promise<Example[]> {
    const { shuffle, views, reworder } = this.#options;
    const made: (Example | undefined)[] = [];
    if (shuffle) made.push(shuffleNumbers(one));
    if (views)
      for (const telling of TELLINGS)
        made.push(await restate(one, this.#pages.read(path, one.snapshot), telling));
    if (reworder) made.push(...(await reworder.reword(one)));
    return made.filter((example) => example !== undefined);
  }

  #accept(one: Example, path: string): void {
    if (this.#seen.has(one.id)) return;
    this.#seen.add(one.id);
    const told = this.#told;
    told.examples++;
    if (one.source.change !== '') told.augmented++;
    count(told.modes, one.mode);
    count(told.sources, one.source.by);
    for (const { tool } of one.calls) count(told.tools, tool);
    const { after } = one;
    this.#files.accept({
      ...one,
      snapshot: this.#copy(one.snapshot, path),
      ...(after && { after: { ...after, snapshot: this.#copy(after.snapshot, path) } }),
    });
  }

  #reject({ stage, code, message }: Rejection, one: Partial<Example>): void {
    this.#told.rejected++;
    this.#files.reject({ stage, code, message, ...one });
  }

  /** The page goes with its examples. */
  #copy(file: string, path: string): string {
    const name = `snapshots/${basename(file)}`;
    if (this.#copied.has(name)) return name;
    this.#copied.add(name);
    const from = resolve(dirname(path), file);
    const to = join(this.#options.output, name);
    mkdirSync(dirname(to), { recursive: true });
    if (from !== to && existsSync(from)) cpSync(from, to);
    return name;
  }
}

const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};
