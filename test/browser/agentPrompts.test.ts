import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeBodies } from '../../packages/lab/benchmarks/pages/catalogue.ts';
import type { CallFormat, ModelRequest } from '../../packages/sightline/src/agent/models/Model.ts';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { buildPrompt, PROMPTS } from '../../packages/sightline/src/agent/prompts/buildPrompt.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { done, fail, note } from '../../packages/sightline/src/agent/tools/agentTools.ts';
import { buildToolMenu } from '../../packages/sightline/src/agent/tools/toolMenu.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { shownTo } from '../support/agent.ts';
import { shareSession } from '../support/sharedBrowser.ts';
import { startServer, type TestServer } from '../support/startServer.ts';

/** Tokens that a model gets: o200k, of what is sent. */
function tokensOf(question: ModelRequest, form: CallFormat): number {
  const tools = form === 'native' ? JSON.stringify(question.tools) : '';
  return encode(`${question.system}\n${shownTo(question)}\n${tools}`).length;
}

describe('prompt and tools', () => {
  test.each([
    // run_script is some 50 of those of off and hybrid.
    ['off', 'step', 570],
    ['off', 'native', 1_500],
    ['hybrid', 'step', 900],
    ['hybrid', 'native', 2_340],
    ['query', 'step', 705],
    ['query', 'native', 1_690],
    ['hybrid', 'functional', 1_130],
    ['query', 'functional', 850],
  ] as const)('of mode %s, form %s, are %i tokens at most', (queryMode, form, most) => {
    const menu = buildToolMenu({ queryMode, folds: false, extraTools: [done, fail, note] });
    const tools = [...menu.values()].map(({ definition }) => definition);
    const system = buildPrompt(PROMPTS[queryMode], form, menu, queryMode === 'off' ? 'markup' : 'compact');
    const tokens = tokensOf({ system, messages: [], tools, signal: new AbortController().signal }, form);
    expect(tokens).toBeLessThanOrEqual(most);
    // So that the bound above says what it is: not more than a tenth too high.
    expect(tokens).toBeGreaterThan(0.9 * most);
  });

  test('each mode shows examples of its own tools, as the form writes them', () => {
    for (const queryMode of ['off', 'outline', 'hybrid', 'query'] as const) {
      const isOutline = queryMode === 'outline';
      const menu = buildToolMenu({
        queryMode: isOutline ? 'off' : queryMode,
        folds: isOutline,
        extraTools: [done, fail, note],
      });
      for (const { action } of PROMPTS[queryMode].examples)
        for (const call of action)
          for (const [name, input] of Object.entries(call)) {
            expect(menu.get(name)?.tool.input.safeParse(input).success, name).toBe(true);
            expect(menu.get(name)?.fields).toEqual(expect.arrayContaining(Object.keys(input as object)));
          }
    }
  });
});

const made = madeBodies() as Record<string, () => string>;
const file = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../pages/${name}.html`, import.meta.url)), 'utf8');

test('the prompts lead from a new page to what the task finds there, to a search and a region, to an action', () => {
  for (const mode of ['hybrid', 'query'] as const) {
    const { head, examples } = PROMPTS[mode];
    expect(head).toMatch(/On a new page you are shown .* act on its number.* query_elements .* get_region/s);
    expect(examples.flatMap(({ action }) => action.map((call) => Object.keys(call)[0]))).toEqual([
      'query_elements',
      'click',
      'query_elements',
    ]);
  }
});

describe('what a model is sent on real pages', () => {
  let server: TestServer;
  let session: Session;
  beforeAll(async () => {
    const pages = ['shop', 'controls'].map((name) => [`/${name}`, file(name)]);
    const bodies = ['application', 'mixed-2500'].map((name) => [
      `/${name}`,
      made[`/made/${name}.html`]?.() ?? '',
    ]);
    server = await startServer(Object.fromEntries([...pages, ...bodies]));
    session = await shareSession();
  });
  afterAll(async () => {
    await session.close();
    await server.close();
  });

  const asks = [
    { query_elements: { role: 'link' } },
    { get_region: { landmark: 'PAGE', content: 'full' } },
    { get_region: { landmark: 'MAIN', content: 'text' } },
    { search_text: { text: 'a' } },
    { get_element_details: { index: 1 } },
  ];
  const more = {
    query: [{ get_page_summary: {} }, ...asks],
    hybrid: [...asks, { read_table: {} }, { get_full_dom: {} }],
  };
  /** A model's answer must fit beside it. */
  const ANSWER = 250;

  test.each([
    ['query', 4_096],
    ['hybrid', 8_192],
  ] as const)('in mode %s fits %i tokens, whatever it asks', async (queryMode, window) => {
    for (const page of ['shop', 'controls', 'application', 'mixed-2500'])
      for (const callFormat of ['step', 'native'] as const) {
        await session.navigate(`${server.origin}/${page}`);
        // Twice: so that answers pile up, and the last step asks for everything at once.
        const turns = [...more[queryMode].map((ask) => [ask]), more[queryMode]];
        let turn = 0;
        const model = new ScriptedModel(
          ({ system }) => {
            if (system.startsWith('You choose')) return { action: [{ choose: { letter: 'B' } }] };
            return {
              thinking: 'why '.repeat(40),
              next_goal: 'Look around',
              action: turns[turn++] ?? [{ done: { text: '' } }],
            };
          },
          { callFormat },
        );
        const run = await runAgent(session, 'Find the cheapest article, and tell its name and its price.', {
          model,
          queryMode,
        });
        const sizes = model.requests.map((question) => tokensOf(question, callFormat));
        expect([page, callFormat, run.success]).toEqual([page, callFormat, true]);
        expect(Math.max(...sizes), `${page} ${callFormat}`).toBeLessThanOrEqual(window - ANSWER);
      }
  });
});
