import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, readTrials } from '../run/TrialStore.ts';
import type { BenchResults, ReportOptions } from './BenchResults.ts';
import { compareVariants } from './compareVariants.ts';
import { tableText } from './html.ts';
import { summarise, type VariantSummary } from './metrics.ts';
import { reportHtml } from './reportHtml.ts';
import { summaryTable } from './tables.ts';

/** Writes `report.html` into the folder of a run, from all trials that are there; answers the figures as text too. */
export async function writeReport(
  folder: string,
  options: ReportOptions = {},
): Promise<{ path: string; text: string; summaries: readonly VariantSummary[] }> {
  const results = readResults(folder, options);
  const path = join(folder, 'report.html');
  const { summaries, prices } = results;
  writeFileSync(path, await reportHtml(results), { mode: 0o600 });
  return { path, text: tableText(summaryTable(summaries, prices)), summaries };
}

export function readResults(folder: string, options: ReportOptions): BenchResults {
  const settings = readSettings(folder);
  const trials = readTrials(folder);
  const { variants, suiteHash } = settings;
  const summaries = variants.map(({ id, model }) => summarise(id, model, trials, options.prices));
  const variantTrials = variants.map(({ id }) => ({
    name: id,
    suiteHash,
    trials: trials.filter(({ variant }) => variant === id),
  }));
  const [first, ...others] = variantTrials.filter((trialsOfVariant) => trialsOfVariant.trials.length > 0);
  const comparisons = first ? others.map((trialsOfVariant) => compareVariants(first, trialsOfVariant)) : [];
  return { settings, trials, summaries, comparisons, ...options };
}
