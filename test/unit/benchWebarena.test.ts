import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkAnswer, checkUrl } from '../../packages/lab/src/bench/suites/webarena/checkClassic.ts';
import {
  checkVerified,
  verifiedEvalSchema,
} from '../../packages/lab/src/bench/suites/webarena/checkVerified.ts';
import { readWebarena } from '../../packages/lab/src/bench/suites/webarena/readWebarena.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  [{ exact_match: 'Ada Byron' }, '"ada byron"', true],
  [{ exact_match: 'Ada' }, 'Ada Byron', false],
  [{ must_include: ['Ada', 'London'] }, 'ada lives in london', true],
  [{ must_include: ['Ada', 'Paris'] }, 'ada lives in london', false],
  // A single sign must be a word: no 0 in 10.
  [{ must_include: ['0'] }, 'there are 10', false],
  [{ must_include: ['0'] }, 'there are 0', true],
  [{ fuzzy_match: 'N/A' }, 'N/A', true],
])('string_match %j of %s is %s', (reference_answers, answer, ok) => {
  expect(checkAnswer({ reference_answers }, answer).every((one) => one.ok)).toBe(ok);
});

test.each([
  ['http://shop/cart', 'http://shop/cart/', true],
  ['http://shop/cart', 'http://shop/cart/view?x=1', true],
  ['http://shop/a |OR| http://shop/b', 'http://shop/b', true],
  ['http://shop/list?sort=up', 'http://shop/list?page=2&sort=up', true],
  ['http://shop/list?sort=up', 'http://shop/list?sort=down', false],
  ['http://shop/a', 'http://shop/b', false],
])('url_match of %s is, at %s, %s', (reference, url, ok) => {
  expect(checkUrl(reference, url).ok).toBe(ok);
});

const response = (retrieved_data: unknown[] | null, ordered = false) =>
  verifiedEvalSchema.parse({
    evaluator: 'AgentResponseEvaluator',
    ordered,
    results_schema: { type: 'array' },
    expected: { task_type: 'retrieve', status: 'SUCCESS', retrieved_data },
  });
const said = (data: unknown): string =>
  JSON.stringify({ task_type: 'RETRIEVE', status: 'SUCCESS', retrieved_data: data });

test.each<[unknown[] | null, unknown, boolean]>([
  [['A', ['b', 'c']], ['C', 'a'], true],
  [['A', ['b', 'c']], ['d', 'a'], false],
  [[2, '3.50'], ['3.5', 2], true],
  [[{ name: 'Ada', zip: '1' }], [{ zip: 1, name: 'ada' }], true],
  [null, null, true],
  [['A'], null, false],
])('retrieved_data %j given %j is %s', async (wanted, given, ok) => {
  const verdicts = await checkVerified([response(wanted)], `Here: ${said(given)}`, []);
  expect(verdicts.every((one) => one.ok)).toBe(ok);
});

test('order counts where it is asked to, and prose is no answer', async () => {
  const all = async (answer: string, ordered: boolean) =>
    (await checkVerified([response(['a', 'b'], ordered)], answer, [])).every(({ ok }) => ok);
  expect([await all(said(['b', 'a']), false), await all(said(['b', 'a']), true)]).toEqual([true, false]);
  expect(await all('The answer is a and b.', false)).toBe(false);
});

test('requests are held against what was expected of them', async () => {
  const posted = {
    evaluator: 'NetworkEventEvaluator',
    expected: {
      url: ['http://lab/notes'],
      http_method: 'POST',
      query_params: { id: ['7'] },
      post_data: { '$.note.text': 'Thanks' },
    },
  };
  const event = {
    url: 'http://lab/notes?id=7&x=1',
    method: 'POST',
    status: 200,
    body: '{"note":{"text":"Thanks","by":1}}',
  };
  const ok = async (given: object, events = [event]) =>
    (await checkVerified([verifiedEvalSchema.parse(given)], '', events))[0]?.ok;
  expect(await ok(posted)).toBe(true);
  expect(await ok({ ...posted, should_not_exist: true })).toBe(false);
  expect(await ok(posted, [{ ...event, body: 'note=Thanks' }])).toBe(false);
  expect(await ok({ ...posted, expected: { ...posted.expected, response_status: 302 } })).toBe(false);
  const visited = {
    evaluator: 'NetworkEventEvaluator',
    ignored_query_params_patterns: ['^page'],
    expected: { url: 'http://lab/todos?state=open' },
  };
  const get = { url: 'http://lab/todos?page=2&state=open', method: 'GET', status: 200, body: '' };
  expect([
    await ok(visited, [get]),
    await ok({ ...visited, ignored_query_params_patterns: [] }, [get]),
  ]).toEqual([true, false]);
});

test('what cannot be judged, or has no site, is left out and says why', () => {
  const classic = (task_id: number, given: object) => ({
    task_id,
    start_url: '__SHOPPING__/',
    intent: 'x',
    eval: { eval_types: ['string_match'], reference_answers: { exact_match: 'a' } },
    ...given,
  });
  const tasks = [
    classic(1, {}),
    classic(2, { eval: { eval_types: ['string_match'], reference_answers: { fuzzy_match: ['a'] } } }),
    classic(3, { start_url: '__GITLAB__' }),
    classic(4, {
      eval: {
        eval_types: ['program_html'],
        program_html: [{ url: 'func:last()', locator: '', required_contents: {} }],
      },
    }),
    {
      task_id: 5,
      start_urls: ['__SHOPPING__'],
      intent: 'x',
      eval: [
        { evaluator: 'NetworkEventEvaluator', expected: { url: '__SHOPPING__/a', headers: { a: 'b' } } },
      ],
    },
  ];
  const write = (name: string, value: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const suite = readWebarena(
    write('tasks.json', tasks),
    write('sites.json', { environments: { __SHOPPING__: { urls: ['http://127.0.0.1:9/'] } } }),
  );
  expect(suite.tasks.map(({ unsupported }) => unsupported)).toEqual([
    undefined,
    'fuzzy_match wants a model that judges',
    'no address of __GITLAB__ is given',
    'its page is found by a function of WebArena',
    'nothing judges headers of requests',
  ]);
  expect(() => readWebarena(write('broken.json', [{ task_id: 1 }]), join(folder, 'sites.json'))).toThrow(
    'is no file of tasks of WebArena',
  );
});
