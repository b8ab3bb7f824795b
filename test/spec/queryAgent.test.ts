import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../packages/sightline/src/agent/models/Model.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { GOAL_MATCHES_HEADING } from '../../packages/sightline/src/agent/observation/searchForGoal.ts';
import { type AgentOptions, type AgentRun, runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { numberIn, shownTo } from '../support/agent.ts';
import { shopPages } from '../support/agentShop.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

/** docs/spec/query.md: an agent in each mode. */
let server: TestServer;
let session: Session;

const TASK = 'Buy the wireless headphones for Ada Byron';

beforeAll(async () => {
  // 82 products of three controls: a page of some 250 targets, as in the table of step 5.
  server = await startServer(shopPages(82));
  session = await shareSession();
});
afterAll(async () => {
  await session.close();
  await server.close();
});
beforeEach(openAfresh);

/** The shop with an empty cart. */
async function openAfresh(): Promise<void> {
  await session.navigate(server.origin);
  await session.page.evaluate(() => sessionStorage.clear());
  await session.navigate(`${server.origin}/`);
}

type Act = (question: ModelRequest) => Record<string, unknown>[];

async function run(
  turns: Act[],
  options: Omit<AgentOptions, 'model'>,
): Promise<{ run: AgentRun; model: ScriptedModel }> {
  const model = new ScriptedModel((question, turn) => ({
    thinking: '',
    next_goal: '',
    action: turns[turn]?.(question) ?? [],
  }));
  return { run: await runAgent(session, TASK, { maxInvalid: 1, ...options, model }), model };
}

const clickOn =
  (pattern: RegExp): Act =>
  (question) => [{ click: { index: numberIn(question, pattern) } }];
const finish: Act = (question) => [{ done: { text: /Order \d+/.exec(shownTo(question))?.[0] ?? '' } }];

/** Finds by queries, acts on what was found. */
const searching: Act[] = [
  () => [{ query_elements: { text: 'headphones add to cart', role: 'button', max_results: 3 } }],
  clickOn(/Add to Cart \(.*"Wireless Headphones"/),
  () => [{ query_elements: { text: 'cart', role: 'link', within_landmark: 'NAV' } }],
  clickOn(/<a>Cart/),
  () => [{ query_elements: { role: 'textbox' } }, { query_elements: { text: 'order', role: 'button' } }],
  (question) => [
    { fill: { index: numberIn(question, /Name/), text: 'Ada Byron' } },
    { click: { index: numberIn(question, /Place order/) } },
  ],
  () => [{ get_region: { landmark: 'MAIN', content: 'text' } }],
  finish,
];

/** Reads the page, which stands in every message. */
const reading: Act[] = [
  (question) => {
    const text = shownTo(question);
    const from = text.indexOf('Wireless Headphones');
    const [, number] = /\[(\d+)\]<button[^\n]*(?:\n\s*)?Add to Cart/.exec(text.slice(from)) ?? [];
    return [{ click: { index: Number(number) } }];
  },
  (question) => [{ click: { index: Number(/\[(\d+)\]<a[^\n]*\n?\s*Cart/.exec(shownTo(question))?.[1]) } }],
  (question) => {
    const [, field, button] = /\[(\d+)\]<input[\s\S]*?\[(\d+)\]<button/.exec(shownTo(question)) ?? [];
    return [{ fill: { index: Number(field), text: 'Ada Byron' } }, { click: { index: Number(button) } }];
  },
  finish,
];

async function expectBought({ success, reason, text }: AgentRun): Promise<void> {
  expect([success, reason, text]).toEqual([true, 'done', 'Order 1042']);
  expect(session.page.url()).toBe(`${server.origin}/done?name=Ada+Byron`);
  expect(await session.page.evaluate(() => sessionStorage.cart)).toBe('["Wireless Headphones"]');
}

describe('an agent in query mode', () => {
  test('1. Hybrid mode task completion', async () => {
    const { run: hybrid, model } = await run(searching, { queryMode: 'hybrid' });
    await expectBought(hybrid);
    const [first] = model.requests;
    expect(shownTo(first)).toContain('MAIN (246 elements)');
    // Besides, no elements: but for what the words of the task find.
    expect(shownTo(first).split(GOAL_MATCHES_HEADING)[0]).not.toMatch(/\[\d+\]</);
  });

  test('2. Query-only mode task completion', async () => {
    const turns: Act[] = [
      () => [{ get_page_summary: {} }],
      () => [
        {
          query_elements: {
            text: 'headphones',
            role: 'button',
            within_landmark: 'MAIN',
            near_heading: 'Wireless',
          },
        },
      ],
      clickOn(/Add to Cart/),
      ...searching.slice(2),
    ];
    const { run: query, model } = await run(turns, { queryMode: 'query' });
    await expectBought(query);
    expect(shownTo(model.requests[0]).split(GOAL_MATCHES_HEADING)[0]).not.toContain('Wireless');
    expect(model.requests[0]?.system).not.toContain('get_full_dom');
  });

  test('3. Fallback to full DOM', async () => {
    const turns: Act[] = [
      () => [{ query_elements: { text: 'zeppelin' } }],
      () => [{ get_full_dom: {} }],
      (question) => {
        const [, number] =
          /Wireless Headphones[\s\S]*?\[(\d+)\]<button>Add to Cart/.exec(shownTo(question)) ?? [];
        return [{ click: { index: Number(number) } }];
      },
      ...searching.slice(2),
    ];
    await expectBought((await run(turns, { queryMode: 'hybrid' })).run);
  });

  test('4. Token reduction', async () => {
    const off = (await run(reading, { queryMode: 'off' })).run;
    await expectBought(off);
    const tokens: Record<string, number> = { off: off.tokens.input + off.tokens.output };
    for (const queryMode of ['hybrid', 'query'] as const) {
      await openAfresh();
      const { run: other } = await run(searching, { queryMode });
      await expectBought(other);
      tokens[queryMode] = other.tokens.input + other.tokens.output;
    }
    expect(tokens.hybrid).toBeLessThan(tokens.off ?? 0);
    expect(tokens.query).toBeLessThan(tokens.hybrid ?? 0);
  });

  test('5. No regression', async () => {
    const { run: off, model } = await run(reading, { queryMode: 'off' });
    await expectBought(off);
    // Every step shows the page in full, and nothing is asked of it by tools.
    expect(model.requests).toHaveLength(4);
    const { text } = await session.look({ view: 'flat', style: 'markup', full: true });
    expect(shownTo(model.requests[3])).toContain(text);
    expect(model.requests[0]?.system).not.toContain('query_elements');
  });
});
