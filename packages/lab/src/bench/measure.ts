import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type BenchInput,
  openModel,
  SightlineError,
  type ToolAnswer,
  type ToolContext,
} from '../../../sightline/src/internal.ts';
import { compare, readSide, writeComparison } from './compare.ts';
import type { Shard } from './Ledger.ts';
import { readPrices } from './prices.ts';
import { runBench, trialLine } from './runBench.ts';
import { openSuite } from './suites/openSuite.ts';
import { tierOf, type Variant, variantsOf } from './Variant.ts';
import { writeReport } from './writeReport.ts';

/** Does the tasks, and writes the report. @throws SightlineError; the signal's reason */
export async function measure(context: ToolContext, given: BenchInput): Promise<ToolAnswer> {
  // The SDK would print what a server does not support to the terminal.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const output = resolve(context.cwd, given.output);
  const variants = await choose(given, context);
  await checkModels(variants, given.baseUrl, context);
  const prices = given.prices ? readPrices(resolve(context.cwd, given.prices)) : undefined;
  const suite = await openSuite({ ...given, cwd: context.cwd });
  try {
    const { baseUrl, timeoutMs, maxTokens, snapshots, trials, limit } = given;
    const run = await runBench({
      suite,
      variants,
      trials,
      limit,
      ...(given.shard && { shard: shardOf(given.shard) }),
      output,
      signal: context.signal,
      baseUrl,
      timeoutMs,
      maxTokens,
      snapshots,
      env: context.env ?? {},
      onStart: (what, { done, all }) => context.progress(`${done + 1} of ${all}: ${what}`),
      onTrial: (trial, { done, all }) => context.tell?.(`${done}/${all} ${trialLine(trial)}`),
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
    if (context.signal.aborted) context.tell?.(`stopped: the same command goes on with ${output}`);
  }
}

async function choose(given: BenchInput, { env = {} }: ToolContext): Promise<Variant[]> {
  const models = listOf(given.models ?? given.model ?? env.SIGHTLINE_MODEL ?? 'oracle');
  const { tier, outline, style } = given;
  if (tier !== undefined) return tierOf(tier as 1 | 2 | 3, models);
  return variantsOf({ models, queryModes: modesOf(given.queryMode), outline, style });
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

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

function modesOf(text: string): Variant['queryMode'][] {
  const parsed = z
    .array(z.enum(['off', 'hybrid', 'query']))
    .min(1)
    .safeParse(listOf(text));
  if (parsed.success) return [...new Set(parsed.data)];
  throw new SightlineError('invalid_argument', `--query-mode is off, hybrid or query, not "${text}".`);
}

function shardOf(text: string): Shard {
  const [index = 0, count = 0] = text.split('/').map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new SightlineError('invalid_argument', `There is no shard ${text}.`, { hint: 'Use 1/4 to 4/4.' });
}

/** Holds two runs against each other. @throws SightlineError `invalid_argument` */
export async function compareRuns({ cwd }: ToolContext, paths: readonly string[]): Promise<ToolAnswer> {
  const [a, b] = paths.map((path) => readSide(resolve(cwd, path)));
  if (!a || !b) throw new Error('two paths were given');
  const comparison = compare(a, b);
  return { text: writeComparison(comparison), data: { ...comparison } };
}
