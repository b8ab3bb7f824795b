import { basename } from 'node:path';
import type { Snapshot } from '../../../sightline/src/internal.ts';
import type { Reworder } from './augment/Reworder.ts';
import { RENDER_VARIANTS, rerenderExample } from './augment/rerenderExample.ts';
import { shuffleNumbers } from './augment/shuffleNumbers.ts';
import type { Dataset } from './Dataset.ts';
import { DatasetWriter } from './DatasetWriter.ts';
import type { ExampleRejection } from './ExampleRejection.ts';
import { extractExamples } from './extractExamples.ts';
import type { TrainingExample } from './TrainingExample.ts';
import type { ExampleJudge } from './verify/ExampleJudge.ts';
import { readSnapshotText, SnapshotReader } from './verify/SnapshotReader.ts';
import { countRejection, emptyCounts, verifyExample } from './verify/verifyExample.ts';

export interface DatasetOptions {
  traces: readonly string[];
  /** Folder. */
  output: string;
  judge?: ExampleJudge | undefined;
  reworder?: Reworder | undefined;
  shuffle: boolean;
  views: boolean;
  /** For the data card. */
  licence: string;
  signal: AbortSignal;
  onTrace?: ((path: string, done: number) => void) | undefined;
}

/** Makes verified examples of traces. What is wrong with one trace or step is counted as rejected, and the rest goes on. */
export async function buildDataset(options: DatasetOptions): Promise<Dataset> {
  const builder = new DatasetBuilder(options);
  for (const [at, trace] of options.traces.entries()) {
    options.signal.throwIfAborted();
    options.onTrace?.(trace, at);
    await builder.add(trace);
  }
  return builder.finish();
}

class DatasetBuilder {
  readonly #options: DatasetOptions;
  readonly #files: DatasetWriter;
  readonly #snapshots = new SnapshotReader();
  readonly #seen = new Set<string>();
  readonly #copied = new Set<string>();
  readonly #totals: Dataset = {
    examples: 0,
    augmented: 0,
    rejected: 0,
    counts: emptyCounts(),
    augmentedCounts: emptyCounts(),
    modes: {},
    tools: {},
    sources: {},
  };

  constructor(options: DatasetOptions) {
    this.#options = options;
    this.#files = new DatasetWriter(options.output);
  }

  async add(path: string): Promise<void> {
    const { counts } = this.#totals;
    for (const candidate of extractExamples(path)) {
      counts.source.seen++;
      if ('rejection' in candidate) {
        const { rejection, trace, step } = candidate;
        this.#reject(countRejection(rejection, counts), { source: { trace, step, by: '', change: '' } });
      } else await this.#process(candidate.example, path);
    }
  }

  finish(): Dataset {
    this.#files.finish(this.#totals, this.#options.licence);
    return this.#totals;
  }

  async #process(example: TrainingExample, path: string): Promise<void> {
    const accepted = await this.#verify(example, path, this.#options.judge);
    if (!accepted) return;
    for (const variant of await this.#augment(accepted, path))
      await this.#verify(variant, path, this.#judgeFor(variant));
  }

  /** An example that only renders the same decision differently needs no second verdict. */
  #judgeFor({ source }: TrainingExample): ExampleJudge | undefined {
    return source.change === 'reworded' ? this.#options.judge : undefined;
  }

  async #verify(
    example: TrainingExample,
    path: string,
    judge: ExampleJudge | undefined,
  ): Promise<TrainingExample | undefined> {
    const isAugmented = example.source.change !== '';
    const counts = isAugmented ? this.#totals.augmentedCounts : this.#totals.counts;
    const { signal } = this.#options;
    const read = (file: string): Snapshot => this.#snapshots.read(path, file);
    try {
      const verified = await verifyExample(example, { read, judge, counts, signal });
      const checked =
        isAugmented && !judge && example.verified ? { ...verified, verified: example.verified } : verified;
      this.#accept(checked, path);
      return checked;
    } catch (thrown) {
      this.#reject(countRejection(thrown, counts), example);
      return undefined;
    }
  }

  async #augment(example: TrainingExample, path: string): Promise<TrainingExample[]> {
    const { shuffle, views, reworder } = this.#options;
    const variants: (TrainingExample | undefined)[] = [];
    if (shuffle) variants.push(shuffleNumbers(example));
    if (views)
      for (const renderVariant of RENDER_VARIANTS)
        variants.push(
          await rerenderExample(example, this.#snapshots.read(path, example.snapshot), renderVariant),
        );
    if (reworder) variants.push(...(await reworder.reword(example)));
    return variants.filter((example) => example !== undefined);
  }

  #accept(example: TrainingExample, path: string): void {
    if (this.#seen.has(example.id)) return;
    this.#seen.add(example.id);
    const totals = this.#totals;
    totals.examples++;
    if (example.source.change !== '') totals.augmented++;
    increment(totals.modes, example.mode);
    increment(totals.sources, example.source.by);
    for (const { tool } of example.calls) increment(totals.tools, tool);
    const { after } = example;
    this.#files.writeExample({
      ...example,
      snapshot: this.#copySnapshot(example.snapshot, path),
      ...(after && { after: { ...after, snapshot: this.#copySnapshot(after.snapshot, path) } }),
    });
  }

  #reject({ stage, code, message }: ExampleRejection, example: Partial<TrainingExample>): void {
    this.#totals.rejected++;
    this.#files.writeRejection({ stage, code, message, ...example });
  }

  /** The page goes with its examples. */
  #copySnapshot(file: string, path: string): string {
    const name = `snapshots/${basename(file)}`;
    if (this.#copied.has(name)) return name;
    this.#copied.add(name);
    this.#files.writePage(name, readSnapshotText(path, file));
    return name;
  }
}

const increment = (counts: Record<string, number>, key: string): void => {
  counts[key] = (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + 1;
};
