import { SightlineError } from '../../model/SightlineError.ts';
import type { ToolAnswer, ToolContext } from '../../tools/defineTool.ts';
import type { BenchInput } from './bench.ts';
import type { DatasetInput, RecordInput } from './dataset.ts';

/** What the package `sightline-lab` exports for the commands `bench`, `dataset` and `record`. */
export interface Lab {
  measure(context: ToolContext, input: BenchInput): Promise<ToolAnswer>;
  compareRuns(context: ToolContext, paths: string[]): Promise<ToolAnswer>;
  makeDataset(context: ToolContext, input: DatasetInput): Promise<ToolAnswer>;
  recordPage(context: ToolContext, input: RecordInput): Promise<ToolAnswer>;
}

/** Loads the package `sightline-lab`. Throws `invalid_argument` where it is not installed, with how to install it. */
export async function loadLab(): Promise<Lab> {
  // A variable, so that neither the compiler nor the bundler asks for a package that may not be there.
  const name = 'sightline-lab';
  try {
    return (await import(name)) as Lab;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SightlineError('invalid_argument', 'This command is part of the package sightline-lab.', {
      hint: 'Install it beside sightline: `npm install sightline-lab`.',
    });
  }
}
