import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../packages/sightline/src/tools/index.ts';
import { startServer, type TestServer } from '../support/startServer.ts';
import { Cli, finish, main } from './Cli.ts';
import { modernServer } from './hosts/McpHosts.ts';

const rows = Array.from({ length: 40 }, (_, i) => `<tr><td>Row ${i}<td><button>Edit</button>`).join('');
const sections = Array.from({ length: 30 }, (_, i) => `<h2>Part ${i}</h2><p>Words ${i}</p>`).join('');
const page = `<!doctype html><title>Desk</title><nav>${'<a href="#x">Link</a> '.repeat(40)}</nav>
<main><label>Size <select><option>S<option>L</select></label> <label>Picture <input type=file></label>
<label>Terms <input type=checkbox></label> <button disabled>Send</button> <button hidden>Secret</button>
<button onclick="confirm('Sure?')">Ask</button><table>${rows}</table><ul>${'<li>Thing</li>'.repeat(9)}</ul>${sections}</main>`;

/** What is asked of every host: the command and the same as a tool, with words in place of the numbers there are. */
const asked: [command: string[], tool: string, input: Record<string, unknown>][] = [
  [['look'], 'look', { full: true }],
  [['look', '--max-tokens', '40'], 'look', { maxTokens: 40 }],
  [['look', '--view', 'flat', '--max-tokens', '90'], 'look', { view: 'flat', maxTokens: 90 }],
  [['look', '--view', 'minimal'], 'look', { view: 'minimal' }],
  [['look', '--view', 'html', '--max-tokens', '90'], 'look', { view: 'html', maxTokens: 90 }],
  [['summary', '--max-tokens', '60'], 'get_page_summary', { maxTokens: 60 }],
  [['headings', '--max-tokens', '60'], 'list_headings', { maxTokens: 60 }],
  [['region', 'MAIN', '--max-tokens', '90'], 'get_region', { landmark: 'MAIN', maxTokens: 90 }],
  [
    ['region', 'MAIN', '--content', 'text'],
    'get_region',
    { landmark: 'MAIN', content: 'text', maxTokens: 200 },
  ],
  [['region', 'NOPE'], 'get_region', { landmark: 'NOPE' }],
  [['query', 'edit', '--limit', '3'], 'query_elements', { text: 'edit', max_results: 3 }],
  [['query', 'zebra'], 'query_elements', { text: 'zebra' }],
  [['query', 'edit', '--near-heading', 'nope'], 'query_elements', { text: 'edit', near_heading: 'nope' }],
  [['table', '--rows', '3'], 'read_table', { rows: 3 }],
  [['table', 'nope'], 'read_table', { table: 'nope' }],
  [['text', 'row', '--limit', '2'], 'search_text', { text: 'row', max_results: 2 }],
  [['dom', 'tr'], 'query_dom', { selector: 'tr' }],
  [['why', 'Secret'], 'explain', { target: 'Secret' }],
  [['why', 'zebra'], 'explain', { target: 'zebra' }],
  [['click', '9999'], 'click', { index: 9999 }],
  [['fill', 'SIZE', 'x'], 'fill', { index: 'SIZE', text: 'x' }],
  [['fill', 'PICTURE', 'x'], 'fill', { index: 'PICTURE', text: 'x' }],
  [['fill', 'TERMS', 'x'], 'fill', { index: 'TERMS', text: 'x' }],
  [['select', 'TERMS', 'x'], 'select_option', { index: 'TERMS', options: ['x'] }],
  [['select', 'SIZE', 'x'], 'select_option', { index: 'SIZE', options: ['x'] }],
  [['click', 'SEND', '--timeout', '300'], 'click', { index: 'SEND' }],
  [['click', 'ASK'], 'click', { index: 'ASK' }],
  [['details', 'SIZE'], 'get_element_details', { index: 'SIZE' }],
  [['wait', 'zebra', '--timeout', '300'], 'wait_for', { text: 'zebra', timeoutMs: 300 }],
  [['tabs', '9'], 'tabs', { number: 9 }],
  [['back'], 'back', {}],
];

/** Where the page has what the words in capitals stand for. */
const NAMES: Record<string, RegExp> = {
  SIZE: /\[(\d+)\]<select/,
  PICTURE: /\[(\d+)\]<input type="?file/,
  TERMS: /\[(\d+)\]<input type="?checkbox/,
  SEND: /\[(\d+)\]<button[^\]]*>Send/,
  ASK: /\[(\d+)\]<button>Ask/,
};

const numbersIn = (outline: string): Record<string, number> =>
  Object.fromEntries(
    Object.entries(NAMES).map(([name, pattern]) => {
      const number = Number(pattern.exec(outline)?.[1]);
      if (!number) throw new Error(`${name} is not in ${outline}`);
      return [name, number];
    }),
  );

const TOOL_NAMES = tools.map(({ name }) => name).filter((name) => name.includes('_'));
const TOOL_CALL = new RegExp(
  `\\b(?:${TOOL_NAMES.join('|')})\\b|\\b(?:max_results|content|from|view|heading)=|\\bmaxTokens\\b`,
);

let web: TestServer;
beforeAll(async () => {
  web = await startServer({ '/': page });
});
afterAll(() => web.close());

describe('what answers recommend is in the words of who reads them', () => {
  it('on the command line: commands and options, no tools', async () => {
    const cli = new Cli();
    try {
      await cli.ok('open', web.origin);
      const numbers = numbersIn(await cli.ok('look', '--style', 'markup', '--full'));
      const said: string[] = [];
      for (const [command] of asked) {
        const { stdout, stderr } = await cli.run(command.map((word) => String(numbers[word] ?? word)));
        expect([command, `${stdout}${stderr}`]).toEqual([command, expect.not.stringMatching(TOOL_CALL)]);
        expect([command, stdout]).toEqual([command, expect.stringMatching(/^$|[^\n]\n$/)]);
        said.push(stdout, stderr);
      }
      const calls = new Set(said.join('').match(/sightline [a-z]+/g));
      for (const call of ['region', 'query', 'table', 'headings', 'select', 'upload', 'check', 'dialogs'])
        expect([...calls]).toContain(`sightline ${call}`);
    } finally {
      await cli.close();
    }
  });

  it('over MCP: tools, no commands', async () => {
    const host = await modernServer('--profile', 'full');
    try {
      await host.call('open', { url: web.origin });
      const numbers = numbersIn((await host.call('look', { style: 'markup', full: true })).text);
      const said: string[] = [];
      for (const [, tool, input] of asked) {
        const given = Object.entries(input).map(([key, value]) => [key, numbers[String(value)] ?? value]);
        const { text } = await host.call(tool, Object.fromEntries(given));
        expect([tool, text]).toEqual([tool, expect.not.stringMatching(/\bsightline [a-z]|\s--[a-z]/)]);
        said.push(text);
      }
      for (const call of [
        'get_region',
        'query_elements',
        'read_table',
        'select_option',
        'upload_file',
        'check',
      ])
        expect(said.join('\n')).toMatch(new RegExp(`\\b${call}\\b`));
    } finally {
      await host.close();
    }
  });
});

it('`sightline mcp` writes nothing but the protocol to its standard output', async () => {
  const child = spawn(process.execPath, [main, 'mcp'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answered = new Promise<void>((resolve) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      if (text.includes('"id":2')) resolve();
    });
  });
  const finished = finish(child);
  const clientInfo = { name: 'test', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  await answered;
  child.stdin.end();
  const { code, stdout } = await finished;
  expect(code).toBe(0);
  expect(stdout).toMatch(/\n$/);
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages.map(({ id }) => id)).toEqual([1, 2]);
});
