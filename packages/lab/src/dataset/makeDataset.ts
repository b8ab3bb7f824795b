import { resolve } from 'node:path';
import {
  type DatasetInput,
  type Model,
  openModel,
  type ToolContext,
  type ToolResult,
} from '../../../sightline/src/internal.ts';
import { Reworder } from './augment/Reworder.ts';
import { buildDataset } from './buildDataset.ts';
import type { Dataset } from './Dataset.ts';
import { findTraces } from './findTraces.ts';
import { ExampleJudge } from './verify/ExampleJudge.ts';
import { renderStageCounts } from './verify/verifyExample.ts';

/** `sightline dataset`. @throws SightlineError `invalid_argument`; the signal's reason */
export async function makeDataset(context: ToolContext, args: DatasetInput): Promise<ToolResult> {
  const { signal, cwd } = context;
  const traces = findTraces(args.traces, cwd);
  const judge = await openOptionalModel(args.judge, args, context);
  const reworder = await openOptionalModel(args.reword, args, context);
  const dataset = await buildDataset({
    traces,
    output: resolve(cwd, args.output),
    shuffle: args.shuffle,
    views: args.views,
    licence: args.licence,
    judge: judge && new ExampleJudge(judge, signal),
    reworder: reworder && new Reworder(reworder, signal),
    signal,
    onTrace: (_, done) => context.progress(`${done + 1} of ${traces.length} traces`),
  });
  return toAnswer(dataset, args.output);
}

async function openOptionalModel(
  name: string | undefined,
  { baseUrl }: DatasetInput,
  { env = {} }: ToolContext,
): Promise<Model | undefined> {
  if (name === undefined) return undefined;
  return openModel(name, { baseUrl, env });
}

function toAnswer(dataset: Dataset, output: string): ToolResult {
  const { examples, augmented, rejected, counts } = dataset;
  const lines = Object.entries(counts).map(([stage, count]) => `  ${stage}: ${renderStageCounts(count)}`);
  const head = `${examples} examples (${augmented} augmented), ${rejected} rejected. See ${output}/README.md.`;
  return { text: [head, ...lines].join('\n'), data: { ...dataset, output } };
}
