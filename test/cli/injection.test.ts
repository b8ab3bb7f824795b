import type { Tool as AiTool } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScriptedModel } from '../../packages/sightline/src/agent/models/ScriptedModel.ts';
import { parseStateMessage } from '../../packages/sightline/src/agent/observation/stateMessage.ts';
import { runAgent } from '../../packages/sightline/src/agent/runAgent.ts';
import { tools } from '../../packages/sightline/src/agent/tools/aiSdkTools.ts';
import { Session } from '../../packages/sightline/src/session/Session.ts';
import { shownTo } from '../support/agent.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { CliHost } from './hosts/CliHost.ts';
import { modernServer } from './hosts/McpHosts.ts';
import { ATTEMPTS } from './injection/attempts.ts';
import { hasStack, hasUnseen, pageOf, structureOf } from './injection/page.ts';

/** All that a reader gets for a call, as it gets it. */
interface Reader {
  read(tool: string, input: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

async function commandLine(): Promise<Reader> {
  const host = new CliHost();
  return { read: async (tool, input) => (await host.call(tool, input)).text, close: () => host.close() };
}

async function mcp(): Promise<Reader> {
  const host = await modernServer('--profile', 'full', '--max-tokens', '100000');
  const read = async (tool: string, input: Record<string, unknown>): Promise<string> =>
    (await host.tool(tool, input)).content.map(({ text = '' }) => text).join('\n');
  return { read, close: () => host.close() };
}

async function agent(): Promise<Reader> {
  const session = await Session.launch();
  const set = tools(session, { maxTokens: 100_000 });
  const read = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const { execute } = set[name] as Required<AiTool>;
    return String(await execute(input, { toolCallId: '1', messages: [] }));
  };
  return { read, close: () => session.close() };
}

/** Calls whose answers hold as many of a page's words as there are. */
const CALLS: readonly [tool: string, input: Record<string, unknown>][] = [
  ['look', { view: 'outline' }],
  ['get_full_dom', {}],
  ['get_page_summary', {}],
  ['list_headings', {}],
  ['get_region', { landmark: 'PAGE', content: 'text' }],
  ['query_elements', { role: 'button', max_results: 500 }],
  ['read_table', { table: 'the table' }],
  ['get_element_details', {}],
];

let web: TestServer;
beforeAll(async () => {
  web = await startServer({ '/hostile': pageOf('hostile'), '/harmless': pageOf('harmless') });
});
afterAll(() => web.close());

it('tries at least fifty ways', () => {
  expect(Object.keys(ATTEMPTS).length).toBeGreaterThanOrEqual(50);
});

describe.each([
  ['the command line', commandLine, false],
  ['MCP', mcp, true],
  ['the tool set of the agent', agent, true],
] as const)('what a page says through %s', (_, open, isBounded) => {
  const answers = new Map<string, [hostile: string, harmless: string]>();
  beforeAll(async () => {
    const reader = await open();
    try {
      const hostile = await readAll(reader, 'hostile');
      const harmless = await readAll(reader, 'harmless');
      for (const [call, text] of hostile) answers.set(call, [text, harmless.get(call) ?? '']);
    } finally {
      await reader.close();
    }
  }, 180_000);

  async function readAll(reader: Reader, kind: 'hostile' | 'harmless'): Promise<Map<string, string>> {
    await reader.read('open', { url: `${web.origin}/${kind}` });
    const read = new Map<string, string>();
    for (const [tool, input] of CALLS) {
      const index = tool === 'get_element_details' ? { index: numberIn(read) } : {};
      read.set(`${tool} ${JSON.stringify(input)}`, await reader.read(tool, { ...input, ...index }));
    }
    return read;
  }

  const calls = CALLS.map(([tool, input]) => `${tool} ${JSON.stringify(input)}`);

  it.each(calls)('holds nothing that is not seen: %s', (call) => {
    const [text = ''] = answers.get(call) ?? [];
    expect(text.length).toBeGreaterThan(100);
    expect([hasUnseen(text), hasStack(text)]).toEqual([false, false]);
  });

  // What is folded depends on what is alike, and so on what is said: no forgery.
  const unfolded = calls.filter((call) => !/^(look|get_region|get_page_summary)/.test(call));
  it.each(unfolded)('reads as the same page would that says nothing of the kind: %s', (call) => {
    const [hostile = '', harmless = ''] = answers.get(call) ?? [];
    expect(structureOf(hostile)).toEqual(structureOf(harmless));
  });

  it.each(isBounded ? calls : [])('stands in one boundary: %s', (call) => {
    const [text = ''] = answers.get(call) ?? [];
    const [, name] = /^<(page-[0-9a-f]{10})>\n/.exec(text) ?? [];
    expect(name).toBeDefined();
    expect(text.split(`<${name}>`)).toHaveLength(2);
    expect(text.split(`</${name}>`)).toHaveLength(2);
    expect(text.trimEnd()).toMatch(new RegExp(`\n</${name}>(?:\n[^<]*)?$`));
  });
});

it.each(['off', 'hybrid', 'query'] as const)(
  'what a page says to a model that acts stands in one boundary, and nothing of it as a line outside: %s',
  async (queryMode) => {
    const session = await Session.launch();
    try {
      await session.navigate(`${web.origin}/hostile`);
      const all: Record<string, object>[] =
        queryMode === 'off'
          ? [{ press: { keys: 'Shift' } }]
          : [{ query_elements: { role: 'button' } }, { get_region: { landmark: 'PAGE', content: 'text' } }];
      const steps = [all, [{ hover: {} }], [{ done: { text: 'read' } }]];
      const shown: string[] = [];
      const choices: string[] = [];
      const model = new ScriptedModel((question) => {
        const isChoice = question.system.startsWith('You choose');
        const text = shownTo(question);
        const [, number] = /\[(\d+)\]<button\b/.exec(text) ?? [];
        if (isChoice) choices.push(text);
        const action = isChoice
          ? [{ choose: { letter: 'A' } }]
          : (steps[shown.push(text) - 1] ?? []).map((call) =>
              'hover' in call ? { hover: { index: Number(number) } } : call,
            );
        return { thinking: 'so', next_goal: 'go on', action };
      });
      const run = await runAgent(session, 'Read it', { model, queryMode });
      expect(run.success).toBe(true);
      expect(shown).toHaveLength(3);
      expect(choices.length > 0).toBe(queryMode === 'query');
      const choice =
        /^Which element is meant\? go on; [^\n<[]*\nA\. none of these\n<page-(\w{10})>\n(?:[B-F]\. \[\d+\]<.*\n)+<\/page-\1>$/;
      expect(choices.filter((text) => !choice.test(text))).toEqual([]);
      for (const text of shown) {
        const { history, footer } = parseStateMessage(text) ?? {};
        const [, name] = /^<(page-[0-9a-f]{10})>$/m.exec(text) ?? [];
        expect([text.split(`<${name}>`).length, text.split(`</${name}>`).length]).toEqual([2, 2]);
        expect(history).toMatch(
          /^Task: Read it(\n\nSteps so far:(\n\d+\. go on:( \w+ \{("\w+":("\w*"|\d+),?)+\};?)+)+)?$/,
        );
        expect(footer).toMatch(/^([^<[]*\n)?Step \d+ of \d+\.$/);
        expect([hasUnseen(text), hasStack(text)]).toEqual([false, false]);
      }
    } finally {
      await session.close();
    }
  },
);

/** The first number that was shown for a control. */
function numberIn(read: Map<string, string>): number {
  const [, number] = /\[(\d+)\]<button>/.exec([...read.values()].join('\n')) ?? [];
  return Number(number);
}
