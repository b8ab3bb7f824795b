import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../packages/sightline/src/agent/models/Model.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { type AgentOptions, type AgentRun, runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { shownTo } from '../support/agent.ts';
import { shopPages } from '../support/agentShop.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

/** docs/spec/outline.md: an agent with the outline. */
let server: TestServer;
let session: Session;

beforeAll(async () => {
  server = await startServer(shopPages(8));
  session = await shareSession();
});
afterAll(async () => {
  await session.close();
  await server.close();
});
beforeEach(async () => {
  await session.navigate('about:blank');
  await session.navigate(server.origin);
});

type Act = (question: ModelRequest) => Record<string, unknown>[];

async function run(
  turns: Act[],
  options: Omit<AgentOptions, 'model'>,
): Promise<{ run: AgentRun; model: ScriptedModel }> {
  const model = new ScriptedModel((question, turn) => ({ action: turns[turn]?.(question) ?? [] }));
  return {
    run: await runAgent(session, 'Open the cart and order as Ada', { maxInvalid: 1, ...options, model }),
    model,
  };
}

/** By words that both forms write. */
const first = (pattern: RegExp, question: ModelRequest): number =>
  Number(pattern.exec(shownTo(question))?.[1]);
const toCart: Act = (question) => [{ click: { index: first(/\[(\d+)\]<a[^\n[]*\s*Cart/, question) } }];
const order: Act = (question) => [
  { fill: { index: first(/\[(\d+)\]<input/, question), text: 'Ada' } },
  { click: { index: first(/\[(\d+)\]<button[^\n[]*\s*Place order/, question) } },
];
const end: Act = (question) => [{ done: { text: /Order \d+/.exec(shownTo(question))?.[0] ?? '' } }];

describe('an agent with the outline', () => {
  test('1. Agent completes task with outline mode', async () => {
    const { run: outline, model } = await run([toCart, order, end], { queryMode: 'off', view: 'outline' });
    expect(outline).toMatchObject({ success: true, text: 'Order 1042' });
    expect(shownTo(model.requests[0])).toContain('NAV: "Primary"');
    // Its prompt is of the outline, not of the flat list.
    expect(model.requests[0]?.system).toContain('(unchanged, 3 links)');
    expect(model.requests[0]?.system).not.toContain('a tab deeper');
  });

  test('2. `focus_region` action', async () => {
    let region = '';
    const turns: Act[] = [
      () => [{ press: { keys: 'Tab' } }],
      () => [{ get_region: { landmark: 'NAV:Primary' } }],
      (question) => {
        region = shownTo(question).split('Answers:')[1]?.split('Page now:')[0] ?? '';
        return toCart(question);
      },
      order,
      end,
    ];
    const settings = { queryMode: 'off', view: 'outline', style: 'compact' } as const;
    const own = async (): Promise<string> => (await session.look({ view: 'outline', style: 'compact' })).text;
    expect(await own()).toMatch(/\[\d+\]<a>Cart/);
    const { run: outline, model } = await run(turns, settings);
    // What the session looked at before is not what the model has read.
    expect(shownTo(model.requests[0])).toMatch(/\[\d+\]<a>Cart/);
    expect(shownTo(model.requests[1])).toContain('NAV: "Primary" (unchanged, 3 links)');
    expect(region).toMatch(/\[\d+\]<a>Home.*\[\d+\]<a>Cart.*\[\d+\]<a>Help/s);
    expect(region).not.toContain('Add to Cart');
    expect(outline.success).toBe(true);
  });

  test('3. Token reduction verification', async () => {
    const tokens = async (view: 'outline' | 'flat'): Promise<number> => {
      await session.navigate(server.origin);
      const { run: done } = await run([() => [{ press: { keys: 'Tab' } }], toStart, toCart, order, end], {
        queryMode: 'off',
        view,
      });
      expect(done.success).toBe(true);
      return done.tokens.input;
    };
    const toStart: Act = () => [{ open: { url: server.origin } }];
    expect(await tokens('outline')).toBeLessThan(await tokens('flat'));
  });

  test('4. No regression', async () => {
    for (const view of ['outline', 'flat'] as const)
      for (const style of ['markup', 'compact'] as const) {
        await session.navigate('about:blank');
        await session.navigate(server.origin);
        const { run: done } = await run([toCart, order, end], { queryMode: 'off', view, style });
        expect([view, style, done.text]).toEqual([view, style, 'Order 1042']);
      }
  });
});
