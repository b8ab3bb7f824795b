import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../../packages/sightline/src/agent/models/Model.ts';
import { type Script, ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { parseStateMessage } from '../../packages/sightline/src/agent/observation/stateMessage.ts';
import { type AgentOptions, type AgentRun, runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import type { Session } from '../../packages/sightline/src/session/Session.ts';
import { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { paperSession, shownTo } from '../support/agent.ts';

async function run(
  script: Script,
  options: Partial<AgentOptions> = {},
  session: Session = paperSession(),
): Promise<{ run: AgentRun; requests: ModelRequest[] }> {
  const model = new ScriptedModel(script);
  return { run: await runAgent(session, 'Save it', { model, ...options }), requests: model.requests };
}

const answersOf = (question: ModelRequest | undefined): string =>
  /Answers:(.*?)Page now:/s.exec(shownTo(question))?.[1] ?? '';
const step = (...action: Record<string, unknown>[]) => ({ thinking: 'so', next_goal: 'go', action });
const query = { query_elements: { text: 'save' } };
const click = (index: number) => ({ click: { index } });
const done = { done: { text: 'saved' } };
/** As many as a page has that is not shown whole. */
const MANY: readonly string[] = Array(1_000).fill('p');

describe('an agent', () => {
  it('queries in one step and acts in the next', async () => {
    const { run: result, requests } = await run([step(query), step(click(7)), step(done)]);
    expect(result).toMatchObject({ success: true, reason: 'done', text: 'saved', modelCalls: 3 });
    expect(shownTo(requests[1])).toContain('[7]<button>Save (MAIN)');
    expect(shownTo(requests[2])).toContain('clicked [7]<button>Save');
    expect(parseStateMessage(shownTo(requests[2]))).toMatchObject({
      history:
        'Task: Save it\n\nSteps so far:\n1. go: query_elements {"text":"save"}\n2. go: click {"index":7}',
      answers: expect.stringMatching(/^Of earlier steps:\n1\. Found 1 element: \[7\]<button>Save/),
    });
  });

  it('understands special tokens, and corrects what is none', async () => {
    const model = new ScriptedModel(
      [
        'I look for the button.\n<bu_query> text="save" <bu_end>',
        'Now I click it: click 7',
        'Now I click it.\n<bu_click> 7 <bu_end> <bu_done> "saved" <bu_end>',
      ],
      { callFormat: 'functional' },
    );
    const result = await runAgent(paperSession(), 'Save it', { model });
    expect(result).toMatchObject({ success: true, text: 'saved', modelCalls: 3 });
    expect(result.steps[0]).toMatchObject({
      thinking: 'I look for the button.',
      outcomes: [{ tool: 'query_elements', input: { text: 'save' } }],
    });
    expect(result.steps[1]?.replies[0]?.problem).toContain('There is no call in it. Write each call as');
    expect(model.requests[0]?.system).toContain('- <bu_click> index <bu_end>\n');
    expect(model.requests[0]?.system).not.toContain('"action"');
  });

  it('keeps what went into a secret field out of special tokens, however short', async () => {
    const model = new ScriptedModel(['<bu_fill> 7 "ab" <bu_end>', '<bu_done> "ok" <bu_end>'], {
      callFormat: 'functional',
    });
    const session = paperSession({
      isSecret: async () => true,
      fill: async () => ({ text: 'filled', data: {}, targets: [] }),
    });
    const { steps } = await runAgent(session, 'Save it', { model });
    expect(JSON.stringify(steps[0]?.replies)).not.toContain('ab');
    expect(steps[0]?.replies[0]?.text).toBe('<bu_fill> 7 "[filled]" <bu_end>');
  });

  it('keeps what was pressed key by key, given in part, or short, out of its record', async () => {
    const listeners: ((value: string) => void)[] = [];
    let pressed = '';
    const give = (value: string): void => {
      for (const listener of listeners) listener(value);
    };
    const session = paperSession({
      onSecret: (listener) => {
        listeners.push(listener);
        return () => void listeners.splice(listeners.indexOf(listener), 1);
      },
      press: async (keys) => {
        pressed += keys;
        give(pressed);
        return { text: 'pressed a key', data: {}, targets: [] };
      },
      fill: async (_, text) => {
        give(text);
        throw new SightlineError('not_accepted', 'It took nothing.');
      },
    });
    const keys = [...'Zq7v'].map((one) => ({ press: { keys: one } }));
    const { run: result } = await run(
      [
        { thinking: 'The password is Zq7v, the code 937', next_goal: 'Zq7v', action: keys },
        step({ fill: { index: 7, text: '937' } }),
        step({ done: { text: 'typed Zq7v and 937' } }),
      ],
      {},
      session,
    );
    expect(result.steps[0]?.outcomes.map(({ input }) => input)).toEqual(
      keys.map(() => expect.objectContaining({ keys: '[filled]' })),
    );
    expect(result.steps[0]?.replies[0]?.text).not.toMatch(/"[Zq7v]"/);
    expect(JSON.stringify(result)).not.toMatch(/Zq7v|937/);
    expect(listeners).toEqual([]);
  });

  it('gives up for a reason', async () => {
    const { run: result } = await run([step({ fail: { reason: 'there is no such button' } })]);
    expect(result).toMatchObject({ success: false, reason: 'failed', text: 'there is no such button' });
  });

  it('does not do what was planned for a page that is gone', async () => {
    const clicked: unknown[] = [];
    const session = paperSession({
      click: async (number) => {
        clicked.push(number);
        return { text: 'clicked', data: { otherPage: true }, targets: [] };
      },
    });
    const { requests } = await run([step(click(1), click(2)), step(done)], {}, session);
    expect(clicked).toEqual([1]);
    expect(shownTo(requests[1])).toContain('not done, since the page changed: click {"index":2}');
  });

  it('stops a step at a number that went stale, and reports why', async () => {
    const session = paperSession({
      click: async (number) => {
        throw new SightlineError('stale', `[${number}] is no longer what it was.`, { hint: 'Look again.' });
      },
    });
    const { run: result, requests } = await run([step(click(1), click(2)), step(done)], {}, session);
    expect(shownTo(requests[1])).toContain('error: [1] is no longer what it was. Look again.');
    expect(result.steps[0]).toMatchObject({
      undone: expect.stringContaining('click failed'),
      outcomes: [{ error: { code: 'stale' } }],
    });
  });

  it('answers within the step with replan', async () => {
    const { run: result, requests } = await run([step(query, click(3)), step(click(7)), step(done)], {
      replan: true,
    });
    expect(result.steps.map(({ outcomes }) => outcomes.map(({ tool }) => tool))).toEqual([
      ['query_elements', 'click'],
      ['done'],
    ]);
    expect(result.steps[0]?.outcomes[1]?.input).toMatchObject({ index: 7 });
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'results']);
    expect(shownTo(requests[1])).toContain('(not done: read the answers first)');
    expect(shownTo(requests[1])).toMatch(
      /<page-(\w{10})>\nFound 1 element:\n \[7\]<button>Save \(MAIN\)\n<\/page-\1>/,
    );
  });

  it('clicks a result of the query in the same step', async () => {
    const { run: result } = await run([step(query, { click_query_result: { position: 1 } }), step(done)], {
      clickQueryResult: true,
    });
    expect(result.steps[0]?.outcomes[1]?.text).toBe('clicked [7]<button>Save');
  });

  it('lets a small model choose among many results', async () => {
    const elements = Array.from({ length: 12 }, (_, i) => ({ index: i + 1 }));
    const lines = elements.map(({ index }) => ` [${index}]<button>Save ${index}`);
    const session = paperSession({
      query: async () => ({
        text: ['Found 12 elements:', ...lines].join('\n'),
        data: { total: 12, elements },
      }),
    });
    const script: Script = ({ system, messages }) => {
      const [message] = messages;
      const text = message && 'text' in message ? message.text : '';
      if (!system.startsWith('You choose')) return text.includes('Answers:') ? step(done) : step(query);
      const line = text.split('\n').find((one) => one.includes(']<button>Save 9'));
      return step({ choose: { letter: line?.[0] ?? 'A' } });
    };
    const { run: result, requests } = await run(script, { queryMode: 'query' }, session);
    const [outcome] = result.steps[0]?.outcomes ?? [];
    expect(outcome?.text.split('\n').slice(0, 2)).toEqual(['Found 12 elements:', ' [9]<button>Save 9']);
    // Three batches of the first round, and the final.
    expect(requests.filter(({ system }) => system.startsWith('You choose')).length).toBeLessThanOrEqual(4);
    expect(result.success).toBe(true);
  });

  it('calls tools natively where the model does', async () => {
    const model = new ScriptedModel([step(query), 'I do not know', step(done)], { callFormat: 'native' });
    const result = await runAgent(paperSession(), 'Save it', { model });
    expect(result).toMatchObject({ success: true, reason: 'done' });
    expect(model.requests[0]?.tools.map(({ name }) => name)).toContain('query_elements');
    expect(model.requests[0]?.system).not.toContain('"next_goal"');
    expect(shownTo(model.requests[2])).toContain('No tool was called.');
  });

  it('passes goals of a planner that sees no page to the navigator', async () => {
    const planner = new ScriptedModel(({ messages }) =>
      step(
        shownTo({ messages } as ModelRequest).includes('-> done: clicked it')
          ? { done: { text: 'all' } }
          : { delegate: { goal: 'Click Save' } },
      ),
    );
    const { run: result, requests } = await run(
      [step(query), step(click(7), { done: { text: 'clicked it' } })],
      { planner },
    );
    expect(result).toMatchObject({ success: true, text: 'all', modelCalls: 4 });
    expect(shownTo(requests[0])).toContain('Your goal now, a part of it: Click Save');
    expect(JSON.stringify(planner.requests)).not.toContain('MAIN');
  });
});

describe('an agent whose model misbehaves', () => {
  it.each([
    ['prose', 'Sure! I will click the button.', 'not a JSON object'],
    ['broken JSON', '{"thinking": "x", "action": [{"click": {"index": 7}', 'not a JSON object'],
    ['no action', '{"thinking": "x"}', 'no "action"'],
    ['an unknown tool', step({ fly: {} }), 'no tool "fly"'],
    ['a wrong field', step({ click: { index: true } }), 'index takes the number of an element'],
    ['a field that is not there', step({ click: { index: 1, speed: 2 } }), 'speed'],
  ])('answers %s with what is wrong, and ends after three', async (_, answer, problem) => {
    const { run: result, requests } = await run([answer, answer, answer, step(done)]);
    expect(result).toMatchObject({ success: false, reason: 'invalid_output', modelCalls: 3 });
    expect(shownTo(requests[1])).toContain(problem);
    expect(result.steps[0]?.replies.every((reply) => reply.problem?.includes(problem))).toBe(true);
  });

  it('takes what can be understood: fences, prose around, numbers as text, nulls', async () => {
    const { run: result } = await run([
      'Here it is:\n```json\n{"next_goal":"a {b}","action":{"click":{"index":"[7]","double":null}}}\n```',
      step(done),
    ]);
    expect(result.steps[0]?.outcomes[0]).toMatchObject({ tool: 'click', input: { index: 7 } });
    expect(result.success).toBe(true);
  });

  it('ends a loop, after words about it', async () => {
    const { run: result, requests } = await run(() => step(query));
    expect(result).toMatchObject({ reason: 'loop', modelCalls: 4 });
    expect(shownTo(requests[2])).toContain('You did exactly this 2 times');
  });

  it('does not take progress for a loop', async () => {
    let count = 0;
    const session = paperSession({
      click: async () => ({ text: `clicked; count is ${++count}`, data: {}, targets: [] }),
    });
    const { run: result } = await run((_, turn) => step(turn < 8 ? click(1) : done), {}, session);
    expect(result.reason).toBe('done');
  });

  it('keeps the limits of steps, tokens and time', async () => {
    const busy: Script = (_, turn) => step({ query_elements: { text: `word ${turn}` } });
    expect((await run(busy, { maxSteps: 5 })).run).toMatchObject({ reason: 'steps', modelCalls: 5 });
    const { run: dear } = await run(busy, { maxTokens: 6_000, maxSteps: 100 });
    expect(dear.reason).toBe('tokens');
    expect(dear.tokens.input).toBeLessThan(9_000);
    const slow: Model = { name: 'slow', callFormat: 'step', decide: () => new Promise(() => undefined) };
    expect(await runAgent(paperSession(), 'Save it', { model: slow, timeoutMs: 30 })).toMatchObject({
      reason: 'time',
    });
  });

  it('is cancelled at once', async () => {
    const controller = new AbortController();
    const never: Model = {
      name: 'never',
      callFormat: 'step',
      decide: () => new Promise(() => controller.abort()),
    };
    const result = await runAgent(paperSession(), 'Save it', { model: never, signal: controller.signal });
    expect(result).toMatchObject({ success: false, reason: 'cancelled' });
  });

  it('ends when the browser or the page is gone', async () => {
    const gone = paperSession({
      click: async () => {
        throw new SightlineError('browser_closed', 'The browser is no longer running.');
      },
    });
    expect((await run([step(click(1))], {}, gone)).run).toMatchObject({
      reason: 'page',
      text: 'The browser is no longer running.',
    });
    const crashed = paperSession({
      look: async () => {
        throw new SightlineError('tab_closed', 'The tab crashed.', { hint: 'Open another page.' });
      },
    });
    const { run: result, requests } = await run(
      (_, turn) => step({ press: { keys: `${turn}` } }),
      {},
      crashed,
    );
    expect(shownTo(requests[0])).toContain('The page cannot be read: The tab crashed. Open another page.');
    expect(result).toMatchObject({ reason: 'page', text: 'The tab crashed.' });
  });
});

describe('a secret', () => {
  it('appears nowhere, however short, and hides no number that is the same', async () => {
    const session = paperSession({
      isSecret: async () => true,
      fill: async (number) => ({ text: `filled [${number}]`, data: {}, targets: [] }),
    });
    const typing = step({ fill: { index: 4, text: '4' } }, { fill: { index: 5, text: 'tiger' } });
    for (const callFormat of ['step', 'native'] as const) {
      const model = new ScriptedModel([typing, step(done)], { callFormat });
      const { steps } = await runAgent(session, 'Log in', { model });
      expect(steps[0]?.outcomes.map(({ input }) => input)).toMatchObject([
        { index: 4, text: '[filled]' },
        { index: 5, text: '[filled]' },
      ]);
      const replies = JSON.stringify(steps[0]?.replies);
      expect(replies).not.toMatch(/text\W+4|tiger/);
      expect(replies).toMatch(/index\W+4/);
      expect(shownTo(model.requests[1])).toContain('fill {"index":4,"text":"[filled]"}');
    }
  });
});

describe('the context', () => {
  it.each(['off', 'hybrid', 'query'] as const)(
    'does not grow over 100 steps in mode %s',
    async (queryMode) => {
      const long = Array.from(
        { length: 60 },
        (_, i) => ` [${i + 100}]<button>Save the file number ${i}`,
      ).join('\n');
      const session = paperSession({
        query: async ({ text }) => ({
          text: `Found 60 elements for ${text}:\n${long}`,
          data: { total: 60, elements: [{ index: 100 }] },
        }),
        click: async (number) => ({ text: `clicked [${number}]\n${long}`, data: {}, targets: [] }),
      });
      const script: Script = (_, turn) =>
        step(queryMode === 'off' ? click(turn + 1) : { query_elements: { text: `word ${turn}` } }, {
          note: { text: `fact ${turn} `.repeat(20) },
        });
      const { run: result } = await run(script, { queryMode, maxSteps: 100 }, session);
      expect(result).toMatchObject({ reason: 'steps', modelCalls: 100 });
      const tokens = result.steps.map((one) => one.tokens.input);
      const bound = { off: 9_000, hybrid: 8_192, query: 4_096 }[queryMode];
      expect(Math.max(...tokens)).toBeLessThan(bound);
      expect(Math.max(...tokens.slice(90))).toBeLessThan(1.05 * Math.max(...tokens.slice(40, 50)));
    },
  );

  it('forgets what was read of another page, once it was shown', async () => {
    let url = 'https://shop.test/a';
    const session = paperSession({
      look: async () =>
        ({
          ...(await paperSession({}, { url }).look()),
          snapshot: {
            ...(await paperSession({}, { url }).look()).snapshot,
            documents: [{ key: url, rows: { tag: [] } }],
          },
        }) as never,
      click: async () => {
        url = 'https://shop.test/b';
        return { text: 'clicked', data: { otherPage: true }, targets: [] };
      },
    });
    const script = [
      step(query),
      step({ note: { text: 'the price is $5' } }, click(7)),
      step({ press: { keys: 'x' } }),
      step(done),
    ];
    const { requests } = await run(script, {}, session);
    expect(shownTo(requests[1])).toContain('[7]<button>Save (MAIN)');
    expect(shownTo(requests[2])).toContain(
      'This is another page: numbers and answers from before it are void.',
    );
    // In the line of the step alone.
    expect(answersOf(requests[2]).match(/.*\(MAIN\)/g)).toEqual([
      '1. Found 1 element: [7]<button>Save (MAIN)',
    ]);
    expect(shownTo(requests[3])).toContain('- the price is $5');
  });

  it.each(['hybrid', 'query'] as const)(
    'a page that is small is shown whole, and a large one by what the task finds there: %s',
    async (queryMode) => {
      const pageOf = (tag: readonly string[], words: string) =>
        paperSession({
          look: async ({ view } = {}) =>
            ({
              text:
                view === 'outline'
                  ? `Page: Shop\nMAIN:\n [7]<button>Save ${words}`
                  : 'Page: Shop\nLandmarks:\n  MAIN (1 button)',
              snapshot: {
                url: 'https://shop.test/',
                capturedAt: '',
                documents: [{ key: 'a', rows: { tag } }],
              },
            }) as never,
        });
      const shown = async (tag: readonly string[], words = 'it'): Promise<string> =>
        shownTo((await run([step(done)], { queryMode }, pageOf(tag, words))).requests[0]);
      const small = await shown(['button']);
      expect(small).toContain('[7]<button>Save it');
      expect(small).not.toMatch(/Landmarks|The words of the task|New page/);
      for (const large of [await shown(MANY), await shown(['button'], 'and so on '.repeat(200))])
        expect(large).toMatch(/Landmarks.*The words of the task.*\[7\]<button>Save \(MAIN\)/s);
    },
  );

  it('keeps what was asked of a new page in the step that led to it', async () => {
    let url = 'https://shop.test/a';
    const clicked: unknown[] = [];
    const session = paperSession({
      look: async () =>
        ({
          text: `Page: "Shop" (${url})`,
          snapshot: { url, capturedAt: '', documents: [{ key: url, rows: { tag: MANY } }] },
        }) as never,
      query: async ({ text }) => ({
        text: `Found 1 element:\n [9]<button>${text} at ${url}`,
        data: { total: 1, elements: [{ index: 9 }] },
      }),
      click: async (number) => {
        clicked.push(number);
        url = 'https://shop.test/b';
        return { text: 'clicked', data: { otherPage: true }, targets: [] };
      },
    });
    const asked = { query_elements: { text: 'pay' } };
    const script = [
      step(click(7), click(8), asked),
      step({ note: { text: 'x' } }),
      step({ note: { text: 'y' } }),
      step(done),
    ];
    const { requests, run: result } = await run(script, {}, session);
    expect(clicked).toEqual([7]);
    expect(shownTo(requests[1])).toContain('not done, since the page changed: click {"index":8}');
    expect(result.steps[0]?.outcomes.map(({ tool }) => tool)).toEqual(['click', 'query_elements']);
    // Of the page before, its words were searched for; of this one, what was asked stands there.
    expect(shownTo(requests[0])).toContain(
      'The words of the task find here:\n [9]<button>Save it at https://shop.test/a',
    );
    expect(shownTo(requests[1])).not.toContain('The words of the task');
    for (const later of requests.slice(1))
      expect(answersOf(later)).toContain('[9]<button>pay at https://shop.test/b');
  });

  it('what the last step brought is shown once, and less of it once a step was taken on it', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => ` [${i + 1}]<button>Save the record ${i} (MAIN)`);
    const session = paperSession({
      query: async () => ({
        text: ['Found 40 elements:', ...lines].join('\n'),
        data: { total: 40, elements: [] },
      }),
    });
    const { requests } = await run([step(query), step({ press: { keys: 'x' } }), step(done)], {}, session);
    const parts = (n: number) => shownTo(requests[n]).split('Answers:');
    expect(parts(1)[0]).not.toContain('Found 40');
    expect(parts(1)[1]).toContain('record 39');
    expect(parts(2)[1]).toMatch(/^\nOf earlier steps:\n1\. Found 40/);
    expect(parts(2)[1]).toMatch(/record 5 .*\(cut: \d+ more lines\)/s);
    expect(parts(2)[1]).not.toContain('record 39');
  });
});
