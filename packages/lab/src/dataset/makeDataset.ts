import { resolve } from 'node:path';
import {
  type DatasetInput,
  type Model,
  openModel,
  type ToolAnswer,
  type ToolContext,
} from '../../../sightline/src/internal.ts';
import { buildDataset, type Dataset } from './buildDataset.ts';
import { findTraces } from './findTraces.ts';
import { Judge } from './Judge.ts';
import { Reworder } from './reword.ts';
import { tellStage } from './verify.ts';

/** `sightline dataset`. @throws SightlineError `invalid_argument`; the signal's reason */
export async function makeDataset(context: ToolContext, given: DatasetInput): Promise<ToolAnswer> {
  const { signal, cwd } = context;
  const traces = findTraces(given.traces, cwd);
  const judge = await open(given.judge, given, context);
  const reworder = await open(given.reword, given, context);
  const built = await buildDataset({
    traces,
    output: resolve(cwd, given.output),
    shuffle: given.shuffle,
    views: given.views,
    licence: given.licence,
    judge: judge && new Judge(judge, signal),
    reworder: reworder && new Reworder(reworder, signal),
    signal,
    onTrace: (_, done) => context.progress(`${done + 1} of ${traces.length} traces`),
  });
  return answerOf(built, given.output);
}

async function open(
  name: string | undefined,
  { baseUrl }: DatasetInput,
  { env = {} }: ToolContext,
): Promise<Model | undefined> {
  if (name === undefined) return undefined;
  // The SDK would print what a server does not support to the terminal.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return openModel(name, { baseUrl, env });
}

function answerOf(built: Dataset, output: string): ToolAnswer {
  const { examples, augmented, rejected, counts } = built;
  const lines = Object.entries(counts).map(([stage, count]) => `  ${stage}: ${tellStage(count)}`);
  const head = `${examples} examples (${augmented} augmented), ${rejected} rejected. See ${output}/README.md.`;
  return { text: [head, ...lines].join('\n'), data: { ...built, output } };
}
