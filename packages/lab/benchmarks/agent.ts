// `npm run bench -- agent [--path DIR] [--limit N] [--write]`: the oracle of `sightline bench` does the shipped suite in
// each query mode, and with the path of a checkout the tasks of MiniWoB++ that it knows. Prints tokens, steps and pass
// rates; a run that was stopped goes on (benchmarks/out/agent). `--write` also replaces the figures in
// docs/benchmarks.md.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Session } from '../../sightline/src/index.ts';
import { readTrace } from '../../sightline/src/internal.ts';
import type { VariantSummary } from '../src/bench/report/metrics.ts';
import { quantile } from '../src/bench/report/statistics.ts';
import type { Suite } from '../src/bench/Suite.ts';
import type { Trial } from '../src/bench/Trial.ts';
import {
  openSuite,
  readResults,
  runBench,
  sizeTable,
  summaryTable,
  tableMarkdown,
  trialLine,
  variantsOf,
  writeReport,
} from '../src/index.ts';
import { describeMachine } from './describeMachine.ts';
import { benchmarkPath } from './paths.ts';
import { writeFigures } from './writeFigures.ts';

/** Tasks of MiniWoB++ whose instruction says it all: the oracle knows these. */
const KNOWN_TASKS = 34;

export async function run(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: { path: { type: 'string' }, limit: { type: 'string' }, write: { type: 'boolean' } },
  });
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  const limit = options.limit === undefined ? undefined : Number(options.limit);
  const shipped = await openSuite({ suite: 'shipped', cwd: process.cwd() });
  const figures = [await describeRun(), ...(await figuresOf(shipped, limit, controller.signal))];
  if (options.path) {
    const miniwob = await openSuite({ suite: 'miniwob', path: options.path, cwd: process.cwd() });
    figures.push(
      'MiniWoB++, the tasks whose instruction alone says what is to be done:',
      ...(await figuresOf(miniwob, limit ?? KNOWN_TASKS, controller.signal)),
    );
  }
  console.log(figures.join('\n\n'));
  if (options.write) writeFigures('npm run bench -- agent --path DIR --write', figures);
}

/** Paragraphs of Markdown. */
async function figuresOf(suite: Suite, limit: number | undefined, signal: AbortSignal): Promise<string[]> {
  const output = benchmarkPath('out/agent', limit === undefined ? suite.name : `${suite.name}-${limit}`);
  try {
    await runBench({
      suite,
      variants: [
        ...variantsOf({ models: ['oracle'], queryModes: ['off', 'hybrid', 'query'], outline: false }),
        ...variantsOf({ models: ['oracle'], queryModes: ['off'], outline: true }),
      ],
      trials: 1,
      limit,
      output,
      signal,
      env: {},
      onTrial: (trial, { done, all }) => console.error(`bench: ${done}/${all} ${trialLine(trial)}`),
    });
    await writeReport(output);
    const results = readResults(output, {});
    return [...renderResults(results, suite), answersToActions(results.trials, output)];
  } finally {
    await suite.close?.();
  }
}

function renderResults(
  { trials, summaries }: { trials: readonly Trial[]; summaries: readonly VariantSummary[] },
  { hash, oracleHash = '' }: Suite,
): string[] {
  const variants = summaries.map(({ variant }) => variant);
  const failed = trials.filter(({ passed }) => !passed).map(({ task, variant }) => `${task} (${variant})`);
  return [
    tableMarkdown(summaryTable(summaries, undefined)),
    tableMarkdown(sizeTable(variants, trials)),
    `Tasks: SHA-256 \`${hash.slice(0, 16)}\`; what the oracle knows: \`${oracleHash.slice(0, 16)}\`.`,
    ...(failed.length > 0 ? [`Not passed: ${failed.join(', ')}.`] : []),
  ];
}

/** `Answers to 214 actions: median 41 tokens, 90 % at most 160 (o200k_base).` */
function answersToActions(trials: readonly Trial[], output: string): string {
  const tokens = trials
    .flatMap(({ trace }) => readTrace(join(output, trace)).steps)
    .flatMap(({ outcomes }) => outcomes.filter(({ kind }) => kind === 'act'))
    .map(({ text }) => countTokens(text));
  const [median, p90] = [0.5, 0.9].map((share) => Math.round(quantile(tokens, share)));
  return `Answers to ${tokens.length} actions: median ${median} tokens, 90 % at most ${p90} (o200k_base).`;
}

async function describeRun(): Promise<string> {
  const session = await Session.launch();
  try {
    await session.navigate('about:blank');
    return `Measured on ${new Date().toISOString().slice(0, 10)}. ${describeMachine(session.page)}.`;
  } finally {
    await session.close();
  }
}
