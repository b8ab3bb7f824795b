import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Comparison, compare } from './compare.ts';
import { tableText } from './html.ts';
import { type RunSettings, readSettings, readTrials } from './Ledger.ts';
import { type Summary, summarise } from './metrics.ts';
import type { Prices } from './prices.ts';
import { reportHtml } from './reportHtml.ts';
import type { Trial } from './Trial.ts';
import { summaryTable } from './tables.ts';

export interface ReportParts {
  prices?: Prices | undefined;
  /** Tasks that could not be run, and why. */
  left?: readonly { task: string; why: string }[];
}

/** All that a report tells. */
export interface Results extends ReportParts {
  settings: RunSettings;
  trials: readonly Trial[];
  summaries: readonly Summary[];
  /** Each further variant against the first. */
  comparisons: readonly Comparison[];
}

/** Writes `report.html` into the folder of a run, from all trials that are there; answers the figures as text too. */
export async function writeReport(
  folder: string,
  parts: ReportParts = {},
): Promise<{ path: string; text: string; summaries: readonly Summary[] }> {
  const results = readResults(folder, parts);
  const path = join(folder, 'report.html');
  const { summaries, prices } = results;
  writeFileSync(path, await reportHtml(results));
  return { path, text: tableText(summaryTable(summaries, prices)), summaries };
}

export function readResults(folder: string, parts: ReportParts): Results {
  const settings = readSettings(folder);
  const trials = readTrials(folder);
  const { variants, suiteHash } = settings;
  const summaries = variants.map(({ id, model }) => summarise(id, model, trials, parts.prices));
  const sides = variants.map(({ id }) => ({
    name: id,
    suiteHash,
    trials: trials.filter(({ variant }) => variant === id),
  }));
  const [first, ...others] = sides.filter((side) => side.trials.length > 0);
  const comparisons = first ? others.map((side) => compare(first, side)) : [];
  return { settings, trials, summaries, comparisons, ...parts };
}
