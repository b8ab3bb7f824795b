import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { regexTest } from '../../packages/sightline/src/script/locators/matchPattern.ts';
import { ScriptHost } from '../../packages/sightline/src/script/ScriptHost.ts';
import { ScriptOutput } from '../../packages/sightline/src/script/ScriptOutput.ts';
import type { WordContext } from '../../packages/sightline/src/script/words/WordContext.ts';
import { type BoxResult, BoxRuns } from '../support/BoxRuns.ts';
import { FORGED_CALLS } from '../support/boxAttempts/forgedCalls.ts';
import { POISONING, VALUE_SCRIPTS } from '../support/boxAttempts/poison.ts';
import { REACHING, reachScript } from '../support/boxAttempts/reach.ts';
import { ENDLESS, GREEDY, SOURCES } from '../support/boxAttempts/resources.ts';
import { isLong } from '../support/scale.ts';

// Attempts to get out of the box of scripts, or to take the one who runs it along: none does, and after each of them the next
// script runs. Those that take their time are run by `npm run test:long`, and here on a sample.

const runs = new BoxRuns();
afterAll(() => runs.close());

const sampleOf = <T>(all: readonly T[], every: number): readonly T[] =>
  isLong ? all : all.filter((_, i) => i % every === 0);

/** The prototypes and globals that a script's data could change, where it got out. */
const INTRINSICS = [Object, Array, Function, Promise, Error, String, RegExp, Map, Set, JSON, Reflect];
const intrinsics = (): string[][] => [
  Object.getOwnPropertyNames(globalThis),
  ...INTRINSICS.flatMap((one) => [
    Object.getOwnPropertyNames(one),
    Object.getOwnPropertyNames('prototype' in one ? one.prototype : one),
  ]),
];
const untouched = intrinsics();

/** Paths of the host, as its stacks have them. */
const HOST_PATH = /node:|node_modules|file:\/\/\/(?!etc)|\/packages\/|\/dist\//;

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const prototype = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === Array.prototype) &&
    Reflect.ownKeys(value).every((key) => key !== '__proto__' && isPlain(Reflect.get(value, key)))
  );
}

/** Runs it, and says what of it is out. */
async function attempt(
  source: string,
  options: Parameters<BoxRuns['run']>[1] = {},
): Promise<{ result: BoxResult; out: string[] }> {
  const result = await runs.run(source, {
    args: { list: [1] },
    answer: async () => Promise.reject(new Error('no')),
    ...options,
  });
  const { printed, calls, error } = result;
  const said = [...printed, error?.message ?? '', error?.hint ?? '', error?.name ?? ''].join('\n');
  const out = [
    ...(HOST_PATH.test(said) ? [`a path: ${said.slice(0, 500)}`] : []),
    ...(calls.every(({ params }) => isPlain(params)) ? [] : ['parameters that are no data']),
    ...(JSON.stringify(intrinsics()) === JSON.stringify(untouched) ? [] : ['a change of the host']),
  ];
  return { result, out };
}

/** After each the next script runs, at the latest when what scripts defined is forgotten. */
async function assertUsable(): Promise<void> {
  await runs.box.reset();
  expect((await runs.run('print("alive", args.a)', { args: { a: 1 } })).printed).toEqual(['alive 1']);
}

const TABLE: Readonly<Record<string, { all: readonly string[]; every: number }>> = {
  'changes the language': { all: POISONING, every: 2 },
  'gives what is no data': { all: VALUE_SCRIPTS, every: 5 },
  'is written for its readers': { all: SOURCES, every: 5 },
};

it(`there are ${REACHING.length + POISONING.length + VALUE_SCRIPTS.length + SOURCES.length + FORGED_CALLS.length + ENDLESS.length + GREEDY.length} attempts, and no two are the same`, () => {
  const all = [...REACHING, ...Object.values(TABLE).flatMap((one) => one.all), ...ENDLESS, ...GREEDY];
  expect(new Set(all).size).toBe(all.length);
  expect(all.length + FORGED_CALLS.length).toBeGreaterThanOrEqual(300);
});

it('no expression comes to anything of the machine', async () => {
  for (const expression of REACHING) {
    const { result, out } = await attempt(reachScript(expression));
    const { printed, error } = result;
    // A stack that was made up is nothing: an error of the source is the script's own.
    const said = error?.name === 'SyntaxError' ? ['in'] : printed;
    expect([expression, said.at(-1), out]).toEqual([expression, 'in', []]);
  }
  await assertUsable();
});

describe.each(Object.entries(TABLE))('a script that %s', (_, { all, every }) => {
  it('stays in the box', async () => {
    for (const source of sampleOf(all, every)) {
      const { out } = await attempt(source, { timeoutMs: 2_000 });
      expect([source.slice(0, 100), out]).toEqual([source.slice(0, 100), []]);
      await assertUsable();
    }
  });
});

it('a call that no word makes is refused before anything is done', async () => {
  for (const [word, params] of FORGED_CALLS) {
    const host = new ScriptHost({ signal: new AbortController().signal } as WordContext, new ScriptOutput());
    const error = await host.call({ word, params, place: undefined }).catch((thrown) => thrown);
    const { code, message } = host.describeError(error);
    const name = [word.slice(0, 50), JSON.stringify(params).slice(0, 100)];
    expect([...name, code, message.length < 2e6]).toEqual([...name, 'invalid_argument', true]);
  }
});

it('an expression of many parts is not looked for in a long text, in which time nothing else would be done', () => {
  const text = 'lorem ipsum dolor '.repeat(60_000);
  for (const regex of ['(?:(?:a?b?c?d?e?f?g?h?){60} ?){8}q', '[^z]{900}q\\d', '(?:.?){1000}q'])
    expect(() => regexTest({ regex, flags: 'i' })(text)).toThrow(
      'The regular expression is too large for so much text.',
    );
  for (const regex of ['total: ?(\\d+)', '(a+)+$', '\\b[\\w.]+@[\\w.]+\\b'])
    expect(regexTest({ regex, flags: 'i' })(text)).toBe(false);
});

it.each(sampleOf(ENDLESS, 8))('a script without an end is stopped: %s', async (source) => {
  const { result, out } = await attempt(source, {
    timeoutMs: 250,
    answer: () => new Promise(() => undefined),
  });
  expect([result.error === undefined, out]).toEqual([false, []]);
  await assertUsable();
});

it.each(sampleOf(GREEDY, 6))('a script that takes too much ends: %s', async (source) => {
  const { out } = await attempt(source, { timeoutMs: 20_000, answer: () => new Promise(() => undefined) });
  expect(out).toEqual([]);
  await assertUsable();
});

it('an answer for which there is no memory ends the script, and is written over nothing', async () => {
  const full = `const all = []; for (let size = 2 ** 20; size >= 1024; size /= 2)
    try { for (;;) all.push('x'.repeat(size) + all.length) } catch {}
  const answer = await page.title(); print(answer.length, answer === 'A'.repeat(answer.length));`;
  for (const length of isLong ? [1e4, 1e6, 3e7] : [1e6]) {
    const { result, out } = await attempt(full, { answer: async () => 'A'.repeat(length) });
    expect([out, result.printed.filter((line) => line !== `${length} true`)]).toEqual([[], []]);
    await assertUsable();
  }
  const { result } = await attempt('print(args.a.length)', { args: { a: 'A'.repeat(6e7) } });
  expect([result.printed, result.memoryLost]).toEqual([[], true]);
  await assertUsable();
});

it('the memory that scripts took is given back', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = async (): Promise<number> => {
    await runs.close();
    collect();
    return process.memoryUsage().rss / 2 ** 20;
  };
  const before = await used();
  const boxes = isLong ? 12 : 4;
  for (let i = 0; i < boxes; i++)
    await attempt('const a = []; while (true) a.push("x".repeat(1e5) + a.length)');
  // Each took 64 MB.
  expect((await used()) - before).toBeLessThan(boxes * 48);
});
