import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Session } from '../../../sightline/src/index.ts';
import { type QueryMode, runAgent } from '../../../sightline/src/internal.ts';
import { MiniwobPages } from '../../src/bench/suites/miniwob/MiniwobPages.ts';
import { ORACLE_TASKS } from '../../src/bench/suites/miniwob/oracleRecipes.ts';
import { type Cost, startMeasuringCost } from '../measureCost.ts';
import { Random } from '../pages/Random.ts';
import { type CallProtocol, pickRandomCall } from './legalCalls.ts';
import { makePage } from './pages/makePage.ts';
import { HELD_OUT_SITES, type SiteName } from './pages/sites.ts';
import { readOutcome } from './playEpisode.ts';
import { reportTrials, type SmallTrial } from './reportTrials.ts';
import { type Decide, SmallLoop, toCall } from './SmallLoop.ts';
import { SmallModel } from './SmallModel.ts';
import { servePages } from './servePages.ts';
import type { StateForm } from './smallPrompt.ts';

const MAX_STEPS = 6;
/** The same call with the same outcome, after which a run ends. */
const MAX_REPEATS = 2;
/** Seeds from here on were never used for examples. */
const FIRST_SEED = 1_000_000;

interface LoopOptions {
  mode: QueryMode;
  form: StateForm;
}

/** A page with a task, ready to be done. */
interface Trial {
  kind: 'site' | 'miniwob';
  task: string;
  seed: number;
  start(session: Session): Promise<string>;
  /** The page itself says that no more can be done. */
  isOver(session: Session): Promise<boolean>;
  isPassed(session: Session): Promise<boolean>;
}

/**
 * `evaluate --weights FILE.gguf --modules DIR --name NAME [--miniwob DIR] [--pages 40] [--seeds 2] [--mode hybrid] [--form flat]
 * [--protocol json] [--no-grammar] [--instructed] [-o FILE]`: has a model do tasks on the sites that were held out and of MiniWoB++.
 * Writes a line a trial to FILE, and prints the table of all that is in it; trials that are there are not done again. `--chance`:
 * a random one of the calls of the grammar in place of a model's.
 */
export async function evaluate(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    allowNegative: true,
    options: {
      weights: { type: 'string' },
      modules: { type: 'string' },
      name: { type: 'string', default: 'taught' },
      miniwob: { type: 'string' },
      pages: { type: 'string', default: '40' },
      seeds: { type: 'string', default: '2' },
      mode: { type: 'string', default: 'query' },
      form: { type: 'string', default: 'named' },
      protocol: { type: 'string', default: 'functional' },
      grammar: { type: 'boolean', default: true },
      instructed: { type: 'boolean', default: false },
      chance: { type: 'boolean', default: false },
      threads: { type: 'string', default: '2' },
      output: { type: 'string', short: 'o', default: 'benchmarks/out/teach/trials.jsonl' },
    },
  });
  const { weights, modules, grammar, instructed, chance } = options;
  const name = chance ? 'chance' : options.name;
  if (!chance && !(weights && modules))
    throw new Error(
      'say --weights FILE.gguf and --modules DIR, where node-llama-cpp is installed, or --chance',
    );
  const protocol = options.protocol as CallProtocol;
  const file = resolve(options.output);
  mkdirSync(dirname(file), { recursive: true });
  const threads = Number(options.threads);
  const model =
    weights && modules && !chance
      ? await SmallModel.load({ weights, modules, grammar, instructed, protocol, threads })
      : undefined;
  const how: LoopOptions = { mode: options.mode as QueryMode, form: options.form as StateForm };
  const variant = [
    name,
    how.mode,
    ...(how.form === 'named' ? [] : [how.form]),
    protocol,
    grammar ? 'grammar' : 'no grammar',
  ].join(', ');
  const server = await servePages();
  const miniwob = options.miniwob ? await MiniwobPages.open(options.miniwob) : undefined;
  const session = await Session.launch();
  try {
    const trials = [
      ...siteTrials(server.origin, Number(options.pages)),
      ...(miniwob ? miniwobTrials(miniwob, Number(options.seeds)) : []),
    ];
    const known = new Set(readTrials(file).map(({ variant, task, seed }) => `${variant} ${task} ${seed}`));
    for (const trial of trials.filter(({ task, seed }) => !known.has(`${variant} ${task} ${seed}`))) {
      const found = await runTrial(session, model, trial, variant, how);
      appendFileSync(file, `${JSON.stringify(found)}\n`);
      console.error(`lab: ${variant}: ${trial.task} ${trial.seed}: ${found.passed ? 'passed' : 'failed'}`);
    }
    console.log(reportTrials(readTrials(file)));
  } finally {
    await session.close();
    await server.close();
    await miniwob?.close();
  }
}

const readTrials = (file: string): SmallTrial[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as SmallTrial)
    : [];

async function runTrial(
  session: Session,
  model: SmallModel | undefined,
  trial: Trial,
  variant: string,
  { mode, form }: LoopOptions,
): Promise<SmallTrial> {
  const goal = await trial.start(session);
  const before = model?.latencies.length ?? 0;
  const random = new Random(trial.seed);
  const calls: string[] = [];
  const wholeSteps: Cost[] = [];
  let costSince = startMeasuringCost();
  const endStep = (): void => {
    // What stands before the first decision is a part of its step.
    if (calls.length === wholeSteps.length) return;
    wholeSteps.push(costSince());
    costSince = startMeasuringCost();
  };
  const decide: Decide = async (prompt) => {
    endStep();
    if (await trial.isOver(session)) return toCall('done', { text: 'The page has ended it.' });
    const call = model ? await model.decide(prompt) : pickRandomCall(prompt, random);
    calls.push(call.text);
    return call;
  };
  const { reason, tokens, modelCalls } = await runAgent(session, goal, {
    model: new SmallLoop(variant, decide, { form, hasQuestions: mode !== 'off' }),
    queryMode: mode,
    style: 'compact',
    maxSteps: MAX_STEPS,
    maxRepeats: MAX_REPEATS,
  });
  endStep();
  const { kind, task, seed } = trial;
  return {
    variant,
    kind,
    task,
    seed,
    goal,
    calls,
    reason,
    tokens,
    steps: modelCalls,
    passed: await trial.isPassed(session),
    latencies: (model?.latencies ?? []).slice(before).map(Math.round),
    processorTimes: (model?.processorTimes ?? []).slice(before).map(Math.round),
    wholeSteps: wholeSteps.map(({ ms, node, browser }) => [Math.round(ms), Math.round(node + browser)]),
  };
}

/** As many pages of each site that was held out. */
function siteTrials(origin: string, pages: number): Trial[] {
  return Object.keys(HELD_OUT_SITES).flatMap((site) =>
    Array.from({ length: pages }, (_, at): Trial => {
      const seed = FIRST_SEED + at;
      const { goal, expected } = makePage(site as SiteName, seed);
      return {
        kind: 'site',
        task: site,
        seed,
        async start(session) {
          await session.navigate(`${origin}/${site}/${seed}`);
          return goal;
        },
        isOver: async () => false,
        isPassed: async (session) => isDeepStrictEqual(await readOutcome(session), expected),
      };
    }),
  );
}

/** Those that the oracle does but for these, which need more than three actions. */
const LONG_TASKS = new Set(['click-checkboxes-large', 'multi-layouts', 'multi-orderings', 'use-spinner']);
const SHORT_TASKS = [...ORACLE_TASKS].filter((task) => !LONG_TASKS.has(task));

const miniwobTrials = (pages: MiniwobPages, seeds: number): Trial[] =>
  SHORT_TASKS.flatMap((task) =>
    Array.from(
      { length: seeds },
      (_, at): Trial => ({
        kind: 'miniwob',
        task,
        seed: at + 1,
        start: (session) => pages.start(session, task, at + 1),
        isOver: async (session) => (await pages.outcome(session)).done,
        async isPassed(session) {
          const { done, reward } = await pages.outcome(session);
          return done && reward === 1;
        },
      }),
    ),
  );
