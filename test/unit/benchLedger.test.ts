import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVariantTrials } from '../../packages/lab/src/bench/report/compareVariants.ts';
import { readPrices } from '../../packages/lab/src/bench/report/prices.ts';
import { mergeRuns } from '../../packages/lab/src/bench/run/mergeRuns.ts';
import { runTrial } from '../../packages/lab/src/bench/run/runTrial.ts';
import { type RunSettings, readTrials, TrialStore } from '../../packages/lab/src/bench/run/TrialStore.ts';
import { openSuite } from '../../packages/lab/src/bench/suites/openSuite.ts';
import { readSiteSuite } from '../../packages/lab/src/bench/suites/readSiteSuite.ts';
import type { Trial } from '../../packages/lab/src/bench/Trial.ts';
import { SessionPool } from '../../packages/sightline/src/session/pool/SessionPool.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { trialOf } from '../support/trials.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings: RunSettings = {
  version: 1,
  suite: 'desk',
  suiteHash: 'h',
  variants: [{ id: 'oracle_off', model: 'oracle', queryMode: 'off' }],
  trials: 1,
  tasks: ['a', 'b'],
  maxTokens: undefined,
};

test('a run that is opened again knows what is done, and does again what an error stood in the way of', () => {
  const ledger = new TrialStore(folder, settings);
  ledger.append(trialOf());
  ledger.append(trialOf({ task: 'b', passed: false, error: { code: 'model_failed', message: 'down' } }));
  const again = new TrialStore(folder, settings);
  expect([...again.completedTrials().values()].map(({ task }) => task)).toEqual(['a']);
  again.append(trialOf({ task: 'b' }));
  expect(readTrials(folder).map(({ task, error }) => [task, error])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ]);
});

test('a line that was cut off is dropped, and done again', () => {
  new TrialStore(folder, settings).append(trialOf());
  const file = join(folder, 'trials.jsonl');
  appendFileSync(file, '{"variant":"oracle_off","task":"b"');
  const again = new TrialStore(folder, settings);
  expect(again.completedTrials().size).toBe(1);
  again.append(trialOf({ task: 'b' }));
  expect(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).task),
  ).toEqual(['a', 'b']);
});

test('shards share a folder, each with a file of its own', () => {
  new TrialStore(folder, settings, { index: 1, count: 2 }).append(trialOf());
  new TrialStore(folder, settings, { index: 2, count: 2 }).append(trialOf({ task: 'b' }));
  expect(readTrials(folder).map(({ task }) => task)).toEqual(['a', 'b']);
});

test('the folders of a run on several machines are merged: each trial once, with its trace, one that passed before one that failed', () => {
  const down = { passed: false, error: { code: 'browser_closed' as const, message: 'lost' } };
  const writeRun = (name: string, trials: Partial<Trial>[]): string => {
    const path = join(folder, name);
    const store = new TrialStore(path, settings);
    for (const given of trials) {
      const trial = trialOf({ trace: `traces/oracle_off/${given.task}-1.jsonl`, ...given });
      store.append(trial);
      mkdirSync(join(path, 'traces/oracle_off'), { recursive: true });
      writeFileSync(join(path, trial.trace), `${name} ${trial.task}`);
    }
    return path;
  };
  const folders = [
    writeRun('one', [{ task: 'a', ...down }, { task: 'b' }]),
    writeRun('two', [{ task: 'a' }, { task: 'b', steps: 7 }, { task: 'c', ...down }]),
  ];
  const output = join(folder, 'all');
  expect(mergeRuns(folders, output)).toEqual({ trials: 3, failed: 1 });
  const merged = readTrials(output).map(({ task, steps, error, trace }) => [
    task,
    steps,
    error?.message,
    readFileSync(join(output, trace), 'utf8'),
  ]);
  expect(merged).toEqual([
    ['a', 2, undefined, 'two a'],
    ['b', 2, undefined, 'one b'],
    ['c', 2, 'lost', 'two c'],
  ]);
  // Again, it changes nothing; what failed is left for the same command.
  const before = readFileSync(join(output, 'trials.jsonl'), 'utf8');
  expect(mergeRuns(folders, output)).toEqual({ trials: 3, failed: 1 });
  expect(readFileSync(join(output, 'trials.jsonl'), 'utf8')).toBe(before);
  expect([...new TrialStore(output, settings).completedTrials().values()].map(({ task }) => task)).toEqual([
    'a',
    'b',
  ]);
  // Folders of other settings, or without a run, are refused before anything is copied.
  new TrialStore(join(folder, 'other'), { ...settings, trials: 5 });
  const elsewhere = join(folder, 'elsewhere');
  expect(() => mergeRuns([...folders, join(folder, 'other')], elsewhere)).toThrow('other settings: trials.');
  expect(readTrials(elsewhere)).toEqual([]);
  expect(() => mergeRuns([folder], elsewhere)).toThrow('holds no run that this version can read.');
});

test('a trial whose browser does not answer any more ends, and is done again by the same command', async () => {
  const pool = new (class extends SessionPool {
    override async run<T>(_: unknown, { timeoutMs }: { timeoutMs?: number } = {}): Promise<T> {
      throw new SightlineError('timeout', `Longer than ${timeoutMs} ms.`);
    }
  })();
  const task = {
    id: 'a',
    difficulty: 'easy' as const,
    maxSteps: 3,
    startEpisode: () => new Promise<never>(() => undefined),
  };
  const [variant] = settings.variants;
  if (!variant) throw new Error('there is a variant');
  const trial = await runTrial(variant, task, 1, {
    output: folder,
    signal: new AbortController().signal,
    pool,
    countTokens: () => 0,
    env: {},
    timeoutMs: 1_000,
  });
  expect(trial).toMatchObject({
    passed: false,
    error: { code: 'timeout', message: 'Longer than 121000 ms.' },
  });
});

test('other settings are refused, and named', () => {
  new TrialStore(folder, settings);
  expect(() => new TrialStore(folder, { ...settings, trials: 2, suiteHash: 'i' })).toThrow(
    'holds a run of other settings: suiteHash, trials.',
  );
  expect(() => new TrialStore(folder, { ...settings, maxTokens: 5 })).toThrow('maxTokens');
});

test('a variant is named by the folder of its run, or below it', () => {
  new TrialStore(folder, settings).append(trialOf());
  expect(readVariantTrials(folder).trials).toHaveLength(1);
  expect(readVariantTrials(join(folder, 'oracle_off')).trials).toHaveLength(1);
  expect(() => readVariantTrials(join(folder, 'oracle_query'))).toThrow('does not say which variant');
  expect(() => readVariantTrials('/nowhere/at/all')).toThrow('holds no run');
});

const desk = resolve(import.meta.dirname, '../suites/desk.json');
const suiteWith = (text: string): string => {
  const path = join(folder, 'suite.json');
  writeFileSync(path, text);
  return path;
};

test('a suite brings what the oracle knows of it, with the hash of either', () => {
  const suite = readSiteSuite(desk);
  expect(suite.tasks.map(({ id, maxSteps }) => [id, maxSteps])).toEqual([
    ['close-badge', 8],
    ['file-ticket', 10],
    ['read-number', 6],
  ]);
  expect(suite.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(suite.oracleHash).toMatch(/^[0-9a-f]{64}$/);
  expect(suite.oracleHash).not.toBe(suite.hash);
});

const task = { id: 'a', site: 'desk', goal: 'x', checks: [{ url: '.' }] };
test.each([
  ['{"name":', 'it is not JSON'],
  ['{"name":"x","tasks":[]}', 'at tasks'],
  [JSON.stringify({ name: 'x', tasks: [{ ...task, checks: [{ url: '(' }] }] }), 'at tasks.0.checks.0'],
  [JSON.stringify({ name: 'x', tasks: [{ ...task, goal: undefined }] }), 'at tasks.0.goal'],
  [JSON.stringify({ name: 'x', tasks: [task, task] }), 'two tasks are called a'],
])('a broken suite is refused, and says where: %s', (text, why) => {
  expect(() => readSiteSuite(suiteWith(text))).toThrow(why);
});

test('a site that only has an address cannot report its state', () => {
  const state = { ...task, site: 'https://example.com', checks: [{ state: '', length: 1 }] };
  const suite = readSiteSuite(
    suiteWith(JSON.stringify({ name: 'x', tasks: [state, { ...state, id: 'b', checks: [{ url: '.' }] }] })),
  );
  expect(suite.tasks.map(({ unsupported }) => unsupported)).toEqual([
    'it checks the state of a site that only has an address',
    undefined,
  ]);
});

test('a suite that is not there is refused, with what there is', async () => {
  await expect(openSuite({ suite: 'nope', cwd: folder })).rejects.toMatchObject({
    code: 'invalid_argument',
    message: 'There is no suite "nope".',
  });
  await expect(openSuite({ suite: 'miniwob', cwd: folder })).rejects.toThrow('needs --path DIR');
  await expect(openSuite({ suite: 'webarena', cwd: folder })).rejects.toThrow('needs --tasks FILE');
  await expect(openSuite({ suite: 'miniwob', path: '.', cwd: folder })).rejects.toThrow(
    'no pages of MiniWoB++',
  );
});

test('prices say of when they are', () => {
  const path = suiteWith('{"date":"2026-11-01","models":{"a/b":{"input":1,"output":2}}}');
  expect(readPrices(path)).toEqual({
    date: '2026-11-01',
    currency: 'USD',
    models: { 'a/b': { input: 1, output: 2 } },
  });
  expect(() => readPrices(suiteWith('{"models":{}}'))).toThrow('is no table of prices');
});
