import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BenchOptions, type BenchRun, runBench } from '../../packages/lab/src/bench/run/runBench.ts';
import { readSiteSuite } from '../../packages/lab/src/bench/suites/readSiteSuite.ts';
import { trialKey } from '../../packages/lab/src/bench/Trial.ts';
import { variantsOf } from '../../packages/lab/src/bench/Variant.ts';
import { removeFolder } from '../support/removeFolder.ts';
import { LocalGrid } from './grid/LocalGrid.ts';

// A Selenium Grid of this machine: a hub, and two nodes with four slots each. SIGHTLINE_GRID_TRIALS: how often each task is done.

const TRIALS = Number(process.env.SIGHTLINE_GRID_TRIALS ?? 10);
const ALL = 3 * TRIALS;
/** A run that has not ended then is ended, and the test fails. */
const RUN_MS = 50 * 60_000;

let grid: LocalGrid;
beforeAll(async () => {
  grid = await LocalGrid.start({ nodes: 2, slots: 4 });
});
afterAll(() => grid?.close());

test('a slot is given back where the program that has it is killed', async () => {
  const entry = pathToFileURL(resolve(import.meta.dirname, '../../packages/sightline/dist/index.js')).href;
  const code = `import { Session } from ${JSON.stringify(entry)};
    await Session.connect({ grid: ${JSON.stringify(grid.url)} });
    console.log('has it');`;
  const program = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((opened) => program.stdout.once('data', opened));
  expect(await grid.taken()).toBe(1);
  program.kill('SIGKILL');
  await expect.poll(() => grid.taken()).toBe(0);
});

test(`${ALL} trials over 8 slots, of which a node is killed and a browser hangs: all end, none twice, none lost`, async () => {
  const suite = readSiteSuite(resolve(import.meta.dirname, '../suites/desk.json'));
  const output = mkdtempSync(join(tmpdir(), 'sightline-test-'));
  const recorded: string[] = [];
  let hangs = false;
  const run = (given: Partial<BenchOptions>): Promise<BenchRun> =>
    runBench({
      suite,
      variants: variantsOf({ models: ['oracle'], queryModes: ['hybrid'], outline: false }),
      trials: TRIALS,
      timeoutMs: 60_000,
      grid: grid.url,
      output,
      signal: AbortSignal.timeout(RUN_MS),
      env: {},
      ...given,
      onTrial: (trial, { done }) => {
        recorded.push(trialKey(trial));
        if (done === Math.floor(0.3 * ALL)) grid.killNode(0);
        if (done > 0.6 * ALL && !hangs) hangs = grid.stopBrowser(1);
      },
    });
  try {
    const { trials } = await run({ jobs: 8 });
    expect(hangs).toBe(true);
    expect(trials).toHaveLength(ALL);
    expect(new Set(recorded).size).toBe(ALL);
    expect(recorded).toHaveLength(ALL);
    // What the slots that failed left undone is done by the same command.
    const failed = trials.filter(({ error }) => error);
    console.info(
      `failed at first: ${failed.map(({ task, error }) => `${task} ${error?.message}`).join('; ')}`,
    );
    // Eight jobs wait for the four slots that are left.
    expect(failed.filter(({ error }) => /had no slot/.test(error?.message ?? ''))).toEqual([]);
    const again = await run({ jobs: 4 });
    expect([again.before, again.done]).toEqual([ALL - failed.length, failed.length]);
    expect(again.trials.filter(({ passed }) => !passed)).toEqual([]);
    await expect.poll(() => grid.taken()).toBe(0);
  } finally {
    await removeFolder(output);
  }
});
