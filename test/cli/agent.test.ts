import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shopPages } from '../support/agentShop.ts';
import { importsOf } from '../support/importsOf.ts';
import { type ChatAnswer, type ChatRequest, ModelServer } from '../support/ModelServer.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli, finish, main, until } from './Cli.ts';

let cli: Cli;
let shop: TestServer;
let models: ModelServer;
beforeEach(async () => {
  cli = new Cli();
  shop = await startServer(shopPages(3));
});
afterEach(async () => {
  await cli.close();
  await models?.close();
  await shop.close();
});

const stateOf = ({ messages }: ChatRequest): string => String(messages.at(-1)?.content);
const step = (goal: string, ...action: object[]): string =>
  JSON.stringify({ thinking: '', next_goal: goal, action });

/** Finds the way to the cart, and takes it. */
function toCart(request: ChatRequest, turn: number): ChatAnswer {
  if (turn === 0) return step('Find the cart', { query_elements: { text: 'cart', role: 'link' } });
  const [, number] = /\[(\d+)\]<a>Cart/.exec(stateOf(request)) ?? [];
  return turn === 1
    ? step('Open it', { click: { index: Number(number) } })
    : step('', { done: { text: 'The cart is open.' } });
}

const records = (): { kind: string; reason?: string }[] =>
  readFileSync(join(cli.folder, 'run.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a task is done in the session, reported as it goes, written down and replayed', async () => {
  models = await ModelServer.start(toCart);
  const options = [
    '--url',
    shop.origin,
    '--model',
    'tiny',
    '--base-url',
    models.baseUrl,
    '--trace',
    'run.jsonl',
  ];
  const env = { SIGHTLINE_API_KEY: 'sk-canary' };
  const { code, stdout, stderr } = await cli.run(['agent', 'Open the cart', ...options], { env });
  expect([code, stderr.split('\n').slice(0, 2)]).toEqual([
    0,
    [
      '1. Find the cart: query_elements {"text":"cart","role":"link"} [110 tokens]',
      expect.stringMatching(/^2\. Open it: click \{"index":\d+\} \[110 tokens\]$/),
    ],
  ]);
  expect(stdout).toMatch(
    /^done: The cart is open\.\n\(3 steps, 3 model calls, 300 \+ 30 tokens, [\d.]+ s\)\n$/,
  );
  expect(models.requests[0]?.authorization).toBe('Bearer sk-canary');
  // A session of the command line: but a model knows tools, not commands.
  expect(models.requests.map(stateOf).join()).not.toContain('sightline ');
  expect(readFileSync(join(cli.folder, 'run.jsonl'), 'utf8')).not.toContain('sk-canary');
  expect((await cli.json('tabs')).value.tabs[0].url).toBe(`${shop.origin}/cart`);

  const replayed = await cli.json('replay', 'run.jsonl', '--url', shop.origin);
  expect(replayed).toMatchObject({ code: 0, value: { ok: true, same: true, actions: 1 } });
});

test('a task that is not done is a failure with its reason, and the page stays open', async () => {
  models = await ModelServer.start(() => step('', { fail: { reason: 'There is no such thing.' } }));
  const given = ['Buy a zeppelin', '--url', shop.origin, '--model', 'tiny', '--base-url', models.baseUrl];
  const { code, value } = await cli.json('agent', ...given);
  expect(code).toBe(1);
  expect(value).toMatchObject({
    ok: false,
    error: { code: 'task_failed' },
    reason: 'failed',
    text: 'There is no such thing.',
  });
  expect((await cli.json('tabs')).value.tabs[0].url).toBe(`${shop.origin}/`);
});

test('a session that is open already gets the key of a model with the command that needs it', async () => {
  models = await ModelServer.start(() => step('', { done: { text: 'Done.' } }));
  await cli.run(['open', shop.origin]);
  const { code } = await cli.run(['agent', 'Nothing', '--model', 'openai/tiny'], {
    env: { OPENAI_API_KEY: 'sk-canary', OPENAI_BASE_URL: models.baseUrl },
  });
  expect([code, models.requests[0]?.authorization]).toEqual([0, 'Bearer sk-canary']);
});

test('Ctrl-C cancels, and the trace is whole', async () => {
  models = await ModelServer.start((request, turn) => (turn === 0 ? toCart(request, 0) : () => undefined));
  const options = [
    '--url',
    shop.origin,
    '--model',
    'tiny',
    '--base-url',
    models.baseUrl,
    '--trace',
    'run.jsonl',
  ];
  const child = cli.start(['agent', 'Open the cart', ...options]);
  const ended = finish(child);
  await until(() => models.requests.length === 2);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 130, stdout: '' });
  expect(records().map(({ kind }) => kind)).toEqual(['run', 'step', 'step', 'end']);
  expect(records().at(-1)).toMatchObject({ reason: 'cancelled' });
});

test('what cannot be is said before anything is begun', async () => {
  models = await ModelServer.start(() => '');
  expect(await cli.run(['agent', 'Do it'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No model is named.'),
  });
  const noKey = await cli.run(['agent', 'Do it', '--model', 'anthropic/x'], {
    env: { ANTHROPIC_API_KEY: '' },
  });
  expect(noKey.stderr).toContain('There is no key for anthropic. Set ANTHROPIC_API_KEY');
  expect((await cli.run(['replay', 'none.jsonl'])).stderr).toContain('is no trace that can be replayed');
  expect(cli.browsers()).toEqual([]);
});

test('neither the library nor the command loads a model SDK until it is asked for', async () => {
  const dist = dirname(dirname(main));
  expect([...(await importsOf(join(dist, 'index.js')))]).toContain('stemmer');
  for (const file of ['index.js', 'cli/host.js'])
    expect([...(await importsOf(join(dist, file)))].filter((name) => /^ai$|^@ai-sdk/.test(name))).toEqual([]);
});
