import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareVariants, readVariantTrials } from '../../packages/lab/src/bench/report/compareVariants.ts';
import { writeReport } from '../../packages/lab/src/bench/report/writeReport.ts';
import { type BenchOptions, type BenchRun, runBench } from '../../packages/lab/src/bench/run/runBench.ts';
import { readTrials } from '../../packages/lab/src/bench/run/TrialStore.ts';
import { readSiteSuite } from '../../packages/lab/src/bench/suites/readSiteSuite.ts';
import { serveSite } from '../../packages/lab/src/bench/suites/serveSite.ts';
import { readWebarena } from '../../packages/lab/src/bench/suites/webarena/readWebarena.ts';
import { variantsOf } from '../../packages/lab/src/bench/Variant.ts';
import { readTrace } from '../../packages/sightline/src/agent/trace/readTrace.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';

const suite = readSiteSuite(resolve(import.meta.dirname, '../suites/desk.json'));
let folder: string;
let run: BenchRun;
/** The most trials that were under way at once in `run`. */
let sideBySide = 0;

const options = (given: Partial<BenchOptions>): BenchOptions => ({
  suite,
  variants: variantsOf({ models: ['oracle'], queryModes: ['off', 'hybrid', 'query'], outline: false }),
  trials: 1,
  output: folder,
  signal: new AbortController().signal,
  env: {},
  ...given,
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  // Cut off in the middle: what was done is kept, and the next run goes on.
  const controller = new AbortController();
  const cut = runBench(
    options({
      signal: controller.signal,
      onTrial: (_, { done }) => {
        if (done === 4) controller.abort(new Error('enough'));
      },
    }),
  );
  await expect(cut).rejects.toThrow('enough');
  let underWay = 0;
  const onStart = (): void => {
    underWay++;
    sideBySide = Math.max(sideBySide, underWay);
  };
  run = await runBench(options({ jobs: 3, onStart, onTrial: () => void underWay-- }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a run that was cut off goes on where it was, now with three trials at once', () => {
  expect([run.before, run.done, run.trials.length, sideBySide]).toEqual([4, 5, 9, 3]);
});

test('the oracle does every task in every mode, by the tools of that mode', () => {
  expect(
    run.trials.map(({ task, variant, passed, checks }) => [
      task,
      variant,
      passed,
      checks.find(({ ok }) => !ok),
    ]),
  ).toEqual(run.trials.map(({ task, variant }) => [task, variant, true, undefined]));
  const asked = (mode: string): number =>
    run.trials
      .filter(({ variant }) => variant === `oracle_${mode}`)
      .flatMap(({ actions }) => Object.keys(actions))
      .filter((tool) => ['query_elements', 'search_text', 'get_full_dom'].includes(tool)).length;
  expect(asked('off')).toBe(0);
  expect(asked('hybrid')).toBeGreaterThan(0);
  expect(asked('query')).toBeGreaterThan(0);
});

test('tokens add up: what was sent is the input, and each call has its latency', () => {
  for (const { tokens, sent, latencies, modelCalls, steps } of run.trials) {
    expect(tokens.input).toBe(sent.page + sent.fixed + sent.rest);
    expect(sent.page).toBeGreaterThan(0);
    expect(tokens.output).toBeGreaterThan(20);
    expect(latencies).toHaveLength(modelCalls);
    // A tournament asks more than once in a step.
    expect(modelCalls).toBeGreaterThanOrEqual(steps);
  }
});

test('each trial leaves its trace', () => {
  const { trace, steps } = run.trials[0] ?? { trace: '', steps: 0 };
  const read = readTrace(join(folder, trace));
  expect([read.steps.length, read.end?.success]).toEqual([steps, true]);
});

test('variants of one run are compared task by task', () => {
  const { tasks, differences } = compareVariants(
    readVariantTrials(join(folder, 'oracle_off')),
    readVariantTrials(join(folder, 'oracle_query')),
  );
  expect(tasks).toBe(3);
  expect(differences.find(({ metric }) => metric === 'passed')).toMatchObject({ difference: 0, real: false });
});

test('a site that does not start is reported in its trial; a model that is down from the start ends the run', async () => {
  const output = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  try {
    const broken = JSON.parse(readFileSync(resolve(import.meta.dirname, '../suites/desk.json'), 'utf8'));
    broken.tasks[0].site = 'nowhere';
    broken.tasks.splice(1, 1);
    const path = join(output, 'suite.json');
    writeFileSync(
      path,
      JSON.stringify({
        ...broken,
        tasks: [broken.tasks[0], { ...broken.tasks[1], site: 'http://127.0.0.1:9' }],
      }),
    );
    const silent = variantsOf({ models: ['oracle'], queryModes: ['off'], outline: false });
    const { trials } = await runBench(options({ suite: readSiteSuite(path), output, variants: silent }));
    expect(trials.map(({ passed, reason, error }) => [passed, reason, error?.code])).toEqual([
      [false, 'start', 'navigation_failed'],
      [false, 'start', 'navigation_failed'],
    ]);
    const down = runBench(
      options({
        suite: { ...suite, tasks: suite.tasks.slice(0, 2) },
        output: join(output, 'down'),
        variants: variantsOf({ models: ['tiny'], queryModes: ['query'], outline: false }),
        baseUrl: 'http://127.0.0.1:9/v1',
      }),
    );
    await expect(down).rejects.toMatchObject({ code: 'model_failed' });
    const [only, ...more] = readTrials(join(output, 'down'));
    expect(more).toEqual([]);
    expect(only).toMatchObject({ passed: false, reason: 'model', error: { code: 'model_failed' } });
    expect(readTrace(join(output, 'down', only?.trace ?? '')).end?.reason).toBe('model');
  } finally {
    rmSync(output, { recursive: true });
  }
});

test('a task of WebArena is judged by the answer, the address, the page and the requests', async () => {
  const site = await serveSite(resolve(import.meta.dirname, '../suites/sites/desk/site.mjs'), {});
  const output = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  const session = await Session.launch();
  try {
    writeFileSync(join(output, 'sites.json'), JSON.stringify({ __DESK__: site.origin }));
    const start = { intent: 'Close the lost badge', start_url: '__DESK__/' };
    const checks = {
      eval_types: ['string_match', 'url_match', 'program_html'],
      reference_answers: { must_include: ['closed'] },
      reference_url: '__DESK__/close?id=2',
      program_html: [
        {
          url: 'last',
          locator: "document.querySelector('h1').outerText",
          required_contents: { exact_match: 'Lost badge' },
        },
      ],
    };
    const requests = [
      { evaluator: 'AgentResponseEvaluator', expected: { task_type: 'mutate', status: 'SUCCESS' } },
      { evaluator: 'NetworkEventEvaluator', expected: { url: '__DESK__/close?id=2', response_status: 200 } },
    ];
    writeFileSync(
      join(output, 'tasks.json'),
      JSON.stringify([
        { ...start, task_id: 1, eval: checks },
        { ...start, task_id: 2, start_urls: ['__DESK__'], eval: requests },
      ]),
    );
    const { tasks } = readWebarena(join(output, 'tasks.json'), join(output, 'sites.json'));
    const outcomes: boolean[][] = [];
    for (const [task, answer] of [
      [tasks[0], 'It is closed.'],
      [tasks[1], '{"task_type": "mutate", "status": "SUCCESS", "retrieved_data": null}'],
    ] as const) {
      const episode = await task?.startEpisode(session, 1);
      const before = await episode?.check('');
      await session.navigate(`${site.origin}/close?id=2`);
      const after = await episode?.check(answer);
      outcomes.push(
        (before ?? []).map(({ ok }) => ok),
        (after ?? []).map(({ ok }) => ok),
      );
      await episode?.close();
    }
    expect(outcomes).toEqual([
      [false, false, false],
      [true, true, true],
      [false, false, true, false],
      [true, true, true, true],
    ]);
  } finally {
    await session.close();
    await site.close();
    rmSync(output, { recursive: true });
  }
});

test('the report is one page that needs nothing else, with a table beside each plot', async () => {
  const { path, text } = await writeReport(folder);
  expect(text).toMatch(/oracle_hybrid +3\/3/);
  const html = readFileSync(path, 'utf8');
  expect(html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)|#0[1-9]0[1-9]0[1-9]/);
  const session = await Session.launch();
  try {
    const requests: string[] = [];
    await session.navigate('about:blank');
    session.page.on('request', (request) => requests.push(request.url()));
    await session.navigate(pathToFileURL(path).href, { cwd: folder });
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([pathToFileURL(path).href]);
    const pairs = await session.page.$$eval('.pair', (all) =>
      all.map((pair) => ({
        marks: pair.querySelectorAll('svg path').length,
        rows: pair.querySelectorAll('tbody tr').length,
        wide: pair.scrollWidth - pair.clientWidth,
      })),
    );
    expect(pairs).toHaveLength(5);
    for (const { marks, rows, wide } of pairs) {
      expect(marks).toBeGreaterThan(3);
      expect(rows).toBeGreaterThan(0);
      expect(wide).toBe(0);
    }
    const colours = async (): Promise<string[]> =>
      session.page.$$eval('svg text', (texts) => [
        ...new Set(texts.map((text) => getComputedStyle(text).fill)),
      ]);
    const light = await colours();
    await session.page.emulateMedia({ colorScheme: 'dark' });
    expect(await colours()).not.toEqual(light);
    if (process.env.BENCH_PICTURE)
      await session.page.screenshot({ path: process.env.BENCH_PICTURE, fullPage: true });
  } finally {
    await session.close();
  }
});
