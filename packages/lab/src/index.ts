/**
 * `sightline-lab`: benchmark suites, oracle policies and training examples. What the commands `sightline bench`,
 * `sightline dataset` and `sightline record` load, and what a program needs to run a suite by itself.
 */

import type { Lab } from '../../sightline/src/internal.ts';
import { compareRuns, mergeRunFolders, runBenchCommand } from './bench/measure.ts';
import { makeDataset } from './dataset/makeDataset.ts';
import { recordPage } from './dataset/record/recordPage.ts';

export * from './bench/index.ts';
export { compareRuns, makeDataset, mergeRunFolders, recordPage, runBenchCommand };

/** Checked here, since the commands load the package by name. */
const _lab: Lab = { compareRuns, makeDataset, mergeRunFolders, runBenchCommand, recordPage };
