import { resolve } from 'node:path';
import {
  type BenchInput,
  openModel,
  parseQueryMode,
  SightlineError,
  type ToolContext,
  type ToolResult,
} from '../../../sightline/src/internal.ts';
import { compareVariants, readVariantTrials, renderComparison } from './report/compareVariants.ts';
import { readPrices } from './report/prices.ts';
import { writeReport } from './report/writeReport.ts';
import { mergeRuns } from './run/mergeRuns.ts';
import { runBench, trialLine } from './run/runBench.ts';
import type { RunShard } from './run/TrialStore.ts';
import { openSuite } from './suites/openSuite.ts';
import { tierVariants, type Variant, variantsOf } from './Variant.ts';

/** Does the tasks, and writes the report. @throws SightlineError; the signal's reason */
export async function runBenchCommand(context: ToolContext, args: BenchInput): Promise<ToolResult> {
  const output = resolve(context.cwd, args.output);
  const variants = await chooseVariants(args, context);
  await checkModels(variants, args.baseUrl, context);
  const prices = args.prices ? readPrices(resolve(context.cwd, args.prices)) : undefined;
  const suite = await openSuite({ ...args, cwd: context.cwd });
  try {
    const { baseUrl, timeoutMs, maxTokens, snapshots, trials, limit } = args;
    const run = await runBench({
      suite,
      variants,
      trials,
      limit,
      jobs: args.jobs,
      grid: args.grid,
      ...(args.shard && { shard: parseShard(args.shard) }),
      output,
      signal: context.signal,
      baseUrl,
      timeoutMs,
      maxTokens,
      snapshots,
      env: context.env ?? {},
      onStart: (what, { done, all }) => context.progress(`${done + 1} of ${all}: ${what}`),
      onTrial: (trial, { done, all }) => context.print?.(`${done}/${all} ${trialLine(trial)}`),
    });
    const report = await writeReport(output, { prices, left: run.left });
    const lines = [
      report.text,
      '',
      `${run.done} trials done now, ${run.before} before. Report: ${report.path}`,
    ];
    return {
      text: lines.join('\n'),
      data: { report: report.path, summaries: report.summaries, left: run.left },
    };
  } finally {
    await suite.close?.();
    if (context.signal.aborted) context.print?.(`stopped: the same command goes on with ${output}`);
  }
}

async function chooseVariants(args: BenchInput, { env = {} }: ToolContext): Promise<Variant[]> {
  const models = splitList(args.models ?? args.model ?? env.SIGHTLINE_MODEL ?? 'oracle');
  const { tier, outline, style } = args;
  if (tier !== undefined) return tierVariants(tier as 1 | 2 | 3, models);
  return variantsOf({ models, queryModes: parseModes(args.queryMode), outline, style });
}

/** A name that no provider has, a key that is not there: every trial would fail of it. @throws SightlineError `invalid_argument` */
async function checkModels(
  variants: readonly Variant[],
  baseUrl: string | undefined,
  { env = {} }: ToolContext,
): Promise<void> {
  const names = new Set(variants.map(({ model }) => model).filter((model) => model !== 'oracle'));
  for (const name of names) await openModel(name, { baseUrl, env });
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

function parseModes(text: string): Variant['queryMode'][] {
  const modes = splitList(text).map(parseQueryMode);
  if (modes.length > 0) return [...new Set(modes)];
  throw new SightlineError('invalid_argument', `--query-mode is off, hybrid or query, not "${text}".`);
}

function parseShard(text: string): RunShard {
  const [index = 0, count = 0] = text.split('/').map(Number);
  if (index >= 1 && index <= count) return { index, count };
  const hint = count > 0 ? `There are 1/${count} to ${count}/${count}.` : 'Use 1/4 to 4/4.';
  throw new SightlineError('invalid_argument', `There is no shard ${text}.`, { hint });
}

/** Puts the trials of several folders of one run into another, and writes its report. @throws SightlineError `invalid_argument` */
export async function mergeRunFolders(
  { cwd }: ToolContext,
  paths: readonly string[],
  args: BenchInput,
): Promise<ToolResult> {
  const output = resolve(cwd, args.output);
  const prices = args.prices ? readPrices(resolve(cwd, args.prices)) : undefined;
  const { trials, failed } = mergeRuns(
    paths.map((path) => resolve(cwd, path)),
    output,
  );
  const report = await writeReport(output, { prices });
  const unfinished = failed > 0 ? `, ${failed} of them to be done again` : '';
  const lines = [
    report.text,
    '',
    `${trials} trials of ${paths.length} folders${unfinished}. Report: ${report.path}`,
  ];
  return {
    text: lines.join('\n'),
    data: { report: report.path, summaries: report.summaries, trials, failed },
  };
}

/** Holds two runs against each other. @throws SightlineError `invalid_argument` */
export async function compareRuns({ cwd }: ToolContext, paths: readonly string[]): Promise<ToolResult> {
  const [a, b] = paths.map((path) => readVariantTrials(resolve(cwd, path)));
  if (!a || !b) throw new Error('two paths were given');
  const comparison = compareVariants(a, b);
  return { text: renderComparison(comparison), data: { ...comparison } };
}
